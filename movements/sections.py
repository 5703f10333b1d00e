"""Several sections ranked together: a large field is split as evenly as possible, with the same boards everywhere."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from movements.errors import MovementError
from movements.mitchell import straight
from movements.plan import Pairing, Plan, with_sit_out
from movements.web import web, web_rounds

MOST_CONTESTANTS = 400


def even_split(contestants: int, sections: int) -> list[int]:
    """Return the number of contestants in each section, as even as possible.

    All sections have the same number of tables, or the last sections have one more table. Only the last section can
    have an odd number of contestants. Raise MovementError if a section would have fewer than two tables.
    """
    tables = (contestants + 1) // 2
    if sections < 1 or contestants > MOST_CONTESTANTS or tables < 2 * sections:
        raise MovementError(
            f"{contestants} contestants cannot be split into {sections} sections: a section has at least two "
            f"tables, a field at most {MOST_CONTESTANTS} contestants."
        )
    each, more = divmod(tables, sections)
    sizes = [2 * (each + (number >= sections - more)) for number in range(sections)]
    sizes[-1] -= contestants % 2
    return sizes


def sections_for(contestants: int, rounds: int) -> int | None:
    """Return the fewest sections, at least two, that can each play `rounds` rounds on `rounds` board sets, or None."""
    tables = (contestants + 1) // 2
    for sections in range(2, tables // 2 + 1):
        parts = {(size + 1) // 2 for size in even_split(contestants, sections)}
        if all(_fits(part, rounds) for part in parts):
            return sections
        if min(parts) < rounds:
            return None
    return None


def split(contestants: int, sections: int, rounds: int) -> tuple[Plan, ...]:
    """Return a plan for each section, all with `rounds` rounds on the same `rounds` board sets.

    A section with as many tables as rounds gets a straight Mitchell, and a larger section gets a web. Raise
    MovementError if a section has too few or too many tables for its movement.
    """
    plans = []
    for size in even_split(contestants, sections):
        tables = (size + 1) // 2
        if not _fits(tables, rounds):
            raise MovementError(
                f"A section of {tables} tables cannot play {rounds} rounds on {rounds} board sets: it takes "
                f"an odd number of rounds and {rounds} to {2 * rounds + 1} tables."
            )
        plan = straight(tables, rounds) if tables == rounds else web(tables, rounds)
        plans.append(with_sit_out(plan, plan.contestants) if size % 2 else plan)
    return tuple(plans)


def together(plans: Sequence[Plan]) -> Plan:
    """Join the plans of all sections for one ranking. Table and contestant numbers continue from section to section.

    N/S numbers come first, then E/W numbers, as in a Mitchell. Raise MovementError unless all plans have the same
    rounds and board sets and at most one plan has an absent contestant.
    """
    first = plans[0]
    if any((p.rounds, p.board_sets, p.winners) != (first.rounds, first.board_sets, first.winners) for p in plans):
        raise MovementError("Sections ranked together have the same rounds, board sets and winners.")
    tables = sum(plan.tables for plan in plans)
    rows: list[Pairing] = []
    absent: list[int] = []
    before = 0
    for plan in plans:
        number = partial(_beside, own=plan.tables, before=before, tables=tables)
        absent += map(number, plan.absent)
        rows += (Pairing(p.round, before + p.table, number(p.ns), number(p.ew), p.boardset) for p in plan.schedule)
        before += plan.tables
    if len(absent) > 1:
        raise MovementError("Only one of the sections can have a sit-out: move a contestant to the other.")
    declares = dict.fromkeys(word for plan in plans for word in (*plan.declares, "shares"))
    return replace(
        first,
        name="sections",
        tables=tables,
        contestants=2 * tables,
        absent=tuple(absent),
        schedule=tuple(sorted(rows, key=lambda p: (p.round, p.table))),
        declares=tuple(declares),
    )


def _beside(contestant: int, own: int, before: int, tables: int) -> int:
    """Return the new number of a section's contestant when sections with `tables` tables in all are joined.

    The section has `own` tables and comes after `before` tables from other sections.
    """
    return before + contestant + (tables - own if contestant > own else 0)


def sections_rounds(tables: int) -> list[int]:
    """Return the possible numbers of rounds for T tables split into sections."""
    return [rounds for rounds in range(3, tables, 2) if sections_for(2 * tables, rounds)]


def sections(tables: int, rounds: int) -> Plan:
    """Return one plan for T tables in as few sections as the number of rounds allows, but at least two.

    Raise MovementError if there is no such plan.
    """
    count = sections_for(2 * tables, rounds) if rounds % 2 and 4 <= tables <= MOST_CONTESTANTS // 2 else None
    if count is None:
        there_are = ", ".join(map(str, sections_rounds(tables))) or "none"
        raise MovementError(
            f"{tables} tables cannot be split into sections of {rounds} rounds. Rounds that can: {there_are}."
        )
    return together(split(2 * tables, count, rounds))


def _fits(tables: int, rounds: int) -> bool:
    return rounds % 2 == 1 and (tables == rounds or (tables >= 4 and rounds in web_rounds(tables)))
