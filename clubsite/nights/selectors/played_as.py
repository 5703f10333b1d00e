"""The contestants of a user: by account, by name, or by the seats of a device. A link that has ended still counts."""

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Q, QuerySet
from django.urls import reverse

from clubsite.accounts.decorators import AnyUser
from clubsite.accounts.models import Device, User
from clubsite.clubs.models import Club, Person
from clubsite.nights.models import Contestant, ContestantPerson, PlayedAs, Session, Table
from clubsite.nights.selectors.contestants import names_of
from clubsite.nights.selectors.sessions import IN_PLAY
from clubsite.play.models import SeatKind, SeatTicket


def contestants_played_by(user: User) -> QuerySet[Contestant]:
    """Return the contestants, in all sessions, that this user is or has been since the session began."""
    return Contestant.objects.filter(pk__in=_ids_of(user)).order_by("pk")


def _ids_of(user: User) -> set[int]:
    """Return the ids of the user's contestants and of the seats, also tables' own, that the user's device took."""
    now = ContestantPerson.objects.filter(person__user=user)
    then = PlayedAs.objects.filter(user=user), PlayedAs.objects.filter(person__user=user)
    first, *others = (rows.order_by().values_list("contestant", flat=True) for rows in (now, *then))
    sat = user.device.tickets.values_list("seat", flat=True) if user.device is not None else ()
    return {*first.union(*others), *sat}


def plays_as(user: AnyUser, contestant: Contestant) -> bool:
    """True if this user is, or has been, this contestant."""
    return user.is_authenticated and contestant.pk in _ids_of(user)


def plays_now(person: Person) -> Session | None:
    """Return the session in play in which this person is entered, or None."""
    rows = ContestantPerson.objects.filter(person=person, contestant__section__session__status__in=IN_PLAY)
    row = rows.select_related("contestant__section__session").first()
    return row.contestant.section.session if row is not None else None


def contestant_held(ticket: SeatTicket) -> set[int]:
    """Return a set with the id of the contestant whose seat this is, or an empty set for a table's own seat."""
    return {ticket.seat_id} if ticket.seat.kind == SeatKind.CONTESTANT else set()


LOOKED_AT = 20
"""How many seats of a device are looked at. A club's tablet has had a seat in every session."""


@dataclass(slots=True)
class HeldSeat:
    """A contestant's seat that the device holds, when it took the seat, and the first two people who played there."""

    taken: datetime
    contestant: Contestant
    persons: list[ContestantPerson] = field(default_factory=list)


class DeviceSeats:
    """The seats that are held by the device with this key."""

    def __init__(self, device: int) -> None:
        columns = ("seat__kind", "seat", "created_at", "revoked_at", "freed_by")
        tickets = SeatTicket.objects.filter(device=device)
        self._tickets: list[Any] = list(tickets.order_by("-created_at").values_list(*columns))

    @property
    def _in_force(self) -> dict[int, datetime]:
        own = [(seat, at) for kind, seat, at, gone, _ in self._tickets if kind == SeatKind.CONTESTANT and not gone]
        return dict(own[:LOOKED_AT])

    @cached_property
    def _persons(self) -> dict[int, list[ContestantPerson]]:
        people: dict[int, list[ContestantPerson]] = defaultdict(list)
        if self._in_force:
            rows = ContestantPerson.objects.filter(contestant__in=self._in_force)
            for row in rows.select_related("person", "contestant__section__session__club"):
                people[row.contestant_id].append(row)
        return people

    @cached_property
    def held(self) -> list[HeldSeat]:
        """The device's most recent seats that are still in force, the most recently taken first."""
        known = {pk: rows[0].contestant for pk, rows in self._persons.items()}
        if unnamed := [pk for pk in self._in_force if pk not in known]:
            known |= Contestant.objects.select_related("section__session__club").in_bulk(unnamed)
        return [
            HeldSeat(at, known[pk], self._persons.get(pk, [])[:2]) for pk, at in self._in_force.items() if pk in known
        ]

    def sat(self, club: Club, session: Session | None) -> bool:
        """True if the device had a seat as a club member, or any in this session, that no director has freed."""
        kept = [(kind, seat) for kind, seat, _, _, by in self._tickets if by is None]
        contestants = {pk for kind, pk in kept if kind == SeatKind.CONTESTANT}
        known = [row for pk, rows in self._persons.items() if pk in contestants for row in rows]
        if any(_of(row, club, session) for row in known):
            return True
        others = contestants - {row.contestant_id for row in known}
        if others and _any_of(others, club, session):
            return True
        tables = [pk for kind, pk in kept if kind == SeatKind.TABLE]
        if session is None or not tables:
            return False
        return Table.objects.filter(pk__in=tables, section__session=session).exists()


def seats_of_device(device: Device) -> DeviceSeats:
    """Return the seats of this device. They are cached on the object."""
    kept: DeviceSeats | None = getattr(device, "seats_read", None)
    if kept is None:
        kept = DeviceSeats(device.pk)
        device.seats_read = kept  # type: ignore[attr-defined]
    return kept


def seats_in_play(device: Device | None) -> list[tuple[str, str]]:
    """Return (address, "as Bo" or "at table 3") for each seat that the device holds in play, latest first."""
    if device is None:
        return []
    of_player = Q(seat__contestant__section__session__status__in=IN_PLAY)
    at_table = Q(seat__table__section__session__status__in=IN_PLAY)
    held = SeatTicket.objects.select_related("seat__table__section").filter(device=device, revoked_at=None)
    tickets = held.filter(of_player | at_table).order_by("-created_at")[:LOOKED_AT]
    names = names_of([ticket.seat_id for ticket in tickets if ticket.seat.kind == SeatKind.CONTESTANT])
    whose = {key: f"as {name}" for key, name in names.items()}
    return [
        (
            reverse("play:seat", args=[ticket.public_id]),
            whose.get(ticket.seat_id) or f"at table {ticket.seat.table.label}",
        )
        for ticket in tickets
    ]


def _of(row: ContestantPerson, club: Club, session: Session | None) -> bool:
    person = row.person
    if person.club_id == club.pk and not person.guest and person.forgotten_at is None:
        return True
    return session is not None and row.contestant.section.session_id == session.pk


def _any_of(contestants: set[int], club: Club, session: Session | None) -> bool:
    rows = ContestantPerson.objects.filter(contestant__in=contestants)
    here = rows.filter(person__club=club, person__guest=False, person__forgotten_at=None)
    if session is not None:
        here = here | rows.filter(contestant__section__session=session)
    return here.exists()
