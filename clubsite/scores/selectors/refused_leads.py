"""Leads that were refused at a table: how many for a board, and where no more are checked."""

import datetime

from django.db.models import Count, Max, Q

from clubsite.duplicate.models import Session, TableBoard, TableBoardState
from clubsite.duplicate.models.boards import SEATS
from clubsite.scores.models import RefusedLead

MAX_REFUSED_LEADS = 3
"""How many leads of a board are refused at one table before the director decides. Each refusal reveals something about
a card.
"""


def leads_closed(row: TableBoard) -> bool:
    """True if no lead of this row is checked any more."""
    refused = RefusedLead.objects.filter(table_board=row, cleared_at__isnull=True)
    return refused.count() >= MAX_REFUSED_LEADS


def rows_with_closed_leads(session: Session) -> list[tuple[TableBoard, datetime.datetime]]:
    """Return the rows without a score whose leads are no longer checked, each with the time of the last refusal."""
    counted = Q(refused_leads__cleared_at__isnull=True)
    rows = TableBoard.objects.filter(round__section__session=session, state=TableBoardState.WAITING)
    rows = rows.annotate(
        times=Count("refused_leads", filter=counted), closed_at=Max("refused_leads__at", filter=counted)
    )
    found = rows.filter(times__gte=MAX_REFUSED_LEADS).select_related("board", "table__section", "round")
    rows = found.defer(*(f"board__{seat}" for seat in SEATS)).order_by("closed_at")
    return [(row, row.closed_at) for row in rows]
