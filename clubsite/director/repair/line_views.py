"""Pages that correct one row of a board, if a pair sat the wrong way round or the table played another board."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect

from clubsite.accounts.requests import SignedInRequest
from clubsite.core.fields import LineField
from clubsite.core.refused import Refused, attempt
from clubsite.director.links import line_url
from clubsite.director.repair.forms import ListField
from clubsite.nights.decorators import for_director, posted_by_director, session_page
from clubsite.nights.models import Board, Session, TableBoard, WrongBoard
from clubsite.nights.selectors.boards import boards_instead, row_fault, table_board_for, wrong_board_plan
from clubsite.nights.selectors.contestants import names_of
from clubsite.nights.services.reseating import board_turn
from clubsite.nights.services.wrong_boards import wrong_board_apply, wrong_board_set_aside, wrong_board_undo
from clubsite.scores.selectors.entries import latest_of
from clubsite.scores.selectors.hidden_cards import latest_seen_by
from clubsite.scores.selectors.order_checks import PLAYED_STATUSES

WRONG_BOARD_LEFT = "Nothing was changed. The table plays its own board."


def _page(request: SignedInRequest, row: TableBoard, template: str, **more: Any) -> HttpResponse:
    names, section = names_of([row.ns_id, row.ew_id]), row.round.section
    more |= {"row": row, "pairs": section.pairs, "ns": names[row.ns_id], "ew": names[row.ew_id]}
    return session_page(request, section.session, f"director/repair/{template}.html", **more)


@for_director
def turn(request: SignedInRequest, session: Session, pk: int) -> HttpResponse:
    """Show the row before and after a turn, followed by the button. GET changes nothing."""
    row = table_board_for(session, pk)
    if request.method == "POST":
        try:
            new = board_turn(table_board=row, user=request.user)
        except Refused as no:
            messages.error(request, str(no))
            return redirect("director:score", session_id=session.public_id, pk=pk)
        messages.success(request, f"Board {row.board.number} is turned. Turn it again to take that back.")
        return redirect(line_url(session, new))
    latest, covered = latest_seen_by(request.user, session, [row])
    entry, can = latest.get(row.pk), row.state == "finished"
    return _page(request, row, "turn", entry=entry, covered=row.pk in covered, can=can)


class WrongBoardForm(forms.Form):
    """The board that was played, whether the table keeps its own board (`kept`), and what the page showed (`seen`)."""

    kept = forms.ChoiceField(
        label="And its own board?",
        choices=[("", "It is not played at this table"), ("kept", "It is still played in this round, too")],
        required=False,
        widget=forms.RadioSelect,
    )
    seen = LineField(required=False)

    def __init__(self, data: object, boards: list[Board]) -> None:
        super().__init__(data, auto_id="f-%s")  # type: ignore[arg-type]
        choices = [(str(board.number), f"Board {board.number}") for board in boards]
        self.fields["board"] = ListField("Which board did they play?", choices)
        self.fields["board"].choose_first()  # type: ignore[attr-defined]
        self.boards = {str(board.number): board for board in boards}

    @property
    def board(self) -> Board | None:
        """The chosen board, or None."""
        return self.boards.get(self.cleaned_data.get("board", "")) if self.is_valid() else None


@for_director
def wrong_board(request: SignedInRequest, session: Session, pk: int) -> HttpResponse:
    """Let the director choose the board, then show the effect on both boards, and a button. GET changes nothing."""
    row = table_board_for(session, pk)
    sent = request.POST if request.method == "POST" else request.GET
    form = WrongBoardForm(sent if "board" in sent else None, boards_instead(row))
    board = form.board
    if request.method == "POST" and board is not None:
        kept, seen = bool(form.cleaned_data["kept"]), form.cleaned_data["seen"]
        try:
            line = wrong_board_apply(table_board=row, board=board, kept=kept, seen=seen, user=request.user)
        except Refused as no:
            messages.error(request, str(no))
        else:
            messages.success(
                request, f"Board {board.number} is table {row.table.label}’s now. Type its score, or let them do it."
            )
            return redirect("director:score", session_id=session.public_id, pk=line.pk)
    entry = latest_of([row]).get(row.pk)
    return _page(
        request,
        row,
        "wrong_board",
        form=form,
        fault=row_fault(row),
        plan=wrong_board_plan(row, board) if board is not None else None,
        asked=WrongBoard.objects.filter(table_board=row, closed_at=None).exists(),
        entry=entry,
        carried=entry is not None and entry.status in PLAYED_STATUSES,
    )


@posted_by_director
def aside(request: SignedInRequest, session: Session, pk: int) -> HttpResponse:
    row = table_board_for(session, pk)
    attempt(request, WRONG_BOARD_LEFT, lambda: wrong_board_set_aside(table_board=row, user=request.user))
    return redirect("director:monitor", session_id=session.public_id)


@posted_by_director
def undo(request: SignedInRequest, session: Session, pk: int) -> HttpResponse:
    """Undo a change of board, so that the table plays its own board after all."""
    row = table_board_for(session, pk)
    done = f"Board {row.board.number} is no longer table {row.table.label}’s."
    attempt(request, done, lambda: wrong_board_undo(line=row, user=request.user))
    return redirect("director:table", session_id=session.public_id, number=row.table.label)
