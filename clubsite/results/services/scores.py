"""From scores to match points, or IMPs. Can run twice, or late, and comes to the same."""

from collections import defaultdict
from fractions import Fraction
from typing import Any

from django.db import transaction

from clubsite.duplicate.models import Board, Section, Session, TableBoard, TableBoardState
from clubsite.results import jobs
from clubsite.results.models import BoardScore, BoardScoring, ScoreEntry
from clubsite.results.selectors.entries import latest_entries
from clubsite.results.services.fields import Field, field_of, full_fields, scored_by, settings_of
from clubsite.results.services.lines import line_of
from scoring.board import BoardMP
from scoring.lines import Line
from scoring.methods import score_lines
from scoring.settings import ScoringSettings


def board_rescore(board_id: int) -> bool:
    """Match points of every table on one board, made anew under a lock on it. True when a figure changed.

    A board that is gone is no error: its session may have been discarded since the job was asked for.
    """
    with transaction.atomic():
        board = Board.objects.select_for_update().filter(pk=board_id).first()
        if board is None:
            return False
        rows = list(board.table_boards.exclude(state=TableBoardState.VOID).select_related("round__section"))
        latest = latest_entries(row.pk for row in rows)
        settings = settings_of(Session.objects.get(board_sets=board.board_set_id))
        full = full_fields(board.board_set_id, settings)
        points: dict[Any, BoardMP] = {}
        for field, lines in _by_field(rows, latest, settings).items():
            points |= score_lines(lines, full[field], settings)
        changed = _replace(board, [_board_score(entry, points[key]) for key, entry in latest.items()])
        _remember(board, len(rows), sum(full.values()), scored_by(settings), changed)
        for section_id in sorted({row.round.section_id for row in rows}):
            jobs.enqueue("results.rank_section", section_id)
    return changed


def _by_field(
    rows: list[TableBoard], latest: dict[int, ScoreEntry], settings: ScoringSettings
) -> dict[Field, list[Line]]:
    fields: dict[Field, list[Line]] = defaultdict(list)
    for row in rows:
        if row.pk in latest:
            fields[field_of(row.round.section, settings)].append(line_of(latest[row.pk]))
    return fields


def _board_score(entry: ScoreEntry, mp: BoardMP) -> BoardScore:
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


FIGURES = ("table_board_id", "status", "ns_score", "top", "ns_mp_num", "ns_mp_den", "ew_mp_num", "ew_mp_den")


def _figures(score: BoardScore) -> tuple[Any, ...]:
    return tuple(getattr(score, name) for name in FIGURES)


def _replace(board: Board, new: list[BoardScore]) -> bool:
    old = BoardScore.objects.filter(table_board__board=board)
    if {_figures(score) for score in old} == {_figures(score) for score in new}:
        return False
    old.delete()
    BoardScore.objects.bulk_create(new)
    return True


def _remember(board: Board, lines: int, field: int, settings: str, changed: bool) -> None:
    scoring, _ = BoardScoring.objects.get_or_create(board=board)
    scoring.entries = ScoreEntry.objects.filter(table_board__board=board).count()
    scoring.lines, scoring.field, scoring.settings = lines, field, settings
    scoring.revision += int(changed)
    scoring.save()


def table_boards_of(section: Section) -> list[TableBoard]:
    """Every line that counts, in board and table order."""
    rows = TableBoard.objects.filter(round__section=section).exclude(state=TableBoardState.VOID)
    rows = rows.select_related("board", "table__section", "round")
    return list(rows.order_by("board__number", "table__number"))
