"""The current state of one board during a session, computed on request without waiting for a job."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Max, QuerySet

from clubsite.nights.models import Section, TableBoard, TableBoardSeat, TableBoardState
from clubsite.nights.selectors.contestants import names_of
from clubsite.rankings.selectors.settings import settings_of
from clubsite.rankings.selectors.travellers import row_facts
from clubsite.rankings.shapes import TravellerLine
from clubsite.scores.models import ScoreEntry, ScoreSource
from clubsite.scores.selectors.entries import latest_of, tells
from scoring.lines import COMPARED_STATUSES
from scoring.session_scores import Outcome, worth_of


@dataclass(frozen=True, slots=True)
class BoardSoFar:
    """The scored lines of one board, with the best result for N/S first."""

    lines: list[TravellerLine]
    imps: bool


def board_so_far(row: TableBoard) -> BoardSoFar:
    """Return this line's board with the current scores of all lines with which the line is compared.

    The caller has checked that the reader may see the board (SOLO-30).
    """
    section = row.round.section
    settings = settings_of(section.session)
    field = _field_of(section, apart=settings.field == "section")
    rows = list(field.filter(board=row.board_id).select_related("board", "table__section", "round"))
    latest = latest_of(rows)
    outcomes = {one.pk: _outcome(latest[one.pk]) for one in rows if one.pk in latest}
    worth = worth_of(Counter(outcomes.values()), _full(field, row, outcomes.values()), settings)
    names = names_of([pk for one in rows for pk in (one.ns_id, one.ew_id)])
    lines = [
        TravellerLine(
            **row_facts(one, names),
            result=latest[one.pk].result,
            points=worth[outcomes[one.pk]],
            corrected=one.play_id is not None and latest[one.pk].source == ScoreSource.DIRECTOR,
        )
        for one in rows
        if one.pk in latest and tells(latest[one.pk])
    ]
    lines.sort(key=_place)
    return BoardSoFar(lines, settings.imps)


def _field_of(section: Section, *, apart: bool) -> QuerySet[TableBoard]:
    """Return every line in the sections whose lines are compared with this section's lines."""
    lines = TableBoard.objects.exclude(state=TableBoardState.VOID)
    if apart:
        return lines.filter(round__section=section)
    return lines.filter(round__section__session=section.session_id, round__section__kind=section.kind)


def _full(field: QuerySet[TableBoard], row: TableBoard, outcomes: Iterable[Outcome]) -> int:
    """Return the number of results from which points are computed: that of the set's most often played board.

    The number is never smaller than the number of comparable results that this board already has.
    """
    lines = field.filter(board__board_set=row.board.board_set_id)
    seats = TableBoardSeat.objects.filter(table_board__in=lines, void=False).order_by().values("board")
    most = seats.annotate(players=Count("pk")).aggregate(most=Max("players"))["most"] or 0
    return max(most // 2, sum(outcome.status in COMPARED_STATUSES for outcome in outcomes))


def _outcome(entry: ScoreEntry) -> Outcome:
    return Outcome(entry.status, entry.ns_score, entry.ruling, entry.group)


def _place(line: TravellerLine) -> tuple[bool, int, str]:
    points = line.result.ns_score if line.result is not None else None
    return (points is None, -(points or 0), str(line.table).rjust(5))
