"""Comparing the opening lead of a typed score with the leader's hand, and leads that were refused."""

import datetime

from django.db.models import Count, Max, Q

from clubsite.nights.models import Board, Session, TableBoard, TableBoardState
from clubsite.nights.models.boards import SEATS
from games.wording import SEAT_NAMES
from scoring.result import BoardResult

MAX_REFUSED_LEADS = 3
"""How many leads of a board are refused at one table before the director decides. Each refusal reveals something about
a card.
"""


def lead_fault(board: Board, result: BoardResult, four_handed: bool) -> str:
    """Return why this lead is impossible (SOLO-13), or "" if it is possible or if the hands are unknown or not open."""
    seat = result.leader(four_handed)
    leader = SEAT_NAMES.get(seat, "")
    hand = board.hands[seat] if result.lead and leader and board.opened_at else ""
    if not hand or result.lead in hand.split():
        return ""
    where = f"by {leader}, on declarer's left" if four_handed else "from the defender's hand"
    meant = f"Was it another card, or was {'somebody else' if four_handed else leader} declarer?"
    return f"The lead is made {where}, and {leader} did not hold that card. {meant}"


def rows_with_closed_leads(session: Session) -> list[tuple[TableBoard, datetime.datetime]]:
    """Return the rows without a score whose leads are no longer checked, each with the time of its last refusal."""
    counted = Q(refused_leads__cleared_at__isnull=True)
    rows = TableBoard.objects.filter(round__section__session=session, state=TableBoardState.WAITING)
    rows = rows.annotate(
        times=Count("refused_leads", filter=counted), closed_at=Max("refused_leads__at", filter=counted)
    )
    found = rows.filter(times__gte=MAX_REFUSED_LEADS).select_related("board", "table__section", "round")
    rows = found.defer(*(f"board__{seat}" for seat in SEATS)).order_by("closed_at")
    return [(row, row.closed_at) for row in rows]
