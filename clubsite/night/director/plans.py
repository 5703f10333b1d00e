"""The movement as the director reads it: the grid of every round, and the boards it needs."""

from dataclasses import dataclass

from clubsite.duplicate.models import Section, Session
from clubsite.duplicate.robots import STRENGTHS
from clubsite.duplicate.selectors.entries import entries_of, names_of
from clubsite.duplicate.selectors.movements import movement_of
from clubsite.duplicate.selectors.sessions import sections_of
from movements.plan import Pairing, Plan


@dataclass(frozen=True, slots=True)
class Cell:
    """One table in one round. A side is None at a sit-out; `boards` is "1-3"."""

    table: int
    ns: int | None
    ew: int | None
    ns_name: str
    ew_name: str
    boards: str


def length_words(minutes: int) -> str:
    """ "3 h 28", "45 minutes"."""
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest:02d}" if hours else f"{rest} minutes"


def names_by_number(section: Section) -> dict[int, str]:
    """Contestant number -> name, for those who have one; a robot has its own."""
    named = [e for e in entries_of(section) if e.robot or e.persons.all()]
    names = names_of([entry.pk for entry in named])
    return {entry.number: names[entry.pk] for entry in named}


def robots_for(section: Section) -> list[tuple[str, str, bool]]:
    """The answers to "Let a robot take the empty seat?": (value, words, chosen); none for an even field."""
    session = section.session
    if section.expected % 2 == 0 or not section.live:
        return []
    answers = [("", "No, a sit-out"), *((value, words.capitalize()) for value, words in STRENGTHS.items())]
    return [(value, words, value == session.robot) for value, words in answers]


def grid_of(plan: Plan, per_round: int, boards: list[int], names: dict[int, str]) -> list[list[Cell]]:
    """Rounds of cells, tables in order."""

    def cell(row: Pairing) -> Cell:
        missing = plan.missing(row.round)
        ns = None if row.ns in missing else row.ns
        ew = None if row.ew in missing else row.ew
        return Cell(
            row.table,
            ns,
            ew,
            names.get(ns or 0, ""),
            names.get(ew or 0, ""),
            boards_text(row.boardset, per_round, boards),
        )

    return [
        [cell(row) for row in sorted(plan.round(number), key=lambda row: row.table)]
        for number in range(1, plan.rounds + 1)
    ]


def boards_text(group: int, per_round: int, boards: list[int]) -> str:
    """ "4-6" for board set 2 of three each; the real numbers once boards are there; empty for a sit-out."""
    if group == 0:
        return ""
    first, last = (group - 1) * per_round, group * per_round - 1
    if last < len(boards):
        return str(boards[first]) if first == last else f"{boards[first]}–{boards[last]}"
    return str(first + 1) if first == last else f"{first + 1}–{last + 1}"


def needed_boards(sections: list[Section]) -> int | None:
    """How many boards sections with one set need; None before they all have a movement."""
    found = [(movement_of(section), section.boards_per_round) for section in sections]
    needed = [movement.sets_needed * per_round for movement, per_round in found if movement]
    return max(needed) if found and len(needed) == len(found) else None


def shelves_of(session: Session) -> list[list[Section]]:
    """The sections by the boards that they play: those that share the session's, then each with its own."""
    rows = sections_of(session)
    shared = [section for section in rows if not section.own_boards]
    return [group for group in (shared, *([section] for section in rows if section.own_boards)) if group]
