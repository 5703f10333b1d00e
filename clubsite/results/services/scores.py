"""From scores to match points, or IMPs. Can run twice, or late, and comes to the same."""

from collections import defaultdict
from fractions import Fraction
from typing import Any

from django.db import transaction

from clubsite.duplicate.models import Board, Section, TableBoard, TableBoardState
from clubsite.results import jobs
from clubsite.results.models import BoardScore, BoardScoring, ScoreEntry
from clubsite.results.services.fields import Field, field_of, full_fields, scored_by, settings_of
from clubsite.results.services.lines import Stored, line_of
from scoring.board import BoardMP
from scoring.lines import Line
from scoring.methods import score_lines
from scoring.settings import ScoringSettings


def board_rescore(board_id: int) -> bool:
    """Match points of every table on one board, made anew under a lock on it. True when a figure changed.

    A board that is gone is no error: its session may have been discarded since the job was asked for.
    """
    with transaction.atomic():
        boards = Board.objects.select_for_update(of=("self",)).select_related("board_set__session", "scoring")
        board = boards.filter(pk=board_id).first()
        if board is None:
            return False
        places = board.table_boards.exclude(state=TableBoardState.VOID).order_by("pk")
        rows = list(places.values_list("pk", "round__section_id", "round__section__kind"))
        entries = ScoreEntry.objects.filter(table_board__board=board).order_by("pk")
        stored = [Stored(*row) for row in entries.values_list(*Stored._fields)]
        counting = {row[0] for row in rows}
        latest = {entry.table_board_id: entry for entry in stored if entry.table_board_id in counting}
        settings = settings_of(board.board_set.session)
        full = full_fields(board.board_set_id, settings)
        points: dict[Any, BoardMP] = {}
        for field, lines in _by_field(rows, latest, settings).items():
            points |= score_lines(lines, full[field], settings)
        changed = _replace(board, [_board_score(entry, points[key]) for key, entry in latest.items()])
        made = getattr(board, "scoring", None) or BoardScoring(board=board)
        made.entries, made.lines, made.field = len(stored), len(rows), sum(full.values())
        made.settings, made.revision = scored_by(settings), made.revision + int(changed)
        made.save()
        for section_id in sorted({row[1] for row in rows}):
            jobs.enqueue("results.rank_section", section_id)
    return changed


def _by_field(
    rows: list[tuple[int, int, str]], latest: dict[int, Stored], settings: ScoringSettings
) -> dict[Field, list[Line]]:
    fields: dict[Field, list[Line]] = defaultdict(list)
    for pk, section_id, kind in rows:
        if pk in latest:
            fields[field_of(kind, section_id, settings)].append(line_of(latest[pk]))
    return fields


def _board_score(entry: Stored, mp: BoardMP) -> BoardScore:
    counts = mp.ns is not None and mp.ew is not None
    ns, ew = (Fraction(mp.ns or 0), Fraction(mp.ew or 0)) if counts else (None, None)
    return BoardScore(
        table_board_id=entry.table_board_id,
        status=entry.status,
        ns_score=entry.ns_score,
        top=mp.top,
        ns_mp_num=None if ns is None else ns.numerator,
        ns_mp_den=1 if ns is None else ns.denominator,
        ew_mp_num=None if ew is None else ew.numerator,
        ew_mp_den=1 if ew is None else ew.denominator,
    )


FIGURES = ("status", "ns_score", "top", "ns_mp_num", "ns_mp_den", "ew_mp_num", "ew_mp_den")


def _replace(board: Board, new: list[BoardScore]) -> bool:
    """Write the lines that have other figures than before, and no more: one result leaves many as they were."""
    scores = BoardScore.objects.filter(table_board__board=board)
    old = {key: figures for key, *figures in scores.values_list("table_board_id", *FIGURES)}
    gone = old.keys() - {score.table_board_id for score in new}
    other = [s for s in new if old.get(s.table_board_id) != [getattr(s, name) for name in FIGURES]]
    if gone:
        scores.filter(table_board__in=gone).delete()
    if other:
        BoardScore.objects.bulk_create(
            other, update_conflicts=True, unique_fields=["table_board"], update_fields=FIGURES
        )
    return bool(gone or other)


def table_boards_of(section: Section) -> list[TableBoard]:
    """Every line that counts, in board and table order."""
    rows = TableBoard.objects.filter(round__section=section).exclude(state=TableBoardState.VOID)
    rows = rows.select_related("board", "table__section", "round")
    return list(rows.order_by("board__number", "table__number"))
