"""The form for looking up the printed digits of a chain."""

import re

from django import forms

FEWEST_DIGITS, ALL_DIGITS = 12, 64
NO_HEAD = "Type the digits as they are printed: at least twelve, each 0 to 9 or a to f."


class HeadForm(forms.Form):
    """The digits of a chain as they are printed or shown."""

    head = forms.CharField(
        label="Digits that were printed",
        max_length=100,
        help_text="As on the ranking, on the wall or in the feed, with or without spaces",
    )

    def clean_head(self) -> str:
        digits = re.sub(r"[\s\N{NO-BREAK SPACE}-]", "", self.cleaned_data["head"]).lower()
        if not re.fullmatch(rf"[0-9a-f]{{{FEWEST_DIGITS},{ALL_DIGITS}}}", digits):
            raise forms.ValidationError(NO_HEAD)
        return digits
