"""Who the reader of a page is. Nothing else of the site decides it."""

from dataclasses import dataclass
from enum import StrEnum

from django.db.models import QuerySet
from django.http import Http404

from clubsite.accounts.models import Device, User
from clubsite.accounts.requests import Visitor
from clubsite.clubs.models import Club, Person
from clubsite.clubs.name_choices import ShownAs
from clubsite.clubs.shown_names import Reader
from clubsite.duplicate.models import ContestantPerson, Session
from clubsite.duplicate.selectors.device_seats import HeldSeat, seats_of_device
from clubsite.members.models import DevicePerson, JoinRequest
from clubsite.rankings.models import PublishedResult


class KnownBy(StrEnum):
    ACCOUNT = "account"  # signed in, with an account that is joined to the person
    SEAT = "seat"  # the device holds a seat, of this session or an earlier one
    DEVICE = "device"  # somebody has said "this is me" on it
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Viewer:
    """The reader. `contestant`: as which they played in the given session. A pair has no single `person`."""

    person: Person | None = None
    contestant: int | None = None
    known_by: KnownBy = KnownBy.NOTHING

    @property
    def pk(self) -> int | None:
        """The person's id."""
        return self.person.pk if self.person else None


NOBODY = Viewer()


def viewer_of(user: Visitor, device: Device | None, club: Club, session: Session | None = None) -> Viewer:
    """Return who the reader is at a club, and in one of its sessions. The first that holds counts:

    1. the account that they are signed in with is joined to a person of the club;
    2. the device holds a seat of the session (of a contestant, which follows its player; not of a side of a table),
       unless something else was said on the device since;
    3. "this is me" was said on the device, about somebody who is not hidden;
    4. the newest seat that the device took in any session of the club, unless "not me" was said since.

    Only 1 proves anything. 2 to 4 are for marks and public pages.
    """
    if user.is_authenticated and (own := Person.objects.filter(club=club, user=user).first()):
        return _as(own, session, KnownBy.ACCOUNT)
    if device is None:
        return NOBODY
    said = _said(device).filter(club=club).first()
    return _of_device(said, seats_of_device(device).held, club, session)


def _of_device(
    said: DevicePerson | None, held: list[HeldSeat], club: Club, session: Session | None = None
) -> Viewer:
    """Return the viewer by 2 to 4 of `viewer_of`."""
    since = said.said_at if said else None
    seats = [
        seat
        for seat in held
        if seat.contestant.section.session.club_id == club.pk and (since is None or seat.taken > since)
    ]
    here = [seat for seat in seats if session and seat.contestant.section.session_id == session.pk]
    if here:
        return Viewer(_only_player(here[0]), here[0].contestant.pk, KnownBy.SEAT)
    if said and said.person and said.person.shown_as != ShownAs.HIDDEN:
        return _as(said.person, session, KnownBy.DEVICE)
    person = _only_player(seats[0]) if seats else None
    return _as(person, session, KnownBy.SEAT) if person else NOBODY


def viewers_of(user: Visitor, device: Device | None) -> list[Viewer]:
    """Return who the reader is at each club that knows them, by the club's name."""
    own = Person.objects.select_related("club").filter(user=user) if user.is_authenticated else ()
    joined = {person.club_id: person for person in own}
    said = {row.club_id: row for row in _said(device)} if device else {}
    seats = seats_of_device(device).held if device else []
    clubs = {pk: person.club for pk, person in joined.items()} | {pk: one.club for pk, one in said.items()}
    clubs |= {club.pk: club for seat in seats for club in [seat.contestant.section.session.club]}
    found = [
        _as(joined[pk], None, KnownBy.ACCOUNT) if pk in joined else _of_device(said.get(pk), seats, club)
        for pk, club in sorted(clubs.items(), key=lambda one: one[1].name_order)
    ]
    return [viewer for viewer in found if viewer.person]


def _said(device: Device) -> QuerySet[DevicePerson]:
    return DevicePerson.objects.select_related("person__club", "club").filter(device=device)


def _as(person: Person, session: Session | None, known_by: KnownBy) -> Viewer:
    if person.forgotten_at is not None:
        return NOBODY
    played = ContestantPerson.objects.filter(person=person, contestant__section__session=session)
    first = (
        played.order_by("from_round", "pk").values_list("contestant", flat=True).first() if session else None
    )
    return Viewer(person, first, known_by)


def _only_player(seat: HeldSeat) -> Person | None:
    """Return the only person who played from the seat. For a pair or with a substitute it is None."""
    found = seat.persons[0].person if len(seat.persons) == 1 else None
    return found if found and found.forgotten_at is None else None


def person_with_results(club: Club, pk: int, reader: Reader) -> tuple[Person, str]:
    """Return a person of the club with published results, and their name for this reader.

    Raise Http404 for everybody else: strangers learn no other name, and a person who is not shown cannot be followed
    from session to session. Raise MembersOnly for a reader who may read nothing of the club.
    """
    reader.let_in()
    shown = PublishedResult.objects.filter(person=pk, club=club)
    person = Person.objects.filter(club=club, pk=pk, forgotten_at=None).select_related("club", "user").first()
    called = reader.called_person(person) if person is not None else ""
    if person is None or not reader.knows(called, person.forgotten_at) or not shown.exists():
        raise Http404("No such person")
    return person, called


def joins_asked(club: Club) -> QuerySet[JoinRequest]:
    """Return the accounts that ask to be joined to a name of the club, oldest first."""
    return JoinRequest.objects.filter(person__club=club).select_related("person", "user")


def join_asked_by(person: Person, user: User) -> bool:
    """True if this account waits for an answer about this name."""
    return JoinRequest.objects.filter(person=person, user=user).exists()
