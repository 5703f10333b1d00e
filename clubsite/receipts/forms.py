"""Forms for handing in and collecting receipts."""

from typing import Any

from django import forms

from clubsite.core.forms import ButtonForm

MOST_RECEIPTS = 200
UNREADABLE = "This device’s receipts cannot be read. Reload the page and hand them in again."


class HandInForm(forms.Form):
    """A device's receipts, in the form that its script sends: `[{"text": ..., "signature": ...}, ...]`."""

    receipts = forms.JSONField(widget=forms.HiddenInput, error_messages={"invalid": UNREADABLE, "required": UNREADABLE})

    def clean_receipts(self) -> list[dict[str, str]]:
        found: Any = self.cleaned_data["receipts"]
        if not isinstance(found, list) or len(found) > MOST_RECEIPTS or not all(map(_is_receipt, found)):
            raise forms.ValidationError(UNREADABLE)
        return found


def _is_receipt(one: Any) -> bool:
    return isinstance(one, dict) and all(isinstance(one.get(name), str) for name in ("text", "signature"))


class CollectForm(ButtonForm):
    """A director's action: "open", "close" or "take". For "take", `lost` is the public id of the lost session."""

    act = forms.ChoiceField(choices=[(one, one) for one in ("open", "close", "take")], required=False)
    lost = forms.CharField(required=False, max_length=20)
