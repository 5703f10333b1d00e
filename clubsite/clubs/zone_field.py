"""The field for a club's clock."""

from typing import Any

from django import forms
from django.conf import settings

from clubsite.clubs.time_zones import zone_choices


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
