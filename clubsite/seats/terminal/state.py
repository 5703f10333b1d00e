"""What a terminal is about now: whose it is, at which table, what has to be typed or confirmed."""

import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from clubsite.duplicate.consents import ConsentPrompt, consent_asked
from clubsite.duplicate.models import (
    OPEN_BOARD_STATES,
    Contestant,
    Seating,
    Section,
    SessionStatus,
    TableBoard,
    TableBoardState,
    WrongBoard,
)
from clubsite.duplicate.selectors.boards import boards_at
from clubsite.duplicate.selectors.contestants import names_of
from clubsite.duplicate.selectors.progress import on_screens, rounds_all
from clubsite.duplicate.selectors.shared_boards import Shared, shared_in, table_after
from clubsite.duplicate.selectors.tables import seating_in_room, seatings_all, seatings_next
from clubsite.play.calls import calls_standing
from clubsite.play.models import Room, SeatKind, SeatTicket
from clubsite.play.seat_resolvers import RoomSeat, room_seat_of
from clubsite.play.table_state import ResultsLink
from clubsite.scores.models import OrderCheck, PendingScore, ScoreEntry
from clubsite.scores.selectors.entries import latest_of
from clubsite.scores.selectors.order_checks import answers_of
from clubsite.seats.table_state import results_link
from clubsite.seats.taking import number_to_show
from games.wording import contestant_sides

SIDE_OF = {"S": "NS", "N": "EW"}
OTHER_PLAYER = {"S": "N", "N": "S"}


@dataclass(slots=True)
class BoardKey:
    """A board of the round: its row, what counts, what waits for confirmation."""

    row: TableBoard
    entry: ScoreEntry | None
    pending: PendingScore | None
    checks: list[OrderCheck] = field(default_factory=list)
    """What the table has said of the order of its dummies."""

    @property
    def moments(self) -> list[str]:
        """When the order was checked: `before`, `after`."""
        return sorted({check.moment for check in self.checks}, reverse=True)

    @property
    def number(self) -> int:
        return self.row.board.number

    @property
    def done(self) -> bool:
        return self.row.state not in OPEN_BOARD_STATES


@dataclass
class Terminal:
    """A ticket's terminal at this moment. `seating` is None before the start, and for somebody without a table."""

    ticket: SeatTicket
    room_seat: RoomSeat | None
    seating: Seating | None
    boards: list[BoardKey] = field(default_factory=list)
    lost: frozenset[int] = frozenset()
    """Boards whose score was typed here in this round by who did not sit here, as the director has put right since."""

    told: dict[int, int] = field(default_factory=dict)
    """Line -> the board that the table says it played instead, while no director has decided."""

    @property
    def section(self) -> Section | None:
        return self.seating.table.section if self.seating else None

    @property
    def pairs(self) -> bool:
        return bool(self.section and self.section.pairs)

    @property
    def on_screen(self) -> bool:
        """True if the seat's table is played on the site now, so that the device shows its cards."""
        return self.seating is not None and live_now(self.seating)

    @property
    def checks_order(self) -> bool:
        """True if both dummies are compared before and after each board (SOLO-4)."""
        return bool(self.section and self.section.session.order_check and not self.pairs)

    @property
    def of_table(self) -> bool:
        """True if the device stays at its table, whoever sits there."""
        return self.ticket.seat.kind == SeatKind.TABLE

    @property
    def side(self) -> str:
        """NS or EW."""
        return SIDE_OF[self.room_seat.player] if self.room_seat else ""

    @cached_property
    def room(self) -> Room | None:
        return Room.objects.filter(pk=self.room_seat.room_id).first() if self.room_seat else None

    @cached_property
    def plan(self) -> list[Seating]:
        """The seatings of this seat in every round that is known."""
        return seatings_all(self.ticket.seat_id)

    @cached_property
    def shared(self) -> Shared:
        """The boards that several tables need in one round."""
        return shared_in(self.section) if self.section else {}

    @cached_property
    def played_before(self) -> frozenset[int]:
        """The boards of the round in play that the table which passes them on to this one no longer needs."""
        if self.seating is None:
            return frozenset()
        tables = self.shared.get((self.seating.round.number, self.seating.board_group), [])
        if self.seating.table_id not in [table.pk for table in tables]:
            return frozenset()
        rows = boards_at(table_after(tables, self.seating.table_id), self.seating.round.number)
        needed = {row.board.number for row in rows if row.state in OPEN_BOARD_STATES}
        return frozenset(board.number for board in self.boards) - needed

    @cached_property
    def names(self) -> dict[str, str]:
        """Who sits N/S and E/W."""
        if self.seating is None:
            return {"NS": "", "EW": ""}
        found = names_of([pk for pk in (self.seating.ns_id, self.seating.ew_id) if pk])
        return {"NS": found.get(self.seating.ns_id or 0, ""), "EW": found.get(self.seating.ew_id or 0, "")}

    @property
    def contestant(self) -> Contestant | None:
        return self.contestant_at(self.room_seat.player if self.room_seat else "")

    def contestant_at(self, player: str) -> Contestant | None:
        """Who sits South or North at this table."""
        if self.seating is None:
            return None
        return {"S": self.seating.ns, "N": self.seating.ew}.get(player)

    @property
    def free_seats(self) -> list[str]:
        """The players whose seat no device has, while the table's own device asks who sits down with it."""
        if not (self.of_table and self.on_screen and self.seating):
            return []
        seats = {"S": self.seating.ns, "N": self.seating.ew}
        people = {player: who.pk for player, who in seats.items() if who and not who.robot}
        held = SeatTicket.objects.filter(seat__in=people.values(), revoked_at__isnull=True)
        taken = set(held.values_list("seat", flat=True))
        return [player for player, seat in people.items() if seat not in taken]

    @property
    def state(self) -> str:
        """not_started, finished, paused, sit_out or playing."""
        if self.seating is None or self.section is None or not self.section.round_number:
            return "not_started"
        if self.section.session.status == SessionStatus.ENDED or self._after_last:
            return "finished"
        if self.section.session.status == SessionStatus.PAUSED:
            return "paused"
        if self.seating.ns_id is None or self.seating.ew_id is None or not self.seating.board_group:
            return "sit_out"
        return "playing"

    @property
    def _after_last(self) -> bool:
        assert self.seating is not None
        at = self.seating.round
        return at.ended_at is not None and at.number >= rounds_all(at.section)

    @property
    def disputed(self) -> bool:
        """True if the two sides do not agree on a score."""
        return any(board.pending is not None and board.pending.disputed for board in self.boards)

    @property
    def called(self) -> bool:
        """True if the director has already been called for this seat's reason."""
        calls = calls_standing(self.room) if self.room else []
        return any(call.disputed for call in calls) if self.disputed else bool(calls)

    @property
    def asked_again(self) -> list[int]:
        """Boards that are asked for once more, as what was typed of them was other players'."""
        return [b.number for b in self.boards if b.number in self.lost and not b.done and not b.pending]

    @cached_property
    def next_seating(self) -> Seating | None:
        if self.section is None or self.contestant is None:
            return None
        return seatings_next(self.section, [self.contestant.pk]).get(self.contestant.pk)

    @property
    def next_words(self) -> str:
        """Where to go when the round is over; of a device that stays at its table, where both go."""
        coming, contestant = self.next_seating, self.contestant
        if (
            self.of_table
            and self.section
            and self.seating
            and self.section.round_number < rounds_all(self.section)
        ):
            return self._next_of_both()
        if coming is None and self.section and self.section.round_number < rounds_all(self.section):
            return "The next round is drawn when every table has finished."
        if coming is None or contestant is None:
            return ""
        if not coming.board_group:
            return "You sit out the next round."
        side = contestant_sides(self.pairs)[coming.ns_id != contestant.pk]
        how = " It is played on screens: this device shows the cards." if coming.table.live else ""
        return f"Next: table {coming.table.label}, sit {side}.{how}"

    def _next_of_both(self) -> str:
        assert self.section is not None and self.seating is not None
        both = [pk for pk in (self.seating.ns_id, self.seating.ew_id) if pk]
        coming, names = seatings_next(self.section, both), names_of(both)
        if not coming:
            return "The next round is drawn when every table has finished."
        sides = contestant_sides(self.pairs)
        return " ".join(
            f"{names[pk]}: table {coming[pk].table.label}, {sides[coming[pk].ns_id != pk]}."
            if coming[pk].board_group
            else f"{names[pk]}: sit out."
            for pk in both
            if pk in coming
        )

    @property
    def other_device(self) -> bool:
        """True if the other side has a device of its own."""
        if self.seating is None:
            return False
        here = self.seating
        return has_device(here.ew_id) if self.side == "NS" else has_device(here.ns_id, here.table_id)

    @cached_property
    def consent(self) -> ConsentPrompt | None:
        """What the other side, who directs, asks this player to agree to."""
        other = self.contestant_at(OTHER_PLAYER[self.room_seat.player]) if self.room_seat else None
        return consent_asked(other.pk) if other is not None and self.contestant is not None else None

    @cached_property
    def lets_in(self) -> str:
        """The number with which the other side's new device is let in; empty while none is asked for."""
        if self.seating is None or self.section is None or self.contestant is None or self.other_device:
            return ""
        other = self.seating.ew if self.side == "NS" else self.seating.ns
        if other is None:
            return ""
        number = number_to_show(self.contestant, other, self.section.session)
        return f"{number[:3]} {number[3:]}".strip()

    @cached_property
    def results(self) -> ResultsLink | None:
        """How it stands with the results, once the session is over for this seat."""
        if self.state != "finished" or self.section is None:
            return None
        return results_link(self.section.session)

    @property
    def mark(self) -> str:
        """Changes with everything that this page shows: the page asks whether it is still the same."""
        at = (self.seating.pk, self.seating.round.number) if self.seating else ()
        boards = [
            (
                b.row.pk,
                b.row.state,
                b.entry and b.entry.pk,
                b.pending and (b.pending.key, b.pending.disputed, b.pending.asks),
                b.moments,
                (b.row.board.typings, b.row.board.hands_open),
            )
            for b in self.boards
        ]
        results = self.results.state if self.results else ""
        shown = (
            self.state,
            at,
            boards,
            self.called,
            self.next_words,
            self.other_device,
            results,
            self.lets_in,
            self.consent,
            self.on_screen,
            self.free_seats,
            [(s.pk, s.table_id, s.ns_id, s.ew_id, s.board_group, s.table.live) for s in self.plan],
            self.names,
            sorted(self.played_before),
            self.checks_order,
            sorted(self.told.items()),
        )
        # The same in every process, unlike `hash`.
        return f"{zlib.crc32(repr(shown).encode()):08x}"


def has_device(*seats: int | None) -> bool:
    """True if one of these seats has a device that is there now."""
    return SeatTicket.objects.filter(revoked_at__isnull=True, connected=True, seat__in=seats).exists()


def terminal_of(ticket: SeatTicket) -> Terminal:
    """The terminal of a ticket in force."""
    room_seat = room_seat_of(ticket)
    seating = seating_in_room(room_seat.room_id) if room_seat else None
    terminal = Terminal(ticket, room_seat, seating)
    if seating is not None:
        rows = boards_at(seating.table, seating.round.number)
        latest = latest_of(rows)
        found = PendingScore.objects.filter(table_board__in=rows)
        waiting = {pending.table_board_id: pending for pending in found}
        terminal.lost = frozenset(slips_lost(seating))
        asked = WrongBoard.objects.filter(table_board__in=rows, closed_at=None)
        terminal.told = dict(asked.values_list("table_board", "board__number"))
        said = answers_of(rows) if terminal.checks_order else {}
        terminal.boards = [
            BoardKey(row, latest.get(row.pk), waiting.get(row.pk), said.get(row.pk, [])) for row in rows
        ]
    return terminal


def slips_lost(seating: Seating) -> Iterable[int]:
    """Boards of this table and round with a score that was typed for a line which is void now."""
    void = {"table_board__round": seating.round, "table_board__state": TableBoardState.VOID}
    typed = PendingScore.objects.filter(table_board__table=seating.table, **void)
    return typed.values_list("table_board__board__number", flat=True)


def on_cards(ticket: SeatTicket) -> bool:
    """True if the ticket's seat is, or will be, at a table with cards."""
    room_seat = room_seat_of(ticket)
    seating = seating_in_room(room_seat.room_id) if room_seat else None
    if seating is not None:
        return not live_now(seating)
    return Contestant.objects.filter(pk=ticket.seat_id, section__live=False).exists()


def live_now(seating: Seating) -> bool:
    """True if the seat's table is played on the site now."""
    rows = boards_at(seating.table, seating.round.number)
    current = next((row for row in rows if row.state in OPEN_BOARD_STATES), None)
    return on_screens(seating.table, current)
