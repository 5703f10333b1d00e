"""What is scored or ranked from other facts than there are now."""

from django.db.models import Count, Q

from clubsite.duplicate.models import Board, Session, TableBoardState
from clubsite.rankings.models import BoardScoring
from clubsite.rankings.selectors.settings import settings_of
from clubsite.rankings.services.comparison_groups import fields_of, scored_by
from clubsite.rankings.services.rankings import stale_rankings


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
