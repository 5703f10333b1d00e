"""The pages for members and guests: details, links for forgotten passwords, accounts, and forgetting a person."""

from collections import Counter
from itertools import zip_longest
from typing import Any

from django.contrib import messages
from django.db.models import prefetch_related_objects
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from clubsite.accounts.decorators import SignedInRequest, confirmed, signed_in
from clubsite.accounts.models import User
from clubsite.accounts.second_factor.services import users_with_second_factor
from clubsite.accounts.views import NewPassword
from clubsite.clubs.decorators import for_club
from clubsite.clubs.forms import ImportForm, ListedPersonForm, RoleForm
from clubsite.clubs.invitations import (
    account_of,
    account_unlink,
    invitation_accept,
    invitation_make,
    invitation_read,
    member_tokens,
    password_link_make,
    password_link_refusal,
    password_link_used,
    second_factor_reset,
)
from clubsite.clubs.member_list import (
    MOST_BYTES,
    ColumnRole,
    MemberList,
    MemberRowKind,
    import_take_back,
    last_import,
    members_import,
    sorted_out,
)
from clubsite.clubs.models import Club, Membership, Role
from clubsite.clubs.selectors import (
    audit_of_club,
    club_by_slug,
    club_for_director,
    club_for_owner,
    corrections_waiting,
    directs,
    memberships_of,
    owns,
    people_of,
    person_of,
)
from clubsite.clubs.services import member_add, person_change, role_give
from clubsite.clubs.signals import name_answer_noted
from clubsite.clubs.views import link_page
from clubsite.core.origins import base_of
from clubsite.core.refused import Refused, attempt, attempt_form
from clubsite.core.request_limits import takes_files

# The rows that `password_link_refusal` looks at, read for all accounts at once.
RELATED_RIGHTS = ("memberships", "people", "groups", "user_permissions")


def people_page(club: Club, user: User) -> dict[str, Any]:
    """Return the context of the club's people page for a director.

    The `refusal` of an account says why the reader may not make a link for it, or is "". Its `roles` are the roles that
    the reader may give, with the words of their buttons.
    """
    people = list(people_of(club).select_related("user"))
    by_user = {person.user_id: person for person in people if person.user_id}
    memberships = list(memberships_of(club).prefetch_related(*(f"user__{name}" for name in RELATED_RIGHTS)))
    prefetch_related_objects([user], "memberships")
    owner = owns(user, club)
    protected = users_with_second_factor(membership.user_id for membership in memberships)
    owners = sum(membership.role == Role.OWNER for membership in memberships)
    accounts = [
        {
            "membership": membership,
            "person": by_user.get(membership.user_id),
            "own": membership.user_id == user.pk,
            "refusal": password_link_refusal(club=club, maker=user, user=membership.user),
            "second_factor": membership.user_id in protected,
            "roles": _roles(membership, user, owner, owners),
        }
        for membership in memberships
    ]
    return {
        "club": club,
        "accounts": accounts,
        "members": [person for person in people if not person.guest],
        "guests": [person for person in people if person.guest],
        "owner": owner,
        "waiting": list(corrections_waiting(club)),
        "audit_log": list(audit_of_club(club)),
        "last_import": last_import(club),
    }


def _roles(member: Membership, reader: User, owner: bool, owners: int) -> list[tuple[Role, str]]:
    own = member.user_id == reader.pk
    if (member.role == Role.OWNER and owners == 1) or not (owner or own):
        return []
    words = {Role.OWNER: "Make an owner", Role.DIRECTOR: "Make a director", Role.MEMBER: "Make a member again"}
    if own:
        words = {Role.MEMBER: "Give up directing"}
    return [(role, text) for role, text in words.items() if role != member.role]


@for_club
def people(request: SignedInRequest, club: Club) -> HttpResponse:
    """Show everybody on the club's list, and add a new member."""
    form = ListedPersonForm(request.POST if request.method == "POST" else None)

    def add() -> None:
        name, number = form.cleaned_data["name"], form.cleaned_data["number"]
        person = member_add(club=club, user=request.user, name=name, number=number)
        if (agreed := form.cleaned_data["agreed"]) is not None:
            name_answer_noted.send(sender=type(person), person=person, agreed=agreed, user=request.user)
        messages.success(request, f"{person.name} is on the list.")

    if attempt_form(request, form, add):
        return redirect("clubs:people", slug=club.slug)
    shown = {"page": people_page(club, request.user), "club": club, "form": form}
    return render(request, "clubs/people.html", shown, status=422 if form.is_bound else 200)


@for_club
def person(request: SignedInRequest, club: Club, pk: int) -> HttpResponse:
    """Show one person, with forms to correct the name and number, provide an account, or forget the person."""
    person = person_of(club, pk)
    now = {"name": person.name, "number": person.number}
    form = ListedPersonForm(request.POST if request.method == "POST" else None, initial=now)

    def change() -> None:
        facts = {name: form.cleaned_data[name] for name in ("name", "number", "member")}
        kept = person_change(person=person, **facts, user=request.user)
        messages.success(request, f"Changes to the entry of {kept.name} saved.")

    if attempt_form(request, form, change):
        return redirect("clubs:people", slug=club.slug)
    shown = {"club": club, "person": person_of(club, pk), "owner": owns(request.user, club), "form": form}
    return render(request, "clubs/person.html", shown, status=422 if form.is_bound else 200)


@for_club
@require_POST
@confirmed
def let_in(request: SignedInRequest, club: Club, pk: int) -> HttpResponse:
    """Make a link for a club account whose password has been forgotten."""
    try:
        user = account_of(club, pk)
        path = password_link_make(club=club, maker=request.user, user=user)
    except Refused as no:
        messages.error(request, str(no))
        return redirect("clubs:people", slug=club.slug)
    return link_page(request, club, path, who=user.get_username(), kind="way in")


@for_club
@require_POST
@confirmed
def second_step_reset(request: SignedInRequest, club: Club, pk: int) -> HttpResponse:
    """Remove the second factor of a club account whose holder has lost it."""

    def reset() -> None:
        user = account_of(club, pk)
        second_factor_reset(club=club, maker=request.user, user=user, site=base_of(request))
        messages.success(request, f"{user.get_username()} can now sign in with the password alone.")

    attempt(request, "", reset)
    return redirect("clubs:people", slug=club.slug)


@signed_in
@require_POST
@confirmed
def role(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Change an account's role. An owner may change anyone's role; a director may only give up their own."""
    club = (club_for_director if pk == request.user.pk else club_for_owner)(request.user, slug)

    def give() -> None:
        data = RoleForm(request.POST).sent
        given = role_give(club=club, maker=request.user, user_id=pk, role=data["role"])
        part = f"{'an' if given.role == Role.OWNER else 'a'} {given.get_role_display().lower()}"
        messages.success(request, f"{given.user.get_username()} is {part} now.")

    attempt(request, "", give)
    if not directs(request.user, club):
        return redirect("results:club", slug=slug)
    return redirect("clubs:people", slug=slug)


@for_club
@require_POST
def invite(request: SignedInRequest, club: Club, pk: int) -> HttpResponse:
    """Make a link with which a member can join their account to their name."""
    person = person_of(club, pk)
    try:
        path = invitation_make(person=person, maker=request.user)
    except Refused as no:
        messages.error(request, str(no))
        return redirect("clubs:person", slug=club.slug, pk=pk)
    return link_page(request, club, path, who=person.name, kind="invitation")


@signed_in
@never_cache
def invitation(request: SignedInRequest, slug: str, key: str) -> HttpResponse:
    """Show an invitation to the person who opens it, and let them confirm that they are this member."""
    club = club_by_slug(slug)
    try:
        if request.method == "POST":
            person = invitation_accept(club=club, key=key, user=request.user)
            messages.success(request, f"You are {person.name} of {club.name} now.")
            return redirect("accounts:account")
        _, person = invitation_read(club, key)
    except Refused as no:
        return render(request, "clubs/invitation.html", {"club": club, "fault": str(no)}, status=410)
    return render(request, "clubs/invitation.html", {"club": club, "person": person})


@for_club
@require_POST
def unlink(request: SignedInRequest, club: Club, pk: int) -> HttpResponse:
    """Unlink an account that turns out not to be this person's."""
    person = person_of(club, pk)
    done = f"{person.name} has no account any more."
    attempt(request, done, lambda: account_unlink(person=person, maker=request.user))
    return redirect("clubs:person", slug=club.slug, pk=pk)


class PasswordLinkView(NewPassword):
    """The page behind a director's link: like the one behind a mailed link, but with its own keys and audit line."""

    token_generator = member_tokens

    def form_valid(self, form: Any) -> HttpResponse:
        password_link_used(slug=self.kwargs["slug"], user=form.user)
        return super().form_valid(form)


@takes_files(MOST_BYTES * 4)
@for_club
def many(request: SignedInRequest, club: Club) -> HttpResponse:
    """Show a preview of a submitted list, or store the list when it is submitted again with rows ticked."""
    form = ImportForm(request.POST, request.FILES) if request.method == "POST" else ImportForm()
    page: dict[str, Any] = {"club": club, "form": form}
    if form.is_bound and form.is_valid():
        try:
            if form.cleaned_data["confirmed"]:
                return _stored(request, club, form)
            page |= _preview(club, form.cleaned_data["text"], form.cleaned_data["roles"])
        except Refused as no:
            form.add_error("text", str(no))
    return render(request, "clubs/many.html", page, status=422 if form.errors else 200)


def _preview(club: Any, text: str, roles: list[str]) -> dict[str, Any]:
    read = MemberList(text)
    rows = sorted_out(club, read.rows(roles))
    columns = read.columns()
    counts = Counter(MemberRowKind(row.kind) for row in rows)
    return {
        "rows": rows,
        "counts": [(kind, counts[kind]) for kind in MemberRowKind if counts[kind]],
        "text": text,
        "roles": roles,
        "choices": ColumnRole.choices,
        "columns": [
            (choice or role, samples) for choice, (role, samples) in zip_longest(roles[: len(columns)], columns)
        ],
        "mixed": read.mixed,
        "any": any(row.may_be_added for row in rows),
    }


def _stored(request: SignedInRequest, club: Any, form: ImportForm) -> HttpResponse:
    text, lines, roles = (form.cleaned_data[name] for name in ("text", "lines", "roles"))
    people = members_import(club=club, text=text, lines=lines, user=request.user, roles=roles)
    if not people:
        form.add_error("text", "No row was ticked: nothing is stored.")
        page = {"club": club, "form": form, **_preview(club, text, roles)}
        return render(request, "clubs/many.html", page, status=422)
    many = "1 member is" if len(people) == 1 else f"{len(people)} members are"
    messages.success(request, f"{many} on the list now.")
    return redirect("clubs:people", slug=club.slug)


@for_club
@require_POST
def take_back(request: SignedInRequest, club: Club, pk: int) -> HttpResponse:
    """Undo the last import."""
    gone, stay = import_take_back(club=club, import_id=pk, user=request.user)
    message = f"{gone} taken off the list again."
    if stay:
        message += f" {stay} stay: they have played, said something of their name, or have an account."
    messages.success(request, message)
    return redirect("clubs:people", slug=club.slug)
