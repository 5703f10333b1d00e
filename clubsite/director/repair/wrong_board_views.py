"""A wrong board was played: what happens to both boards, before anything is done."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from clubsite.accounts.requests import SignedInRequest
from clubsite.core.fields import LineField
from clubsite.director.repair.forms import ListField
from clubsite.duplicate.decorators import attempt, for_director
from clubsite.duplicate.errors import Refused
from clubsite.duplicate.models import Board, Session, TableBoard, WrongBoard
from clubsite.duplicate.selectors.boards import table_board_for
from clubsite.duplicate.selectors.contestants import names_of
from clubsite.duplicate.selectors.wrong_boards import boards_instead, wrong_board_plan
from clubsite.duplicate.services.wrong_boards import (
    wrong_board_apply,
    wrong_board_set_aside,
    wrong_board_undo,
)

WRONG_BOARD_LEFT = "Nothing was changed. The table plays its own board."


class WrongBoardForm(forms.Form):
    """The board that was played, whether the own one is `kept`, and what the page showed (`seen`)."""

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
    """Choose the board, show what happens to both, then the button. GET changes nothing."""
    row = table_board_for(session, pk)
    sent = request.POST if request.method == "POST" else request.GET
    form = WrongBoardForm(sent if "board" in sent else None, boards_instead(row))
    board = form.board
    if request.method == "POST" and board is not None:
        try:
            line = _apply(row, board, form, request)
        except Refused as no:
            messages.error(request, str(no))
        else:
            messages.success(
                request,
                f"Board {board.number} is table {row.table.label}’s now. Type its score, or let them do it.",
            )
            return redirect("director:score", session_id=session.public_id, pk=line.pk)
    names = names_of([row.ns_id, row.ew_id])
    context = {
        "session": session,
        "club": session.club,
        "row": row,
        "pairs": row.round.section.pairs,
        "ns": names[row.ns_id],
        "ew": names[row.ew_id],
        "form": form,
        "plan": wrong_board_plan(row, board) if board is not None else None,
        "asked": WrongBoard.objects.filter(table_board=row, closed_at=None).exists(),
    }
    return render(request, "director/repair/wrong_board.html", context)


def _apply(row: TableBoard, board: Board, form: WrongBoardForm, request: SignedInRequest) -> TableBoard:
    """Apply the change. Raise Refused."""
    kept, seen = bool(form.cleaned_data["kept"]), form.cleaned_data["seen"]
    return wrong_board_apply(table_board=row, board=board, kept=kept, seen=seen, user=request.user)


@for_director
@require_POST
def aside(request: SignedInRequest, session: Session, pk: int) -> HttpResponse:
    """Set aside the table's report about another board."""
    row = table_board_for(session, pk)
    attempt(request, WRONG_BOARD_LEFT, lambda: wrong_board_set_aside(table_board=row, user=request.user))
    return redirect("director:monitor", session_id=session.public_id)


@for_director
@require_POST
def undo(request: SignedInRequest, session: Session, pk: int) -> HttpResponse:
    """Let the table play its own board after all."""
    row = table_board_for(session, pk)
    done = f"Board {row.board.number} is no longer table {row.table.label}’s."
    attempt(request, done, lambda: wrong_board_undo(line=row, user=request.user))
    return redirect("director:table", session_id=session.public_id, number=row.table.label)
