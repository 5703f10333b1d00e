"""Forms for events of other servers: an invitation, a file of the organiser, a key from an envelope."""

import re
from typing import Any
from urllib.parse import urlsplit

from django import forms

from clubsite.core.fields import LineField, WholeField
from clubsite.events.forms import MomentField
from clubsite.events.models.events import MAX_TABLES_OF_A_HEAT
from clubsite.events.services.at_hub_rankings import MAX_FILE_BYTES

WHOLE_LINK = (
    "Copy the whole link that the organiser gave you, or the address of their site, such as https://lantern.example"
)
HUB = re.compile(r"https?://[a-z0-9.:\[\]-]+")


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
        """Return the data with the address of the hub and the letters."""
        found = dict(super().clean() or {})
        try:
            parts = urlsplit(found.get("address", ""))
            hub = f"{parts.scheme}://{parts.netloc}".lower()
        except ValueError:
            hub, parts = "", urlsplit("")
        if "address" in found and not HUB.fullmatch(hub):
            self.add_error("address", WHOLE_LINK)
        found["letters"] = found.get("letters") or parts.fragment[:60]
        if not self.errors and not re.search("[A-Za-z2-7]", found["letters"]):
            self.add_error("letters", "Type the letters of the invitation, or copy the whole link.")
        return {**found, "hub": hub}


class EnvelopeKeyForm(forms.Form):
    """The key from a sealed envelope."""

    key = LineField(max_length=100, label="Key from the sealed envelope", help_text="52 letters and figures")


class OrganiserFileForm(forms.Form):
    """A file that the organiser's server has made."""

    file = forms.FileField(label="File of the organiser")

    def clean_file(self) -> bytes:
        """Return what is in the file."""
        return bytes(self.cleaned_data["file"].read(MAX_FILE_BYTES + 1))
