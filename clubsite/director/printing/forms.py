"""The forms that a director submits from a printing page."""

from typing import Any

from django import forms

from clubsite.core.fields import ShortNumberField
from clubsite.core.forms import ButtonForm


class IdsField(forms.Field):
    """The ids of rows, one for each submitted field of this name."""

    widget = forms.MultipleHiddenInput

    def to_python(self, value: Any) -> list[int]:
        return [int(one) for one in value or [] if str(one).isascii() and str(one).isdecimal()]


class FirstRoundForm(ButtonForm):
    """The first round (`from`) for which slips are wanted."""

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        self.fields["from"] = ShortNumberField("Write the number of the round.", required=False)


class SlipsForm(ButtonForm):
    """The ids of the boards whose slips or curtain cards are wanted. No ids means all boards."""

    board = IdsField(required=False)
