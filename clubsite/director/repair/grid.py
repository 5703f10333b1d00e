"""The rounds before and after a repair, row by row, with a word for each change, and the boards that change hands."""

from dataclasses import dataclass, replace

from clubsite.accounts.models import User
from clubsite.catalogue.grid import boards_text
from clubsite.nights.models import TableBoard
from clubsite.nights.selectors.movements import SectionInPlay
from clubsite.nights.selectors.repairs import RepairPreview
from clubsite.scores.models import ScoreEntry
from clubsite.scores.selectors.hidden_cards import latest_seen_by
from games.players import PLAYERS
from games.wording import contestant_sides
from movements.plan import SIT_OUT, Pairing, Plan

SAME, CHANGED, ADDED, DROPPED = "", "changed", "added", "dropped"


@dataclass(frozen=True, slots=True)
class RepairedSeat:
    """One player in a table's row."""

    side: str
    number: str
    name: str
    changed: bool = False


@dataclass(frozen=True, slots=True)
class Side:
    """A table before or after a repair. `seats` is empty if nobody sits there; `boards` is "" for a sit-out."""

    seats: tuple[RepairedSeat, ...]
    boards: str
    boards_changed: bool = False


@dataclass(frozen=True, slots=True)
class RepairedTable:
    """A table in a round, before and after a repair. `mark` is the word for the change."""

    table: str
    before: Side | None
    after: Side | None
    mark: str


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round in which a row changes. `now` is true if it is the current round or an earlier one."""

    number: int
    rows: list[RepairedTable]
    mark: str
    now: bool

    @property
    def changing(self) -> list[RepairedTable]:
        return [row for row in self.rows if row.mark]

    @property
    def staying(self) -> list[RepairedTable]:
        return [row for row in self.rows if not row.mark]


@dataclass(frozen=True, slots=True)
class RepairPicture:
    """All rounds that a repair changes, and a phrase about the other rounds."""

    rounds: list[RoundView]
    untouched: str


@dataclass(frozen=True, slots=True)
class CarriedBoard:
    """A board whose row changes hands, and its score."""

    row: TableBoard
    table: str
    entry: ScoreEntry | None
    south: str
    north: str


def picture_of(shown: RepairPreview) -> RepairPicture:
    """Return every seat of every round that changes, with the names of the people who play there in that round."""
    now, then = shown.now, replace(shown.now, plan=shown.after, names=shown.names_after)
    views = [_round(now, then, number) for number in range(1, max(now.plan.rounds, then.plan.rounds) + 1)]
    same = [view.number for view in views if not view.changing]
    return RepairPicture([view for view in views if view.changing], _untouched(same))


def _round(now: SectionInPlay, then: SectionInPlay, number: int) -> RoundView:
    old, new = _rows(now.plan, number), _rows(then.plan, number)
    rows = [_row(now, then, old.get(table), new.get(table)) for table in sorted(old.keys() | new.keys())]
    mark = ADDED if not old else DROPPED if not new else CHANGED
    return RoundView(number, rows, mark, number <= now.frozen)


def _rows(plan: Plan, number: int) -> dict[int, Pairing]:
    """Map each table with at least one contestant to its row."""
    missing = plan.missing(number)
    return {row.table: row for row in plan.round(number) if not {row.ns, row.ew} <= missing}


def _row(now: SectionInPlay, then: SectionInPlay, old: Pairing | None, new: Pairing | None) -> RepairedTable:
    row = new or old
    assert row is not None
    was = _side(now, old) if old else None
    # A stand-in takes over a number from the next round on.
    names = then.names if row.round > now.frozen else now.names
    will = _side(replace(then, names=names), new) if new else None
    if was is not None and will is not None:
        will = _against(was, will)
    return RepairedTable(now.section.label(row.table), was, will, _mark(was, will))


def _mark(was: Side | None, will: Side | None) -> str:
    if was is None:
        return ADDED
    if will is None:
        return DROPPED
    changed = will.boards_changed or any(seat.changed for seat in will.seats)
    return CHANGED if changed or len(was.seats) != len(will.seats) else SAME


def _side(at: SectionInPlay, row: Pairing) -> Side:
    sides = contestant_sides(True) if at.section.pairs else PLAYERS
    missing = at.plan.missing(row.round)
    seats = tuple(
        RepairedSeat(side if row.boardset != SIT_OUT else "", at.section.label(number), at.name(number))
        for side, number in zip(sides, (row.ns, row.ew), strict=True)
        if number not in missing
    )
    return Side(seats, boards_text(row.boardset, at.section.boards_per_round, at.boards))


def _against(was: Side, will: Side) -> Side:
    """Return the new side of the table, with a mark on each part that differs from the old side."""
    old = set(was.seats)
    seats = tuple(RepairedSeat(s.side, s.number, s.name, s not in old) for s in will.seats)
    return Side(seats, will.boards, will.boards != was.boards)


def _untouched(numbers: list[int]) -> str:
    if not numbers:
        return ""
    first, last = numbers[0], numbers[-1]
    if first == last:
        return f"Round {first} stays as it is."
    if numbers == list(range(first, last + 1)):
        return f"Rounds {first} {'and' if last == first + 1 else 'to'} {last} stay as they are."
    return "All other rounds stay as they are."


def carried_of(shown: RepairPreview, user: User) -> list[CarriedBoard]:
    """Return the boards with a score. Hide each score from a director who still has to play the board."""
    now = shown.now
    latest, covered = latest_seen_by(user, now.section.session, shown.corrected)
    rows = {(row.round, row.table): row for row in shown.after.schedule}
    found = []
    for board in (board for board in shown.corrected if board.pk in latest or board.pk in covered):
        row = rows[board.round.number, board.table.number]
        found.append(
            CarriedBoard(board, now.section.label(row.table), latest.get(board.pk), now.name(row.ns), now.name(row.ew))
        )
    return found
