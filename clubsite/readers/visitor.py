"""The visitor: what the sender of a request may read, and who they are in a club. No other module decides this.

Accounts that have a role in a club or are joined to one of its names belong to the club. So does a device with
which a member took a seat in one of the club's sessions, because most members have no account. A guest's device
belongs only to the session in which it took a seat.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers, patch_vary_headers

from clubsite.accounts.cookies import device_here
from clubsite.accounts.decorators import AnyUser
from clubsite.accounts.models import Device, User
from clubsite.clubs.models import Club, Person, ResultsFor, ShownAs
from clubsite.nights.models import ContestantPerson, Session
from clubsite.nights.selectors.contestants import rows_named
from clubsite.nights.selectors.played_as import HeldSeat, seats_of_device
from clubsite.privacy.names import A_PLAYER, FACTS, may_be_followed, name_to_strangers
from clubsite.readers.models import DevicePerson, JoinRequest


class MembersOnly(PermissionDenied):
    """Raised when a stranger asks for results that a club shows only to its members. `club` is that club."""

    def __init__(self, club: Club) -> None:
        super().__init__(f"{club.name} shows its results to its members only.")
        self.club = club


class KnownBy(StrEnum):
    ACCOUNT = "account"  # signed in, and the account is joined to the person
    SEAT = "seat"  # the device holds a seat, of this night or an earlier one
    DEVICE = "device"  # somebody has said "this is me" on it
    NOTHING = "nothing"


class Visitor:
    """A visitor, who may have a user, a known device, both or neither. `visitor_of` makes one for each request."""

    def __init__(
        self, user: AnyUser | None = None, device: Device | None = None, *, inside: bool | None = None
    ) -> None:
        """Make a visitor. `inside` says whether every club counts them as a member; None means only their own clubs."""
        self.user: AnyUser = user or AnonymousUser()
        self.device, self._inside = device, inside
        self._at: dict[tuple[int, int | None], ClubVisitor] = {}

    @classmethod
    def as_public(cls) -> "Visitor":
        """Return a visitor who sees only what strangers may see, for the public API, feeds and pictures."""
        return cls(inside=False)

    @classmethod
    def as_member(cls) -> "Visitor":
        """Return a visitor who sees what a member of every club may see, for people in the room and for letters."""
        return cls(inside=True)

    def at(self, club: Club, session: Session | None = None) -> "ClubVisitor":
        """Return this visitor as seen by a club or by one of its sessions."""
        key = (club.pk, session.pk if session else None)
        if key not in self._at:
            self._at[key] = ClubVisitor(self, club, session)
        return self._at[key]

    def at_known_clubs(self) -> list["ClubVisitor"]:
        """Return this visitor as seen by each club that knows who they are, sorted by club name."""
        clubs = {pk: row.club for rows in (self.people, self.said) for pk, row in rows.items()}
        clubs |= {club.pk: club for seat in self.seats for club in [seat.contestant.section.session.club]}
        visitors = [self.at(club) for club in sorted(clubs.values(), key=lambda club: club.name_order)]
        return [visitor for visitor in visitors if visitor.person]

    def is_of(self, club: Club, session: Session | None) -> bool:
        """True if this visitor belongs to the club or sat in this session."""
        if self._inside is not None:
            return self._inside
        if club.pk in self._own_clubs:
            return True
        return self.device is not None and seats_of_device(self.device).sat(club, session)

    @cached_property
    def _own_clubs(self) -> frozenset[int]:
        """The ids of the clubs in which the visitor's account has a role or is joined to a person."""
        if not self.user.is_authenticated:
            return frozenset()
        part = Q(memberships__user=self.user) | Q(people__user=self.user)
        return frozenset(Club.objects.filter(part).values_list("pk", flat=True))

    @cached_property
    def clubs(self) -> frozenset[int]:
        """The ids of the visitor's clubs: those of the account, and those where the device holds a member's seat."""
        sat = [row.person for seat in self.seats for row in seat.persons]
        return self._own_clubs | {each.club_id for each in sat if not each.guest and each.forgotten_at is None}

    @cached_property
    def people(self) -> dict[int, Person]:
        """The people to whom the visitor's account is joined, keyed by club."""
        if not self.user.is_authenticated:
            return {}
        return {row.club_id: row for row in Person.objects.select_related("club").filter(user=self.user)}

    @cached_property
    def said(self) -> dict[int, DevicePerson]:
        """The statements made on the visitor's device about its user, keyed by club."""
        if self.device is None:
            return {}
        rows = DevicePerson.objects.select_related("person", "club").filter(device=self.device)
        return {row.club_id: row for row in rows}

    @property
    def seats(self) -> list[HeldSeat]:
        """The contestants' seats that the visitor's device holds, newest first."""
        return seats_of_device(self.device).held if self.device else []


class ClubVisitor:
    """A visitor as seen by one club or by one of its sessions. Each property is computed only once."""

    def __init__(self, visitor: Visitor, club: Club, session: Session | None) -> None:
        self.visitor, self.club, self.session = visitor, club, session

    @cached_property
    def inside(self) -> bool:
        """True if the visitor belongs to the club or sat in the session, and so may see names."""
        return self.visitor.is_of(self.club, self.session)

    @property
    def may_read(self) -> bool:
        """True if the visitor may see the club's results at all."""
        return self.club.results_for == ResultsFor.EVERYBODY or self.inside

    def require_access(self) -> "ClubVisitor":
        """Return this visitor. Raise MembersOnly if they may not see the club's results."""
        if not self.may_read:
            raise MembersOnly(self.club)
        return self

    def called(self, name: str, shown_as: str, nickname: str, agreed: bool | None, forgotten_at: Any) -> str:
        """Return the name of a person with these `FACTS`, as this visitor may see it."""
        if self.inside:
            return name
        return name_to_strangers(self.club, name, shown_as, nickname, agreed, forgotten_at)

    def called_person(self, person: Person) -> str:
        """Return a loaded person's name, as this visitor may see it."""
        return self.called(*(getattr(person, fact) for fact in FACTS))

    @property
    def person(self) -> Person | None:
        """The visitor as a person of the club, or None for a stranger or for a seat that several people have held."""
        return self._identity[0]

    @property
    def pk(self) -> int | None:
        """The id of the visitor's `person`, or None."""
        return self.person.pk if self.person else None

    @property
    def contestant(self) -> int | None:
        """The id of the contestant that the visitor played as in the session, or None."""
        return self._identity[1]

    @property
    def known_by(self) -> KnownBy:
        return self._identity[2]

    @property
    def player(self) -> Person | None:
        """The visitor's `person`, if they played in the session and more than "this is me" proves who they are."""
        return self.person if self.contestant and self.known_by != KnownBy.DEVICE else None

    @cached_property
    def _identity(self) -> tuple[Person | None, int | None, KnownBy]:
        """Return who the visitor is, by the first rule that applies.

        1. The account that they are signed in with is joined to a person in the club.

        2. The device holds a seat in the session (a contestant's, which follows its player, not one side of a
        table), unless somebody has said otherwise on the device since.

        3. "This is me" was said on the device, about a person who is not hidden.

        4. The device took a seat in a session of the club (the newest seat counts), and "not me" has not been said
        since.

        Only rule 1 proves who the visitor is. Rules 2 to 4 are used for marks and public pages.
        """
        if own := self.visitor.people.get(self.club.pk):
            return self._as(own, KnownBy.ACCOUNT)
        row = self.visitor.said.get(self.club.pk)
        since = row.said_at if row else None
        sessions = [(seat, seat.contestant.section.session) for seat in self.visitor.seats]
        seats = [
            (seat, session)
            for seat, session in sessions
            if session.club_id == self.club.pk and (since is None or seat.taken > since)
        ]
        here = next((seat for seat, session in seats if session == self.session), None)
        if here:
            return _only_player(here), here.contestant.pk, KnownBy.SEAT
        if row and row.person and row.person.shown_as != ShownAs.HIDDEN:
            return self._as(row.person, KnownBy.DEVICE)
        return self._as(_only_player(seats[0][0]) if seats else None, KnownBy.SEAT)

    def _as(self, person: Person | None, known_by: KnownBy) -> tuple[Person | None, int | None, KnownBy]:
        if person is None or person.forgotten_at is not None:
            return None, None, KnownBy.NOTHING
        played = ContestantPerson.objects.filter(person=person, contestant__section__session=self.session)
        rows = played.order_by("from_round", "pk").values_list("contestant", flat=True)
        return person, rows.first() if self.session else None, known_by


def _only_player(seat: HeldSeat) -> Person | None:
    """Return the seat's player, or None if several people have had the seat and it is unclear who this visitor is."""
    person = seat.persons[0].person if len(seat.persons) == 1 else None
    return person if person and person.forgotten_at is None else None


def visitor_of(request: HttpRequest) -> Visitor:
    """Return the visitor who sent this request. The visitor is made only once per request."""
    visitor: Visitor | None = getattr(request, "visitor", None)
    if visitor is None:
        visitor = Visitor(request.user, device_here(request))
        request.visitor = visitor  # type: ignore[attr-defined]
    return visitor


class MembersOnlyPage:
    """Middleware that turns MembersOnly into a 403 response with the same page for every address of a club."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, MembersOnly):
            return None
        answer = render(request, "readers/members_only.html", {"club": exception.club}, status=403)
        add_never_cache_headers(answer)
        patch_vary_headers(answer, ["Cookie"])
        return answer


def joins_asked(club: Club) -> QuerySet[JoinRequest]:
    """Return accounts' requests to be joined to a name in the club, oldest first."""
    return JoinRequest.objects.filter(person__club=club).select_related("person", "user")


def join_asked_by(person: Person, user: User) -> bool:
    """True if this account has asked to be joined to this name and is waiting for an answer."""
    return JoinRequest.objects.filter(person=person, user=user).exists()


def names_shown(contestants: Iterable[int], visitor: ClubVisitor) -> dict[int, str]:
    """Return the name(s) of these contestants that the visitor may see, in the form of `names_of`. Makes one query."""
    facts = [f"persons__person__{fact}" for fact in FACTS]
    return rows_named(list(contestants), facts, lambda row: visitor.called(*row))


def names_and_people_shown(
    contestants: Iterable[int], visitor: ClubVisitor
) -> tuple[dict[int, str], dict[int, dict[int, str]]]:
    """Return the names, and for each contestant id a dict {person id: name} of people the visitor can tell apart."""
    facts = [*(f"persons__person__{fact}" for fact in FACTS), "persons__contestant", "persons__person"]
    people: dict[int, dict[int, str]] = defaultdict(dict)

    def called(row: Sequence[Any]) -> str:
        *known, contestant, person = row
        name = visitor.called(*known)
        if may_be_followed(name, known[-1]):
            people[contestant][person] = name
        return name

    return rows_named(list(contestants), facts, called), people


def names_in_field(contestants: Mapping[int, ClubVisitor]) -> dict[int, str]:
    """Return a dict from contestant id to name(s) for a field of several clubs. Makes one query.

    `contestants` has the visitor as seen by each contestant's club. People of a club whose results the visitor may not
    read are A_PLAYER.
    """

    def called(row: Sequence[Any]) -> str:
        *known, contestant = row
        visitor = contestants[contestant]
        return visitor.called(*known) if visitor.may_read else A_PLAYER

    facts = [*(f"persons__person__{fact}" for fact in FACTS), "persons__contestant"]
    return rows_named(list(contestants), facts, called)
