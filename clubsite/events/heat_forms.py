"""Forms with which a director sets up and runs a heat."""

from typing import Any

from django import forms
from django.utils import timezone

from clubsite.clubs.models import Person
from clubsite.clubs.selectors import people_of
from clubsite.core.fields import LineField
from clubsite.core.names import clean_name
from clubsite.duplicate.models import SectionKind
from clubsite.events.models import EventEntrant, Heat

LONGEST_NAME = 80


class HeatDealerForm(forms.Form):
    """The dealer of a heat: one of the club's people, or nobody."""

    dealer = forms.ChoiceField(
        required=False,
        label="Dealer",
        help_text="Somebody with an account who makes the boards up, and who then plays in no heat of this event.",
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


class NamesField(LineField):
    """The names of at most `most` people, with "&" between them. The cleaned value is a tuple of names."""

    def __init__(self, most: int, **options: Any) -> None:
        super().__init__(required=False, **options)
        self.most = most
        self.widget.attrs["autocomplete"] = "off"

    def prepare_value(self, value: Any) -> Any:
        return " & ".join(value) if isinstance(value, tuple) else value

    def clean(self, value: Any) -> Any:
        names = tuple(filter(None, map(clean_name, (super().clean(value) or "").split("&"))))
        if len(names) > self.most:
            said = "one name" if self.most == 1 else f"at most {self.most} names, with & between them"
            raise forms.ValidationError(f"Write {said}.")
        if any(len(name) > LONGEST_NAME for name in names):
            raise forms.ValidationError(f"A name has at most {LONGEST_NAME} characters.")
        return names


class HeatPlayersForm(forms.Form):
    """The names and the stratum of each player or pair of a heat whose results came from a file.

    The empty stratum is the highest. An event without strata asks for none.
    """

    use_required_attribute = False

    def __init__(self, players: dict[EventEntrant, tuple[str, ...]], strata: tuple[str, ...], data: Any = None) -> None:
        super().__init__(data)
        self._entrants = [one.pk for one in players]
        self.pairs = any(one.kind == SectionKind.FOUR_HANDED for one in players)
        for one, names in players.items():
            number, most = ("Pair", 2) if one.kind == SectionKind.FOUR_HANDED else ("Number", 1)
            self.fields[f"names{one.pk}"] = NamesField(
                max(most, len(names)), label=f"{number} {one.label}", initial=names
            )
            if strata:
                self.fields[f"stratum{one.pk}"] = forms.ChoiceField(
                    required=False,
                    label=f"Stratum of {one.label}",
                    choices=[("", strata[0]), *((stratum, stratum) for stratum in strata[1:])],
                    initial=one.stratum,
                    error_messages={"invalid_choice": "Choose a stratum of the event."},
                )

    def rows(self) -> list[list[forms.BoundField]]:
        """Return the fields of each entrant."""
        named = [(f"names{entrant}", f"stratum{entrant}") for entrant in self._entrants]
        return [[self[name] for name in names if name in self.fields] for names in named]

    def names(self) -> dict[int, tuple[str, ...]]:
        """Return the names of each entrant, by id."""
        return {entrant: self.cleaned_data[f"names{entrant}"] for entrant in self._entrants}

    def strata(self) -> dict[int, str]:
        """Return the stratum of each entrant, by id, or {} if the event has none."""
        typed = self.cleaned_data
        return {one: typed[f"stratum{one}"] for one in self._entrants if f"stratum{one}" in typed}


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
