"""The form of a score: on the director's score sheet, at a terminal, from a program."""

from typing import Any

from django import forms

from clubsite.clubs.names_in_text import names_warning
from clubsite.core.fields import LineField
from clubsite.duplicate.models import Board, TableBoard
from clubsite.scores.models import CorrectionReason
from clubsite.scores.services.refused_leads import lead_check
from clubsite.scores.services.score_parser import ScoreRefused, Written, understand
from scoring.result import BoardResult


class ScoreForm(forms.Form):
    """A score of a board at one table, as `score_parser` reads it. Its sentences stand at their fields.

    After validation `typed` is what was understood, or None. `typist` is the user who types: without one the lead is
    not compared with the hands (see `lead_check`).
    """

    status = LineField(required=False)
    contract = LineField(required=False)
    declarer = LineField(required=False)
    tricks = LineField(required=False)
    lead = LineField(required=False)
    points = LineField(required=False)
    artificial = LineField(required=False)
    group = LineField(required=False)
    why = LineField(required=False)
    reason = forms.ChoiceField(
        choices=CorrectionReason,
        required=False,
        error_messages={"invalid_choice": "Choose typing, ruling, board or other."},
    )
    named = LineField(required=False)
    """The reason that was refused for a name in it: sent again it is meant so."""

    def __init__(
        self,
        data: Any = None,
        *,
        table_board: TableBoard | None = None,
        board: Board | None = None,
        four_handed: bool = False,
        typist: Any = None,
        **more: Any,
    ) -> None:
        """Of a line, or of a `board` that is on no line."""
        super().__init__(data, **more)
        self.board = table_board.board if table_board is not None else board
        self.four_handed = table_board.round.section.pairs if table_board is not None else four_handed
        self.typist = typist
        self.club = table_board.round.section.session.club if table_board is not None else None
        self.typed: BoardResult | None = None

    def clean(self) -> dict[str, Any]:
        assert self.board is not None
        if self.club is not None:
            typed = self.cleaned_data
            if fault := names_warning(self.club, typed.get("why", ""), typed.get("named", "")):
                self.add_error("why", fault)
        try:
            typed_score = understand(board=self.board, four_handed=self.four_handed, **self.written())
            if self.typist is not None:
                lead_check(
                    board=self.board, result=typed_score, four_handed=self.four_handed, typist=self.typist
                )
            self.typed = typed_score
        except ScoreRefused as no:
            self.refuse(no)
        return self.cleaned_data

    def clean_reason(self) -> str:
        """Other, where nothing was chosen."""
        return self.cleaned_data["reason"] or CorrectionReason.OTHER

    def written(self) -> Written:
        """What was typed, as `understand` and the services take it; of a valid form."""
        typed = self.cleaned_data
        return {
            "status": typed["status"] or "played",
            "contract": typed["contract"],
            "declarer": typed["declarer"],
            "tricks": typed["tricks"],
            "lead": typed["lead"],
            "points": typed["points"],
            "artificial": typed["artificial"],
            "group": typed["group"],
        }

    def refuse(self, no: ScoreRefused) -> None:
        """Put the sentences of a refusal at their fields."""
        for name, sentence in no.problems.items():
            self.add_error(name if name in self.fields else None, sentence)

    @property
    def problems(self) -> dict[str, str]:
        """The first sentence of each field at fault."""
        return {name: str(sentences[0]) for name, sentences in self.errors.items()}


class ScoreKeysForm(ScoreForm):
    """A score from keys, one for each part of the contract."""

    level = LineField(required=False)
    strain = LineField(required=False)
    doubled = LineField(required=False)

    def written(self) -> Written:
        typed = self.cleaned_data
        bid = typed["level"] or typed["strain"]
        contract = f"{typed['level']}{typed['strain']}{typed['doubled']}" if bid else ""
        return {**super().written(), "contract": contract}
