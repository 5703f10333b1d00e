"""What places come from: entries, plans, penalties, and sums of points that the database adds up."""

import datetime
import hashlib
import json
from collections import defaultdict
from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from django.db.models import Max, QuerySet, Sum

from clubsite.duplicate.models import Entry, Movement, Section, TableBoard
from clubsite.results.models import BoardScore, BoardScoring, Penalty
from movements.plan import Plan
from scoring.totals import Sums

Accepted = tuple[int, datetime.datetime, int]
"""A movement's id, when it was accepted, how many win."""


@dataclass(slots=True)
class Source:
    """What the places of some sections come from, apart from the scores themselves."""

    sections: list[Section]
    entries: list[Entry]
    penalties: list[Penalty]
    movements: dict[int, Accepted]
    revisions: int

    @property
    def fingerprint(self) -> str:
        """Moves with every match point that changes, a new plan, other sections, the way of scoring, a penalty, a
        stratum, a handicap, what is carried over."""
        made_from = [
            self.revisions,
            max((at for _, at, _ in self.movements.values()), default=None),
            [section.pk for section in self.sections],
            self.sections[0].session.scoring,
            [
                (e.pk, e.robot, e.stratum, e.handicap, e.carry)
                for e in sorted(self.entries, key=lambda e: e.pk)
            ],
            [(penalty.pk, penalty.amount, penalty.unit) for penalty in self.penalties],
        ]
        return hashlib.sha256(json.dumps(made_from, default=str).encode()).hexdigest()


def source_of(sections: list[Section]) -> Source:
    """Of sections that are ranked together."""
    boards = TableBoard.objects.filter(round__section__in=sections).order_by().values("board")
    movements = Movement.objects.filter(section__in=sections)
    entries = Entry.objects.filter(section__in=sections).select_related("section")
    penalties = Penalty.objects.filter(entry__section__in=sections, withdrawn_at__isnull=True)
    return Source(
        sections,
        list(entries.order_by("section__name", "number")),
        list(penalties.order_by("pk")),
        {at: found for at, *found in movements.values_list("section", "pk", "accepted_at", "plan__winners")},  # type: ignore[misc]
        BoardScoring.objects.filter(board__in=boards).aggregate(n=Sum("revision"))["n"] or 0,
    )


def added(scores: QuerySet[BoardScore]) -> tuple[Sums, int]:
    """What everybody has won of what was possible, exact, and a board's top: as `scoring.evening.sums`, added up by
    the database, numerators of each denominator together."""
    won: dict[Hashable, Fraction] = defaultdict(Fraction)
    possible: dict[Hashable, int] = defaultdict(int)
    top = 0
    for side in ("ns", "ew"):
        by = scores.order_by().values_list(f"table_board__{side}", f"{side}_mp_den")
        figures = {"num": Sum(f"{side}_mp_num"), "full": Sum("top"), "most": Max("top")}
        for entry, den, num, full, most in by.annotate(**figures):
            won[entry] += Fraction(int(num), den)
            possible[entry] += int(full)
            top = max(top, most)
    return {entry: (points, possible[entry]) for entry, points in won.items()}, top


@lru_cache(maxsize=64)
def south_of(movement_id: int, accepted_at: datetime.datetime) -> frozenset[int]:
    """Contestants of the N/S line, by the plan as accepted then. Every result asks, and reading a plan takes long."""
    return Plan.from_json(Movement.objects.values_list("plan", flat=True).get(pk=movement_id)).south()
