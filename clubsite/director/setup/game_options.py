"""The options for a session's game: each option of its rules is a question, until the first cards are shown."""

from typing import Any

from django import forms

from clubsite.duplicate.models import Session
from clubsite.duplicate.services.game_options import options_of
from clubsite.duplicate.services.tables import SESSION_GAME
from clubsite.play.game_options import SOLO_OPTIONS, question_field
from games.option_questions import OptionQuestion
from games.options import usual
from games.registry import rules_for


class GameOptionsForm(forms.Form):
    """The options for a session's game. A question left unanswered keeps the default option."""

    def __init__(self, session: Session, data: Any = None) -> None:
        now = options_of(session)
        super().__init__(data, initial=now)
        as_usual = usual(rules_for(SESSION_GAME).options)
        for name, question in SOLO_OPTIONS.items():
            words = {**question.answers, as_usual[name]: f"{question.answers[as_usual[name]]} (usual)"}
            self.fields[name] = question_field(OptionQuestion(question.text, words), now[name])

    def chosen(self) -> dict[str, str]:
        """Return the chosen option by name, in the form that `options_choose` takes."""
        return {name: value for name, value in self.cleaned_data.items() if value}
