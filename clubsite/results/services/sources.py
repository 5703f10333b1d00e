"""What places come from: contestants, plans, penalties, and the boards that were scored."""

import datetime
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from clubsite.duplicate.models import Entry, Movement, Section
from clubsite.results.models import BoardScoring, Penalty
from clubsite.results.services.sums import Stamp
from movements.plan import Plan

Accepted = tuple[int, datetime.datetime, int]
"""A movement's id, when it was accepted, how many win."""


class Competitor(NamedTuple):
    """Columns of an Entry, without the weight of the model for hundreds of them at every result."""

    pk: int
    section_id: int
    number: int
    robot: str
    stratum: str
    handicap: Decimal | None
    carry: str


@dataclass(slots=True)
class Source:
    """What the places of some sections come from, apart from the scores themselves."""

    sections: list[Section]
    competitors: list[Competitor]
    penalties: list[Penalty]
    movements: dict[int, Accepted]
    boards: Mapping[int, Stamp]

    @property
    def fingerprint(self) -> str:
        """Moves with every match point that changes, a new plan, other sections, the way of scoring, a penalty, a
        stratum, a handicap, what is carried over."""
        made_from = [
            sum(revision for revision, _ in self.boards.values()),
            max((at for _, at, _ in self.movements.values()), default=None),
            [section.pk for section in self.sections],
            self.sections[0].session.scoring,
            [(c.pk, c.robot, c.stratum, c.handicap, c.carry) for c in sorted(self.competitors)],
            [(penalty.pk, penalty.amount, penalty.unit) for penalty in self.penalties],
        ]
        return hashlib.sha256(json.dumps(made_from, default=str).encode()).hexdigest()


def source_of(sections: list[Section]) -> Source:
    """Of sections that are ranked together."""
    boards = BoardScoring.objects.filter(board__board_set__in={section.board_set_id for section in sections})
    movements = Movement.objects.filter(section__in=sections)
    entries = Entry.objects.filter(section__in=sections).order_by("section__name", "number")
    penalties = Penalty.objects.filter(entry__section__in=sections, withdrawn_at__isnull=True)
    return Source(
        sections,
        [Competitor(*row) for row in entries.values_list(*Competitor._fields)],
        list(penalties.order_by("pk")),
        {at: found for at, *found in movements.values_list("section", "pk", "accepted_at", "plan__winners")},  # type: ignore[misc]
        {pk: (revision, at) for pk, revision, at in boards.values_list("board", "revision", "scored_at")},
    )


@lru_cache(maxsize=64)
def south_of(movement_id: int, accepted_at: datetime.datetime) -> frozenset[int]:
    """Contestants of the N/S line, by the plan as accepted then. Every result asks, and reading a plan takes long."""
    return Plan.from_json(Movement.objects.values_list("plan", flat=True).get(pk=movement_id)).south()
