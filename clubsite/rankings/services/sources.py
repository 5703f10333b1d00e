"""What the places of a session come from: contestants, plans, penalties, and the boards that were scored."""

import datetime
import hashlib
import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from django.db import connection

from clubsite.duplicate.models import Contestant, Movement
from clubsite.rankings.models import BoardScoring, Penalty
from clubsite.rankings.services.comparison_groups import Ranked
from movements.plan import Plan
from scoring.settings import ScoringSettings

Accepted = tuple[int, datetime.datetime]
"""A movement's id, and when it was accepted."""


class Stamp(NamedTuple):
    """When a board was scored, and how often a figure had changed by then; see `BoardScoring.after`."""

    revision: int
    at: datetime.datetime
    after: datetime.datetime | None


class Details(NamedTuple):
    """What some contestants have beside their number: columns of a Contestant."""

    robot: str
    stratum: str
    handicap: Any
    carry: str


@dataclass(slots=True)
class Source:
    """What the places of some sections come from that are ranked together, apart from the scores themselves.

    `details`: of those contestants who have any, by id.
    """

    sections: list[Ranked]
    settings: ScoringSettings
    rolls: list["Roll"]
    details: dict[int, Details]
    penalties: list[Penalty]
    movements: dict[int, Accepted]
    boards: Mapping[int, Stamp]

    @property
    def ids(self) -> tuple[int, ...]:
        """Of its sections."""
        return tuple(section.pk for section in self.sections)

    @property
    def contestants(self) -> list[int]:
        """Everybody's id, in the order of sections and numbers."""
        return [pk for roll in self.rolls for pk in numbers_of(roll)]

    @property
    def robots(self) -> set[int]:
        return {pk for pk, one in self.details.items() if one.robot}

    @property
    def first(self) -> Ranked:
        """The section that keeps the ranking of them all."""
        return self.sections[0]

    @property
    def fingerprint(self) -> str:
        """Moves with every match point that changes, a new plan, other sections, the way of scoring, a penalty, a
        stratum, a handicap, what is carried over."""
        made_from = [
            sum(stamp.revision for stamp in self.boards.values()),
            max((at for _, at in self.movements.values()), default=None),
            [section.pk for section in self.sections],
            self.first.session__scoring,
            self.rolls,
            sorted(self.details.items()),
            [(penalty.pk, penalty.amount, penalty.unit) for penalty in self.penalties],
        ]
        return hashlib.sha256(json.dumps(made_from, default=str).encode()).hexdigest()


def sources_of(groups: list[list[Ranked]]) -> list[Source]:
    """Of sections of one session, each group ranked together; asked for all of them at once."""
    sections = [section.pk for group in groups for section in group]
    board_sets = {section.board_set_id for group in groups for section in group}
    boards = BoardScoring.objects.filter(board__board_set__in=board_sets)
    stamps: dict[int | None, dict[int, Stamp]] = defaultdict(dict)
    columns = ("board__board_set", "board", "revision", "scored_at", "after")
    for board_set, board, revision, at, after in boards.values_list(*columns):
        stamps[board_set][board] = Stamp(revision, at, after)
    movements = Movement.objects.filter(section__in=sections).values_list("section", "pk", "accepted_at")
    accepted = {section: (pk, at) for section, pk, at in movements}
    rolls = _rolls(sections)
    details = _details(rolls)
    standing = Penalty.objects.filter(withdrawn_at__isnull=True, contestant__section__in=sections)
    penalties: dict[int, list[Penalty]] = defaultdict(list)
    for penalty in standing.select_related("contestant").order_by("pk"):
        penalties[penalty.contestant.section_id].append(penalty)
    return [
        Source(
            group,
            ScoringSettings.from_json(group[0].session__scoring),
            [rolls[section.pk] for section in group if section.pk in rolls],
            {contestant: found for section in group for contestant, found in details[section.pk].items()},
            [penalty for section in group for penalty in penalties[section.pk]],
            {section.pk: accepted[section.pk] for section in group if section.pk in accepted},
            {board: stamp for pk in {s.board_set_id for s in group} for board, stamp in stamps[pk].items()},
        )
        for group in groups
    ]


class Roll(NamedTuple):
    """Which contestants a section has, told by sums of their ids and numbers; how many have details."""

    section: int
    size: int
    newest: int
    ids: int
    numbered: int
    detailed: int


def _rolls(sections: list[int]) -> dict[int, Roll]:
    marks = ", ".join(["%s"] * len(sections))
    with connection.cursor() as cursor:
        cursor.execute(ROLLS.format(marks), sections)
        rolls = [Roll(*map(int, row)) for row in cursor.fetchall()]
    return {roll.section: roll for roll in rolls}


# Asked for at every result: to put it together from Python takes longer than to answer it.
ROLLS = f"""
SELECT section_id, COUNT(*), MAX(id), SUM(id), SUM(id * number),
       SUM(CASE WHEN robot = '' AND stratum = '' AND handicap IS NULL AND carry = '' THEN 0 ELSE 1 END)
FROM {Contestant._meta.db_table} WHERE section_id IN ({{}}) GROUP BY section_id
"""


@lru_cache(maxsize=64)
def numbers_of(roll: Roll) -> dict[int, int]:
    """Of a section's contestants, by id, in their order. Every result asks, and nobody's number ever changes."""
    return dict(
        Contestant.objects.filter(section=roll.section).order_by("number").values_list("pk", "number")
    )


def _details(rolls: Mapping[int, Roll]) -> dict[int, dict[int, Details]]:
    """By section, of the few contestants that have any."""
    details: dict[int, dict[int, Details]] = defaultdict(dict)
    some = [roll.section for roll in rolls.values() if roll.detailed]
    if some:
        contestants = Contestant.objects.filter(section__in=some).exclude(
            robot="", stratum="", handicap=None, carry=""
        )
        for section, pk, *row in contestants.order_by("number").values_list(
            "section", "pk", *Details._fields
        ):
            details[section][pk] = Details(*row)
    return details


class Directions(NamedTuple):
    """How many win by a plan, and who of a section is in its N/S line and in the other, in their order."""

    winners: int
    south: list[int]
    north: list[int]


@lru_cache(maxsize=64)
def directions_of(roll: Roll, movement_id: int, accepted_at: datetime.datetime) -> Directions:
    """By the plan as accepted then. Every result asks, and reading a plan takes long."""
    plan = Plan.from_json(Movement.objects.values_list("plan", flat=True).get(pk=movement_id))
    south, numbers = plan.south(), numbers_of(roll)
    return Directions(
        plan.winners,
        [pk for pk, number in numbers.items() if number in south],
        [pk for pk, number in numbers.items() if number not in south],
    )
