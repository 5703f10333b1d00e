"""Every device in the session: its table, its player, whether it is connected, and what else it could be used for."""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect

from clubsite.accounts.decorators import SignedInRequest
from clubsite.core.origins import base_of
from clubsite.core.refused import attempt, attempt_form
from clubsite.core.second_place import NOT_THERE, places_here, second_place
from clubsite.director.links import join_url
from clubsite.director.monitor.actions import asks_consent, consent_number
from clubsite.director.monitor.forms import DeviceUseForm
from clubsite.director.monitor.overview import AWAY, HERE, LINK_WORDS, NOBODY
from clubsite.nights.decorators import for_director, posted_by_director, session_page
from clubsite.nights.models import Contestant, Seating, Session, Table
from clubsite.nights.selectors.contestants import names_of
from clubsite.nights.selectors.sessions import IN_CURRENT_ROUND, tables_of
from clubsite.nights.services.setup import copies_choose
from clubsite.play.models import RevokeReason, SeatKind, SeatTicket
from clubsite.scores.services.tables import DeviceAim, device_aim, device_free, device_give_back
from games.wording import contestant_sides

NOT_COMPARED = datetime.datetime.min.replace(tzinfo=datetime.UTC)


@dataclass(slots=True)
class DeviceRow:
    """A seat at a table, or the table itself, with its device. `who` is a name such as "Bo" or "Table 3"."""

    plate: str
    who: str
    side: str
    ticket: SeatTicket | None = None
    number: int = 0
    """The device's number in the session, in order of arrival, or 0."""
    of_table: bool = False
    robot: bool = False

    @property
    def link(self) -> str:
        if self.ticket is None or self.ticket.seen_at is None:
            return NOBODY
        return HERE if self.ticket.connected else AWAY

    @property
    def link_words(self) -> str:
        if self.robot:
            return "plays on this server"
        if self.ticket is not None and self.ticket.seen_at is None:
            return "joined, not seen yet"
        return LINK_WORDS[self.link]

    @property
    def kind(self) -> str:
        """Whether the device is the table's own or the player's, in words, or "" if there is no device."""
        if self.ticket is None:
            return ""
        return "the table’s own" if self.of_table else "the player’s"

    @property
    def words(self) -> str:
        """The device as the audit log names it, such as "table 3: Bo (South)" or "table 3’s own"."""
        return self.who if self.of_table else f"{self.who} ({self.side})" if self.side else self.who


@dataclass(slots=True)
class TableDevices:
    """The devices of one table in the current round. `table` is None for players who sit out this round."""

    table: Table | None
    rows: list[DeviceRow] = field(default_factory=list)


@dataclass(slots=True)
class Devices:
    """A session's devices. Those in `freed` were released by a director, and their seats have not been taken since."""

    tables: list[TableDevices]
    freed: list[DeviceRow]

    @property
    def rows(self) -> list[DeviceRow]:
        return [row for one in self.tables for row in one.rows]

    @property
    def count(self) -> int:
        return len({row.number for row in self.rows if row.number})

    @property
    def lost(self) -> int:
        return len({row.number for row in self.rows if row.number and row.link == AWAY})


class _SessionDevices:
    """A session's tables, seatings, names and tickets, read once."""

    def __init__(self, session: Session) -> None:
        self.tables = tables_of(session)
        self.contestants = {
            row.pk: row for row in Contestant.objects.filter(section__session=session).select_related("section", "seat")
        }
        seatings = Seating.objects.filter(IN_CURRENT_ROUND, round__section__session=session)
        self.seating = {row.table_id: row for row in seatings}
        self.names = names_of(list(self.contestants))
        seats = [*self.contestants, *(table.pk for table in self.tables)]
        mine = SeatTicket.objects.select_related("device", "seat")
        self.tickets = list(mine.filter(seat__in=seats).order_by("pk"))
        self.held = {one.seat_id: one for one in self.tickets if one.revoked_at is None}
        devices = dict.fromkeys(ticket.device_id for ticket in self.tickets)
        self.numbers = {device: number for number, device in enumerate(devices, start=1)}

    def row(self, ticket: SeatTicket | None, plate: str, who: str, side: str) -> DeviceRow:
        number = self.numbers[ticket.device_id] if ticket is not None else 0
        return DeviceRow(plate, who, side, ticket, number)

    def table_row(self, table: Table, ticket: SeatTicket) -> DeviceRow:
        """Return the row of a device that is, or was, the table's own."""
        row = self.row(ticket, table.label, f"Table {table.label}", "")
        row.of_table = True
        return row

    def seat_row(self, pk: int, player: str) -> DeviceRow:
        contestant = self.contestants[pk]
        pairs = contestant.section.pairs
        side = contestant_sides(pairs)[player == "N"] if player else ""
        ticket = self.held.get(pk)
        row = self.row(ticket, side if pairs else player, self.names[pk], side)
        row.robot = bool(contestant.robot)
        return row


def devices_of(session: Session) -> Devices:
    """Return all devices, table by table, using six queries whatever the number of devices."""
    facts = _SessionDevices(session)
    groups = [TableDevices(table, list(_at(facts, table))) for table in facts.tables]
    seated = {pk for row in facts.seating.values() for pk in (row.ns_id, row.ew_id) if pk}
    away = [facts.seat_row(pk, "") for pk in facts.contestants if pk not in seated]
    nowhere = [row for row in away if row.ticket is not None]
    if nowhere:
        groups.append(TableDevices(None, nowhere))
    return Devices(groups, _freed(facts))


def device_row(session: Session, ticket_id: str) -> tuple[DeviceRow, list[DeviceAim]]:
    """Return a device and, unless it is freed, the uses to which it could be put. Raise Http404 if there is none."""
    facts = _SessionDevices(session)
    ticket = next((one for one in facts.tickets if one.public_id == ticket_id), None)
    if ticket is None:
        raise Http404("No such device")
    return _row_of(facts, ticket), list(_aims(facts)) if ticket.revoked_at is None else []


def _at(facts: _SessionDevices, table: Table) -> Iterator[DeviceRow]:
    seating = facts.seating.get(table.pk)
    if (own := facts.held.get(table.pk)) is not None:
        yield facts.table_row(table, own)
    if seating is not None:
        yield from (facts.seat_row(pk, player) for player, pk in (("S", seating.ns_id), ("N", seating.ew_id)) if pk)


def _row_of(facts: _SessionDevices, ticket: SeatTicket) -> DeviceRow:
    """Return the row of a ticket, whether or not it is in force, with the current place of its seat."""
    pk = ticket.seat_id
    if ticket.seat.kind == SeatKind.TABLE:
        return facts.table_row(next(table for table in facts.tables if table.pk == pk), ticket)
    seated = {seating.ns_id: "S" for seating in facts.seating.values()}
    player = (seated | {seating.ew_id: "N" for seating in facts.seating.values()}).get(pk, "")
    row = facts.seat_row(pk, player)
    row.ticket, row.number = ticket, facts.numbers[ticket.device_id]
    return row


def _freed(facts: _SessionDevices) -> list[DeviceRow]:
    """Return the last device of each seat that a director has freed, if nobody else has taken the seat."""
    last = {one.seat_id: one for one in facts.tickets}
    freed = [
        one
        for key, one in last.items()
        if one.revoked_at is not None and one.revoked_reason == RevokeReason.FREED and key not in facts.held
    ]
    return [_row_of(facts, one) for one in sorted(freed, key=lambda one: one.revoked_at or NOT_COMPARED, reverse=True)]


def _aims(facts: _SessionDevices) -> Iterator[DeviceAim]:
    """Yield the tables with cards, and the players at their current seats, that have no device."""
    for table in facts.tables:
        if not table.live and table.pk not in facts.held:
            yield DeviceAim(table.seat, f"table {table.label}’s own")
    for table in facts.tables:
        seating = facts.seating.get(table.pk)
        for player, pk in (("S", seating.ns_id), ("N", seating.ew_id)) if seating else ():
            contestant = facts.contestants.get(pk or 0)
            if contestant is None or contestant.robot or pk in facts.held:
                continue
            side = contestant_sides(contestant.section.pairs)[player == "N"]
            yield DeviceAim(contestant.seat, f"{facts.names[contestant.pk]} ({side} at table {table.label})")


DEVICE_CHANGED = (
    "Device {} is changed. Its page goes on by itself within a quarter of a minute. You can change it back here."
)


def _context(request: SignedInRequest, session: Session) -> dict[str, Any]:
    found = devices_of(session)
    urls = {one.table.pk: join_url(base_of(request), one.table.code) for one in found.tables if one.table}
    return {"devices": found, "urls": urls, "base": base_of(request)}


@for_director
def devices(request: SignedInRequest, session: Session) -> HttpResponse:
    return session_page(request, session, "director/monitor/devices.html", **_context(request, session))


@for_director
def part(request: SignedInRequest, session: Session) -> HttpResponse:
    """Show the list of devices, which is fetched again whenever a device comes or goes."""
    return session_page(request, session, "director/monitor/_devices.html", **_context(request, session))


@for_director
@asks_consent
def device(request: SignedInRequest, session: Session, ticket_id: str) -> HttpResponse:
    """Show what a device is for, and what else it could be used for. GET changes nothing."""
    row, aims = device_row(session, ticket_id)
    form = DeviceUseForm(aims, request.POST if request.method == "POST" else None)
    by: Any = {"user": request.user, "number": consent_number(request)}
    change = partial(device_aim, session=session, ticket=_ticket(row), now=row.words, **by)
    if attempt_form(request, form, lambda: change(aim=form.aim)):
        messages.success(request, DEVICE_CHANGED.format(row.number))
        return redirect("director:devices", session_id=session.public_id)
    return session_page(request, session, "director/monitor/device.html", row=row, form=form, aims=aims)


@posted_by_director
def free(request: SignedInRequest, session: Session, ticket_id: str) -> HttpResponse:
    row, _ = device_row(session, ticket_id)
    attempt(
        request,
        f"Device {row.number} is sent away. Another can join with the table’s code, or it gets the seat back below.",
        lambda: device_free(session=session, ticket=_ticket(row), now=row.words, user=request.user),
    )
    return redirect("director:devices", session_id=session.public_id)


@posted_by_director
@asks_consent
def back(request: SignedInRequest, session: Session, ticket_id: str) -> HttpResponse:
    row, _ = device_row(session, ticket_id)
    by: Any = {"user": request.user, "number": consent_number(request)}
    give_back = partial(device_give_back, session=session, ticket=_ticket(row), now=row.words, **by)
    attempt(request, f"Device {row.number} has its seat again: {row.words}.", give_back)
    return redirect("director:devices", session_id=session.public_id)


def _ticket(row: DeviceRow) -> SeatTicket:
    assert row.ticket is not None, "a device has a ticket"
    return row.ticket


class SecondPlaceForm(forms.Form):
    """The choice among the disks and sticks that the computer has now, and none."""

    folder = forms.ChoiceField(
        label="Copy the night to",
        required=False,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": NOT_THERE.format("%(value)s")},
    )

    def __init__(self, *args: object, **options: object) -> None:
        super().__init__(*args, **options)  # type: ignore[arg-type]
        folder = self.fields["folder"]
        assert isinstance(folder, forms.ChoiceField)
        folder.choices = [*((one, one) for one in places_here()), ("", "No other disk")]


@for_director
def place(request: SignedInRequest, session: Session) -> HttpResponse:
    found = second_place()
    if found is None:
        raise Http404("A club server has a standby instead")
    likely = found.folder or next(iter(places_here()), "")
    form = SecondPlaceForm(request.POST if request.method == "POST" else None, initial={"folder": likely})
    choose = lambda: copies_choose(session=session, folder=form.cleaned_data["folder"], user=request.user)  # noqa: E731
    if not settings.SECOND_PLACE and attempt_form(request, form, choose):
        return redirect("director:second-place", session_id=session.public_id)
    context = {"form": form, "second": found, "fixed": bool(settings.SECOND_PLACE)}
    return session_page(request, session, "director/monitor/second_place.html", **context)
