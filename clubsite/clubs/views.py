"""A club's tokens: which programs may read its nights, or type scores, on a director's behalf."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from clubsite.clubs.selectors import club_for_director, token_for, tokens_of
from clubsite.clubs.services import TokenRefused, token_make, token_revoke


@login_required
@never_cache
def programs(request: HttpRequest, slug: str) -> HttpResponse:
    """The tokens in use, and a new one, whose secret is shown this once."""
    club = club_for_director(request.user, slug)
    page: dict[str, Any] = {"club": club, "typed": request.POST}
    if request.method == "POST":
        try:
            page["made"], page["secret"] = token_make(
                club=club,
                user=request.user,
                name=request.POST.get("name", ""),
                write=request.POST.get("may") == "write",
            )
        except TokenRefused as no:
            page["fault"] = str(no)
    status = 422 if "fault" in page else 200
    return render(request, "clubs/programs.html", page | {"tokens": tokens_of(club)}, status=status)


@login_required
@require_POST
def revoke(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take one back."""
    token = token_for(club_for_director(request.user, slug), pk)
    token_revoke(token=token, user=request.user)
    messages.success(request, f"The token of {token.name} opens nothing any more.")
    return redirect("club-programs", slug=slug)
