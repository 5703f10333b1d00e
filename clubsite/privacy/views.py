"""Privacy of a club: the public page about who can see what, and the directors' settings, notes and answers."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth import logout
from django.forms import Form
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from clubsite.accounts.decorators import SignedInRequest, confirmed, signed_in
from clubsite.clubs.decorators import for_club
from clubsite.clubs.models import Club, NamesFor, Person, ResultsFor
from clubsite.clubs.selectors import club_by_slug, club_for_owner, people_of, person_of
from clubsite.core.data_map import as_json, gathered, parts
from clubsite.core.refused import Refused, attempt, attempt_form
from clubsite.core.responses import attached_json, fresh_page
from clubsite.privacy.forms import AgreedForm, DeletionForm, NamedForm, PersonActForm, ReadersForm, ShownForm, WordsForm
from clubsite.privacy.names import person_to_strangers
from clubsite.privacy.selectors import (
    correction_for,
    names_page,
    own_part,
    own_person,
    people_of_user,
    person_parts,
    subject_of,
)
from clubsite.privacy.services import (
    Left,
    account_delete,
    consent_say,
    consents_add,
    correction_answer,
    correction_ask,
    deletion_refusal,
    person_forget,
    readers_set,
    shown_set,
)


@fresh_page
def privacy(request: SignedInRequest, slug: str) -> HttpResponse:
    """Tell everyone in plain language who can see what."""
    club = club_by_slug(slug)
    context = {"club": club, "members_only": club.results_for == ResultsFor.MEMBERS, "names": NamesFor}
    return render(request, "privacy/privacy.html", context)


@for_club
def readers(request: SignedInRequest, club: Club) -> HttpResponse:
    """Let a director choose who may see results, and how strangers see names."""
    now = {"results_for": club.results_for, "names_for": club.names_for}
    form = ReadersForm(request.POST if request.method == "POST" else None, initial=now)
    if form.is_valid():
        if readers_set(club=club, **form.cleaned_data, user=request.user):
            messages.success(request, "Changes saved. They apply to old nights too.")
        return redirect("privacy:readers", slug=club.slug)
    shown = {"club": club, "form": form, "page": names_page(club)}
    return render(request, "privacy/readers.html", shown, status=422 if form.is_bound else 200)


@for_club
def consents(request: SignedInRequest, club: Club) -> HttpResponse:
    """Record the answers about their names that many people have given on paper or orally."""
    on_list = list(people_of(club).values_list("pk", flat=True))
    form = NamedForm(request.POST, on_list) if request.method == "POST" else None
    if form is not None and form.is_valid():
        data = form.cleaned_data
        count = consents_add(club=club, people=data["people"], agreed=data["agreed"], user=request.user)
        messages.success(
            request, f"Answer noted for {count} {'person' if count == 1 else 'people'}, with today’s date."
        )
        return redirect("privacy:consents", slug=club.slug)
    shown = {"club": club, "page": names_page(club), "form": form}
    return render(request, "privacy/consents.html", shown, status=200 if form is None else 422)


@for_club
@require_safe
def person_data(request: SignedInRequest, club: Club, pk: int, file: bool = False) -> HttpResponse:
    """Show the data stored about a person, so that a director can hand it to someone without an account."""
    person = person_of(club, pk)
    rows = person_parts(person)
    if not file:
        return render(request, "privacy/person_data.html", {"club": club, "person": person, "parts": rows})
    return attached_json(as_json(rows), f"person-{person.pk}.json")


@for_club
@require_POST
def answer(request: SignedInRequest, club: Club, pk: int) -> HttpResponse:
    correction = correction_for(club, pk)
    form = WordsForm(request.POST)
    if form.is_valid():
        reply = lambda: correction_answer(request=correction, user=request.user, **form.cleaned_data)  # noqa: E731
        attempt(request, f"{correction.person.name} reads your answer.", reply)
    else:
        messages.error(request, str(form.errors["text"][0]))
    return redirect("clubs:people", slug=club.slug)


@signed_in
@confirmed
def forget(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Explain what forgetting a person means, and let an owner of the club forget them."""
    club = club_for_owner(request.user, slug)
    person = person_of(club, pk)
    if request.method != "POST":
        return render(request, "privacy/forget.html", {"club": club, "person": person})
    done = "The name is deleted. Results stay, without it."
    attempt(request, done, lambda: person_forget(person=person, user=request.user))
    return redirect("clubs:people", slug=slug)


@signed_in
@never_cache
def about_me(request: SignedInRequest) -> HttpResponse:
    fields = PersonActForm(request.POST).sent
    people = [(own_person(person), _forms(person, request.POST, fields)) for person in people_of_user(request.user)]
    if request.method == "POST":
        bound = [(row["person"], form) for row, forms in people for form in forms.values() if form.is_bound]
        if not bound:
            raise Http404("No such form")
        person, form = bound[0]
        act = PERSON_ACTS[fields["act"]]
        if attempt_form(request, form, lambda: act(request, person, **form.cleaned_data)):
            return redirect("privacy:about-me")
    shown = {"parts": parts(), "people": people}
    return render(request, "privacy/about_me.html", shown, status=422 if request.method == "POST" else 200)


def _forms(person: Person, data: QueryDict, fields: dict[str, Any]) -> dict[str, Form]:
    """Return one person's forms, keyed by action. The form that was submitted is bound."""

    def options(act: str) -> dict[str, Any]:
        sent = (fields["person"], fields["act"]) == (str(person.pk), act)
        return {"data": data if sent else None, "auto_id": f"%s-{person.pk}"}

    return {
        "agreed": AgreedForm.of_person(person, **options("agreed")),
        "shown": ShownForm(person, **options("shown")),
        "correction": WordsForm(**options("correction")),
    }


def _shown(request: SignedInRequest, person: Person, **data: str) -> None:
    kept = shown_set(person=person, **data, user=request.user)
    messages.success(request, f"Strangers read “{person_to_strangers(kept)}” from now on.")


def _agreed(request: SignedInRequest, person: Person, agreed: bool) -> None:
    consent_say(person=person, agreed=agreed, user=request.user)
    messages.success(request, "Your answer is saved, with today’s date.")


def _correction(request: SignedInRequest, person: Person, text: str) -> None:
    correction_ask(person=person, text=text, user=request.user)
    messages.success(request, "Sent to the directors. You will read the answer here.")


PERSON_ACTS: dict[str, Callable[..., None]] = {"shown": _shown, "agreed": _agreed, "correction": _correction}


@signed_in
@fresh_page
def about_me_file(request: SignedInRequest) -> HttpResponse:
    data = as_json(gathered(subject_of(request.user)))
    return attached_json(data, "about-me.json")


@signed_in
@fresh_page
def about_me_part(request: SignedInRequest, part: str) -> HttpResponse:
    """Show one part of the user's own data, with its newest rows."""
    rows = own_part(request.user, part)
    return render(request, "privacy/about_me_part.html", {"found": rows})


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
