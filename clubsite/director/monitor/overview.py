"""The parts of the director's overview: seats, tables, sections and the session. They never include a card."""

import datetime
from dataclasses import dataclass, field
from enum import StrEnum

from clubsite.nights.models import (
    OPEN_BOARD_STATES,
    Section,
    Session,
    SessionStatus,
    Table,
    TableBoard,
    TableBoardState,
    WrongBoard,
)
from clubsite.play.calls import Call
from clubsite.play.models import PlayStatus, SeatKind, SeatTicket
from clubsite.scores.models import OrderCheck
from clubsite.scores.selectors.typed_scores import WaitingScore
from games.wording import contestant_sides, counted, number_name, seat_name

HERE, AWAY, NOBODY = "here", "away", "none"
LINK_WORDS = {HERE: "connected", AWAY: "connection lost", NOBODY: "no device yet"}
ROBOT_LINK = "plays on this server"


@dataclass(slots=True)
class SeatNow:
    """A seat at this moment, with the device that has it. `player` is "S" or "N", or "" away from the tables."""

    player: str
    name: str
    ticket: SeatTicket | None = None
    robot: bool = False
    pair: bool = False

    @property
    def link(self) -> str:
        """The state of the device's connection: here, away or none."""
        if self.robot:
            return HERE
        if self.ticket is None or self.ticket.seen_at is None:
            return NOBODY
        return HERE if self.ticket.connected else AWAY

    @property
    def side(self) -> str:
        return contestant_sides(self.pair)[self.player == "N"] if self.player else ""

    @property
    def plate(self) -> str:
        """The text before the name: "S" for a player, or "N/S" for a pair."""
        return self.side if self.pair else self.player

    @property
    def link_words(self) -> str:
        words = ROBOT_LINK if self.robot else LINK_WORDS[self.link]
        own = self.ticket is not None and self.ticket.seat.kind == SeatKind.TABLE
        return f"{words}, the table's own" if own else words


@dataclass(slots=True)
class OverviewTable:
    """A table in the current round of a section, with its progress but never any cards."""

    table: Table
    section_now: "SectionNow"
    boards: list[TableBoard]
    done: bool
    sit_out: bool
    seats: list[SeatNow] = field(default_factory=list)
    calls: list[tuple[Call, str]] = field(default_factory=list)
    """The director calls that are not answered yet, oldest first, each with its sentence."""
    waits: list[WaitingScore] = field(default_factory=list)
    """Scores that were typed here and are not agreed."""

    @property
    def label(self) -> str:
        return self.table.label

    @property
    def current(self) -> TableBoard | None:
        """The board that is on the table, or the next one."""
        return next((row for row in self.boards if row.state in OPEN_BOARD_STATES), None)

    @property
    def shown(self) -> TableBoard | None:
        """The board that the players see on their screens, whether or not it is over, or None."""
        play_id = self.table.room.play_id
        return next((row for row in self.boards if row.play_id and row.play_id == play_id), None)

    @property
    def board(self) -> int | None:
        row = self.shown or self.current
        return row.board.number if row else None

    @property
    def finished(self) -> int:
        return sum(row.state not in OPEN_BOARD_STATES for row in self.boards)

    @property
    def of(self) -> int:
        return len(self.boards)

    @property
    def steps(self) -> list[str]:
        """A class for each board: played, half way, or to be played."""
        steps = {TableBoardState.LIVE: "h", TableBoardState.WAITING: ""}
        return [steps.get(TableBoardState(row.state), "f") for row in self.boards]

    @property
    def since(self) -> datetime.datetime | None:
        """The time when the table started its board: when it was opened, or when the previous one ended."""
        current = self.current
        if current is None or current.opened_at is not None:
            return current.opened_at if current else None
        ended = [row.finished_at for row in self.boards if row.finished_at is not None]
        return max(ended, default=self.section_now.started_at)

    @property
    def behind(self) -> int:
        """The number of whole boards that the table is behind the clock, with half a board's grace."""
        now = self.section_now
        if self.sit_out or self.done or now.ends_at is None:
            return 0
        pace = now.section.minutes_per_board * 60
        elapsed = now.length - (now.ends_at - now.at).total_seconds()
        expected = int((elapsed - pace / 2) // pace)
        return max(0, min(expected, self.of) - self.finished)

    @property
    def state(self) -> str:
        """One of play, done, rest, late and call."""
        return self._state[0]

    @property
    def word(self) -> str:
        """The state in words."""
        return self._state[1]

    @property
    def _state(self) -> tuple[str, str]:
        status = self.section_now.section.session.status
        if self.calls:
            return "call", "Scores differ" if any(call.disputed for call, _ in self.calls) else "Director called"
        if self.sit_out:
            return "rest", "Sits out"
        if status == SessionStatus.ENDED:
            missing = sum(row.state != TableBoardState.FINISHED for row in self.boards)
            return ("late", f"{missing} not played") if missing else ("done", "All played")
        if self.done:
            return "done", "Round finished"
        if status == SessionStatus.PAUSED:
            return "rest", "Paused"
        if self.behind:
            return "late", f"{counted(self.behind, 'board')} behind"
        return "play", self._doing

    @property
    def _doing(self) -> str:
        current, shown, ready = self.current, self.shown, self.table.room.ready
        if current is not None and current.state == TableBoardState.LIVE:
            # Only the log shows whether it is the auction or the play. The word gives no card away.
            return "Playing"
        if current is not None and not current.live:
            return f"{self.finished} of {self.of} scores in"
        if shown is not None and shown.play is not None and shown.play.status == PlayStatus.OVER:
            return "Agreeing the result"
        return f"{seat_name(ready[0])} is ready" if len(ready) == 1 else "About to begin"

    @property
    def link(self) -> str:
        """The worst connection state among the table's seats: away, none or here."""
        links = {seat_now.link for seat_now in self.seats}
        return AWAY if AWAY in links else NOBODY if NOBODY in links else HERE

    @property
    def device_missing(self) -> bool:
        """True if a device has lost its connection, or if a table that plays on the site has no device."""
        return self.link == AWAY or (self.link == NOBODY and self.table.live)

    @property
    def more(self) -> str:
        """Text such as "Playing, connection lost. Bo and Ann", for a tile that shows only the number and the board."""
        link = "" if self.link == HERE else f", {LINK_WORDS[self.link]}"
        waits = f", {len(self.waits)} typed and not agreed" if self.waits else ""
        return f"{self.word}{link}{waits}. {self.names}"

    @property
    def call_keys(self) -> str:
        """The keys of the calls that the page shows, in the form that the button for all of them sends."""
        return " ".join(call.key for call, _ in self.calls)

    @property
    def names(self) -> str:
        return " and ".join(seat_now.name for seat_now in self.seats)

    @property
    def without_device(self) -> list[SeatNow]:
        return [seat_now for seat_now in self.seats if seat_now.link != HERE]

    @property
    def open_boards(self) -> list[int]:
        """The numbers of the boards that have neither a result nor a typed score."""
        typed = {waiting.row.pk for waiting in self.waits}
        return [row.board.number for row in self.boards if row.state in OPEN_BOARD_STATES and row.pk not in typed]


@dataclass(slots=True)
class SectionNow:
    """A section of the room: its round, its clock and its tables."""

    section: Section
    at: datetime.datetime
    """The moment of the overview, which a pause or the end of the session stops."""
    rounds: int
    tables: list[OverviewTable] = field(default_factory=list)
    started_at: datetime.datetime | None = None
    ends_at: datetime.datetime | None = None
    length: int = 0
    evening_ends: datetime.datetime | None = None
    movement: str = ""
    last_done: bool = False
    drawn: int = 0
    """The round that is drawn and has not begun, or 0."""
    undrawn: int = 0

    @property
    def title(self) -> str:
        """Text such as "Section B, four-handed", or "" for the only section."""
        if not self.section.lettered:
            return ""
        how = (
            ", four-handed"
            if self.section.pairs
            else ", on cards"
            if not self.section.any_live
            else ", on cards and screens"
            if self.section.mixed
            else ""
        )
        return f"Section {self.section.name}{how}"

    @property
    def longer(self) -> bool:
        """True if the director or a pause has given the round more time than planned."""
        if self.started_at is None or self.ends_at is None:
            return False
        return (self.ends_at - self.started_at).total_seconds() > self.length + 60

    @property
    def all_done(self) -> bool:
        return bool(self.tables) and all(table_now.done for table_now in self.tables)

    @property
    def waits_for_release(self) -> bool:
        """True if every table is done and the director is holding back the next round."""
        return self.section.hold and self.all_done and not self.last_done


class NeedKind(StrEnum):
    """Why a table needs the director, with the most urgent kind first."""

    CALL = "call"
    CLOSED = "closed"
    UNLIKELY = "unlikely"
    REFUSED = "refused"
    LEADS = "leads"
    WRONG_BOARD = "board"
    FOULED = "fouled"
    WAITING = "waiting"
    LATE = "late"
    SILENT = "silent"
    MISSING = "missing"


@dataclass(slots=True)
class Need:
    """A reason why the director is needed at table `label`. `text` says what is needed, and `more` adds who or why."""

    kind: NeedKind
    label: str
    text: str
    more: str
    since: datetime.datetime | None = None
    waiting: WaitingScore | None = None
    row: TableBoard | None = None
    entry_id: int = 0
    check: OrderCheck | None = None
    """The check of the dummies' order that found the board fouled."""
    calls: list[tuple[Call, str]] = field(default_factory=list)
    """The calls that are answered here, together or one at a time."""
    agreed: list[WaitingScore] = field(default_factory=list)
    """Scores that both sides agreed to, which can be accepted together."""
    wrong_board: WrongBoard | None = None
    """The board that the table says it played instead of its own."""
    leads_of: TableBoard | None = None
    """The row for which the table can type no more leads."""

    @property
    def call_keys(self) -> str:
        """The keys of the calls, in the form that the button for all of them sends."""
        return " ".join(call.key for call, _ in self.calls)

    @property
    def urgent(self) -> bool:
        """True if the table is waiting for the director now. A missing result, for example, can wait until the end."""
        return self.kind != NeedKind.MISSING


@dataclass(slots=True)
class Overview:
    """All the data that the monitor shows at one moment."""

    session: Session
    sections: list[SectionNow]
    needs: list[Need] = field(default_factory=list)
    """Everything that waits for the director, most urgent first."""
    probing: list[str] = field(default_factory=list)
    """Refused attempts, with one line for each table and kind of attempt."""
    boards_in: int = 0
    boards_all: int = 0
    can_unstart: bool = False
    """True if the start can still be taken back."""

    @property
    def section(self) -> Section:
        """The first section, usually the only one."""
        return self.sections[0].section

    @property
    def tables(self) -> list[OverviewTable]:
        return [table_now for section_now in self.sections for table_now in section_now.tables]

    @property
    def several(self) -> bool:
        return len(self.sections) > 1

    @property
    def on_cards(self) -> bool:
        """True if two-handed tables play with cards, whose dummies can get out of order (SOLO-4)."""
        return any(part.section.any_cards and not part.section.pairs for part in self.sections)

    @property
    def last_done(self) -> bool:
        return all(section_now.last_done for section_now in self.sections)

    @property
    def paused(self) -> bool:
        return self.session.status == SessionStatus.PAUSED

    @property
    def ended(self) -> bool:
        return self.session.status == SessionStatus.ENDED

    @property
    def heading(self) -> str:
        """The sentence at the top of the room's page, saying what the director has to do."""
        if self.ended:
            return "The night has ended"
        count = len({need.label for need in self.urgent})
        if count:
            return f"{number_name(count).capitalize()} {'table needs' if count == 1 else 'tables need'} you"
        if self.paused:
            return "Play is paused"
        if self.last_done:
            return "All boards are in"
        if all(section_now.all_done for section_now in self.sections):
            return f"Round {self.section.round_number} is finished"
        return "Nobody needs you"

    @property
    def urgent(self) -> list[Need]:
        return [need for need in self.needs if need.urgent]

    @property
    def can_wait(self) -> list[Need]:
        return [need for need in self.needs if not need.urgent]

    @property
    def tally(self) -> str:
        """Text such as "6 tables playing, 1 finished" or "7 tables finished". Sit-outs are stated separately."""
        tables = [table_now for table_now in self.tables if not table_now.sit_out]
        done = sum(table_now.done for table_now in tables)
        playing = len(tables) - done
        out = len(self.tables) - len(tables)
        words = f"{counted(playing, 'table')} playing, {done} finished"
        if not playing:
            words = f"{counted(done, 'table')} finished"
        if not out:
            return words
        return f"{words}, one player sits out" if out == 1 else f"{words}, {number_name(out)} sit out"
