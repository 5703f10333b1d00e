"""The form in which a director takes the cards of a former night, to be played in a new order."""

from typing import Any

from django import forms
from django.utils.formats import date_format

from clubsite.nights.models import BoardSet, Session
from clubsite.nights.selectors.boards import sets_to_repeat

CHOOSE_A_NIGHT = "Choose one of the nights in the list."


class FormerBoardsForm(forms.Form):
    """The former night whose cards are played again in a new order."""

    use_required_attribute = False  # the page says in our words what is missing
    former = forms.ModelChoiceField(
        BoardSet.objects.none(),
        label="Which night?",
        empty_label=None,
        error_messages={"required": CHOOSE_A_NIGHT, "invalid_choice": CHOOSE_A_NIGHT},
    )

    def __init__(self, session: Session, *args: Any) -> None:
        super().__init__(*args)
        field: Any = self.fields["former"]
        field.queryset = sets_to_repeat(session)
        field.label_from_instance = _former_words

    @property
    def any(self) -> bool:
        """True if there is a night to choose."""
        field: Any = self.fields["former"]
        return bool(field.queryset.exists())


def _former_words(board_set: BoardSet) -> str:
    session, sections = board_set.session, board_set.sections.all()
    of = f", section {' and '.join(one.name for one in sections)}" if any(one.own_boards for one in sections) else ""
    return f"{session.name}, {date_format(session.date, 'j F Y')}{of}: {board_set.boards.count()} boards"
