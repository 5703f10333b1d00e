"""The draw of the round that is to come, as the director looks at it before it begins."""

from dataclasses import dataclass

from clubsite.duplicate.models import Seating, Section
from clubsite.duplicate.selectors import names_of
from clubsite.duplicate.services.drawing import draw_mark, rematches
from clubsite.night.director.plans import movement_of, plan_of
from clubsite.results.selectors.nights import rank_lists_so_far
from clubsite.results.selectors.ranking import RankRow


@dataclass(slots=True)
class Seat:
    """A contestant in the draw, with where it stands."""

    number: int
    label: str
    name: str
    row: RankRow | None


@dataclass(slots=True)
class Couple:
    table: str
    south: Seat | None
    north: Seat | None
    again: bool

    @property
    def out(self) -> Seat | None:
        """Who sits out at this table, if somebody does."""
        return None if self.south and self.north else self.south or self.north


@dataclass(slots=True)
class Draw:
    section: Section
    round: int
    couples: list[Couple]
    mark: str

    @property
    def seats(self) -> list[Seat]:
        found = [seat for c in self.couples for seat in (c.south, c.north) if seat]
        return sorted(found, key=lambda seat: seat.number)


def draw_of(section: Section) -> Draw | None:
    """The draw of the next round; None where none is drawn or waiting."""
    movement, plan = movement_of(section), plan_of(section)
    coming = section.rounds.filter(number=section.round_number + 1).first()
    if movement is None or plan is None or not movement.drawn or coming is None:
        return None
    rows = Seating.objects.filter(round=coming).select_related("table__section", "ns", "ew")
    seatings = list(rows.order_by("table__number"))
    names = names_of([pk for row in seatings for pk in (row.ns_id, row.ew_id) if pk])
    standing = {row.entry: row for ranked in rank_lists_so_far(section.session) for row in ranked.rows}

    def seat(entry: object) -> Seat | None:
        if entry is None:
            return None
        pk, number = entry.pk, entry.number  # type: ignore[attr-defined]
        return Seat(number, section.label(number), names[pk], standing.get(pk))

    again = rematches(plan, coming.number)
    couples = [
        Couple(
            row.table.label,
            seat(row.ns),
            seat(row.ew),
            bool(row.ns and row.ew and frozenset((row.ns.number, row.ew.number)) in again),
        )
        for row in seatings
    ]
    return Draw(section, coming.number, couples, draw_mark(plan, coming.number))
