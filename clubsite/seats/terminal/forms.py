"""The forms that a terminal sends: an action with its row, or a score entered key by key."""

from collections.abc import Collection

from django import forms

from clubsite.core.forms import ButtonForm, LineField
from clubsite.nights.models import Board
from clubsite.scores.models import OrderAnswer, OrderCheckMoment
from clubsite.scores.services.score_parser import parse_played
from games.players import PLAYERS
from games.typed_deals import TYPED
from scoring.contracts import PASSED_OUT
from scoring.result import BoardResult

NO_LEAD = "none"
NOT_DOUBLED = "no"


class NumberField(forms.IntegerField):
    """The number of a row or a round."""

    def __init__(self) -> None:
        super().__init__(min_value=0, max_value=10**15 - 1, required=False)


class KeyField(forms.RegexField):
    """Letters and digits: an id that a terminal made, or the answer given by one of its keys."""

    def __init__(self) -> None:
        super().__init__(r"^[A-Za-z0-9]{1,32}\Z", required=False)


class LineActForm(ButtonForm):
    """An action, with its `id` and the row as the terminal knew it: `round`, `table`, `board`, `ns` and `ew`.

    `key` is the id of the typed score that the action answers. `seen` is the entry that counted when the score was
    typed, or 0 if there was none. `hand` is true if the other side answers on this device, and `offline` is true if
    the action was done offline.
    """

    id = KeyField()
    round = NumberField()
    table = NumberField()
    board = NumberField()
    ns = NumberField()
    ew = NumberField()
    seen = NumberField()
    key = KeyField()
    hand = KeyField()
    offline = KeyField()


class ScoreActForm(LineActForm):
    """The answers to a terminal's questions about the score of a board that was played or passed out."""

    level = KeyField()
    strain = KeyField()
    doubled = KeyField()
    declarer = KeyField()
    lead = KeyField()
    tricks = KeyField()
    passed = KeyField()

    def result(self, board: Board, four_handed: bool) -> BoardResult:
        """Return the score that was typed. Raise Refused, with the errors by field, if the score is invalid."""
        sent = self.sent
        if sent["passed"]:
            return BoardResult.of_contract(PASSED_OUT, "", None, board.vulnerability)
        doubled = "" if sent["doubled"] == NOT_DOUBLED else sent["doubled"]
        return parse_played(
            vul=board.vulnerability,
            four_handed=four_handed,
            contract=f"{sent['level']}{sent['strain']}{doubled}" if sent["level"] or sent["strain"] else "",
            declarer=sent["declarer"],
            tricks=sent["tricks"],
            lead="" if sent["lead"] == NO_LEAD else sent["lead"],
        )


class OrderForm(LineActForm):
    """A table's report on the order of a board's dummies, or, without an `answer`, a request to see the order."""

    moment = LineField(required=False)
    answer = LineField(required=False)

    def clean_moment(self) -> str:
        return _one_of(OrderCheckMoment.values, self.cleaned_data["moment"])

    def clean_answer(self) -> str:
        """Return the answer. Raise ValidationError if a table cannot give this answer."""
        return _one_of(set(OrderAnswer.values) - {OrderAnswer.SHOWN}, self.cleaned_data["answer"])


class OtherBoardForm(LineActForm):
    """A table's report that it played the board `played` instead of its own `board`."""

    played = NumberField()


class TypedDealForm(LineActForm):
    """The cards of a board as the table typed them, one field per seat. `seen` is how often they were typed before."""

    E = LineField(required=False, max_length=60)
    W = LineField(required=False, max_length=60)
    S = LineField(required=False, max_length=60)
    N = LineField(required=False, max_length=60)

    def texts(self) -> dict[str, str]:
        return {seat: self.sent.get(seat, "") for seat in TYPED}


class DeviceSideForm(ButtonForm):
    """The player whom a table's own device will follow: S or N, or "" for the player on the device's side."""

    player = LineField(required=False)

    def clean_player(self) -> str:
        return _one_of(PLAYERS, self.cleaned_data["player"])


class UnsentForm(ButtonForm):
    """The number of entries that the page still has to send after this entry."""

    unsent = forms.IntegerField(min_value=0, max_value=999, required=False)


def _one_of(known: Collection[str], text: str) -> str:
    return text if text in known else ""
