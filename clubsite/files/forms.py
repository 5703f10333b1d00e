"""Forms for a director's files.

Between preview and confirmation, the lines of a results file are kept in the page itself, with a signature; the
server stores nothing.
"""

from collections.abc import Iterable
from dataclasses import astuple, dataclass
from typing import Any

from django import forms
from django.core import signing
from django.core.files.uploadedfile import UploadedFile
from django.utils.text import capfirst

from clubsite.accounts.models import User
from clubsite.core.forms import ButtonForm, LineField
from clubsite.core.refused import Refused
from clubsite.files.services.card_files import FORMAT_ORDER, FORMAT_WORDS, CardSet
from clubsite.files.services.import_preview import Incoming, incoming
from clubsite.files.services.import_results import (
    MOST_BYTES,
    NameRow,
    file_read,
    lines_alone,
    names_that_differ,
    results_import,
)
from clubsite.nights.models import Session
from scoring.errors import MOST_FAULTS, FileError
from scoring.files.model import FileContestant, FileLine, FileSection

ANSWER_WITHIN = 3600


class CardsForm(ButtonForm):
    """A form for choosing a set of boards and a file format (`form`), and for confirming the request (`sure`)."""

    boards = LineField(required=False, widget=forms.Select)
    form = LineField(required=False, label="Format", widget=forms.Select)
    sure = LineField(required=False)
    promise = LineField(required=False)
    passphrase = forms.CharField(
        required=False,
        strip=False,
        max_length=200,
        label="Passphrase",
        help_text="At least 12 characters. Do not send it together with the file: tell it by telephone, for example.",
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
    )

    @classmethod
    def choosing(cls, sets: list[CardSet]) -> "CardsForm":
        """Return a form for choosing one of these sets and a file format."""
        form = cls(initial={"boards": sets[0].pk if sets else ""})
        form.fields["boards"].widget.choices = [
            (card_set.pk, f"{card_set.title}: {card_set.numbers}") for card_set in sets
        ]
        form.fields["form"].widget.choices = [(name, f"{name}: {FORMAT_WORDS[name]}") for name in FORMAT_ORDER]
        return form


class BridgematesForm(forms.Form):
    """A form for the `computer` with Bridgemate Control, for including the `hands`, and for confirming it (`sure`)."""

    computer = LineField(
        max_length=63,
        label="Name of the computer with Bridgemate Control",
        help_text="On that computer: Settings, System, About, “Device name”.",
        error_messages={
            "required": "Write the name of the computer that runs Bridgemate Control.",
            "max_length": "A computer’s name has at most 63 characters.",
        },
    )
    hands = forms.BooleanField(required=False)
    sure = LineField(required=False)


class ResultsForm(forms.Form):
    """A form with a results file to preview, or with a previewed file to store (`sealed`)."""

    file = forms.FileField(
        label="File with results",
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"required": True}),
    )
    sealed = LineField(required=False)

    def clean(self) -> dict[str, Any]:
        if not self.cleaned_data.get("sealed") and self.cleaned_data.get("file") is None:
            self.add_error("file", "Choose a file first.")
        return self.cleaned_data


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """A file's effect, and the signed text that the confirmation sends back. `notes` says what the director still has
    to do; `names` holds the contestants whose names differ in the file.
    """

    file_name: str
    found: Incoming
    sealed: str
    notes: tuple[str, ...]
    names: list[NameRow]

    @property
    def tally(self) -> list[tuple[str, int]]:
        """The effects on scores, rounds and boards, with counts. Only new and equal scores are listed with a 0."""
        effect = self.found
        rest = {
            "In already, and different": len(effect.changed),
            "In already, on boards that you have still to play yourself: not compared for you": effect.covered,
            "Sit-outs, passed over: the movement knows them": effect.passed_over,
            "Rounds that begin by this": effect.begun,
            "Boards of earlier rounds without a line: they become “not played”": effect.unplayed,
        }
        both = [("New scores", effect.fresh), ("In already, and the same", effect.same)]
        return both + [(words, number) for words, number in rest.items() if number]


def look(session: Session, upload: UploadedFile, user: User) -> ImportPreview:
    """Read a file and return its effect. Raise scoring.errors.FileError listing all faults in the file."""
    data = upload.read(MOST_BYTES + 1)
    result_file = file_read(session=session, data=data)
    sections = lines_alone(result_file)
    name = upload_name(upload)
    effect = incoming(session, sections, user)
    notes = (*effect.left_out, *result_file.notes)
    sealed = sections_sealed(_salt(session), [name], sections)
    return ImportPreview(name, effect, sealed, notes, names_that_differ(session, result_file.sections))


def store(session: Session, sealed: str, user: User) -> tuple[int, str]:
    """Store the lines of a previewed file. Return the number of lines stored, and the file name.

    Raise Refused if the preview is too old. Also raise Refused or FileError as `results_import` does.
    """
    (name,), sections = sections_unsealed(_salt(session), sealed)
    return results_import(session=session, sections=sections, file_name=name, user=user), name


def in_short(no: FileError) -> str:
    """Return why a file was refused, for its field: the only fault, or the number of faults."""
    if len(no.sentences) == 1:
        return capfirst(no.sentences[0])
    count = "more than 100" if len(no.sentences) > MOST_FAULTS else len(no.sentences)
    return f"The file has {count} faults. They are listed above."


def upload_name(upload: UploadedFile) -> str:
    """Return the name of a file for display."""
    return " ".join((upload.name or "a file").replace("\0", "").split())[:100]


def sections_sealed(salt: str, notes: list[str], sections: Iterable[FileSection]) -> str:
    """Return the signed text of a previewed file: its `notes` and its sections."""
    return signing.dumps((notes, [astuple(section) for section in sections]), salt=salt, compress=True)


def unsealed(salt: str, sealed: str) -> Any:
    """Return the data that was signed for a file's preview. Raise Refused if it is too old."""
    try:
        return signing.loads(sealed, salt=salt, max_age=ANSWER_WITHIN)
    except signing.BadSignature:
        raise Refused("That preview is too old. Choose the file again.") from None


def sections_unsealed(salt: str, sealed: str) -> tuple[list[str], list[FileSection]]:
    """Return what `sections_sealed` was given. Raise Refused if the preview is too old."""
    notes, parts = unsealed(salt, sealed)
    return notes, [
        FileSection(name, tuple(map(_contestant, who)), tuple(FileLine(*values) for values in rows))
        for name, who, rows in parts
    ]


def _contestant(values: list[Any]) -> FileContestant:
    """Return a contestant, turning the lists that JSON made back into tuples."""
    plain: list[Any] = [tuple(value) if isinstance(value, list) else value for value in values]
    return FileContestant(*plain)


def _salt(session: Session) -> str:
    return f"results-file-6:{session.public_id}"  # raise the number when FileLine changes: older previews expire
