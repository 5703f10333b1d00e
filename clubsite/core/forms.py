"""A form of what buttons send."""

from typing import Any

from django import forms


class ButtonForm(forms.Form):
    """What a button or an address sends along. Nothing in it is required, and nothing is refused."""

    @property
    def sent(self) -> dict[str, Any]:
        self.is_valid()
        return self.cleaned_data
