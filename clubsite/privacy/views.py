"""Privacy of a club: the public page about who can see what, and the directors' settings, notes and answers."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from clubsite.accounts.decorators import signed_in
from clubsite.accounts.requests import SignedInRequest
from clubsite.accounts.second_factor.confirming import confirmed
from clubsite.clubs.decorators import for_club
from clubsite.clubs.models import Club
from clubsite.clubs.name_choices import NamesFor, ResultsFor
from clubsite.clubs.selectors import club_by_slug, club_for_owner, people_of, person_of
from clubsite.core.downloads import attached_json
from clubsite.core.own_data import as_json
from clubsite.core.public_pages import fresh_page
from clubsite.core.refused import attempt
from clubsite.privacy.forms import NamedForm, ReadersForm, WordsForm
from clubsite.privacy.selectors import correction_for, names_page, person_parts
from clubsite.privacy.services.consent import consents_add, readers_set
from clubsite.privacy.services.corrections import correction_answer
from clubsite.privacy.services.erasure import person_forget


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
            messages.success(request, "It holds from now on, for old nights too.")
        return redirect("privacy:readers", slug=club.slug)
    shown = {"club": club, "form": form, "page": names_page(club)}
    return render(request, "privacy/readers.html", shown, status=422 if form.is_bound else 200)


@for_club
def consents(request: SignedInRequest, club: Club) -> HttpResponse:
    """Record the answers about their names that many people have given on paper or orally."""
    on_list = list(people_of(club).values_list("pk", flat=True))
    form = NamedForm(request.POST, on_list) if request.method == "POST" else None
    if form is not None and form.is_valid():
        said = form.cleaned_data
        count = consents_add(club=club, people=said["people"], agreed=said["agreed"], user=request.user)
        messages.success(request, f"Noted of {count} {'person' if count == 1 else 'people'}, with today’s date.")
        return redirect("privacy:consents", slug=club.slug)
    shown = {"club": club, "page": names_page(club), "form": form}
    return render(request, "privacy/consents.html", shown, status=200 if form is None else 422)


@for_club
@require_safe
def person_data(request: SignedInRequest, club: Club, pk: int, file: bool = False) -> HttpResponse:
    """Show the data stored about a person, so that a director can hand it to someone without an account."""
    person = person_of(club, pk)
    parts = person_parts(person)
    if not file:
        return render(request, "privacy/person_data.html", {"club": club, "person": person, "parts": parts})
    return attached_json(as_json(parts), f"person-{person.pk}.json")


@for_club
@require_POST
def answer(request: SignedInRequest, club: Club, pk: int) -> HttpResponse:
    """Let a director answer a request for a correction."""
    asked = correction_for(club, pk)
    form = WordsForm(request.POST)
    if form.is_valid():
        reply = lambda: correction_answer(request=asked, user=request.user, **form.cleaned_data)  # noqa: E731
        attempt(request, f"{asked.person.name} reads your answer.", reply)
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
    done = "The name is gone from the club. Results stay, without it."
    attempt(request, done, lambda: person_forget(person=person, user=request.user))
    return redirect("clubs:people", slug=slug)
