"""Forms for choices about names, and for messages between people and directors."""

from typing import Any

from django import forms
from django.utils.html import format_html

from clubsite.accounts.forms import OwnPasswordForm
from clubsite.clubs.models import (
    CONSENT_QUESTIONS,
    WORDS_VERSION,
    CorrectionRequest,
    NamesFor,
    Person,
    ResultsFor,
    ShownAs,
)
from clubsite.core.forms import ButtonForm, LineField
from clubsite.privacy.names import person_to_strangers
from clubsite.privacy.services import MAX_REQUEST_LENGTH, Left

CHOICE_ERRORS = {"required": "Choose one.", "invalid_choice": "Choose one of these."}
MEMBERS_ONLY = format_html(
    "{}<small>Others read only that there are results. Members sign in, or come with the device with which they took "
    "their seat.</small>",
    ResultsFor.MEMBERS.label,
)


class PersonActForm(ButtonForm):
    """A form that says which of a page's forms was submitted, and which person it is about."""

    act = LineField(required=False)
    person = LineField(required=False)


class ShownForm(forms.Form):
    """The choice of how strangers see a person's name."""

    shown_as = forms.ChoiceField(
        label="How should strangers see you?",
        choices=ShownAs.choices,
        error_messages=CHOICE_ERRORS,
        widget=forms.RadioSelect,
    )
    nickname = LineField(
        required=False,
        label="Nickname",
        max_length=40,
        error_messages={"max_length": "At most 40 letters."},
        widget=forms.TextInput({"autocomplete": "off"}),
    )

    def __init__(self, person: Person, **kwargs: Any) -> None:
        super().__init__(initial={"shown_as": person.shown_as, "nickname": person.nickname}, **kwargs)
        choices = [(choice, _with_example(person, choice)) for choice in ShownAs]
        self.fields["shown_as"].choices = choices  # type: ignore[attr-defined]


def _with_example(person: Person, choice: ShownAs) -> str:
    if choice in (ShownAs.NICKNAME, ShownAs.HIDDEN):
        return str(choice.label)
    example = person_to_strangers(person, shown_as=choice)
    return format_html("{}<small>They read: {}</small>", choice.label, example)


class AgreedForm(forms.Form):
    """The answer of one or more people to the question about their names."""

    agreed = forms.TypedChoiceField(
        label="May strangers read your name?",
        help_text=CONSENT_QUESTIONS[WORDS_VERSION],
        choices=[("yes", "Yes"), ("no", "No")],
        coerce=lambda answer: answer == "yes",
        error_messages=CHOICE_ERRORS,
        widget=forms.RadioSelect,
    )

    @classmethod
    def of_person(cls, person: Person, **kwargs: Any) -> "AgreedForm":
        form = cls(initial={"agreed": {None: "", True: "yes", False: "no"}[person.agreed]}, **kwargs)
        if person.agreed:
            form.fields["agreed"].choices = [("yes", "Yes"), ("no", "No: I take it back")]  # type: ignore[attr-defined]
        return form


class NamedForm(AgreedForm):
    """The answer of several people, identified by their ids, to the question about their names."""

    people = forms.TypedMultipleChoiceField(
        coerce=int, error_messages={"required": "Tick the names first.", "invalid_choice": "Choose from the list."}
    )

    def __init__(self, data: Any, people: list[int]) -> None:
        super().__init__(data)
        self.fields["people"].choices = [(pk, pk) for pk in people]  # type: ignore[attr-defined]


class WordsForm(forms.Form):
    """A message to or from a director."""

    text = forms.CharField(
        required=False,
        max_length=MAX_REQUEST_LENGTH,
        error_messages={"max_length": f"At most {MAX_REQUEST_LENGTH} letters."},
        label="Is something wrong?",
        help_text="Your name, your number, anything else on this page. A director of the club answers. For a score, go "
        "to that night’s results and choose “Ask for a correction” there.",
        widget=forms.Textarea({"rows": 3, "cols": None}),
    )


class RequestAnswerForm(WordsForm):
    """A director's answer to a request for a correction."""

    def __init__(self, request: CorrectionRequest) -> None:
        super().__init__(auto_id=f"answer-{request.pk}-%s")
        text = self.fields["text"]
        text.label, text.help_text = f"Your answer to {request.person.name}", ""
        text.widget.attrs |= {"rows": 2, "required": True}


class ReadersForm(forms.Form):
    """The choice of who may see a club's results, and how strangers see names."""

    results_for = forms.ChoiceField(
        label="Who may read the club’s results?",
        choices=[(ResultsFor.EVERYBODY, ResultsFor.EVERYBODY.label), (ResultsFor.MEMBERS, MEMBERS_ONLY)],
        error_messages=CHOICE_ERRORS,
        widget=forms.RadioSelect,
    )
    names_for = forms.ChoiceField(
        label="How do strangers read names?",
        help_text="Members always read names. Each player may choose to be shown less than this, never more.",
        choices=NamesFor.choices,
        error_messages=CHOICE_ERRORS,
        widget=forms.RadioSelect,
    )


class DeletionForm(OwnPasswordForm):
    """The name to keep on the results, and the password."""

    left = forms.ChoiceField(
        label="Which name stays with your results?",
        initial=Left.NOTHING,
        choices=[(Left.NOTHING, "“A former player”"), (Left.INITIALS, "My initials")],
        error_messages=CHOICE_ERRORS,
        widget=forms.RadioSelect,
    )
    field_order = ("left", "password")
