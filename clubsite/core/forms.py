"""A form for button values."""

from functools import cached_property
from typing import Any

from django import forms

from clubsite.core.fields import LineField


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
