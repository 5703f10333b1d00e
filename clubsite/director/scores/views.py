"""The pages for typed and corrected scores, the ranking so far, and each board's rows. They never show a card."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from clubsite.accounts.decorators import SignedInRequest
from clubsite.accounts.models import User
from clubsite.analysis.selectors.robots_asked import robots_progress
from clubsite.analysis.services.robots import robots_set
from clubsite.core.forms import LineField
from clubsite.core.refused import Refused, attempt, attempt_form
from clubsite.director.embargo_words import embargo_sentences
from clubsite.director.links import line_url, page_url
from clubsite.director.scores import settings as desks
from clubsite.director.scores import travellers
from clubsite.director.scores.forms import DrawForm, PaperForm, field_of
from clubsite.director.scores.settings import draw_of
from clubsite.director.scores.travellers import (
    board_numbers,
    paper_of,
    paper_take,
    publishing_of,
    read_line,
)
from clubsite.nights.decorators import for_director, posted_by_director, session_page
from clubsite.nights.forms import SectionForm
from clubsite.nights.models import Board, SectionKind, Session
from clubsite.nights.selectors.boards import can_be_typed, table_board_for
from clubsite.rankings.selectors.rankings import rankings_so_far
from clubsite.rankings.services.swiss import draw_swap
from clubsite.rankings.services.teams import teams_so_far
from clubsite.results.selectors.leaderboard import leaderboard_shown
from clubsite.results.services import leaderboard_set
from clubsite.scores.selectors.hidden_cards import boards_hidden_from
from clubsite.visibility.services import deal_type_as_director
from games.typed_deals import TYPED
from games.wording import number_name, seat_name
from scoring.settings import ScoringSettings

DEAL_OWED = "You have still to play board {} yourself. Another director of the club can type its cards."


def typed_cards(board: Board, session: Session, user: User) -> dict[str, Any] | None:
    """Return the state of the cards of a board dealt at a two-handed table, or None; `why_not` forbids typing."""
    if not (board.hands_open or board.typings):
        return None
    if not board.board_set.sections.filter(kind=SectionKind.TWO_HANDED).exists():
        return None
    words = "Both dummies are typed." if board.ordered else "Nobody has typed its cards yet."
    return {
        "board": board,
        "can": can_be_typed(board),
        "why_not": DEAL_OWED.format(board.number) if board.pk in boards_hidden_from(user, session) else "",
        "words": "All four hands are typed." if board.known else words,
    }


class BoardDealForm(forms.Form):
    """The four hands: the dummies from left to right, and either both players' hands or neither."""

    E = LineField(max_length=80, label="East’s cards, left to right")
    W = LineField(max_length=80, label="West’s cards, left to right")
    S = LineField(max_length=80, required=False, label="South’s hand, if you like")
    N = LineField(max_length=80, required=False, label="North’s hand, if you like")
    seen = forms.IntegerField(min_value=0, widget=forms.HiddenInput)

    def __init__(self, board: Board, data: Any = None) -> None:
        super().__init__(data, initial={"seen": board.typings})
        self.board = board
        for seat in "EW":
            self.fields[seat].error_messages["required"] = f"Write {seat_name(seat)}’s 13 cards."

    def store(self, user: User) -> bool:
        """Store the cards. Return False if they are stored already. Raise Refused, with the hand as the field."""
        texts = {seat: self.cleaned_data[seat] for seat in TYPED}
        return deal_type_as_director(board=self.board, texts=texts, seen=self.cleaned_data["seen"], user=user)


SETTINGS_FORMS = {
    "scoring": (desks.scoring_kept, "The scoring is changed. The figures follow at once."),
    "contestants": (desks.contestants_kept, "Saved. The ranking follows at once."),
    "penalty": (desks.penalty_given, "The penalty is given. The ranking follows at once."),
}


@for_director
def score(request: SignedInRequest, session: Session, pk: int) -> HttpResponse:
    """Show the keys, read the score back as a sentence, then store it."""
    row = table_board_for(session, pk)
    sheet = travellers.sheet_of(row, request.user, request.POST if request.method == "POST" else None)
    go = sheet.data["go"]
    if go == "save" and travellers.save(sheet, request.user):
        messages.success(request, f"The score of board {row.board.number} at table {row.table.label} is in.")
        return redirect(line_url(session, row) if sheet.correcting else page_url(session, "table", row.table.label))
    template = "score_sure" if go == "read" and sheet.form.is_valid() else "score"
    return session_page(request, session, f"director/scores/{template}.html", sheet=sheet)


@posted_by_director
def preview(request: SignedInRequest, session: Session, pk: int) -> HttpResponse:
    """Show the sentence so far while keys are being pressed."""
    sheet = travellers.sheet_of(table_board_for(session, pk), request.user, request.POST)
    return render(request, "director/monitor/_sentence.html", {"sheet": sheet})


@for_director
def ranking(request: SignedInRequest, session: Session) -> HttpResponse:
    """Show the ranking so far. With `?boards=yes`, add every board's lines for printing."""
    settings = ScoringSettings.from_json(session.scoring)
    return session_page(
        request,
        session,
        "director/scores/ranking.html",
        teams_now=teams_so_far(session),
        lists=rankings_so_far(session),
        board_groups=travellers.board_numbers(session),
        publishing=publishing_of(session, request.user),
        embargoes=embargo_sentences(session),
        is_shown=leaderboard_shown(session.public_id),
        robots=robots_progress(session),
        every_board=travellers.boards_so_far(session, request.user) if request.GET.get("boards") == "yes" else [],
        imps=settings.imps,
        halves=settings.points == "one_half",
    )


@posted_by_director
def leaderboard(request: SignedInRequest, session: Session) -> HttpResponse:
    on = request.POST.get("show") == "yes"
    leaderboard_set(session=session, on=on, user=request.user)
    return redirect("director:ranking", session_id=session.public_id)


@posted_by_director
def robots(request: SignedInRequest, session: Session) -> HttpResponse:
    on = request.POST.get("show") == "yes"
    attempt(request, "", lambda: robots_set(session=session, on=on, user=request.user))
    return redirect("director:ranking", session_id=session.public_id)


@for_director
def traveller(request: SignedInRequest, session: Session, number: int) -> HttpResponse:
    page = travellers.board_lines(session, number, request.user, request.GET.get("section", ""))
    cards = typed_cards(page["board"], session, request.user)
    return session_page(request, session, "director/scores/traveller.html", page=page, cards=cards)


@for_director
@require_http_methods(["GET", "HEAD", "POST"])
def deal(request: SignedInRequest, session: Session, number: int) -> HttpResponse:
    """Show a field for each hand, or cards to tap. Hide stored cards, because showing them would count as a look."""
    own = request.GET.get("section", "")
    board = travellers.board_of(session, number, own)
    page = typed_cards(board, session, request.user)
    if page is None:
        raise Http404("The site dealt that board")
    back = page_url(session, "traveller", number, section=own)
    if page["why_not"] or not page["can"]:
        messages.error(request, page["why_not"] or "Another table has played it since: its cards are fixed.")
        return redirect(back)
    form = BoardDealForm(board, request.POST if request.method == "POST" else None)
    if form.is_bound and attempt_form(request, form, lambda: form.store(request.user)):
        messages.success(request, f"The cards of board {number} are in.")
        return redirect(back)
    return session_page(request, session, "director/scores/deal.html", page=page, form=form, back=back)


@for_director
def draw(request: SignedInRequest, session: Session) -> HttpResponse:
    """Show who meets whom in the next round, and the contestants' places in the ranking. POST swaps two contestants."""
    section = SectionForm(request.GET, session).chosen()
    form = DrawForm(request.POST if request.method == "POST" else None)
    if attempt_form(request, form, lambda: draw_swap(section=section, user=request.user, **form.cleaned_data)):
        return redirect(request.get_full_path())
    draw = draw_of(section)
    if draw is None:
        return redirect("director:monitor", session_id=session.public_id)
    form.list_seats(draw["seats"])
    return session_page(request, session, "director/scores/swiss.html", draw=draw, section=section, form=form)


@for_director
def scoring(request: SignedInRequest, session: Session) -> HttpResponse:
    """Show one page with a form for each question. Input that is refused stays in its field, with the reason."""
    page = desks.ScoringPage(session, request.POST if request.method == "POST" else None)
    for name, (act, words) in SETTINGS_FORMS.items():
        if name in request.POST and act(page, request.user):
            messages.success(request, words)
            return redirect("director:scoring", session_id=session.public_id)
    return session_page(request, session, "director/scores/settings.html", page=page)


@posted_by_director
def handicaps(request: SignedInRequest, session: Session) -> HttpResponse:
    count, before = desks.handicaps_drawn(desks.ScoringPage(session), request.user)
    words = f"Handicaps of {count} found in earlier nights." if count else "No earlier night to take a handicap from."
    if before:
        words += f" Before there stood: {', '.join(before)}."
    messages.success(request, words)
    return redirect("director:scoring", session_id=session.public_id)


@posted_by_director
def penalty_back(request: SignedInRequest, session: Session, pk: int) -> HttpResponse:
    messages.info(request, desks.penalty_back(session, pk, request.user))
    return redirect("director:scoring", session_id=session.public_id)


@for_director
def first(request: SignedInRequest, session: Session) -> HttpResponse:
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
            return redirect(_next(session, own, number))
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
    result, fault = None, ""
    if text:
        try:
            result = read_line(row, text, request.user)
        except Refused as no:
            fault = str(no)
    context = {"result": result, "fault": fault, "pairs": row.round.section.pairs}
    return render(request, "director/scores/_paper_said.html", context)


def _next(session: Session, own: str, number: int) -> str:
    """Return the address of the next board, going through every board set, or of the ranking after the last board."""
    every = [(own, number) for own, numbers in board_numbers(session) for number in numbers]
    at = every.index((own, number))
    if at + 1 == len(every):
        return page_url(session, "ranking")
    own, number = every[at + 1]
    return page_url(session, "paper", number, section=own)
