"""Downloads of published nights. Public, as the pages are: whatever is not published does not exist here (404)."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubsite.results import selectors


@require_safe
def files(request: HttpRequest, public_id: str) -> HttpResponse:
    """What can be had, and what it is good for."""
    published = selectors.published_or_404(public_id)
    page = selectors.files_page(published, request.GET.get("me", "").upper())
    context = {"page": page, "club": published.club, "session": published.session, "here": "results"}
    return render(request, "results/files.html", context)


@require_safe
def download(request: HttpRequest, public_id: str, name: str) -> HttpResponse:
    """One file of a night; `?section=B` of a section with boards of its own."""
    published = selectors.published_or_404(public_id)
    text, mime, file_name = selectors.download(published, name, request.GET.get("section", "").upper())
    disposition = f'attachment; filename="{file_name}"'
    return HttpResponse(
        text, content_type=f"{mime}; charset=utf-8", headers={"Content-Disposition": disposition}
    )
