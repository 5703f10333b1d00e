"""Who is compared with whom: the sections whose scores meet on a board, and those that share a ranking.

Four-handed pairs are never compared with two-handed players: theirs is another game on the same cards.
"""

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any, NamedTuple

from django.db.models import Count

from clubsite.duplicate.models import Board, Round, Section, TableBoard, TableBoardState
from clubsite.rankings.selectors.settings import settings_of
from scoring.settings import ScoringSettings

Field = str
"""A kind of section; "two_handed/12" where section 12 is a field of its own."""


def scored_by(settings: ScoringSettings) -> str:
    """What a board's points depend on of the way of scoring: the same text, the same points."""
    of_boards = ("method", "fewer_results", "tiny_groups", "rounding", "field", "imp_divisor", "butler_trim")
    changed = {name: value for name, value in settings.to_json().items() if name in of_boards}
    return hashlib.sha256(json.dumps(changed, sort_keys=True).encode()).hexdigest() if changed else ""


def field_of(kind: str, section_id: int, settings: ScoringSettings) -> Field:
    """The field in which the scores of a section of this kind are compared."""
    return f"{kind}/{section_id}" if settings.field == "section" else kind


class Fields(NamedTuple):
    """By round the field of its lines, and E of each field, its full number of scores."""

    of_round: Mapping[int, Field]
    full: dict[Field, int]


def fields_of(board_set_id: int, settings: ScoringSettings, lines: int = 0) -> Fields:
    """E is the most lines of the field that any board of the set has; `lines`: how many one of them has, if known."""
    sections = Section.objects.filter(session__board_sets=board_set_id).annotate(n=Count("contestants"))
    rows = list(sections.order_by().values_list("pk", "kind", "n"))
    field, *others = {field_of(kind, pk, settings) for pk, kind, _ in rows}
    if others:
        return _parted(board_set_id, settings)
    # Nobody plays a board twice: where everybody has played one, no other has more lines.
    everybody = sum(n for *_, n in rows) // 2
    most = lines if lines == everybody else max(_counts(board_set_id, "board_id").values(), default=0)
    return Fields(defaultdict(lambda: field), {field: most})


def _counts(board_set_id: int, *by: str) -> dict[Any, int]:
    """How many lines count. An index has all of this."""
    boards = Board.objects.filter(board_set=board_set_id)
    lines = TableBoard.objects.filter(board__in=boards).exclude(state=TableBoardState.VOID).order_by()
    counts = lines.values_list(*by).annotate(n=Count("*"))
    return {tuple(key): n for *key, n in counts}


def _parted(board_set_id: int, settings: ScoringSettings) -> Fields:
    """Where some sections are not compared with others. A round is looked up once, not for every line."""
    per_round = _counts(board_set_id, "board_id", "round_id")
    rounds = Round.objects.filter(pk__in={round_id for _, round_id in per_round})
    fields = {
        pk: field_of(kind, section_id, settings)
        for pk, section_id, kind in rounds.values_list("pk", "section_id", "section__kind")
    }
    counts: Counter[tuple[int, Field]] = Counter()
    for (board_id, round_id), count in per_round.items():
        counts[board_id, fields[round_id]] += count
    full: dict[Field, int] = {}
    for (_, field), count in counts.items():
        full[field] = max(full.get(field, 0), count)
    return Fields(fields, full)


def ranked_with(section: Section) -> list[Section]:
    """The sections that share one ranking with this one, by name; the first keeps it."""
    session = section.session
    if settings_of(session).sections != "together":
        return [section]
    return list(session.sections.filter(kind=section.kind).order_by("name"))


class Ranked(NamedTuple):
    """A section as a ranking knows it: columns of it and of its session, for every result asks."""

    pk: int
    name: str
    kind: str
    lettered: bool
    board_set_id: int | None
    session__scoring: dict[str, Any]
    session__public_id: str


def rankings_of(session_id: int) -> list[list[Ranked]]:
    """All sections of a session, those together that share a ranking, by name; the first of each keeps it."""
    rows = Section.objects.filter(session=session_id).order_by("name").values_list(*Ranked._fields)
    sections = [Ranked(*row) for row in rows]
    if not sections or ScoringSettings.from_json(sections[0].session__scoring).sections != "together":
        return [[section] for section in sections]
    kinds = dict.fromkeys(section.kind for section in sections)
    return [[section for section in sections if section.kind == kind] for kind in kinds]
