"""The page for typing paper travellers."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from clubsite.accounts.requests import SignedInRequest
from clubsite.core.refused import Refused
from clubsite.director.links import page_url
from clubsite.director.scores.forms import PaperForm, field_of
from clubsite.director.scores.paper import paper_of, paper_take, read_line
from clubsite.director.scores.travellers import BoardLines, board_numbers
from clubsite.nights.decorators import for_director, posted_by_director, session_page
from clubsite.nights.models import Session
from clubsite.nights.selectors.boards import table_board_for
from games.wording import number_name


@for_director
def first(request: SignedInRequest, session: Session) -> HttpResponse:
    """Redirect to the first board."""
    for own, numbers in board_numbers(session):
        if numbers:
            return redirect(page_url(session, "paper", numbers[0], section=own))
    raise Http404("No boards yet")


@for_director
def paper(request: SignedInRequest, session: Session, number: int) -> HttpResponse:
    """Show a board's rows, each with a field. On POST, enter what can be entered and show the next board."""
    own = request.GET.get("section", "")
    page = paper_of(session, number, request.user, own)
    if request.method == "POST":
        paper_take(page, request.POST, request.user)
        if page.entered:
            many = len(page.entered)
            scores = f"{number_name(many)} score{'' if many == 1 else 's'}".capitalize()
            messages.success(request, f"Board {number}: {scores} in.")
        if not page.faults:
            return redirect(_next(session, page.board))
        taken, page = page, paper_of(session, number, request.user, own)
        kept = {line.line.table_board: line for line in taken.lines if line.fault}
        page.lines = [kept.get(line.line.table_board, line) for line in page.lines]
        page.why, page.reason, page.warned = taken.why, taken.reason, taken.warned
    return session_page(request, session, "director/scores/paper.html", page=page, at="paper")


@posted_by_director
def said(request: SignedInRequest, session: Session, pk: int) -> HttpResponse:
    """Read one line back to the director while the next line is being typed."""
    row = table_board_for(session, pk)
    text = PaperForm(request.POST, [pk]).sent[field_of(pk)]
    found, fault = None, ""
    if text:
        try:
            found = read_line(row, text, request.user)
        except Refused as no:
            fault = str(no)
    context = {"result": found, "fault": fault, "pairs": row.round.section.pairs}
    return render(request, "director/scores/_paper_said.html", context)


def _next(session: Session, board: BoardLines) -> str:
    """Return the address of the next board, going through every board set, or of the ranking after the last board."""
    every = [(own, number) for own, numbers in board_numbers(session) for number in numbers]
    at = every.index((board.own, board.board.number))
    if at + 1 == len(every):
        return page_url(session, "ranking")
    own, number = every[at + 1]
    return page_url(session, "paper", number, section=own)
