"""Who is compared with whom: the sections whose scores meet on a board, and those that share a ranking.

Four-handed pairs are never compared with two-handed players: theirs is another game on the same cards.
"""

import hashlib
import json
from collections import Counter

from django.db.models import Count

from clubsite.duplicate.models import Board, Round, Section, Session, TableBoard, TableBoardState
from scoring.settings import ScoringSettings

Field = tuple[str, int]
"""A kind of section, and the section where each is a field of its own (else 0)."""


def settings_of(session: Session) -> ScoringSettings:
    """How a session is scored. Raises scoring.settings.SettingsError where something else was stored."""
    return ScoringSettings.from_json(session.scoring)


def scored_by(settings: ScoringSettings) -> str:
    """What a board's points depend on of the way of scoring: the same text, the same points."""
    of_boards = ("method", "fewer_results", "tiny_groups", "rounding", "field", "imp_divisor", "butler_trim")
    changed = {name: value for name, value in settings.to_json().items() if name in of_boards}
    return hashlib.sha256(json.dumps(changed, sort_keys=True).encode()).hexdigest() if changed else ""


def field_of(kind: str, section_id: int, settings: ScoringSettings) -> Field:
    """The field in which the scores of a section of this kind are compared."""
    return kind, section_id if settings.field == "section" else 0


def full_fields(board_set_id: int, settings: ScoringSettings) -> dict[Field, int]:
    """E of each field, its full number of scores: the most lines of the field that any board of the set has."""
    boards = Board.objects.filter(board_set=board_set_id)
    lines = TableBoard.objects.filter(board__in=boards).exclude(state=TableBoardState.VOID)
    # An index has all of this; what a round belongs to need not be looked up for every line.
    per_round = list(lines.order_by().values_list("board_id", "round_id").annotate(n=Count("*")))
    rounds = Round.objects.filter(pk__in={row[1] for row in per_round})
    fields = {
        pk: field_of(kind, section_id, settings)
        for pk, section_id, kind in rounds.values_list("pk", "section_id", "section__kind")
    }
    counts: Counter[tuple[int, Field]] = Counter()
    for board_id, round_id, count in per_round:
        counts[board_id, fields[round_id]] += count
    full: dict[Field, int] = {}
    for (_, field), count in counts.items():
        full[field] = max(full.get(field, 0), count)
    return full


def ranked_with(section: Section) -> list[Section]:
    """The sections that share one ranking with this one, by name; the first keeps it."""
    session = section.session
    if settings_of(session).sections != "together":
        return [section]
    return list(session.sections.filter(kind=section.kind).order_by("name"))
