"""Joining a table: its code, the names that can sit there in this round, and taking a seat with a device."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from django import forms
from django.db import transaction
from django.db.models import Q
from django.utils.crypto import constant_time_compare, salted_hmac

from clubsite.accounts.decorators import AnyUser
from clubsite.accounts.models import Device
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.selectors import directs
from clubsite.core.forms import CODE_INPUT, ButtonForm, LineField, SixFiguresField, code_of
from clubsite.core.limits import WRONG_SEAT_NUMBERS, Probe, TooManyTries, found_by_code, probe_count
from clubsite.core.refused import Refused
from clubsite.nights.models import Board, Contestant, Seating, Session, Table
from clubsite.nights.selectors.contestants import alike_numbers, names_of
from clubsite.nights.selectors.played_as import plays_as
from clubsite.nights.selectors.sessions import seating_at, table_by_code
from clubsite.nights.services.player_assignment import seat_note
from clubsite.nights.services.session_audit import session_audit_add
from clubsite.play.models import CallReason, Play, PlayStatus, SeatTicket
from clubsite.play.seat_resolvers import RoomSeat, room_seat_of
from clubsite.play.seat_tickets import ticket_take
from clubsite.play.services import room_call
from clubsite.scores.selectors.hidden_cards import boards_hidden_from, freed_by_player, last_ticket
from clubsite.visibility.models import LookKind
from clubsite.visibility.services import Looker, look_note
from games.wording import seat_name

TAKER_OWES_BOARD = (
    "You are signed in as {}, and have boards of this session still to play yourself: another player’s seat would show "
    "you cards. Use a device that you have not signed in with."
)
OWN_TABLE = (
    "{} freed this seat and plays this board too, so nobody here can say who sits down. Use the device that had the "
    "seat, or ask another director of the club to free it. When the board is over any device can take it."
)
WRONG_SEAT_NUMBER = "That is not the number on {}’s screen. It has six figures."


class NumberWanted(Exception):
    """Raised if the number on the opponent's screen is required. `fault` says what was wrong with the number typed."""

    def __init__(self, taking: "Taking", fault: str = "") -> None:
        super().__init__(fault)
        self.taking, self.fault = taking, fault


@dataclass
class Taking:
    """A device that wants to take a contestant's seat at their table in this round. `user` may be anonymous."""

    table: Table
    contestant: Contestant
    player: str
    device: Device
    user: AnyUser

    @property
    def session(self) -> Session:
        return self.table.section.session

    @cached_property
    def before(self) -> SeatTicket | None:
        """The seat's ticket: the ticket in force, else the last ticket that was in force, or None if there was none."""
        return last_ticket(self.contestant.pk)

    @property
    def is_new(self) -> bool:
        """True if the seat is free and this device was not the last to hold it."""
        return self.before is None or (self.before.revoked_at is not None and self.before.device_id != self.device.pk)

    @cached_property
    def kept_by(self) -> Any:
        """The director who freed the seat and still has boards to play in the session, or None."""
        return freed_by_player(self.before, self.session)

    @cached_property
    def opponent(self) -> Contestant | None:
        seating = seating_at(self.table)
        if seating is None:
            return None
        return seating.ew if self.player == "S" else seating.ns

    @property
    def opponent_name(self) -> str:
        return names_of([self.opponent.pk])[self.opponent.pk] if self.opponent else "your opponent"

    @cached_property
    def play(self) -> Play | None:
        """The play at this table now, or None."""
        return Play.objects.filter(room_id=self.table.room_id, status=PlayStatus.LIVE).first()

    def take(self, number: str = "") -> tuple[SeatTicket, str]:
        """Take the seat in the caller's transaction. Return the ticket and its token.

        Raise Refused if the device may not take the seat, NumberWanted if that requires the opponent's number, or
        SeatTaken if another device holds it.
        """
        self._check(number)
        is_new = self.is_new
        taken = ticket_take(device=self.device, seat=self.contestant.seat)
        if is_new:
            self._note()
        return taken

    def _check(self, number: str) -> None:
        user, session = self.user, self.session
        if directs(user, session.club) and not plays_as(user, self.contestant) and boards_hidden_from(user, session):
            raise Refused(TAKER_OWES_BOARD.format(user))
        if not self.is_new or self.before is None or self.kept_by is None:
            return
        if self.opponent is not None and plays_as(self.kept_by, self.opponent):
            if self.play is not None:
                raise Refused(OWN_TABLE.format(self.kept_by))
            return
        typed, seat = "".join(number.split()), str(self.before.pk)
        if not typed:
            raise NumberWanted(self)
        if WRONG_SEAT_NUMBERS.reached(seat):
            raise Refused(WRONG_SEAT_NUMBERS.refusal(seat))
        if constant_time_compare(typed, number_of(self.before)):
            return
        WRONG_SEAT_NUMBERS.count(seat)
        probe_count(Probe.WRONG_NUMBER, self.table.room_id)
        raise NumberWanted(self, WRONG_SEAT_NUMBER.format(self.opponent_name))

    def _note(self) -> None:
        """Record that the seat was taken, if it showed cards or if a director who plays had freed it."""
        if self.play is None and self.kept_by is None:
            return
        name = names_of([self.contestant.pk])[self.contestant.pk]
        freed = self.before.freed_by if self.before else None
        at: dict[str, Any] = {"seat": seat_name(self.player), "other_device": True, "freed_by": str(freed or "")}
        user = self.user if self.user.is_authenticated else None
        actor = "" if user else "a device without an account"
        if self.play is None:
            at |= {"table": self.table.label}
            session_audit_add(self.session, AuditAction.FREED_SEAT_TAKEN, name, user=user, actor=actor, **at)
            return
        look_note(
            session=self.session,
            boards=Board.objects.filter(table_boards__play=self.play),
            kind=LookKind.SEAT,
            by=Looker(user=user, device=self.device, contestant=self.contestant, told=actor),
            subject=name,
            table=self.table,
            **at,
        )


def number_of(ticket: SeatTicket) -> str:
    """Return the six digits with which the opponent can let another device take the seat of this ended ticket.

    If the seat is freed again, the number changes.
    """
    ended = f"{ticket.pk} {ticket.revoked_at.isoformat() if ticket.revoked_at else ''}"
    digest = salted_hmac("clubsite.seats.joining", ended, algorithm="sha256").hexdigest()
    return f"{int(digest, 16) % 10**6:06}"


def number_to_show(contestant: Contestant, opponent: Contestant, session: Session) -> str:
    """Return the number that this contestant's screen shows for the opponent's new device, or "" if none is shown."""
    ticket = last_ticket(opponent.pk)
    director = freed_by_player(ticket, session)
    if ticket is None or director is None or plays_as(director, contestant):
        return ""
    return number_of(ticket)


NO_SUCH_CODE = "No table has that code tonight. It is on the card at your table: six letters and figures."


# The plate of each side, and where its player or pair sits.
SITS = {"S": ("S", "sits South, plays South and East"), "N": ("N", "sits North, plays North and West")}
SITS_AS_PAIR = {"S": ("N/S", "sit North and South"), "N": ("E/W", "sit East and West")}


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """A name at this table in this round, or the table itself.

    `value` is the value that the form submits, and `plate` is shown on the left of the button. `held` says who has
    the seat now. `table` is True for the table's own seat, whose device stays at the table.
    """

    value: str
    player: str
    name: str
    held: Literal["", "here", "elsewhere"]
    plate: str
    sits: str
    table: bool = False

    @property
    def note(self) -> str:
        """The words shown below the name."""
        here = {"here": ". This device sits here", "elsewhere": ". Another device is in this seat"}
        return self.sits + here.get(self.held, "")


class CodeForm(forms.Form):
    """A form for a code of six characters. Wrong codes are counted for each network address."""

    code = forms.CharField(
        max_length=300, label="Table code", widget=forms.TextInput(CODE_INPUT | {"class": "code", "autofocus": True})
    )

    def __init__(self, *args: Any, address: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.address = address

    def clean_code(self) -> str:
        code = code_of(self.cleaned_data["code"])
        try:
            table = table_for_code(code, address=self.address)
        except TooManyTries as no:
            raise forms.ValidationError(str(no), code="too_many") from None
        if table is None:
            raise forms.ValidationError(NO_SUCH_CODE)
        return code


class JoinForm(ButtonForm):
    """A form for choosing a name at a table, with the number on the opponent's screen if that is required."""

    seat = LineField(required=False)
    number = SixFiguresField("Number")


def table_for_code(code: str, *, address: str) -> Table | None:
    """Return the table with this code while its session is in play. Otherwise, return None and count a failed attempt.

    Raise TooManyTries as `found_by_code` does.
    """
    return found_by_code(table_by_code, code, address=address)


def choices_at(table: Table, device: Device | None = None) -> list[SeatChoice]:
    """Return who may sit down here in this round: South's and North's contestants, but no robots.

    `held` says whether each seat is free, as seen from the device. At a table with cards, the table itself is also
    a choice, and comes first if the section has one device for each table.
    """
    seating = seating_at(table)
    if seating is None:
        return []
    sides = (("S", seating.ns), ("N", seating.ew))
    pairs = [(player, contestant.pk) for player, contestant in sides if contestant is not None and not contestant.robot]
    names = names_of([pk for _, pk in pairs])
    for pk, number in alike_numbers(table.section.session, [pk for _, pk in pairs]).items():
        names[pk] += f" ({number})"
    seats = [*(pk for _, pk in pairs), table.pk]
    tickets = SeatTicket.objects.filter(revoked_at__isnull=True, seat__in=seats)
    holders = dict(tickets.values_list("seat", "device"))

    def held(seat: int) -> Literal["", "here", "elsewhere"]:
        if seat not in holders:
            return ""
        return "here" if device is not None and holders[seat] == device.pk else "elsewhere"

    sits = SITS_AS_PAIR if table.section.pairs else SITS
    choices = [SeatChoice(str(pk), player, names[pk], held(pk), *sits[player]) for player, pk in pairs]
    if table.live:
        return choices
    stays, whoever = f"This device stays at table {table.label}", "whoever sits here types on it"
    own = SeatChoice(str(table.pk), "S", stays, held(table.pk), table.label, whoever, table=True)
    return [own, *choices] if table.section.table_devices else [*choices, own]


def seat_take(*, table: Table, device: Device, choice: str, user: AnyUser, number: str = "") -> tuple[SeatTicket, str]:
    """Take the seat of one of the choices at this table for the device of `user`, who may be anonymous.

    `number` is the number on the opponent's screen, if it is required. Raise Refused, play.seats.SeatTaken or
    taking.NumberWanted.
    """
    known = {c.value: c for c in choices_at(table)}
    if choice not in known:
        raise Refused("Tap one of the two names. If yours is not here, the round may have moved on: ask the director.")
    if _holds_the_other_side(device, table, known[choice].player):
        raise Refused("This device already sits on the other side of this table. One device plays one side.")
    if known[choice].table:
        return ticket_take(device=device, seat=table.seat)
    if _meets_itself(device, table, int(choice)):
        raise Refused(
            "This device already holds the seat of somebody whom that player meets later tonight. "
            "One device plays one side: use another device, or leave the first seat."
        )
    contestant = Contestant.objects.select_related("seat").get(pk=int(choice))
    taking = Taking(table, contestant, known[choice].player, device, user)
    with transaction.atomic():
        taken = taking.take(number)
        if user.is_authenticated and directs(user, table.section.session.club):
            seat_note(contestant=contestant, user=user)
    return taken


def _holds_the_other_side(device: Device, table: Table, player: str) -> bool:
    for ticket in device.tickets.filter(revoked_at__isnull=True):
        room_seat = room_seat_of(ticket)
        if room_seat is not None and room_seat.room_id == table.room_id and room_seat.player != player:
            return True
    return False


def _meets_itself(device: Device, table: Table, contestant_id: int) -> bool:
    """True if the device would hold both seats at the same table in a later round."""
    held = list(device.tickets.filter(revoked_at__isnull=True).values_list("seat", flat=True))
    coming = Seating.objects.filter(round__section=table.section, round__number__gt=table.section.round_number)
    return coming.filter(Q(ns_id=contestant_id, ew_id__in=held) | Q(ew_id=contestant_id, ns_id__in=held)).exists()


def ask_for_seat(*, table: Table, ticket: SeatTicket) -> None:
    """Call the director about a seat that another device holds."""
    room_seat = room_seat_of(ticket)
    if room_seat is not None:
        room_call(
            room_seat=RoomSeat(table.room_id, room_seat.player, room_seat.seat_id),
            on=True,
            reason=CallReason.SEAT,
        )
