"""Organisers' forms about clubs of other servers: an invitation, and a file with the state of a heat.

Between preview and confirmation the content of the file is kept in the page, signed.
"""

import hashlib
from collections import Counter
from typing import Any

from django import forms
from django.core import signing
from django.core.files.uploadedfile import UploadedFile

from clubsite.accounts.models import User
from clubsite.core.fields import NameFormField
from clubsite.core.json_rules import Fields, json_loaded, json_read
from clubsite.core.refused import Refused
from clubsite.events.heat_state import HeatState, heat_state_faults, stored_state
from clubsite.events.models import Heat
from clubsite.events.selectors.answer_rules import ID, MAX_STATE_BYTES, NAMES, state_read
from clubsite.events.services.hub_states import state_by_hand
from clubsite.exchange.forms import ANSWER_WITHIN, ResultsForm

STATE_FILE: Fields = {"heat": ID, "event": ID, **NAMES}
"""A file with the state of a heat, besides the state."""


class ServerInvitationForm(forms.Form):
    """The name of a club of another server, as everybody will read it."""

    club_name = NameFormField(
        max_length=120,
        label="Club on another server",
        help_text="Its name as the ranking is to show it. The club cannot choose another one.",
        error_messages={"required": "Write the club’s name."},
    )


class StateFileForm(ResultsForm):
    """A file to look into, or one that was looked into and is taken (`sealed`)."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.fields["file"].label = "File of the heat"
        self.fields["file"].help_text = "The club saves it on the page of its heat: heat-state.json."


def state_file_look(heat: Heat, upload: UploadedFile) -> dict[str, Any]:
    """Return the effects of a file on a heat, with the signed text that the confirmation sends back. Raise Refused with
    a sentence for each fault.
    """
    data = upload.read(MAX_STATE_BYTES + 1)
    if len(data) > MAX_STATE_BYTES:
        raise Refused("The file is larger than 2 MB. That of one heat is far smaller.")
    said, digest = json_loaded(data), hashlib.sha256(data).hexdigest()
    body = said.pop("state", None) if isinstance(said, dict) else None
    names = json_read(STATE_FILE, said)
    if (names["heat"], names["event"]) != (heat.public_id, heat.event.public_id):
        raise Refused(f"This file is of another heat or of another event. Is it that of {heat.club_name}?")
    state = state_read(heat.event, body)
    if faults := heat_state_faults(heat.event, state):
        raise Refused(" ".join(faults[:5]))
    sealed = signing.dumps((digest, body, names["names"]), salt=_salt(heat), compress=True)
    shown = {"file_name": (upload.name or "the file")[:100], "digest": digest, "state": state, "sealed": sealed}
    return {**shown, "tally": _tally(heat, state)}


def state_file_take(heat: Heat, sealed: str, user: User) -> None:
    """Take a file that was looked into. Raise Refused if the preview is too old, or as `state_by_hand` does."""
    try:
        digest, body, names = signing.loads(sealed, salt=_salt(heat), max_age=ANSWER_WITHIN)
    except signing.BadSignature:
        raise Refused("That preview is too old. Choose the file again.") from None
    state_by_hand(heat=heat, body=body, names=names, digest=digest, user=user)


def _tally(heat: Heat, state: HeatState) -> list[tuple[str, int]]:
    """Return how many results are new, the same, different or missing in the new state."""
    old, new = ({line.place: line for line in lines} for lines in (stored_state(heat).lines, state.lines))
    found = Counter("fresh" if at not in old else "same" if old[at] == said else "other" for at, said in new.items())
    rest = [("In already, and different", found["other"]), ("In so far and not in the file", len(old.keys() - new))]
    both = [("New results", found["fresh"]), ("In already, and the same", found["same"])]
    return both + [(words, number) for words, number in rest if number]


def _salt(heat: Heat) -> str:
    return f"heat-state:{heat.public_id}"
