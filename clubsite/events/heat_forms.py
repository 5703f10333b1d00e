"""Forms with which a director sets up and runs a heat, here or in an event of another server."""

import re
from typing import Any

from django import forms
from django.utils import timezone

from clubsite.clubs.selectors import people_of
from clubsite.core.forms import LineField, MomentField, WholeField
from clubsite.core.names import clean_name
from clubsite.events.models import EventEntrant, Heat
from clubsite.events.models.events import MAX_TABLES_OF_A_HEAT
from clubsite.events.services.at_hub_rankings import MAX_FILE_BYTES
from clubsite.files.forms import ResultsForm
from clubsite.nights.models import SectionKind

LONGEST_NAME = 80
HUB_LINK = re.compile(r"(?P<hub>https?://([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d+)?)([/?][^#]*)?(#(?P<letters>.*))?", re.I)
WHOLE_LINK = (
    "Copy the whole link that the organiser gave you, or the address of their site, such as https://lantern.example"
)


class HeatDealerForm(forms.Form):
    """The dealer of a heat: one of the club's people, or nobody."""

    dealer: Any = forms.ModelChoiceField(
        None,
        required=False,
        empty_label="Nobody",
        label="Dealer",
        help_text="Somebody with an account who makes the boards up, and who then plays in no heat of this event.",
        error_messages={"invalid_choice": "Choose somebody from the list."},
    )

    def __init__(self, heat: Heat, data: Any = None) -> None:
        super().__init__(data, initial={"dealer": heat.dealer_id})
        self.fields["dealer"].queryset = people_of(heat.club)  # type: ignore[attr-defined, arg-type]


class HeatPlayersForm(forms.Form):
    """The names of the players of a heat from a file, and their strata if the event has some. "" is the highest."""

    use_required_attribute = False

    def __init__(self, players: dict[EventEntrant, tuple[str, ...]], strata: tuple[str, ...], data: Any = None) -> None:
        super().__init__(data)
        self.pairs = any(one.kind == SectionKind.FOUR_HANDED for one in players)
        self._names: dict[int, int] = {}
        for one, names in players.items():
            number, most = ("Pair", 2) if one.kind == SectionKind.FOUR_HANDED else ("Number", 1)
            self._names[one.pk] = max(most, len(names))
            field = LineField(required=False, label=f"{number} {one.label}", initial=" & ".join(names))
            field.widget.attrs["autocomplete"] = "off"
            self.fields[f"names{one.pk}"] = field
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
        named = [(f"names{entrant}", f"stratum{entrant}") for entrant in self._names]
        return [[self[name] for name in names if name in self.fields] for names in named]

    def clean(self) -> dict[str, Any]:
        """Return the `names` and the `strata` by the id of the entrant."""
        typed, found = self.cleaned_data, dict[int, tuple[str, ...]]()
        for entrant, most in self._names.items():
            field = f"names{entrant}"
            found[entrant] = names = tuple(filter(None, map(clean_name, typed.get(field, "").split("&"))))
            if len(names) > most:
                said = "one name" if most == 1 else f"at most {most} names, with & between them"
                self.add_error(field, f"Write {said}.")
            elif any(len(name) > LONGEST_NAME for name in names):
                self.add_error(field, f"A name has at most {LONGEST_NAME} characters.")
        strata = {entrant: typed[field] for entrant in found if (field := f"stratum{entrant}") in typed}
        return {"names": found, "strata": strata}


class HeatBoardsForm(forms.Form):
    """The heat whose boards a night plays. The cleaned value is the heat."""

    use_required_attribute = False  # the page says in our words what is missing
    heat = forms.TypedChoiceField(
        label="Which heat?",
        error_messages={
            "required": "Choose the heat that this night plays.",
            "invalid_choice": "That heat cannot be chosen any more. Choose one of the list.",
        },
    )

    def __init__(self, heats: list[Heat], data: Any = None, *, now: Heat | None = None) -> None:
        """Prepare the form. `now` is the heat that the night plays already."""
        super().__init__(data)
        field: Any = self.fields["heat"]
        field.coerce = {heat.public_id: heat for heat in heats}.__getitem__
        field.choices = [(heat.public_id, _heat_words(heat)) for heat in heats]
        field.initial = next((heat.public_id for heat in (now, *heats) if heat is not None), "")


def _heat_words(heat: Heat) -> str:
    start = f"{timezone.localtime(heat.planned_at):%A %-d %B, %H:%M}" if heat.planned_at else "no start yet"
    return f"{heat.event.name}, {start}"


class HeatResultsForm(ResultsForm):
    """A results file to look into, with who sat at a table, or a file that was looked into and is taken (`sealed`)."""

    kind = forms.ChoiceField(
        label="At each table sat",
        error_messages={"required": "Say who sat at each table."},
        choices=[(SectionKind.TWO_HANDED.value, "two players"), (SectionKind.FOUR_HANDED.value, "two pairs")],
        widget=forms.RadioSelect,
        initial=SectionKind.TWO_HANDED.value,
    )

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.fields["file"].help_text = "USEBIO, PBN, CSV, or the .bws of Bridgemates."


class InvitationElsewhereForm(forms.Form):
    """The invitation of an organiser on another server, as a link or as an address and letters."""

    address = LineField(
        max_length=300,
        label="Link, or address of the organiser’s site",
        help_text="The organiser gives your club a link, or the address of their site and letters to type.",
        error_messages={"required": WHOLE_LINK},
    )
    letters = LineField(
        max_length=60,
        required=False,
        label="Letters of the invitation",
        help_text="Only if they are not in the link. Blanks and small letters do not matter.",
    )
    planned_at = MomentField(
        required=False, label="Your heat starts", help_text="By your club’s clock. You can say it later."
    )
    tables = WholeField(min_value=1, max_value=MAX_TABLES_OF_A_HEAT, required=False, label="Tables that you expect")

    def clean(self) -> dict[str, Any]:
        """Return the facts of an invitation: `hub`, `letters`, `planned_at` and `tables`."""
        found = dict(super().clean() or {})
        link = HUB_LINK.fullmatch(found.pop("address", ""))
        if link is None and "address" not in self.errors:
            self.add_error("address", WHOLE_LINK)
        found["hub"], letters = (link["hub"].lower(), link["letters"] or "") if link is not None else ("", "")
        found["letters"] = found.get("letters") or letters[:60]
        if not self.errors and not re.search("[A-Za-z2-7]", found["letters"]):
            self.add_error("letters", "Type the letters of the invitation, or copy the whole link.")
        return found


class EnvelopeKeyForm(forms.Form):
    """The key from a sealed envelope."""

    key = LineField(max_length=100, label="Key from the sealed envelope", help_text="52 letters and figures")


class OrganiserFileForm(forms.Form):
    """A file that the organiser's server has made."""

    file = forms.FileField(label="File of the organiser")

    def clean_file(self) -> bytes:
        """Return what is in the file."""
        return bytes(self.cleaned_data["file"].read(MAX_FILE_BYTES + 1))
