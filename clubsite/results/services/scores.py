"""From scores to match points, or IMPs. Can run twice, or late, and comes to the same."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from django.db import connection, transaction

from clubsite.duplicate.models import Board, Section, TableBoard, TableBoardState
from clubsite.results import jobs
from clubsite.results.models import BoardScore, BoardScoring, ScoreEntry
from clubsite.results.services.fields import Field, field_of, full_fields, scored_by, settings_of
from clubsite.results.services.lines import Stored, line_of
from scoring.board import BoardMP
from scoring.methods import score_lines
from scoring.settings import ScoringSettings


def board_rescore(board_id: int) -> bool:
    """Match points of every table on one board, made anew under a lock on it. True when a figure changed.

    A board that is gone is no error: its session may have been discarded since the job was asked for.
    """
    with transaction.atomic():
        # Without its key: a round that opens, with this board at its tables, need not wait for it.
        if not Board.objects.select_for_update(no_key=True).filter(pk=board_id).exists():
            return False
        # Read under the lock: what is joined to a row that was waited for is as old as the question.
        board = Board.objects.select_related("board_set__session", "scoring").get(pk=board_id)
        # Scores before lines: a line that changes hands in between brings a score more, and the sweep sees it.
        entries, places = _entries(board), _places(board)
        settings = settings_of(board.board_set.session)
        full = full_fields(board.board_set_id, settings)
        latest = {entry.table_board_id: entry for entry in entries}
        points: dict[Any, BoardMP] = {}
        for field, keys in _by_field(places, settings).items():
            lines = [line_of(latest[key]) for key in keys if key in latest]
            points |= score_lines(lines, full[field], settings)
        changed = _replace(board, _figures(latest, points))
        made = getattr(board, "scoring", None) or BoardScoring(board=board)
        made.entries, made.lines, made.field = len(entries), len(places), sum(full.values())
        made.settings, made.revision = scored_by(settings), made.revision + int(changed)
        made.save()
        for section_id in sorted({section_id for _, section_id, _ in places}):
            jobs.enqueue("results.rank_section", section_id)
    return changed


def _places(board: Board) -> list[tuple[int, int, str]]:
    """Every line that counts: its id, its section and that one's kind."""
    lines = board.table_boards.exclude(state=TableBoardState.VOID).order_by("pk")
    return list(lines.values_list("pk", "round__section_id", "round__section__kind"))


def _entries(board: Board) -> list[Stored]:
    """Every score that was ever entered, in that order."""
    entries = ScoreEntry.objects.filter(table_board__board=board).order_by("pk")
    return [Stored(*row) for row in entries.values_list(*Stored._fields)]


def _by_field(places: list[tuple[int, int, str]], settings: ScoringSettings) -> dict[Field, list[int]]:
    fields: dict[Field, list[int]] = defaultdict(list)
    for pk, section_id, kind in places:
        fields[field_of(kind, section_id, settings)].append(pk)
    return fields


FIGURES = ("status", "ns_score", "top", "ns_mp_num", "ns_mp_den", "ew_mp_num", "ew_mp_den")
Figures = tuple[str, int | None, int, int | None, int, int | None, int]
"""Columns of a BoardScore."""


def _figures(latest: Mapping[int, Stored], points: Mapping[Any, BoardMP]) -> dict[int, Figures]:
    """What is stored of every line, by its id."""
    return {
        key: (latest[key].status, latest[key].ns_score, mp.top, *_fractions(mp)) for key, mp in points.items()
    }


def _fractions(mp: BoardMP) -> tuple[int | None, int, int | None, int]:
    if mp.ns is None or mp.ew is None:
        return None, 1, None, 1
    return mp.ns.numerator, mp.ns.denominator, mp.ew.numerator, mp.ew.denominator


def _replace(board: Board, new: Mapping[int, Figures]) -> bool:
    """Write the lines that have other figures than before, and no more: one result leaves many as they were."""
    scores = BoardScore.objects.filter(table_board__board=board)
    old = {key: tuple(figures) for key, *figures in scores.values_list("table_board_id", *FIGURES)}
    gone = old.keys() - new.keys()
    added = [key for key in new if key not in old]
    other = [key for key in new if key in old and old[key] != new[key]]
    if gone:
        scores.filter(table_board__in=gone).delete()
    BoardScore.objects.bulk_create(
        BoardScore(table_board_id=key, **dict(zip(FIGURES, new[key], strict=True))) for key in added
    )
    if other:
        with connection.cursor() as cursor:
            cursor.executemany(UPDATE, [(*new[key], key) for key in other])
    return bool(gone or added or other)


# A model for each line of a large field would cost more than all the scoring.
UPDATE = (
    f"UPDATE {BoardScore._meta.db_table} SET {', '.join(f'{name} = %s' for name in FIGURES)}"
    " WHERE table_board_id = %s"
)


def table_boards_of(section: Section) -> list[TableBoard]:
    """Every line that counts, in board and table order."""
    rows = TableBoard.objects.filter(round__section=section).exclude(state=TableBoardState.VOID)
    rows = rows.select_related("board", "table__section", "round")
    return list(rows.order_by("board__number", "table__number"))
