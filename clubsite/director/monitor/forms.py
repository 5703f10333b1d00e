"""The forms that a director sends from the monitor and from one table."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.text import capfirst

from clubsite.core.forms import ButtonForm, LineField, SixFiguresField
from clubsite.director.scores.forms import TypedField
from clubsite.nights.forms import SectionForm
from clubsite.nights.models import Session, TravellersShown, WatchDelay
from clubsite.nights.selectors.sessions import tables_of
from clubsite.scores.services.tables import DeviceAim


class KeysField(forms.Field):
    """A field for the keys of pending scores, one for each ticked box."""

    widget = forms.MultipleHiddenInput

    def to_python(self, value: Any) -> list[str]:
        return [str(key) for key in value or [] if str(key).isalnum()]


class MonitorActForm(SectionForm):
    """An action: the section, the `round` in the question, scores to `count`, `why`, and the page to go `back` to."""

    back = LineField(required=False)
    round = LineField(required=False)
    count = KeysField(required=False)
    why = LineField(required=False)


class RightForm(ButtonForm):
    """The id of the score entry that the page showed and that the director confirms."""

    seen = forms.IntegerField(min_value=1)


class FouledForm(ButtonForm):
    """The id of the check that found a board fouled. `table` is the table's label if the form came from its page."""

    check = forms.IntegerField(min_value=1)
    table = LineField(required=False)


class ConsentForm(ButtonForm):
    """The number that the opponent's screen shows."""

    number = SixFiguresField("The six figures on their screen")


class NameForm(forms.Form):
    name = TypedField("Name", 80, autofocus=True)


class DeviceUseForm(forms.Form):
    """A device's new use: one of the choices."""

    aim_value = forms.ChoiceField(
        label="It is for",
        widget=forms.RadioSelect,
        error_messages={
            "required": "Choose whom the device is for.",
            "invalid_choice": "That seat has a device by now. Choose another.",
        },
        help_text=(
            "Only tables and players without a device are listed: free the other device first. A player’s seat on "
            "screens shows that player’s cards, so ask who holds the device. The history says what you changed."
        ),
    )

    def __init__(self, aims: Sequence[DeviceAim], data: Any = None) -> None:
        super().__init__(data)
        self.aims = {str(aim.seat.pk): aim for aim in aims}
        choices = [(value, capfirst(aim.words)) for value, aim in self.aims.items()]
        self.fields["aim_value"].choices = choices  # type: ignore[attr-defined]

    @property
    def aim(self) -> DeviceAim:
        return self.aims[self.cleaned_data["aim_value"]]


class ShowingForm(forms.Form):
    """Settings for what players and others can see during the session."""

    travellers = forms.TypedChoiceField(
        label="When is a table told how the others fared on a board?",
        choices=[
            (TravellersShown.AFTER_BOARD, "After each board, once it has agreed to the result (usual)"),
            (TravellersShown.AT_END, "When the results are published"),
        ],
        help_text="Nobody sees anything about a board that they still have to play.",
        required=False,
        empty_value=TravellersShown.AFTER_BOARD,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": "Choose one of the answers."},
    )
    table = forms.ChoiceField(
        label="May a table be watched by everybody?",
        required=False,
        error_messages={"invalid_choice": "Choose one of the tables."},
    )
    delay = forms.TypedChoiceField(
        label="How far behind?",
        choices=[
            (WatchDelay.FIVE, "5 minutes"),
            (WatchDelay.TEN, "10 minutes"),
            (WatchDelay.FIFTEEN, "15 minutes"),
            (WatchDelay.CLOSED, "When the results are published"),
        ],
        help_text=(
            "Whatever you choose, a board is shown only once it is over at that table and nobody may still meet it: "
            "not in this round, not in a coming one, not late. Until then the page says so in words. Boards that "
            "everybody plays in the same round are shown when the last table has finished; others in the last rounds. "
            "Do not give a board that has been shown to somebody else to play."
        ),
        coerce=int,
        required=False,
        empty_value=WatchDelay.TEN,  # type: ignore[arg-type]
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": "Choose one of the answers."},
    )

    def __init__(self, session: Session, data: Any = None) -> None:
        tables = [table for table in tables_of(session) if table.live]
        watched = next((table for table in tables if table.watch is not None), None)
        now = {
            "travellers": session.travellers,
            "table": watched.label if watched else "",
            "delay": watched.watch if watched else WatchDelay.TEN,
        }
        super().__init__(data, initial=now)
        self.tables = {table.label: table for table in tables}
        self.fields["table"].choices = [  # type: ignore[attr-defined]
            ("", "No table (usual)"),
            *((label, f"Table {label}") for label in self.tables),
        ]

    def chosen(self) -> dict[str, Any]:
        """Return the answers in the form that `showing_set` takes, with defaults for missing answers."""
        data = {**self.cleaned_data}
        return {"watched": self.tables.get(data.pop("table")), **data}


class LookForm(forms.Form):
    """The board that a director wants to look at, and the reason."""

    board = LineField(required=False)
    why = LineField(
        required=False,
        label="Why, if you like",
        widget=forms.TextInput({"maxlength": 80, "placeholder": "Ruling on a claim"}),
    )
