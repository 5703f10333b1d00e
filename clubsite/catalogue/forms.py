"""Forms on the movement pages."""

from typing import Any

from django import forms

from clubsite.catalogue.movement_page import MOST_PLAYERS
from clubsite.core.fields import WholeField
from movements.aims import AIM_NAMES, Aim


class FieldForm(forms.Form):
    """The number of players, the length of the evening, and which movements come first."""

    players = WholeField(min_value=2, max_value=MOST_PLAYERS, initial=12, label="Players")
    boards = WholeField(min_value=1, max_value=12, initial=2, label="Boards a round")
    minutes = WholeField(min_value=20, max_value=600, required=False, label="Minutes (optional)")
    aim = forms.TypedChoiceField(
        choices=list(AIM_NAMES.items()),
        coerce=Aim,
        empty_value=Aim.USUAL,
        required=False,
        initial=Aim.USUAL,
        label="First comes",
    )


class OneForm(forms.Form):
    """The size of one movement. A missing or unreadable value is replaced by its default."""

    players = WholeField(min_value=2, max_value=MOST_PLAYERS + 2, required=False)
    boards = WholeField(min_value=1, max_value=12, required=False)
    switch = WholeField(min_value=1, max_value=MOST_PLAYERS, required=False)
    following = forms.BooleanField(required=False)

    def asked(self) -> dict[str, Any]:
        """Return the arguments for `movement_page.sheet_of`."""
        self.is_valid()
        facts = self.cleaned_data
        return {
            "players": facts.get("players"),
            "per_round": facts.get("boards") or 2,
            "switch": facts.get("switch") or 0,
            "following": facts.get("following", False),
        }
