"""The page behind a link to a lost slip."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubsite.accounts.cookies import device_here
from clubsite.core.refused import Refused
from clubsite.pdf.dummy_slips import slips
from clubsite.pdf.paper import PaperSize
from clubsite.pdf.response import pdf_answer
from clubsite.seats.slip_readers import slip_reader
from clubsite.visibility.services import slip_link_of, slip_link_use


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def lost_slip(request: HttpRequest, key: str) -> HttpResponse:
    """Show a warning first, and show the cards only after the button below the warning has been pressed."""
    try:
        board = slip_link_of(key).board
        reader = slip_reader(board, request.user, device_here(request))
        if request.method != "POST":
            return render(request, "seats/lost_slip.html", {"board": board, "reader": reader.told})
        board = slip_link_use(key=key, by=reader)
    except Refused as no:
        return render(request, "seats/lost_slip.html", {"fault": str(no)}, status=403)
    session = board.board_set.session
    heading = f"{session.club.name}, {session.name}, {session.date:%d %B %Y}"
    return pdf_answer(slips(heading, [board.setup()], PaperSize(session.club.paper)), f"slips-{board.number}.pdf")
