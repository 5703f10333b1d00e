"""What a terminal sends: a score key by key, and the line that a button is about."""

from clubsite.core.fields import LineField
from clubsite.core.forms import ButtonForm
from clubsite.scores.forms import ScoreKeysForm
from clubsite.scores.models import ScoreStatus
from clubsite.scores.services.score_parser import Written

NO_LEAD = "none"
NOT_DOUBLED = "no"


class TerminalScoreForm(ScoreKeysForm):
    """The answers of a terminal's questions. Only a board that was played or passed out can be typed there."""

    passed = LineField(required=False)

    def clean_doubled(self) -> str:
        return str(self.cleaned_data["doubled"]).replace(NOT_DOUBLED, "")

    def clean_lead(self) -> str:
        lead = str(self.cleaned_data["lead"])
        return "" if lead == NO_LEAD else lead

    def written(self) -> Written:
        written = super().written()
        if self.cleaned_data["passed"]:
            return {"status": ScoreStatus.PASSED_OUT}
        return {
            "status": ScoreStatus.PLAYED,
            "contract": written["contract"],
            "declarer": written["declarer"],
            "tricks": written["tricks"],
            "lead": written["lead"],
        }


class LineForm(ButtonForm):
    """Which line is meant: its board or its row, or the `key` of the pending score that was shown.

    `hand`: the other side answers, with this device in its hands.
    """

    board = LineField(required=False)
    row = LineField(required=False)
    key = LineField(required=False)
    hand = LineField(required=False)

    def clean_key(self) -> str:
        """Empty if it cannot be a key."""
        key = str(self.cleaned_data["key"])
        return key if key.isalnum() else ""
