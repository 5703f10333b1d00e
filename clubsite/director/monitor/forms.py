"""What a director sends from the monitor and from one table."""

from typing import Any

from django import forms

from clubsite.core.fields import LineField
from clubsite.core.forms import ButtonForm
from clubsite.duplicate.forms import SectionForm


class KeysField(forms.Field):
    """Keys of scores that wait, one for each box that is ticked."""

    widget = forms.MultipleHiddenInput

    def to_python(self, value: Any) -> list[str]:
        return [str(key) for key in value or [] if str(key).isalnum()]


class ActForm(SectionForm):
    """What an act of the monitor is about: its section, the `round` that was asked about, the scores that `count`."""

    round = LineField(required=False)
    count = KeysField(required=False)


class WaitingForm(ButtonForm):
    """The score that waits, by the key that was shown; `back` is "room" where that was the page."""

    key = LineField(required=False)
    back = LineField(required=False)


class RightForm(ButtonForm):
    """The entry that was shown and is right."""

    seen = forms.IntegerField(min_value=1)


class TakeBackForm(ButtonForm):
    """The last call or card that the page showed."""

    seen = LineField(required=False)


class NameForm(forms.Form):
    """A name, put right."""

    name = LineField(required=False)


class LookForm(forms.Form):
    """Whose cards a director looks at, and why."""

    board = LineField(required=False)
    why = LineField(required=False)
