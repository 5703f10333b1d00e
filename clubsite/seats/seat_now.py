"""A session's seat at this moment, as shown by its card table on a screen or by its terminal."""

from copy import copy
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from django.urls import reverse

from clubsite.nights.consents import ConsentPrompt, consent_asked
from clubsite.nights.models import (
    OPEN_BOARD_STATES,
    Board,
    ClaimChecking,
    Contestant,
    Seating,
    Session,
    SessionStatus,
    Table,
    TableBoard,
    TableBoardState,
)
from clubsite.nights.selectors.boards import boards_at
from clubsite.nights.selectors.contestants import names_of
from clubsite.nights.selectors.progress import on_screens, rounds_all
from clubsite.nights.selectors.sessions import seating_of, seatings_next
from clubsite.play.calls import Call, calls_standing
from clubsite.play.models import Play, PlayStatus, Room, SeatTicket
from clubsite.play.seat_resolvers import RoomSeat
from clubsite.play.table_state import Json, Next, NextKind, Stage
from clubsite.rankings.selectors.published import results_state
from clubsite.scores.models import ScoreEntry
from clubsite.scores.selectors.entries import latest_of
from clubsite.seats.joining import number_to_show
from games.players import OPPONENT

BOARD_CLOSED = (
    "Board {} cannot be opened: the site does not have the key to its cards. The director can see this and tells you "
    "how you go on."
)


class SessionTable:
    """A table in the current round, read once for all its seats. `held` has the seats with a ticket in force, and
    `connected` has the held seats whose device is connected now.
    """

    def __init__(self, seating: Seating) -> None:
        self.seating = seating
        self.section = seating.table.section
        self.held: set[int] = set()
        self.connected: set[int] = set()

    def at_next_board(self) -> Self:
        """Return the same table, with its boards and their scores read again."""
        again = copy(self)
        for name in ("boards", "current", "scores"):
            again.__dict__.pop(name, None)
        return again

    @property
    def session_id(self) -> str:
        return self.section.session.public_id

    @property
    def claims_checked(self) -> bool:
        return self.section.session.claim_checking == ClaimChecking.EXACT

    @property
    def robot(self) -> bool:
        return any(seated is not None and seated.robot for seated in (self.seating.ns, self.seating.ew))

    @property
    def contestants(self) -> list[int]:
        """The ids of the contestants sitting here, with South's first."""
        return [pk for pk in (self.seating.ns_id, self.seating.ew_id) if pk]

    @property
    def on_screens(self) -> bool:
        """True if the table is being played on the site now, so that devices show its cards."""
        return on_screens(self.seating.table, self.current)

    @cached_property
    def boards(self) -> list[TableBoard]:
        return boards_at(self.seating.table, self.seating.round.number)

    @cached_property
    def names(self) -> dict[int, str]:
        return names_of(self.contestants)

    @cached_property
    def rounds(self) -> int:
        return rounds_all(self.section)

    @cached_property
    def coming(self) -> dict[int, Seating]:
        """The seats that this table's contestants have in the coming round."""
        return seatings_next(self.section, self.contestants)

    @cached_property
    def scores(self) -> dict[int, ScoreEntry]:
        """The scores that count for the boards here, keyed by TableBoard id."""
        return latest_of(self.boards)

    @cached_property
    def current(self) -> TableBoard | None:
        """The board in play or the next board, or None if all boards are finished."""
        return next((b for b in self.boards if b.state in OPEN_BOARD_STATES), None)

    def contestant_at(self, player: str) -> Contestant | None:
        return {"S": self.seating.ns, "N": self.seating.ew}.get(player)

    def seats(self) -> list[int]:
        """The keys of the seats in this room: the contestants' and the table's own."""
        return [*self.contestants, self.seating.table_id]

    def room_seat(self, ticket: SeatTicket) -> RoomSeat:
        south = ticket.seat_id in (self.seating.ns_id, self.seating.table_id)
        return RoomSeat(self.seating.table.room_id, "S" if south else "N", ticket.seat_id)


@dataclass(frozen=True)
class SeatNow:
    """The seat of `player` at a table now. `room` is read first, so its `rev` is the version of all the data here.

    `seat_id` is the key of the contestant's seat, or of the table's own seat if the device stays there. `play` is
    the play as seen from this seat, or None at a terminal.
    """

    table: SessionTable
    player: str
    seat_id: int
    room: Room
    play: Play | None = None

    @property
    def of_table(self) -> bool:
        """True if the device stays at its table, regardless of who sits there."""
        return self.seat_id == self.table.seating.table_id

    @property
    def contestant(self) -> Contestant | None:
        return self.table.contestant_at(self.player)

    @property
    def opponent(self) -> Contestant | None:
        return self.table.contestant_at(OPPONENT[self.player])

    @property
    def opponent_here(self) -> bool:
        """True if the opponent has a device connected now, or is a robot."""
        seating, opponent = self.table.seating, self.opponent
        theirs = {opponent.pk} if opponent is not None else set()
        if self.player == "N" and not seating.table.live:  # on screens a table's own device has no seat
            theirs.add(seating.table_id)
        return bool(theirs & self.table.connected or (opponent is not None and opponent.robot))

    @cached_property
    def stage(self) -> Stage:
        seating = self.table.seating
        over = seating.round.ended_at is not None and seating.round.number >= self.table.rounds
        if over or self.table.section.session.status == SessionStatus.ENDED:
            return Stage.FINISHED
        if self.room.paused:
            return Stage.PAUSED
        if seating.ns_id is None or seating.ew_id is None or not seating.board_group:
            return Stage.SIT_OUT
        if self.play is not None and self.play.status != PlayStatus.VOID:
            return Stage.PLAYING if self.play.status == PlayStatus.LIVE else Stage.RESULT
        return Stage.READY if self.table.current is not None and not seating.done else Stage.ROUND_DONE

    @property
    def next(self) -> Next | None:
        """The next step for this seat, or None while a board is in play."""
        if self.stage in (Stage.PLAYING, Stage.PAUSED):
            return None
        if self.stage == Stage.FINISHED:
            return Next(NextKind.FINISHED)
        if self.table.current is not None and self.stage in (Stage.RESULT, Stage.READY):
            return Next(NextKind.BOARD, board=self.table.current.board.number)
        return self.next_round

    @property
    def coming(self) -> Seating | None:
        """The seat that this contestant has in the coming round, or None."""
        return self.table.coming.get(self.contestant.pk) if self.contestant is not None else None

    @property
    def next_round(self) -> Next:
        """The next step for this seat once the round is over."""
        coming, section = self.coming, self.table.section
        if coming is None and section.round_number < self.table.rounds:
            return Next(NextKind.DRAW, round=section.round_number + 1)
        if coming is None:
            return Next(NextKind.FINISHED)
        number = coming.round.number
        if not coming.board_group:
            return Next(NextKind.SIT_OUT, round=number)
        player = "S" if self.contestant is not None and coming.ns_id == self.contestant.pk else "N"
        return Next(NextKind.ROUND, round=number, table=table_sent(coming.table), seat=player)

    @property
    def closed(self) -> str:
        """A sentence if both players are ready and no key opens their next board, else ""."""
        row = self.table.current
        if len(self.room.ready) < 2 or row is None or row.state != TableBoardState.WAITING:
            return ""
        return BOARD_CLOSED.format(row.board.number) if Board.lost_among([row.board_id]) else ""

    @property
    def calls(self) -> list[Call]:
        """The calls for the director that have not been answered yet."""
        return list(calls_standing(self.room))

    @property
    def lets_in(self) -> str:
        """The number that lets the opponent's new device take the opponent's seat, or "" if no number is needed."""
        mine, other = self.contestant, self.opponent
        if mine is None or other is None or other.pk in self.table.held or self.opponent_here:
            return ""
        return number_to_show(mine, other, self.table.section.session)

    @property
    def consent(self) -> ConsentPrompt | None:
        """The consent that the opponent, who directs the session, is asking this player to give, or None."""
        other = self.opponent if self.contestant is not None else None
        return consent_asked(other.pk) if other is not None else None

    @property
    def results(self) -> Json | None:
        """The state of the results and their address, once the session is over for this seat."""
        return results_link(self.table.section.session) if self.stage == Stage.FINISHED else None


def seat_now(ticket: SeatTicket) -> SeatNow | None:
    """Return the seat of a ticket in force, read from the database, or None while the seat is not at a table."""
    seating = seating_of(ticket.seat_id)
    if seating is None:
        return None
    table = SessionTable(seating)
    there = SeatTicket.objects.filter(seat__in=table.seats(), revoked_at__isnull=True)
    devices = list(there.values_list("seat", "connected"))
    table.held, table.connected = {seat for seat, _ in devices}, {seat for seat, connected in devices if connected}
    return SeatNow(table, table.room_seat(ticket).player, ticket.seat_id, seating.table.room)


def table_sent(table: Table) -> int | str:
    """Return the protocol's name for a table: its number, or a string such as "B3" if there are several sections."""
    return table.label if table.section.lettered else table.number


def results_link(session: Session) -> Json:
    """Return the state of a session's results and the address where the results are or will be."""
    url = reverse("results:ranking", kwargs={"public_id": session.public_id})
    return {"state": results_state(session).value, "url": url}
