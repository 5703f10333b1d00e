"""Forms with which a director sets up and runs a heat."""

from typing import Any

from django import forms
from django.utils import timezone

from clubsite.clubs.models import Person
from clubsite.clubs.selectors import people_of
from clubsite.events.models import Heat
from clubsite.events.selectors.heat_strata import PlayerOfStratum


class HeatDealerForm(forms.Form):
    """The dealer of a heat: one of the club's people, or nobody."""

    dealer = forms.ChoiceField(
        required=False,
        label="Dealer",
        help_text="Somebody of your club who makes the boards up, and who then plays in no heat of this event.",
        error_messages={"invalid_choice": "Choose somebody from the list."},
    )

    def __init__(self, heat: Heat, data: Any = None) -> None:
        super().__init__(data, initial={"dealer": str(heat.dealer_id or "")})
        self._people = {str(person.pk): person for person in people_of(heat.club)} if heat.club is not None else {}
        choices = [(key, person.name) for key, person in self._people.items()]
        self.fields["dealer"].choices = [("", "Nobody"), *choices]  # type: ignore[attr-defined]

    @property
    def person(self) -> Person | None:
        """The person who was chosen, or None for nobody."""
        return self._people.get(self.cleaned_data["dealer"])


class HeatStrataForm(forms.Form):
    """The stratum of each player of a heat whose results came from a file. The empty choice is the highest."""

    def __init__(self, players: list[PlayerOfStratum], strata: tuple[str, ...], data: Any = None) -> None:
        super().__init__(data)
        self._entrants = {f"stratum{one.entrant}": one.entrant for one in players}
        highest, *lower = strata
        choices = [("", highest), *((one, one) for one in lower)]
        for one in players:
            self.fields[f"stratum{one.entrant}"] = forms.ChoiceField(
                required=False,
                label=f"{one.label} {one.name}".strip(),
                choices=choices,
                initial=one.stratum,
                error_messages={"invalid_choice": "Choose a stratum of the event."},
            )

    def strata(self) -> dict[int, str]:
        """Return the stratum of each entrant, by id."""
        return {entrant: self.cleaned_data[name] for name, entrant in self._entrants.items()}


class HeatBoardsForm(forms.Form):
    """The heat whose boards a night plays. The cleaned value is the heat."""

    use_required_attribute = False  # the page says in our words what is missing
    heat = forms.ChoiceField(
        label="Which heat?",
        error_messages={
            "required": "Choose the heat that this night plays.",
            "invalid_choice": "That heat cannot be chosen any more. Choose one of the list.",
        },
    )

    def __init__(self, heats: list[Heat], data: Any = None, *, now: Heat | None = None) -> None:
        """Prepare the form. `now` is the heat that the night plays already."""
        super().__init__(data)
        self._heats = {heat.public_id: heat for heat in heats}
        self.fields["heat"].choices = [(key, _heat_words(heat)) for key, heat in self._heats.items()]  # type: ignore[attr-defined]
        self.fields["heat"].initial = now.public_id if now is not None else heats[0].public_id if heats else ""

    def clean_heat(self) -> Heat:
        return self._heats[self.cleaned_data["heat"]]


def _heat_words(heat: Heat) -> str:
    if heat.planned_at is None:
        return f"{heat.event.name}, no start yet"
    start = timezone.localtime(heat.planned_at)
    return f"{heat.event.name}, {start:%A} {start.day} {start:%B, %H:%M}"
