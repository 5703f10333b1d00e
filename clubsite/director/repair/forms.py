"""Form fields for repairs (people by name, choices from a list), and the base form for all kinds of repair."""

from typing import Any, ClassVar

from django import forms

from clubsite.clubs.services import name_as_kept
from clubsite.core.fields import LineField
from clubsite.nights.forms import SectionForm
from clubsite.nights.models import RepairKind
from clubsite.nights.selectors.drafts import NotFound, find_person
from clubsite.nights.selectors.movements import Newcomer, SectionInPlay
from clubsite.nights.selectors.repairs import RepairOrder

EMPTY_CHOICE = ("", "Choose…")


class TypedPersonField(LineField):
    """A field for a person's name. The form cleans it to a Newcomer, or to "" if nothing was typed.

    `offer` holds the names to choose from if the typed name was not found.
    """

    offer: NotFound | None = None
    widget = forms.TextInput({"list": "people", "maxlength": 80, "autocomplete": "off"})

    def __init__(self, label: str, **options: Any) -> None:
        super().__init__(label=label, error_messages={"required": "Type the name."}, **options)

    def to_python(self, value: Any) -> str:
        return name_as_kept(super().to_python(value) or "")


class ListField(forms.ChoiceField):
    """A field that offers a choice from a list, which may have changed since it was shown."""

    def __init__(self, label: str, choices: list[tuple[str, str]], **options: Any) -> None:
        messages = {
            "required": "Choose one.",
            "invalid_choice": "Choose again: the list has changed since you looked.",
        }
        super().__init__(label=label, choices=choices, error_messages=messages, **options)
        self.listed = choices

    def choose_first(self) -> None:
        """Add an empty choice at the top, because nothing is chosen yet or the choice is no longer on the list."""
        self.choices = [EMPTY_CHOICE, *self.listed]


class RepairForm(SectionForm):
    """The section to repair, and the preview of the repair (`seen`) on the page when its button was pressed."""

    seen = LineField(required=False)


class AnswersForm(forms.Form):
    """The questions of one kind of repair, and the order that results from the answers.

    The form is bound if its button was pressed (`go`). Until then, answers in the address only fill in the fields.
    """

    kind: ClassVar[RepairKind]
    about: ClassVar[str]

    def __init__(self, now: SectionInPlay, data: dict[str, str]) -> None:
        super().__init__(data if "go" in data else None, auto_id="f-%s", initial=data)
        self.now = now
        self.hidden: dict[str, str] = {}
        self.fields.update(self.questions())
        for name, field in self.fields.items():
            if isinstance(field, ListField) and self[name].value() not in dict(field.listed):
                field.choose_first()

    def questions(self) -> dict[str, forms.Field]:
        raise NotImplementedError

    def order(self) -> RepairOrder | None:
        """Return the order from a valid form, or None if a question still has to be answered."""
        raise NotImplementedError

    def clean(self) -> dict[str, Any]:
        for name, field in self.fields.items():
            if isinstance(field, TypedPersonField) and self.cleaned_data.get(name):
                self.cleaned_data[name] = self._person(name, field)
        return self.cleaned_data

    def _person(self, name: str, field: TypedPersonField) -> Newcomer | None:
        """Return the person whose name was typed into a field. If the name is refused, show the reason next to the
        field and return None.
        """
        text = self.cleaned_data[name]
        try:
            person = find_person(self.now.section.session, text)
        except NotFound as no:
            if f"guest-{name}" in self.data:
                self.hidden[f"guest-{name}"] = text
                return Newcomer(text, None)
            field.offer = no
            self.add_error(name, str(no))
            return None
        return Newcomer(person.name, person)
