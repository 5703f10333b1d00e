"""Forms and form fields with the site's own messages."""

import datetime
import re
from functools import cached_property
from typing import Any

from django import forms
from django.utils import timezone

from clubsite.core.names import clean_name

CODE_INPUT = {"autocapitalize": "characters", "autocomplete": "off", "autocorrect": "off", "spellcheck": "false"}
"""The attributes of an input for a table's code."""
_CODE_IN_ADDRESS = re.compile(r"(?:/join/|/play/|[?&]code=)([^/?#&\s]+)", re.I)


def code_of(text: str) -> str:
    """Return the code that somebody typed as "hvy-pxt" or "HVY PXT", or that is in the pasted address of its page."""
    pasted = _CODE_IN_ADDRESS.search(text)
    return "".join(re.findall("[A-Za-z0-9]+", pasted[1] if pasted else text)).upper()


def moment_problem(moment: datetime.date) -> str:
    """Return a message for a day or a time too far from today for some clocks to show, or ""."""
    ahead = (datetime.date(moment.year, moment.month, moment.day) - timezone.now().date()).days
    return "" if -366 <= ahead <= 3 * 366 else "Choose a day from a year ago to three years ahead."


class MomentField(forms.DateTimeField):
    """A day and a time by the club's clock, not far from today."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")

    def __init__(self, **options: Any) -> None:
        missing = "Write a day and a time."
        super().__init__(error_messages={"required": missing, "invalid": missing}, **options)

    def clean(self, value: Any) -> Any:
        """Return the moment. Refuse one that no clock can show or that is far from today."""
        moment = super().clean(value)
        if moment is not None and (problem := moment_problem(moment)):
            raise forms.ValidationError(problem)
        return moment


class WholeField(forms.IntegerField):
    """An integer from `min_value` to `max_value`. The message for anything else names the range."""

    def __init__(self, *, min_value: int, max_value: int, **options: Any) -> None:
        message = f"Write a whole number from {min_value} to {max_value}."
        messages = dict.fromkeys(("invalid", "min_value", "max_value"), message)
        super().__init__(min_value=min_value, max_value=max_value, error_messages=messages, **options)
        self.widget.attrs["inputmode"] = "numeric"


class LineField(forms.CharField):
    """One line of text, stripped of whitespace at both ends. A NUL, which databases cannot store, is stripped too."""

    def to_python(self, value: Any) -> str:
        return str(super().to_python(None if value is None else str(value).replace("\0", " ")))


class NameFormField(forms.CharField):
    """A name in any script, without invisible characters. A name made up only of such characters counts as empty."""

    def to_python(self, value: Any) -> str:
        return clean_name(str(super().to_python(value)))


class ShortNumberField(LineField):
    """An integer of at most `digits` digits, or None if optional and empty. `message` is for anything else."""

    def __init__(self, message: str, *, digits: int = 3, **options: Any) -> None:
        super().__init__(error_messages={"required": message}, **options)
        self.widget.attrs |= {"inputmode": "numeric", "maxlength": digits, "autocomplete": "off"}
        self.message, self.digits = message, digits

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if text and not (text.isdecimal() and len(text) <= self.digits):
            raise forms.ValidationError(self.message)
        return int(text) if text else None


class SixFiguresField(LineField):
    """A field for the six-figure number on an opponent's screen."""

    def __init__(self, label: str) -> None:
        super().__init__(required=False, max_length=20, label=label)
        self.widget.attrs |= {"class": "code", "inputmode": "numeric", "maxlength": 12, "autocomplete": "off"}
        self.widget.attrs |= {"autofocus": True, "required": True}


class PressedField(forms.Field):
    """One of several buttons in a form. The value is True if that button was pressed."""

    widget = forms.HiddenInput

    def __init__(self) -> None:
        super().__init__(required=False)

    def to_python(self, value: Any) -> bool:
        return value is not None


class ButtonForm(forms.Form):
    """The values from a button or an address. No value is required, and an invalid value counts as missing."""

    @cached_property
    def sent(self) -> dict[str, Any]:
        """The values that were submitted, by field name."""
        self.is_valid()
        empty = {name: field.clean(None) for name, field in self.fields.items() if name not in self.cleaned_data}
        return self.cleaned_data | empty


def lines_sent(data: Any, *names: str) -> dict[str, str]:
    """Return the submitted values of these one-line text fields; "" for one that is missing or absurdly long."""
    form = ButtonForm(data)
    form.fields.update({name: LineField(required=False, max_length=2000) for name in names})
    return form.sent
