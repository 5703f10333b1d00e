"""A section's score slips and blank travellers: who plays which board at which table in the current movement."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from clubsite.director.printing.movement import SectionMovement
from clubsite.nights.models import Section
from clubsite.nights.selectors.boards import boards_of
from clubsite.nights.selectors.movements import movement_of
from clubsite.pdf.blank_travellers import BlankLine, BlankTraveller
from clubsite.pdf.score_slips import ScoreSlip
from games.boards import dealer_of, vulnerability_of

NOBODY_SEATED = ("", "")


@dataclass(frozen=True, slots=True)
class SlipMeeting:
    """Two contestants at a table in a round. A round that is still to be drawn has no numbers or names."""

    round: int
    table: int
    boards: list[int]
    numbers: tuple[str, str] = NOBODY_SEATED
    names: tuple[str, str] = NOBODY_SEATED


def meetings_of(movement: SectionMovement, first_round: int = 1) -> list[SlipMeeting]:
    """Return every table with two contestants from `first_round` on, sorted by round and table."""
    found = (one for one in (*_drawn(movement), *_undrawn(movement)) if one.round >= first_round)
    return sorted(found, key=lambda one: (one.round, one.table))


def _drawn(movement: SectionMovement) -> Iterator[SlipMeeting]:
    plan, label = movement.plan, movement.section.label
    for row in plan.schedule:
        if row.boardset and not {row.ns, row.ew} & plan.missing(row.round):
            yield SlipMeeting(
                row.round,
                row.table,
                _boards_in(movement, row.boardset),
                (label(row.ns), label(row.ew)),
                (movement.names.get(row.ns, ""), movement.names.get(row.ew, "")),
            )


def _undrawn(movement: SectionMovement) -> Iterator[SlipMeeting]:
    """Yield the meetings of the rounds of a Swiss movement that have not been drawn yet.

    Every table plays the round's boards. With a sit-out there is one fewer table.
    """
    chosen = movement_of(movement.section)
    for turn in range(movement.plan.rounds + 1, (chosen.rounds_all if chosen else 0) + 1):
        for table in range(1, len(movement.plan.present) // 2 + 1):
            yield SlipMeeting(turn, table, _boards_in(movement, turn))


def _boards_in(movement: SectionMovement, board_set: int) -> list[int]:
    """Return the board numbers of a board set: the actual numbers once the boards have been made."""
    last = board_set * movement.per_round
    if last <= len(movement.numbers):
        return movement.numbers[last - movement.per_round : last]
    return list(range(last - movement.per_round + 1, last + 1))


def _facts(section: Section, numbers: Iterable[int]) -> dict[int, tuple[str, str]]:
    """Map each board number to its dealer and vulnerability, which are the standard ones until the board is made."""
    made = {board.number: (board.dealer, board.vulnerability) for board in boards_of(section)}
    return {number: made.get(number, (dealer_of(number).value, vulnerability_of(number))) for number in numbers}


def score_slips_of(movement: SectionMovement, first_round: int = 1) -> list[ScoreSlip]:
    """Return a slip for each table, round and board. The slips of each table are kept together, in order of play."""
    section = movement.section
    meetings = sorted(meetings_of(movement, first_round), key=lambda one: (one.table, one.round))
    facts = _facts(section, {board for one in meetings for board in one.boards})
    return [
        ScoreSlip(section.label(one.table), one.round, board, *facts[board], one.numbers, one.names, section.pairs)
        for one in meetings
        for board in one.boards
    ]


def travellers_of(movement: SectionMovement) -> list[BlankTraveller]:
    """Return a traveller for each board. Its lines are in the same order as on the page where scores are typed."""
    section = movement.section
    lines: dict[int, list[BlankLine]] = {}
    for one in meetings_of(movement):
        line = BlankLine(str(one.round), section.label(one.table), one.numbers, one.names)
        for board in one.boards:
            lines.setdefault(board, []).append(line)
    facts = _facts(section, lines)
    return [BlankTraveller(board, *facts[board], tuple(lines[board]), section.pairs) for board in sorted(lines)]
