"""The form for a heat's results file. Between preview and confirmation its content is kept in the page, signed."""

from dataclasses import astuple, dataclass
from typing import Any

from django import forms
from django.core import signing
from django.core.files.uploadedfile import UploadedFile

from clubsite.accounts.models import User
from clubsite.core.fields import LineField
from clubsite.core.refused import Refused
from clubsite.duplicate.models import SectionKind
from clubsite.events.models import Heat
from clubsite.events.services.results_files import (
    HeatFileLook,
    heat_file_look,
    heat_file_read,
    heat_file_take,
)
from clubsite.exchange.services.file_reading import MOST_BYTES
from scoring.errors import MOST_FAULTS, FileError
from scoring.files.model import FileContestant, FileLine, FileSection

ANSWER_WITHIN = 3600
AT_A_TABLE = {SectionKind.TWO_HANDED: "two players", SectionKind.FOUR_HANDED: "two pairs"}


class HeatResultsForm(forms.Form):
    """A results file to look into, with who sat at a table, or a file that was looked into and is taken (`sealed`)."""

    file = forms.FileField(
        label="File with results",
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"required": True}),
        help_text="USEBIO, PBN, CSV, or the .bws of Bridgemates.",
    )
    kind = forms.ChoiceField(
        label="At each table sat",
        required=False,
        choices=[(str(kind.value), words) for kind, words in AT_A_TABLE.items()],
        widget=forms.RadioSelect,
        initial=SectionKind.TWO_HANDED.value,
    )
    sealed = LineField(required=False)

    def clean(self) -> dict[str, Any]:
        if self.cleaned_data.get("sealed"):
            return self.cleaned_data
        if self.cleaned_data.get("file") is None:
            self.add_error("file", "Choose a file first.")
        if not self.cleaned_data.get("kind") and "kind" not in self.errors:
            self.add_error("kind", "Say who sat at each table.")
        return self.cleaned_data


@dataclass(frozen=True, slots=True)
class HeatFilePreview:
    """A file's effect on a heat, and the signed text that the confirmation sends back."""

    file_name: str
    look: HeatFileLook
    sealed: str
    format: str

    @property
    def tally(self) -> list[tuple[str, int]]:
        """The effects of the file, with counts. Only new and equal results are listed with a 0."""
        look = self.look
        rest = {
            "In already, and different": len(look.changed),
            "In so far and not in the file: they would not count any more": look.gone,
            "Of boards that are not of the event: they count at the club only": look.found.extra,
            "Sit-outs, passed over": look.found.sit_outs,
        }
        both = [("New results", look.fresh), ("In already, and the same", look.same)]
        return both + [(words, number) for words, number in rest.items() if number]


def look_into(heat: Heat, upload: UploadedFile, kind: str, user: User) -> HeatFilePreview:
    """Read a file and return its effect. Raise Refused, or scoring.errors.FileError listing all faults in the file."""
    name = " ".join((upload.name or "a file").replace("\0", "").split())[:100]
    read = heat_file_read(heat=heat, data=upload.read(MOST_BYTES + 1), file_name=name, user=user)
    look = heat_file_look(heat=heat, sections=read.sections, kind=kind, file_name=name, user=user)
    look.notes.extend(read.notes)
    return HeatFilePreview(name, look, _seal(heat, name, kind, read.sections), read.format)


def take(heat: Heat, sealed: str, user: User) -> tuple[int, str]:
    """Take the lines of a file that was looked into. Return how many it has, and its name.

    Raise Refused if the preview is too old. Also raise Refused or FileError as `heat_file_take` does.
    """
    try:
        name, kind, parts = signing.loads(sealed, salt=_salt(heat), max_age=ANSWER_WITHIN)
    except signing.BadSignature:
        raise Refused("That preview is too old. Choose the file again.") from None
    sections = [
        FileSection(
            letter,
            tuple(
                FileContestant(number, tuple(names), direction, ids=tuple(ids)) for number, names, direction, ids in who
            ),
            tuple(FileLine(*values) for values in rows),
        )
        for letter, who, rows in parts
    ]
    found = heat_file_take(heat=heat, sections=sections, kind=kind, file_name=name, user=user)
    return len(found.lines), name


def refused_in_short(no: FileError) -> str:
    """Return why a file was refused, for its field: the fault, or how many there are."""
    if len(no.sentences) == 1:
        only = no.sentences[0]
        return only[:1].upper() + only[1:]
    count = "more than 100" if len(no.sentences) > MOST_FAULTS else len(no.sentences)
    return f"The file has {count} faults. They are listed above."


def _salt(heat: Heat) -> str:
    return f"heat-results-2:{heat.public_id}"  # raise the number when FileLine changes: older previews expire


def _seal(heat: Heat, name: str, kind: str, sections: tuple[FileSection, ...]) -> str:
    parts = [
        (
            part.name,
            [(one.number, one.names, one.direction, one.ids) for one in part.contestants],
            [astuple(line) for line in part.lines],
        )
        for part in sections
    ]
    return signing.dumps((name, kind, parts), salt=_salt(heat), compress=True)
