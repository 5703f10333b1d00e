"""The forms on the page for entering names."""

from typing import Any

from clubsite.core.fields import LineField, PressedField, ShortNumberField
from clubsite.core.forms import ButtonForm
from clubsite.nights.selectors.drafts import LineGroup


class PlaceForm(ButtonForm):
    """The player for one place: a name, entered as a new guest (`guest`) or by swapping places (`swap`)."""

    guest = PressedField()
    swap = PressedField()

    def __init__(self, key: str, data: Any) -> None:
        super().__init__(data)
        self.key = key
        self.fields[f"p-{key}"] = LineField(required=False)

    @property
    def name(self) -> str:
        return str(self.sent[f"p-{self.key}"])


class PickForm(ButtonForm):
    """A person in the club, or a pair or team from the last session, picked with a button in the list `fold`."""

    person = ShortNumberField("Choose somebody of the club.", digits=12, required=False)
    together = ShortNumberField("Choose a team or a pair.", digits=12, required=False)
    fold = LineField(required=False)


class TeamNamesForm(ButtonForm):
    """The names of teams, by team key."""

    def __init__(self, keys: list[str], data: Any) -> None:
        super().__init__(data)
        self.keys = keys
        for key in keys:
            self.fields[f"t-{key}"] = LineField(required=False)

    def names(self) -> dict[str, str]:
        """Return the submitted names by team key."""
        return {key: self.sent[f"t-{key}"] for key in self.keys if f"t-{key}" in self.data}


class NamesForm(TeamNamesForm):
    """The players in every place that has no robot, and the names of the teams."""

    stay = PressedField()

    def __init__(self, groups: list[LineGroup], data: Any) -> None:
        units = [unit for group in groups for unit in group.units]
        super().__init__([unit.team.key for unit in units if unit.team], data)
        self.places = [line.key for unit in units for line in unit.lines if not line.robot]
        for key in self.places:
            self.fields[f"p-{key}"] = LineField(required=False)

    def people(self) -> dict[str, str]:
        """Return the names by place key."""
        return {key: self.sent[f"p-{key}"] for key in self.places}
