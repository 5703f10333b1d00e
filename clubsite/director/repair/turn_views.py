"""One board turned: who would have its score, before it is done."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode

from clubsite.accounts.requests import SignedInRequest
from clubsite.duplicate.decorators import for_director
from clubsite.duplicate.errors import Refused
from clubsite.duplicate.models import Session, TableBoard
from clubsite.duplicate.selectors.boards import table_board_for
from clubsite.duplicate.selectors.contestants import names_of
from clubsite.duplicate.services.board_turn import board_turn
from clubsite.scores.selectors.hidden_cards import latest_seen_by


@for_director
def turn(request: SignedInRequest, session: Session, pk: int) -> HttpResponse:
    """The line before and after, then the button. GET changes nothing."""
    row = table_board_for(session, pk)
    if request.method == "POST":
        try:
            new = board_turn(table_board=row, user=request.user)
        except Refused as no:
            messages.error(request, str(no))
            return redirect("director:score", session_id=session.public_id, pk=pk)
        messages.success(request, f"Board {row.board.number} is turned. Turn it again to take that back.")
        return redirect(_its_board(session, new))
    latest, covered = latest_seen_by(request.user, session, [row])
    names = names_of([row.ns_id, row.ew_id])
    context = {
        "session": session,
        "club": session.club,
        "row": row,
        "pairs": row.round.section.pairs,
        "ns": names[row.ns_id],
        "ew": names[row.ew_id],
        "entry": latest.get(row.pk),
        "covered": row.pk in covered,
        "can": row.state == "finished",
    }
    return render(request, "director/repair/turn.html", context)


def _its_board(session: Session, row: TableBoard) -> str:
    section = row.round.section
    where = reverse("director:traveller", args=[session.public_id, row.board.number])
    own = f"?{urlencode({'section': section.name})}" if section.own_boards else ""
    return f"{where}{own}#line-{row.pk}"
