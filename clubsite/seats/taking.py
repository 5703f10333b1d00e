"""Taking a player's seat with another device, which reveals the cards of the board there (SOLO-31).

Directors who play and still have boards of the session to play may not take anyone else's seat. If one of them
freed a seat, it can be taken only by its old device, or with the number on the opponent's screen. In all other
cases, taking a seat is recorded in the audit log.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.crypto import constant_time_compare, salted_hmac

from clubsite.accounts.decorators import AnyUser
from clubsite.accounts.models import Device
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.selectors import directs
from clubsite.core.limits import WRONG_SEAT_NUMBERS, Probe, probe_count
from clubsite.core.refused import Refused
from clubsite.nights.models import Board, Contestant, Session, Table
from clubsite.nights.selectors.contestants import names_of
from clubsite.nights.selectors.played_as import plays_as
from clubsite.nights.selectors.sessions import seating_at
from clubsite.nights.services.session_audit import session_audit_add
from clubsite.play.models import Play, PlayStatus, SeatTicket
from clubsite.play.seat_tickets import ticket_take
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
    def anew(self) -> bool:
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
        anew = self.anew
        taken = ticket_take(device=self.device, seat=self.contestant.seat)
        if anew:
            self._note()
        return taken

    def _check(self, number: str) -> None:
        user, session = self.user, self.session
        if directs(user, session.club) and not plays_as(user, self.contestant) and boards_hidden_from(user, session):
            raise Refused(TAKER_OWES_BOARD.format(user))
        if not self.anew or self.before is None or self.kept_by is None:
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
        at = {"table": self.table.label, "seat": seat_name(self.player)}
        freed = self.before.freed_by if self.before else None
        why = f"on another device; the seat was freed by {freed}" if freed else "on another device"
        user = self.user if self.user.is_authenticated else None
        actor = "" if user else "a device without an account"
        if self.play is None:
            session_audit_add(self.session, AuditAction.FREED_SEAT_TAKEN, name, user=user, actor=actor, **at, why=why)
            return
        look_note(
            session=self.session,
            boards=Board.objects.filter(table_boards__play=self.play),
            kind=LookKind.SEAT,
            by=Looker(user=user, device=self.device, contestant=self.contestant, told=actor),
            subject=name,
            table=self.table,
            seat=at["seat"],
            why=why,
        )


def number_of(ticket: SeatTicket) -> str:
    """Return the six digits with which the opponent can let another device take the seat of this ended ticket.

    If the seat is freed again, the number changes.
    """
    ended = f"{ticket.pk} {ticket.revoked_at.isoformat() if ticket.revoked_at else ''}"
    digest = salted_hmac("clubsite.seats.taking", ended, algorithm="sha256").hexdigest()
    return f"{int(digest, 16) % 10**6:06}"


def number_to_show(contestant: Contestant, opponent: Contestant, session: Session) -> str:
    """Return the number that this contestant's screen shows for the opponent's new device, or "" if none is shown."""
    ticket = last_ticket(opponent.pk)
    director = freed_by_player(ticket, session)
    if ticket is None or director is None or plays_as(director, contestant):
        return ""
    return number_of(ticket)
