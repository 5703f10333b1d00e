"""A form of what buttons send."""

from typing import Any

from django import forms


class ButtonForm(forms.Form):
    """What a button or an address sends along. Nothing in it is required, and what cannot be counts as not sent."""

    @property
    def sent(self) -> dict[str, Any]:
        self.is_valid()
        empty = {
            name: field.clean(None) for name, field in self.fields.items() if name not in self.cleaned_data
        }
        return self.cleaned_data | empty
