"""The "about me" page: reading, downloading, changing and correcting stored data, and deleting the account."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth import logout
from django.forms import Form
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from clubsite.accounts.decorators import signed_in
from clubsite.accounts.requests import SignedInRequest
from clubsite.accounts.second_factor.confirming import confirmed
from clubsite.clubs.models import Person
from clubsite.core.downloads import attached_json
from clubsite.core.own_data import as_json, gathered
from clubsite.core.public_pages import fresh_page
from clubsite.core.refused import Refused, attempt_form
from clubsite.privacy.forms import AgreedForm, DeletionForm, PersonActForm, ShownForm, WordsForm
from clubsite.privacy.names import person_to_strangers
from clubsite.privacy.selectors import own_page, own_part, people_of_user, subject_of
from clubsite.privacy.services.account_deletion import Left, account_delete, deletion_refusal
from clubsite.privacy.services.consent import consent_say, shown_set
from clubsite.privacy.services.corrections import correction_ask


@signed_in
@never_cache
def about_me(request: SignedInRequest) -> HttpResponse:
    """Show the page, and handle its forms."""
    asked = PersonActForm(request.POST).sent
    page = own_page(request.user)
    people = [(one, _forms(one.person, request.POST, asked)) for one in page.people]
    if request.method == "POST":
        bound = [(one.person, form) for one, forms in people for form in forms.values() if form.is_bound]
        if not bound:
            raise Http404("No such form")
        person, form = bound[0]
        act = PERSON_ACTS[asked["act"]]
        if attempt_form(request, form, lambda: act(request, person, **form.cleaned_data)):
            return redirect("privacy:about-me")
    shown = {"page": page, "people": people}
    return render(request, "privacy/about_me.html", shown, status=422 if request.method == "POST" else 200)


def _forms(person: Person, data: QueryDict, asked: dict[str, Any]) -> dict[str, Form]:
    """Return one person's forms, keyed by action. The form that was submitted is bound."""

    def options(act: str) -> dict[str, Any]:
        sent = (asked["person"], asked["act"]) == (str(person.pk), act)
        return {"data": data if sent else None, "auto_id": f"%s-{person.pk}"}

    return {
        "agreed": AgreedForm.of_person(person, **options("agreed")),
        "shown": ShownForm(person, **options("shown")),
        "correction": WordsForm(**options("correction")),
    }


def _shown(request: SignedInRequest, person: Person, **said: str) -> None:
    """Set how the person's name is shown."""
    kept = shown_set(person=person, **said, user=request.user)
    messages.success(request, f"Strangers read “{person_to_strangers(kept)}” from now on.")


def _agreed(request: SignedInRequest, person: Person, agreed: bool) -> None:
    consent_say(person=person, agreed=agreed, user=request.user)
    messages.success(request, "Your answer is kept, with today’s date.")


def _correction(request: SignedInRequest, person: Person, text: str) -> None:
    correction_ask(person=person, text=text, user=request.user)
    messages.success(request, "A director reads it on the club’s page. The answer comes here.")


PERSON_ACTS: dict[str, Callable[..., None]] = {"shown": _shown, "agreed": _agreed, "correction": _correction}


@signed_in
@fresh_page
def about_me_file(request: SignedInRequest) -> HttpResponse:
    """Return the page's data as a file."""
    found = as_json(gathered(subject_of(request.user)))
    return attached_json(found, "about-me.json")


@signed_in
@fresh_page
def about_me_part(request: SignedInRequest, part: str) -> HttpResponse:
    """Show one part of the user's own data, with its newest rows."""
    found = own_part(request.user, part)
    return render(request, "privacy/about_me_part.html", {"found": found})


@signed_in
@confirmed
def delete_account(request: SignedInRequest) -> HttpResponse:
    """Explain what deleting the account means, and delete it once the password has been given."""
    form = DeletionForm(request.POST if request.method == "POST" else None, request.user)
    refusal = deletion_refusal(request.user)
    if form.is_valid():
        try:
            account_delete(user=request.user, left=Left(form.cleaned_data["left"]))
        except Refused as no:
            refusal = str(no)
        else:
            logout(request)
            messages.success(request, "Your account is deleted.")
            return redirect("results:home")
    shown = {"form": form, "refusal": refusal, "people": people_of_user(request.user)}
    return render(request, "privacy/delete_account.html", shown, status=422 if form.is_bound else 200)
