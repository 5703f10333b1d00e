"""Movements that are only recommended on request, for a director who knows what is wanted: rover, bump, appendix."""

from collections.abc import Iterator
from dataclasses import dataclass

from clubsite.duplicate.models import Section
from movements.balance import quality
from movements.catalogue import FAMILIES, build
from movements.errors import MovementError
from movements.plan import Plan

USUAL_BOARDS, MOST_BOARDS = 28, 36
ASKED_ELSEWHERE = ("swiss", "swiss-teams", "american-whist")


@dataclass(frozen=True, slots=True)
class Rare:
    """A plan with its catalogue entry. `quality` is 0 to 100 if one list ranks all contestants, else None."""

    plan: Plan
    key: str
    name: str
    title: str
    why: str
    quality: float | None


def rarer_for(section: Section, offered: set[str]) -> list[Rare]:
    """Return one movement of each family that fits the field and is not `offered`, as long as an evening allows."""
    plans = [_fitting(name, section) for name in FAMILIES if name not in {*offered, *ASKED_ELSEWHERE}]
    return [_told(plan, section) for plan in plans if plan is not None]


def _told(plan: Plan, section: Section) -> Rare:
    kind, per_round = FAMILIES[plan.name], section.boards_per_round
    tables = plan.tables if kind.odd or not plan.absent else plan.tables - 1
    return Rare(
        plan=plan,
        key=f"{plan.name}.{plan.tables}.{plan.rounds}.{section.field}.{per_round}",
        name=kind.title,
        title=f"{kind.title}, {tables} tables, {plan.rounds} rounds of {per_round} boards",
        why=f"{kind.about[:1].upper()}{kind.about[1:]}.",
        quality=float(quality(plan)) if plan.winners == 1 else None,
    )


def _fitting(name: str, section: Section) -> Plan | None:
    for tables in dict.fromkeys((section.field // 2, (section.field + 1) // 2)):
        for rounds in _lengths(name, tables, section.boards_per_round):
            try:
                return build(name, tables, rounds, section.field)
            except MovementError:
                continue
    return None


def _lengths(name: str, tables: int, per_round: int) -> Iterator[int]:
    """Yield the possible numbers of rounds, nearest to a usual evening first."""
    there = FAMILIES[name].rounds(tables) if tables > 0 else ()
    fitting = [rounds for rounds in there if rounds * per_round <= MOST_BOARDS]
    return iter(sorted(fitting, key=lambda rounds: abs(rounds * per_round - USUAL_BOARDS)))
