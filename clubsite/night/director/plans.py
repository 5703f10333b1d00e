"""The movement as the director reads it: options in order, and the grid of every round before it is accepted."""

from dataclasses import dataclass
from typing import Any

from clubsite.duplicate.models import Movement, Section, Session
from clubsite.duplicate.robots import STRENGTHS, robot_name
from clubsite.duplicate.selectors import boards_of, entries_of, section_of
from clubsite.duplicate.services.setup import Refused, movement_accept
from movements.choose import options
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


@dataclass(frozen=True, slots=True)
class Choice:
    """An option of the movement step. `key` is what the form sends back."""

    key: str
    option: Any
    grid: list[list[Cell]]
    chosen: bool
    tables: range
    minutes: int

    @property
    def length(self) -> str:
        hours, minutes = divmod(self.minutes, 60)
        return f"{hours} h {minutes:02d}" if hours else f"{minutes} minutes"


def movement_of(section: Section) -> Movement | None:
    """The movement accepted for a section, if any."""
    return Movement.objects.filter(section=section).first()


def plan_of(section: Section) -> Plan | None:
    """The accepted plan, if any."""
    movement = movement_of(section)
    return Plan.from_json(movement.plan) if movement else None


def names_by_number(section: Section) -> dict[int, str]:
    """Contestant number -> name, for those who have one; a robot has its own."""
    named = (
        (e.number, robot_name(e.robot) if e.robot else " / ".join(p.person.name for p in e.persons.all()))
        for e in entries_of(section)
    )
    return {number: name for number, name in named if name}


def robots_for(session: Session) -> list[tuple[str, str, bool]]:
    """The answers to "Let a robot take the empty seat?": (value, words, chosen); none for an even field."""
    if session.players % 2 == 0:
        return []
    answers = [("", "No, a sit-out"), *((value, words.capitalize()) for value, words in STRENGTHS.items())]
    return [(value, words, value == session.robot) for value, words in answers]


def choices_for(session: Session) -> list[Choice]:
    """Every movement for these players, best first, each with its grid."""
    section = section_of(session)
    accepted = plan_of(section)
    numbers = [board.number for board in boards_of(section)]
    field = session.players + bool(session.robot)
    found = options(field, session.boards_per_round, len(numbers) or None)
    return [
        Choice(
            key=_key(session, option.plan),
            option=option,
            grid=grid_of(option.plan, session.boards_per_round, numbers, names_by_number(section)),
            chosen=accepted == option.plan,
            tables=range(1, option.plan.tables + 1),
            minutes=option.plan.rounds * session.boards_per_round * session.minutes_per_board,
        )
        for option in found
    ]


def _key(session: Session, plan: Plan) -> str:
    """Names what the director saw: pressed after players, robot or boards a round have changed, it fits nothing."""
    size = f"{session.players + bool(session.robot)}x{session.boards_per_round}"
    return f"{plan.name}.{plan.tables}.{plan.rounds}.{size}"


def grid_of(plan: Plan, per_round: int, boards: list[int], names: dict[int, str]) -> list[list[Cell]]:
    """Rounds of cells, tables in order."""

    def cell(row: Pairing) -> Cell:
        ns = None if row.ns in plan.absent else row.ns
        ew = None if row.ew in plan.absent else row.ew
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


def accept(session: Session, key: str, user: Any) -> str:
    """Take the option of this key. Returns its title. Raises Refused."""
    found = {choice.key: choice for choice in choices_for(session)}
    if key not in found:
        raise Refused("Choose one of these movements: the list has changed since you looked.")
    option = found[key].option
    if found[key].chosen:
        return str(option.title)
    movement_accept(session=session, plan=option.plan, title=option.title, user=user)
    return str(option.title)


def needed_boards(session: Session) -> int | None:
    """How many boards the accepted movement needs; None before it is accepted."""
    plan = plan_of(section_of(session))
    return plan.board_sets * session.boards_per_round if plan else None
