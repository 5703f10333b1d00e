"""What a change of the movement asks: people by name, and choices of a list."""

from collections.abc import Mapping
from typing import Any

from django import forms

from clubsite.core.fields import LineField
from clubsite.director.repair.people import Typed, typed_person
from clubsite.duplicate.errors import Refused
from clubsite.duplicate.forms import SectionForm
from clubsite.duplicate.models import Section
from clubsite.duplicate.selectors.person_search import NotFound

EMPTY_CHOICE = ("", "Choose…")


class TypedPersonField(LineField):
    """Somebody by name; cleaned by the form it is a `Typed`, or None where nothing is typed."""

    def __init__(self, label: str, **options: Any) -> None:
        super().__init__(label=label, error_messages={"required": "Type the name."}, **options)


class ListField(forms.ChoiceField):
    """One of a list, which may have changed since it was shown."""

    def __init__(self, label: str, choices: list[tuple[str, str]], **options: Any) -> None:
        messages = {
            "required": "Choose one.",
            "invalid_choice": "Choose again: the list has changed since you looked.",
        }
        super().__init__(label=label, choices=choices, error_messages=messages, **options)
        self.listed = choices

    def choose_first(self) -> None:
        """Nothing is chosen yet, or what was is on the list no more."""
        self.choices = [EMPTY_CHOICE, *self.listed]


class AnswersForm(forms.Form):
    """The questions of one change, each kind with fields of its own.

    It is bound when its button was pressed (`go`); before that, answers in the address are only put in.
    """

    def __init__(self, section: Section, data: dict[str, str], fields: Mapping[str, forms.Field]) -> None:
        super().__init__(data if "go" in data else None, auto_id="f-%s", initial=data)
        self.fields.update(fields)
        self.section = section
        self.offers: dict[str, NotFound] = {}
        self.hidden: dict[str, str] = {}
        for name, field in self.fields.items():
            if isinstance(field, ListField) and self[name].value() not in dict(field.listed):
                field.choose_first()

    def clean(self) -> dict[str, Any]:
        for name, field in self.fields.items():
            if isinstance(field, TypedPersonField) and name in self.cleaned_data:
                self.cleaned_data[name] = self._person(name, self.cleaned_data[name])
        return self.cleaned_data

    def _person(self, name: str, text: str) -> Typed | None:
        """Who was typed into a field; None with the fault beside it, and what is offered instead."""
        if not text:
            return None
        try:
            found = typed_person(self.section, text, guest=f"guest-{name}" in self.data)
        except Refused as no:
            if isinstance(no, NotFound):
                self.offers[name] = no
            self.add_error(name, str(no))
            return None
        if found.person is None:
            self.hidden[f"guest-{name}"] = text
        return found

    @property
    def rows(self) -> list[dict[str, Any]]:
        """For the page: each field, whether it is a name, and what is offered in place of one that was not found."""
        return [
            {
                "field": self[name],
                "person": isinstance(field, TypedPersonField),
                "offer": self.offers.get(name),
            }
            for name, field in self.fields.items()
        ]


class RepairForm(SectionForm):
    """The section of a change, and what the page showed of it (`seen`) when its button was pressed."""

    seen = LineField(required=False)
