"""The form of a new club, with what it needs before its first session."""

from django import forms

from clubsite.clubs.zone_field import ZoneField
from clubsite.core.fields import NameFormField


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
