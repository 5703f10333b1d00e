"""What a new club needs before its first session; the rest is on the page of its facts."""

from typing import Any

from django import forms
from django.conf import settings

from clubsite.clubs.time_zones import zone_choices
from clubsite.core.fields import NameFormField


class ZoneField(forms.ChoiceField):
    """A club's clock; empty: the site's."""

    def __init__(self) -> None:
        super().__init__(
            choices=_zones,
            label="Time zone",
            required=False,
            help_text="Every time on the club’s pages is told by this clock.",
            error_messages={"invalid_choice": "Choose a time zone of the list."},
        )


def _zones() -> list[Any]:
    here = settings.TIME_ZONE.replace("_", " ")
    return [("", f"That of this site ({here})"), *zone_choices()]


class NewClubForm(forms.Form):
    """Its name and its clock."""

    name = NameFormField(
        label="Name of the club",
        max_length=120,
        error_messages={
            "required": "The club needs a name.",
            "max_length": "A name has at most 120 characters.",
        },
        widget=forms.TextInput(attrs={"autocomplete": "organization"}),
    )
    time_zone = ZoneField()

    def __init__(self, data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]
