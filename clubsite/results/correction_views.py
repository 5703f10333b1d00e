"""A player's request for a correction of published results. The answer appears on the same page."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import date_format
from django.views.decorators.cache import never_cache

from clubsite.accounts.models import User
from clubsite.clubs.models import Person
from clubsite.core.refused import attempt_form
from clubsite.privacy.forms import WordsForm
from clubsite.privacy.selectors import corrections_of
from clubsite.privacy.services.corrections import MAX_REQUEST_LENGTH, correction_ask
from clubsite.rankings.selectors.correction_period import correction_period_of
from clubsite.rankings.selectors.published import published_or_404
from clubsite.readers.visitor import visitor_of


class CorrectionForm(WordsForm):
    """A form in which someone who played says what is wrong with a result."""

    def __init__(self, data: Any, person: Person) -> None:
        super().__init__(data)
        also = " and to “What is known about me”" if person.user_id else ""
        text = self.fields["text"]
        text.widget = forms.Textarea(attrs={"rows": 4, "maxlength": MAX_REQUEST_LENGTH})
        text.label = f"What is wrong, {person.name}, and what should it be?"
        text.help_text = f"The board, the table, the score. A director reads it; the answer comes to this page{also}."


@never_cache
def correction(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the form and the answers to earlier requests. Raise Http404 or MembersOnly as the results page does."""
    published = published_or_404(public_id, visitor_of(request))
    session, person = published.session, published.visitor.player
    form = CorrectionForm(request.POST if request.method == "POST" else None, person) if person else None

    def ask() -> None:
        assert person and form
        correction_ask(
            person=person,
            text=form.cleaned_data["text"],
            user=request.user if isinstance(request.user, User) else None,
            session_id=session.pk,
            subject=f"{session.name}, {date_format(session.date, 'j F Y')}",
        )

    if form and attempt_form(request, form, ask):
        messages.success(request, "A director reads it on the club’s page.")
        return redirect("results:correction", public_id=public_id)
    shown = {
        "session": session,
        "club": session.club,
        "here": "results",
        "person": person,
        "period": correction_period_of(session),
        "form": form,
        "requests": corrections_of(person, session.pk) if person else [],
    }
    return render(request, "results/correction.html", shown, status=422 if form and form.errors else 200)
