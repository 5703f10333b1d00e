"""The draw of a Swiss round: shown, changed, begun."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from clubsite.accounts.requests import SignedInRequest
from clubsite.core.refused import attempt_form
from clubsite.director.scores.forms import DrawForm
from clubsite.director.scores.swiss import draw_of
from clubsite.duplicate.decorators import for_director
from clubsite.duplicate.forms import SectionForm
from clubsite.duplicate.models import Session
from clubsite.rankings.services.swiss import draw_swap


@for_director
def draw(request: SignedInRequest, session: Session) -> HttpResponse:
    """Show who meets whom next, with their places. POST swaps two contestants."""
    section = SectionForm(request.GET, session).chosen()
    form = DrawForm(request.POST if request.method == "POST" else None)
    if attempt_form(request, form, lambda: draw_swap(section=section, user=request.user, **form.cleaned_data)):
        return redirect(request.get_full_path())
    found = draw_of(section)
    if found is None:
        return redirect(reverse("director:monitor", kwargs={"session_id": session.public_id}))
    context = {"session": session, "club": session.club, "draw": found, "section": section, "form": form}
    return render(request, "director/scores/swiss.html", context)
