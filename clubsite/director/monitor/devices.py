"""Every device in the session: its table, its player, whether it is connected, and what else it could be used for."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, partial
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
from clubsite.director.monitor.actions import asks_consent, consent_number
from clubsite.director.monitor.forms import DeviceUseForm
from clubsite.director.monitor.overview import AWAY, LINK_WORDS, ROBOT_LINK, SeatNow
from clubsite.nights.decorators import for_director, posted_by_director, session_page
from clubsite.nights.models import Contestant, Seating, Session, Table
from clubsite.nights.selectors.contestants import names_of
from clubsite.nights.selectors.sessions import IN_CURRENT_ROUND, tables_of
from clubsite.nights.services.setup import copies_choose
from clubsite.play.models import RevokeReason, SeatTicket
from clubsite.scores.services.tables import DeviceAim, device_aim, device_free, device_give_back
from games.wording import contestant_sides


@dataclass(slots=True)
class DeviceRow(SeatNow):
    """A seat, or a table itself, with its device. `name` is "Bo" or "Table 3"; `ticket` may have ended."""

    number: int = 0
    """The device's number in the session, in order of arrival, or 0."""
    table: str = ""
    """The label of the table whose own device it is, or ""."""

    @property
    def plate(self) -> str:
        return self.table or (self.side if self.pair else self.player)

    @property
    def link_words(self) -> str:
        if self.ticket is not None and self.ticket.seen_at is None:
            return "joined, not seen yet"
        return ROBOT_LINK if self.robot else LINK_WORDS[self.link]

    @property
    def kind(self) -> str:
        """The kind of device in words (the table's own or the player's), or "" if there is no device."""
        return ("the table’s own" if self.table else "the player’s") if self.ticket else ""

    @property
    def words(self) -> str:
        """The device as the audit log names it, such as "Table 3" or "Bo (South)"."""
        return f"{self.name} ({self.side})" if self.side else self.name


class SessionDevices:
    """A session's devices: its tables, seatings, names and tickets, read once with six queries."""

    def __init__(self, session: Session) -> None:
        self._tables = tables_of(session)
        rows = Contestant.objects.filter(section__session=session).select_related("section", "seat")
        self._contestants = {row.pk: row for row in rows}
        seatings = Seating.objects.filter(IN_CURRENT_ROUND, round__section__session=session)
        self._sides = {row.table_id: (("S", row.ns_id), ("N", row.ew_id)) for row in seatings}
        self._names = names_of(list(self._contestants))
        seats = [*self._contestants, *(table.pk for table in self._tables)]
        tickets = SeatTicket.objects.select_related("device", "seat").filter(seat__in=seats)
        self._tickets = list(tickets.order_by("pk"))
        self._held = {ticket.seat_id: ticket for ticket in self._tickets if ticket.revoked_at is None}
        devices = dict.fromkeys(ticket.device_id for ticket in self._tickets)
        self._numbers = {device: number for number, device in enumerate(devices, start=1)}

    @cached_property
    def tables(self) -> list[tuple[Table | None, list[DeviceRow]]]:
        """The devices of each table in the current round, then, with None, those of players who sit out."""
        groups: list[tuple[Table | None, list[DeviceRow]]] = []
        for table in self._tables:
            own = [self._row(table.pk)] if table.pk in self._held else []
            groups.append((table, own + [self._row(pk) for _, pk in self._sides.get(table.pk, ()) if pk]))
        away = [pk for pk in self._contestants if pk not in self._players and pk in self._held]
        return [*groups, (None, [self._row(pk) for pk in away])] if away else groups

    @property
    def freed(self) -> list[DeviceRow]:
        """The last device of each seat that a director has freed, if nobody else has taken the seat."""
        last = {ticket.seat_id: ticket for ticket in self._tickets}.values()
        freed = [
            (ticket.revoked_at, ticket)
            for ticket in last
            if ticket.revoked_at and ticket.revoked_reason == RevokeReason.FREED
        ]
        freed.sort(key=lambda pair: pair[0], reverse=True)
        return [self._row(ticket.seat_id, ticket) for _, ticket in freed if ticket.seat_id not in self._held]

    @property
    def count(self) -> int:
        return len({row.number for row in self._rows})

    @property
    def lost(self) -> int:
        return len({row.number for row in self._rows if row.link == AWAY})

    @property
    def _rows(self) -> list[DeviceRow]:
        return [row for _, rows in self.tables for row in rows if row.number]

    @cached_property
    def _players(self) -> dict[int, str]:
        return {pk: player for sides in self._sides.values() for player, pk in sides if pk}

    def _row(self, pk: int, ticket: SeatTicket | None = None) -> DeviceRow:
        """Return the row of a seat, in its current place, with the device of `ticket` or the one that now has it."""
        ticket = ticket or self._held.get(pk)
        number = self._numbers[ticket.device_id] if ticket else 0
        contestant = self._contestants.get(pk)
        if contestant is None:
            label = next(table.label for table in self._tables if table.pk == pk)
            return DeviceRow("", f"Table {label}", ticket, number=number, table=label)
        player, robot, pair = self._players.get(pk, ""), bool(contestant.robot), contestant.section.pairs
        return DeviceRow(player, self._names[pk], ticket, robot, pair, number)

    def row_of(self, ticket_id: str) -> DeviceRow:
        """Return the row of a ticket, whether or not the ticket is in force. Raise Http404 if there is none."""
        ticket = next((each for each in self._tickets if each.public_id == ticket_id), None)
        if ticket is None:
            raise Http404("No such device")
        return self._row(ticket.seat_id, ticket)

    @property
    def aims(self) -> Iterator[DeviceAim]:
        """The tables that play with cards, and the players at their current seats, that have no device."""
        for table in self._tables:
            if not table.live and table.pk not in self._held:
                yield DeviceAim(table.seat, f"table {table.label}’s own")
        for table in self._tables:
            for player, pk in self._sides.get(table.pk, ()):
                contestant = self._contestants.get(pk or 0)
                if contestant is None or contestant.robot or pk in self._held:
                    continue
                side = contestant_sides(contestant.section.pairs)[player == "N"]
                yield DeviceAim(contestant.seat, f"{self._names[contestant.pk]} ({side} at table {table.label})")


DEVICE_CHANGED = (
    "Device {} is changed. Its page goes on by itself within a quarter of a minute. You can change it back here."
)


@for_director
def devices(request: SignedInRequest, session: Session, part: bool = False) -> HttpResponse:
    """Show the devices, or only the `part` with their list, which is fetched again whenever one comes or goes."""
    context: dict[str, Any] = {"devices": SessionDevices(session), "base": base_of(request)}
    return session_page(request, session, f"director/monitor/{'_' * part}devices.html", **context)


def _device(session: Session, ticket_id: str) -> tuple[SessionDevices, DeviceRow, SeatTicket]:
    devices = SessionDevices(session)
    row = devices.row_of(ticket_id)
    assert row.ticket is not None, "a device has a ticket"
    return devices, row, row.ticket


@for_director
@asks_consent
def device(request: SignedInRequest, session: Session, ticket_id: str) -> HttpResponse:
    """Show what a device is for, and what else it could be used for. GET changes nothing."""
    devices, row, ticket = _device(session, ticket_id)
    aims = list(devices.aims) if ticket.revoked_at is None else []
    form = DeviceUseForm(aims, request.POST if request.method == "POST" else None)
    by: Any = {"user": request.user, "number": consent_number(request)}
    change = partial(device_aim, session=session, ticket=ticket, now=row.words, **by)
    if attempt_form(request, form, lambda: change(aim=form.aim)):
        messages.success(request, DEVICE_CHANGED.format(row.number))
        return redirect("director:devices", session_id=session.public_id)
    return session_page(request, session, "director/monitor/device.html", row=row, form=form, aims=aims)


@posted_by_director
def free(request: SignedInRequest, session: Session, ticket_id: str) -> HttpResponse:
    _, row, ticket = _device(session, ticket_id)
    done = f"Device {row.number} is sent away. Another can join with the table’s code, or it gets the seat back below."
    attempt(request, done, lambda: device_free(session=session, ticket=ticket, now=row.words, user=request.user))
    return redirect("director:devices", session_id=session.public_id)


@posted_by_director
@asks_consent
def back(request: SignedInRequest, session: Session, ticket_id: str) -> HttpResponse:
    _, row, ticket = _device(session, ticket_id)
    by: Any = {"user": request.user, "number": consent_number(request)}
    give_back = partial(device_give_back, session=session, ticket=ticket, now=row.words, **by)
    attempt(request, f"Device {row.number} has its seat again: {row.words}.", give_back)
    return redirect("director:devices", session_id=session.public_id)


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
        folder.choices = [*((path, path) for path in places_here()), ("", "No other disk")]


@for_director
def place(request: SignedInRequest, session: Session) -> HttpResponse:
    second = second_place()
    if second is None:
        raise Http404("A club server has a standby instead")
    likely = second.folder or next(iter(places_here()), "")
    form = SecondPlaceForm(request.POST if request.method == "POST" else None, initial={"folder": likely})
    choose = lambda: copies_choose(session=session, folder=form.cleaned_data["folder"], user=request.user)  # noqa: E731
    if not settings.SECOND_PLACE and attempt_form(request, form, choose):
        return redirect("director:second-place", session_id=session.public_id)
    context = {"form": form, "second": second, "fixed": bool(settings.SECOND_PLACE)}
    return session_page(request, session, "director/monitor/second_place.html", **context)
