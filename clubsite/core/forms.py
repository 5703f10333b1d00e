"""A form of what buttons send."""

from functools import cached_property
from typing import Any

from django import forms


class ButtonForm(forms.Form):
    """What a button or an address sends along. Nothing in it is required, and what cannot be counts as not sent."""

    @cached_property
    def sent(self) -> dict[str, Any]:
        """The data as sent, by field."""
        self.is_valid()
        empty = {
            name: field.clean(None) for name, field in self.fields.items() if name not in self.cleaned_data
        }
        return self.cleaned_data | empty
