"""The form for a score, whether from the director's score sheet or from a program."""

from typing import Any

from django import forms

from clubsite.accounts.models import User
from clubsite.core.forms import LineField
from clubsite.core.refused import Refused
from clubsite.nights.models import TableBoard
from clubsite.privacy.names import names_warning
from clubsite.scores.models import CorrectionReason
from clubsite.scores.services.checks import lead_check
from clubsite.scores.services.score_parser import parse_score
from scoring.result import BoardResult


class ScoreForm(forms.Form):
    """The score of a board at one table, typed by the user `typist`. Once validated, `result` is the score or None."""

    status = LineField(required=False)
    contract = LineField(required=False)
    declarer = LineField(required=False)
    tricks = LineField(required=False)
    lead = LineField(required=False)
    points = LineField(required=False)
    artificial = LineField(required=False)
    group = LineField(required=False)
    why = LineField(required=False)
    reason = forms.TypedChoiceField(
        choices=CorrectionReason,
        empty_value=CorrectionReason.OTHER,
        required=False,
        error_messages={"invalid_choice": "Choose typing, ruling, board or other."},
    )
    named = LineField(required=False)
    """The reason that was refused because it contains a name. If it is sent again, it is meant so."""

    def __init__(self, data: Any = None, *, table_board: TableBoard, typist: User, **more: Any) -> None:
        super().__init__(data, **more)
        self.table_board, self.typist = table_board, typist
        self.result: BoardResult | None = None

    def clean(self) -> dict[str, Any]:
        board, section = self.table_board.board, self.table_board.round.section
        typed = self.cleaned_data
        if fault := names_warning(section.session.club, typed.get("why", ""), typed.get("named", "")):
            self.add_error("why", fault)
        try:
            result = parse_score(vul=board.vulnerability, four_handed=section.pairs, **self.parts())
            lead_check(board=board, result=result, four_handed=section.pairs, typist=self.typist)
            self.result = result
        except Refused as no:
            self.refuse(no)
        return typed

    def parts(self) -> dict[str, Any]:
        """Return the input in the form that `parse_score` takes."""
        names = ("contract", "declarer", "tricks", "lead", "points", "artificial", "group")
        typed = self.cleaned_data
        return {"status": typed["status"] or "played", **{name: typed[name] for name in names}}

    def refuse(self, no: Refused) -> None:
        """Add a refusal's sentences as errors to the form fields that they concern."""
        for name, sentence in no.problems.items():
            self.add_error(name if name in self.fields else None, sentence)

    @property
    def problems(self) -> dict[str, str]:
        """The first error message of each invalid field."""
        return {name: str(sentences[0]) for name, sentences in self.errors.items()}
