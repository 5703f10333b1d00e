"""The page about me: reading, downloading, changing and correcting what is stored, and deleting the account."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth import logout
from django.forms import Form
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubsite.accounts.decorators import signed_in
from clubsite.accounts.requests import SignedInRequest
from clubsite.clubs.models import Person
from clubsite.core.own_data import as_json, gathered
from clubsite.core.refused import Refused
from clubsite.privacy.forms import AgreedForm, DeletionForm, PersonActForm, ShownForm, WordsForm
from clubsite.privacy.selectors import own_page, own_part, own_person, people_of_user, subject_of
from clubsite.privacy.services.account_deletion import Left, account_delete, deletion_refusal
from clubsite.privacy.services.consent import consent_say, shown_set
from clubsite.privacy.services.corrections import correction_ask


@signed_in
@never_cache
def about_me(request: SignedInRequest) -> HttpResponse:
    """Show the page, and do what its forms send."""
    fault: Faults = {}
    person = None
    if request.method == "POST":
        asked = PersonActForm(request.POST).sent
        person = _own(request, asked["person"])
        act = {"shown": _shown, "agreed": _agreed, "correction": _correction}.get(asked["act"])
        if act is None:
            raise Http404("No such form")
        fault = act(request, person)
        if not fault:
            return redirect("privacy:about-me")
    page = own_page(request.user)
    for one in page.people:
        if one.person == person:
            one.faults, one.typed = fault, WordsForm(request.POST)["text"].value() or ""
    return render(request, "privacy/about_me.html", {"page": page}, status=422 if fault else 200)


def _own(request: SignedInRequest, pk: str) -> Person:
    """Return a person linked to this user. Raise Http404 if there is none."""
    found = next((one for one in people_of_user(request.user) if str(one.pk) == pk), None)
    if found is None:
        raise Http404("No such person")
    return found


Faults = dict[str, str]
"""Faults by field."""


def _tried(form: Form, act: Callable[..., None]) -> Faults:
    """Do what a form asks. Return its faults, or those of the Refused that `act` raised, or {}."""
    if not form.is_valid():
        return {name: str(faults[0]) for name, faults in form.errors.items()}
    try:
        act(**form.cleaned_data)
    except Refused as no:
        return no.problems
    return {}


def _shown(request: SignedInRequest, person: Person) -> Faults:
    """Set how the person is shown."""

    def act(**said: str) -> None:
        kept = shown_set(person=person, **said, user=request.user)
        messages.success(request, f"Strangers read “{own_person(kept).to_strangers}” from now on.")

    return _tried(ShownForm(request.POST), act)


def _agreed(request: SignedInRequest, person: Person) -> Faults:
    def act(agreed: bool) -> None:
        consent_say(person=person, agreed=agreed, user=request.user)
        messages.success(request, "Your answer is kept, with today’s date.")

    return _tried(AgreedForm(request.POST), act)


def _correction(request: SignedInRequest, person: Person) -> Faults:
    def act(text: str) -> None:
        correction_ask(person=person, text=text, user=request.user)
        messages.success(request, "A director reads it on the club’s page. The answer comes here.")

    return _tried(WordsForm(request.POST), act)


@signed_in
@never_cache
@require_safe
def about_me_file(request: SignedInRequest) -> HttpResponse:
    """Return the data of the page as a file."""
    found = as_json(gathered(subject_of(request.user)))
    answer = JsonResponse(found, json_dumps_params={"indent": 1})
    answer["Content-Disposition"] = 'attachment; filename="about-me.json"'
    return answer


@signed_in
@never_cache
@require_safe
def about_me_part(request: SignedInRequest, part: str) -> HttpResponse:
    """Show one part of the user's own data, with the newest rows."""
    found = own_part(request.user, part)
    return render(request, "privacy/about_me_part.html", {"found": found})


@signed_in
@never_cache
def delete_account(request: SignedInRequest) -> HttpResponse:
    """Explain what deleting the account means, and delete it by its password."""
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
