"""Downloads of published sessions. They are as public as the results pages; unpublished sessions give a 404."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from clubsite.core.downloads import attached
from clubsite.core.public_pages import public_page
from clubsite.files.selectors.result_files import files_page, published_file
from clubsite.rankings.decorators import of_published
from clubsite.rankings.selectors.published import Published, published_or_404
from clubsite.readers.visitor import visitor_of


@of_published
def files(request: HttpRequest, published: Published) -> HttpResponse:
    """Show the files and say what each one is for."""
    page = files_page(published)
    context = {"page": page, "club": published.club, "session": published.session, "here": "results"}
    return render(request, "files/files.html", context)


@public_page
def download(request: HttpRequest, public_id: str, name: str) -> HttpResponse:
    """Return one of a session's files. `?section=B` asks for the file of a section with its own boards."""
    published = published_or_404(public_id, visitor_of(request))
    text, mime, file_name = published_file(published, name, request.GET.get("section", "").upper())
    return attached(text, file_name, f"{mime}; charset=utf-8")
