"""A player's request for a correction of published results. The answer appears on the same page."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import date_format
from django.views.decorators.cache import never_cache

from clubsite.accounts.models import User
from clubsite.core.refused import attempt_form
from clubsite.members.visitor import visitor_of
from clubsite.privacy.forms import WordsForm
from clubsite.privacy.selectors import corrections_of
from clubsite.privacy.services.corrections import correction_ask
from clubsite.rankings.selectors.correction_period import correction_period_of
from clubsite.rankings.selectors.published import published_or_404


@never_cache
def correction(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the question and its answers. Raise Http404 and MembersOnly as the results themselves."""
    published = published_or_404(public_id, visitor_of(request))
    session, person = published.session, published.visitor.player
    form = WordsForm(request.POST if request.method == "POST" else None)

    def ask() -> None:
        assert person is not None
        correction_ask(
            person=person,
            text=form.cleaned_data["text"],
            user=request.user if isinstance(request.user, User) else None,
            session_ref=session.public_id,
            subject=f"{session.name}, {date_format(session.date, 'j F Y')}",
        )

    if person is not None and attempt_form(request, form, ask):
        messages.success(request, "A director reads it on the club’s page.")
        return redirect("results:correction", public_id=public_id)
    fault = form.errors.get("text", [""])[0]
    shown = {
        "session": session,
        "club": session.club,
        "here": "results",
        "person": person,
        "period": correction_period_of(session),
        "fault": fault,
        "typed": form["text"].value() or "",
        "requests": corrections_of(person, session.public_id) if person else [],
    }
    return render(request, "results/correction.html", shown, status=422 if fault else 200)
