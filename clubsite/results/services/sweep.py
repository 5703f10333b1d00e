"""The sweep: whatever is not scored or ranked as it stands now, is. It needs no message."""

import logging
from collections.abc import Callable
from datetime import timedelta

from django.db.models import Count, Exists, OuterRef, Q
from django.utils import timezone

from clubsite.duplicate.models import Board, Session, SessionStatus, TableBoardState
from clubsite.duplicate.services.sweeping import sweep as night_sweep
from clubsite.results.models import BoardScoring, ScoreEntry
from clubsite.results.services.fields import fields_of, scored_by, settings_of
from clubsite.results.services.rankings import session_rank, stale_rankings
from clubsite.results.services.scores import board_rescore

log = logging.getLogger(__name__)
RECENT = timedelta(days=7)


def results_sweep() -> int:
    """Score stale boards, rank stale sections, and let the night do what a lost signal left undone.

    Looks at the sessions in play and at those with a score of the last week. Returns how many rows were done.
    """
    boards = [pk for session in _sessions() for pk in stale_boards(session)]
    for board_id in boards:
        _try(board_rescore, board_id)
    sessions = [session.pk for session in _sessions() if stale_sections(session)]
    for session_id in sessions:
        _try(session_rank, session_id)
    if boards:
        log.info("Sweep scored %d boards, ranked %d sessions", len(boards), len(sessions))
    return len(boards) + len(sessions) + night_sweep()


def _try(job: Callable[[int], bool], row_id: int) -> None:
    """One row that cannot be scored must not keep the others waiting."""
    try:
        job(row_id)
    except Exception:
        log.exception("%s(%s) failed: the next sweep tries again", job.__name__, row_id)


def _sessions() -> list[Session]:
    recent = ScoreEntry.objects.filter(
        table_board__round__section__session=OuterRef("pk"), at__gte=timezone.now() - RECENT
    )
    in_play = Q(status__in=[SessionStatus.RUNNING, SessionStatus.PAUSED])
    return list(Session.objects.filter(in_play | Exists(recent)))


def stale_boards(session: Session) -> list[int]:
    """Boards whose match points were made from other scores, lines, field or settings than there are now."""
    lines = Count("table_boards", filter=~Q(table_boards__state=TableBoardState.VOID), distinct=True)
    rows = list(
        Board.objects.filter(board_set__session=session)
        .annotate(lines=lines, scores=Count("table_boards__score_entries", distinct=True))
        .order_by("pk")
        .values_list("pk", "board_set_id", "lines", "scores")
    )
    settings = settings_of(session)
    field = {
        board_set: sum(fields_of(board_set, settings).full.values()) for board_set in {row[1] for row in rows}
    }
    made = {
        s.board_id: (s.entries, s.lines, s.field, s.settings)
        for s in BoardScoring.objects.filter(board__board_set__session=session)
    }
    return [
        pk
        for pk, board_set, count, scores in rows
        if (scores or pk in made) and made.get(pk) != (scores, count, field[board_set], scored_by(settings))
    ]


def stale_sections(session: Session) -> list[int]:
    """The sections that keep a ranking made from other match points than there are now."""
    return [source.first.pk for source in stale_rankings(session.pk) if source.boards]
