"""Movements shown only on request, for a director who knows what to ask for: rover, bump and appendix."""

from collections.abc import Iterator
from dataclasses import replace

from clubsite.director.setup.movement_option import MovementChoice, MovementWish, too_few
from clubsite.director.setup.own_movements import own_choice
from clubsite.nights.models import Section
from clubsite.nights.selectors.movements import plan_of
from games.wording import group_name
from movements.balance import quality
from movements.catalogue import FAMILIES, build
from movements.errors import MovementError
from movements.files import ReadPlan
from movements.plan import Plan

USUAL_BOARDS, MOST_BOARDS = 28, 36
ASKED_ELSEWHERE = ("swiss", "swiss-teams", "american-whist")


def rare_choices(
    section: Section, offered: set[str], wish: MovementWish, boards: list[int], names: dict[int, str]
) -> list[MovementChoice]:
    """Return one movement of about an evening's length from each family that suits the field and is not in `offered`.

    The movements are listed under "more", and their grids are shown on request.
    """
    accepted, per_round, found = plan_of(section), section.boards_per_round, []
    for plan in (_fitting(name, section) for name in FAMILIES if name not in {*offered, *ASKED_ELSEWHERE}):
        if plan is None:
            continue
        kind, chosen, choice = FAMILIES[plan.name], plan == accepted, own_choice(section, ReadPlan(plan), boards, names)
        key = f"{plan.name}.{plan.tables}.{plan.rounds}.{section.field}.{per_round}"
        tables = plan.tables if kind.odd or not plan.absent else plan.tables - 1
        found.append(
            replace(
                choice,
                key=key,
                name=kind.title,
                title=f"{kind.title}, {tables} tables, {plan.rounds} rounds of {per_round} boards",
                why=kind.told(*(group_name(direction, section.pairs) for direction in ("NS", "EW"))),
                own=False,
                grid=choice.grid if chosen or wish.look == key else [],
                chosen=chosen,
                more=not chosen,
                problem=too_few(choice.boards_needed, boards),
                quality=float(quality(plan)) if plan.winners == 1 else None,
            )
        )
    return found


def _fitting(name: str, section: Section) -> Plan | None:
    for tables in dict.fromkeys((section.field // 2, (section.field + 1) // 2)):
        for rounds in _lengths(name, tables, section.boards_per_round):
            try:
                return build(name, tables, rounds, section.field)
            except MovementError:
                continue
    return None


def _lengths(name: str, tables: int, per_round: int) -> Iterator[int]:
    """Yield the possible numbers of rounds, beginning with those nearest to a usual evening."""
    there = FAMILIES[name].rounds(tables) if tables > 0 else ()
    fitting = [rounds for rounds in there if rounds * per_round <= MOST_BOARDS]
    return iter(sorted(fitting, key=lambda rounds: abs(rounds * per_round - USUAL_BOARDS)))
