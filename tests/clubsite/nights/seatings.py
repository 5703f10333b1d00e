"""Seatings in the form stored in the database and in the form given by a plan."""

from clubsite.nights.models import Seating, Section
from movements.plan import Plan

Seats = list[tuple[int, int, int | None, int | None, int]]


def seats(section: Section, first: int = 1) -> Seats:
    """Return the (round, table, N/S, E/W, board set) of every seating from round `first` on."""
    rows = Seating.objects.filter(round__section=section, round__number__gte=first)
    facts = rows.values_list("round__number", "table__number", "ns__number", "ew__number", "board_group")
    return sorted(facts, key=lambda row: row[:2])


def planned(plan: Plan, first: int = 1) -> Seats:
    """Return a plan's seatings in the same form as `seats`, without rows in which both contestants are missing."""

    def who(number: int, contestant: int) -> int | None:
        return None if contestant in plan.missing(number) else contestant

    rows = [(r.round, r.table, who(r.round, r.ns), who(r.round, r.ew), r.boardset) for r in plan.schedule]
    return sorted((row for row in rows if row[0] >= first and row[2:4] != (None, None)), key=lambda row: row[:2])
