"""The page about a club's people: who is on the list, who has an account, and what can be done for each person."""

from typing import Any

from django.db.models import prefetch_related_objects

from clubsite.accounts.models import User
from clubsite.accounts.second_factor.services import users_with_second_factor
from clubsite.clubs.invitations.password_links import password_link_refusal
from clubsite.clubs.models import Club, Membership, Role
from clubsite.clubs.people.member_list import last_import
from clubsite.clubs.selectors import audit_of_club, corrections_waiting, memberships_of, owns, people_of

# The rows that `password_link_refusal` looks at, read for all accounts at once.
RELATED_RIGHTS = ("memberships", "people", "groups", "user_permissions")


def people_page(club: Club, user: User) -> dict[str, Any]:
    """Return the context of the club's people page for a director.

    The `refusal` of an account says why the reader may not make a link for it, or is "". Its `roles` are those that the
    reader may give, with the words of their buttons.
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


def _roles(one: Membership, reader: User, owner: bool, owners: int) -> list[tuple[Role, str]]:
    own = one.user_id == reader.pk
    if (one.role == Role.OWNER and owners == 1) or not (owner or own):
        return []
    words = {Role.OWNER: "Make an owner", Role.DIRECTOR: "Make a director", Role.MEMBER: "Make a member again"}
    if own:
        words = {Role.MEMBER: "Give up directing"}
    return [(role, said) for role, said in words.items() if role != one.role]
