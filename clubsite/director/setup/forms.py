"""Forms of the set-up. What the services refuse is said here first, beside the field."""

import datetime
from typing import Any

from django import forms
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.selectors import clubs_directed_by
from clubsite.clubs.time_zones import zone_of
from clubsite.core.fields import WholeField
from clubsite.duplicate.models import ClaimChecking


class DetailsForm(forms.Form):
    """Date, name, players, boards a round."""

    name = forms.CharField(max_length=120, required=False, label="Name of the session")
    date = forms.DateField(label="Date", widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
    players = WholeField(min_value=2, max_value=120, label="Players")
    boards_per_round = WholeField(min_value=1, max_value=12, initial=3, label="Boards a round")
    minutes_per_board = WholeField(min_value=3, max_value=30, initial=8, label="Minutes a board")
    claim_checking = forms.ChoiceField(
        choices=[
            (ClaimChecking.PLAYERS, "No, the opponent answers"),
            (ClaimChecking.EXACT, "Yes, by the exact value"),
        ],
        initial=ClaimChecking.PLAYERS,
        required=False,
        label="Check claims by computer?",
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": "Choose one of the two answers."},
    )

    def clean_claim_checking(self) -> str:
        """As usual, where nobody was asked."""
        return self.cleaned_data["claim_checking"] or ClaimChecking.PLAYERS

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.begin_on(timezone.localdate())
        for name in ("players", "boards_per_round", "minutes_per_board"):
            self.fields[name].widget.attrs["inputmode"] = "numeric"
        for name, field in self.fields.items():
            field.error_messages["required"] = MISSING.get(name, field.error_messages["required"])
        self.fields["players"].widget.attrs["placeholder"] = "18"

    def begin_on(self, today: datetime.date) -> None:
        """The day that is proposed."""
        self.fields["date"].initial = today
        self.fields["name"].widget.attrs["placeholder"] = f"{today:%A}"


class NewForm(DetailsForm):
    """The same for a new session; somebody who directs several clubs says which."""

    club = forms.ChoiceField(label="Club")
    field_order = [
        "club",
        "name",
        "date",
        "players",
        "boards_per_round",
        "minutes_per_board",
        "claim_checking",
    ]

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.clubs = {club.slug: club for club in clubs_directed_by(user)}
        self.fields["club"].choices = [(slug, club.name) for slug, club in self.clubs.items()]  # type: ignore[attr-defined]
        if len({club.time_zone for club in self.clubs.values()}) == 1:
            self.begin_on(timezone.localdate(timezone=zone_of(next(iter(self.clubs.values())))))
        if len(self.clubs) == 1:
            only = next(iter(self.clubs))
            self.fields["club"].widget = forms.HiddenInput()
            self.fields["club"].initial = only

    def facts(self) -> dict[str, Any]:
        """What `session_create` takes."""
        return {**self.cleaned_data, "club": self.clubs[self.cleaned_data["club"]]}


MISSING = {"players": "How many players are there? An odd number is fine.", "date": "Choose the date."}
