"""The draw of a Swiss round: looked at, changed, begun."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from clubsite.accounts.requests import SignedInRequest
from clubsite.director.scores.swiss import draw_of
from clubsite.duplicate.decorators import attempt, for_director
from clubsite.duplicate.models import Session
from clubsite.duplicate.selectors.sessions import section_for
from clubsite.rankings.services.swiss import draw_swap


@for_director
def draw(request: SignedInRequest, session: Session) -> HttpResponse:
    """Who meets whom next, with where they stand. POST: two of them change places."""
    section = section_for(session, request.GET.get("section", ""))
    if request.method == "POST":
        asked = {
            name: _number(request.POST[name]) for name in ("one", "other", "number") if name in request.POST
        }
        facts = {"one": 0, "other": 0, **asked}
        seen = request.POST.get("seen", "")
        attempt(request, "", lambda: draw_swap(section=section, user=request.user, seen=seen, **facts))
        return redirect(request.get_full_path())
    found = draw_of(section)
    if found is None:
        return redirect(reverse("director:monitor", kwargs={"session_id": session.public_id}))
    context = {"session": session, "club": session.club, "draw": found, "section": section}
    return render(request, "director/scores/swiss.html", context)


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 4 else 0
