"""The cards of a board that was dealt at the table, on the director's page about that board (SOLO-5b)."""

from dataclasses import dataclass
from typing import Any

from django import forms

from clubsite.accounts.models import User
from clubsite.core.fields import LineField
from clubsite.nights.models import Board, SectionKind, Session
from clubsite.nights.selectors.boards import can_be_typed
from clubsite.scores.selectors.hidden_cards import boards_hidden_from
from clubsite.visibility.services import deal_type_as_director
from games.typed_deals import TYPED
from games.wording import seat_name

DEAL_OWED = "You have still to play board {} yourself. Another director of the club can type its cards."


@dataclass(frozen=True, slots=True)
class TypedCards:
    """The state of the cards of a board dealt at the table. `why_not` says why this director cannot type the cards."""

    board: Board
    can: bool
    why_not: str

    @property
    def words(self) -> str:
        if self.board.known:
            return "All four hands are typed."
        return "Both dummies are typed." if self.board.ordered else "Nobody has typed its cards yet."


def typed_cards(board: Board, session: Session, user: User) -> TypedCards | None:
    """Return the state of the cards, or None for a board that the site dealt or that only pairs play."""
    if not (board.hands_open or board.typings):
        return None
    if not board.board_set.sections.filter(kind=SectionKind.TWO_HANDED).exists():
        return None
    owed = board.pk in boards_hidden_from(user, session)
    return TypedCards(board, can_be_typed(board), DEAL_OWED.format(board.number) if owed else "")


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
        """Store the cards. Return False if the same cards were stored already.

        Raise Refused, naming the hand as the field, if the hands do not form a deal or cannot be typed now.
        """
        texts = {seat: self.cleaned_data[seat] for seat in TYPED}
        return deal_type_as_director(board=self.board, texts=texts, seen=self.cleaned_data["seen"], user=user)
