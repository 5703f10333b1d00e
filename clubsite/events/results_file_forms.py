"""The form for a heat's results file. Between preview and confirmation its content is kept in the page, signed."""

from dataclasses import astuple
from typing import Any

from django import forms
from django.core import signing
from django.core.files.uploadedfile import UploadedFile

from clubsite.accounts.models import User
from clubsite.core.refused import Refused
from clubsite.duplicate.models import SectionKind
from clubsite.events.models import Heat
from clubsite.events.services.results_files import HeatFileLook, heat_file_look, heat_file_read, heat_file_take
from clubsite.exchange.forms import ANSWER_WITHIN, ResultsForm
from clubsite.exchange.services.file_reading import MOST_BYTES
from scoring.errors import MOST_FAULTS, FileError
from scoring.files.model import FileContestant, FileLine, FileSection


class HeatResultsForm(ResultsForm):
    """A results file to look into, with who sat at a table, or a file that was looked into and is taken (`sealed`)."""

    kind = forms.ChoiceField(
        label="At each table sat",
        required=False,
        choices=[(SectionKind.TWO_HANDED.value, "two players"), (SectionKind.FOUR_HANDED.value, "two pairs")],
        widget=forms.RadioSelect,
        initial=SectionKind.TWO_HANDED.value,
    )

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.fields["file"].help_text = "USEBIO, PBN, CSV, or the .bws of Bridgemates."

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if not data.get("sealed") and not data.get("kind") and "kind" not in self.errors:
            self.add_error("kind", "Say who sat at each table.")
        return data


def look_into(heat: Heat, upload: UploadedFile, kind: str, user: User) -> dict[str, Any]:
    """Read a file and return its effect on a heat, with counts, and the signed text that the confirmation sends back.

    Raise Refused, or scoring.errors.FileError listing all faults in the file.
    """
    name = " ".join((upload.name or "a file").replace("\0", "").split())[:100]
    read = heat_file_read(heat=heat, data=upload.read(MOST_BYTES + 1), file_name=name, user=user)
    look = heat_file_look(heat=heat, sections=read.sections, kind=kind, file_name=name, user=user)
    look.notes.extend(read.notes)
    parts = [astuple(section) for section in read.sections]
    sealed = signing.dumps((name, kind, parts), salt=_salt(heat), compress=True)
    return {"file_name": name, "look": look, "sealed": sealed, "tally": _tally(look)}


def _tally(look: HeatFileLook) -> list[tuple[str, int]]:
    """Return the effects of a file, with counts. Only new and equal results are listed with a 0."""
    rest = {
        "In already, and different": len(look.changed),
        "In so far and not in the file: they would not count any more": look.gone,
        "Of boards that are not of the event: they count at the club only": look.found.extra,
        "Sit-outs, passed over": look.found.sit_outs,
    }
    both = [("New results", look.fresh), ("In already, and the same", look.same)]
    return both + [(words, number) for words, number in rest.items() if number]


def take(heat: Heat, sealed: str, user: User) -> tuple[int, str]:
    """Take the lines of a file that was looked into. Return how many it has, and its name.

    Raise Refused if the preview is too old. Also raise Refused or FileError as `heat_file_take` does.
    """
    try:
        name, kind, parts = signing.loads(sealed, salt=_salt(heat), max_age=ANSWER_WITHIN)
    except signing.BadSignature:
        raise Refused("That preview is too old. Choose the file again.") from None
    sections = [
        FileSection(letter, tuple(map(_contestant, who)), tuple(FileLine(*values) for values in rows))
        for letter, who, rows in parts
    ]
    found = heat_file_take(heat=heat, sections=sections, kind=kind, file_name=name, user=user)
    return len(found.lines), name


def _contestant(values: list[Any]) -> FileContestant:
    """Return a contestant whose tuples JSON has made lists."""
    plain: list[Any] = [tuple(one) if isinstance(one, list) else one for one in values]
    return FileContestant(*plain)


def refused_in_short(no: FileError) -> str:
    """Return why a file was refused, for its field: the fault, or how many there are."""
    if len(no.sentences) == 1:
        only = no.sentences[0]
        return only[:1].upper() + only[1:]
    count = "more than 100" if len(no.sentences) > MOST_FAULTS else len(no.sentences)
    return f"The file has {count} faults. They are listed above."


def _salt(heat: Heat) -> str:
    return f"heat-results-3:{heat.public_id}"  # raise the number when FileLine changes: older previews expire
