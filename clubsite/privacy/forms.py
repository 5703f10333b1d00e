"""Forms for choices about names, and for messages between people and directors."""

from typing import Any

from django import forms

from clubsite.accounts.forms import NOT_YOURS, own_password
from clubsite.accounts.models import User
from clubsite.clubs.name_choices import NamesFor, ResultsFor, ShownAs
from clubsite.core.fields import LineField
from clubsite.core.forms import ButtonForm
from clubsite.privacy.services.account_deletion import Left
from clubsite.privacy.services.corrections import MAX_REQUEST_LENGTH

CHOICE_ERRORS = {"required": "Choose one.", "invalid_choice": "Choose one of these."}


class PersonActForm(ButtonForm):
    """Which form of a page was sent, and for which person."""

    act = LineField(required=False)
    person = LineField(required=False)


class ShownForm(forms.Form):
    """The choice of how strangers read a person's name."""

    shown_as = forms.ChoiceField(choices=ShownAs.choices, error_messages=CHOICE_ERRORS)
    nickname = LineField(required=False, max_length=40, error_messages={"max_length": "At most 40 letters."})


class AgreedForm(forms.Form):
    """The answer of one or more people about their names."""

    agreed = forms.TypedChoiceField(
        choices=[("yes", "Yes"), ("no", "No")],
        coerce=lambda said: said == "yes",
        error_messages=CHOICE_ERRORS,
    )


class NamedForm(AgreedForm):
    """The answer of several people, by their ids."""

    people = forms.TypedMultipleChoiceField(
        coerce=int,
        error_messages={"required": "Tick the names first.", "invalid_choice": "Choose of the list."},
    )

    def __init__(self, data: Any, people: list[int]) -> None:
        super().__init__(data)
        self.fields["people"].choices = [(pk, pk) for pk in people]  # type: ignore[attr-defined]


class WordsForm(forms.Form):
    """A text to a director, or by one."""

    text = forms.CharField(
        required=False,
        max_length=MAX_REQUEST_LENGTH,
        error_messages={"max_length": f"At most {MAX_REQUEST_LENGTH} letters."},
    )


class ReadersForm(forms.Form):
    """The choice of who reads a club's results, and how strangers see names."""

    results_for = forms.ChoiceField(choices=ResultsFor.choices, error_messages=CHOICE_ERRORS)
    names_for = forms.ChoiceField(choices=NamesFor.choices, error_messages=CHOICE_ERRORS)


class DeletionForm(forms.Form):
    """The name under which results stay, and the password: an unattended screen must not be enough to delete the
    account.
    """

    left = forms.ChoiceField(
        choices=[(Left.NOTHING, "nothing"), (Left.INITIALS, "initials")], error_messages=CHOICE_ERRORS
    )
    password = forms.CharField(widget=forms.PasswordInput, error_messages={"required": "Type the password."})

    def __init__(self, data: Any, user: User) -> None:
        super().__init__(data)
        self.user = user

    def clean_password(self) -> str:
        """Return the password. Raise ValidationError if it is not the account's."""
        return own_password(self.user, self._checked)

    def _checked(self) -> str:
        typed = str(self.cleaned_data["password"])
        if not self.user.check_password(typed):
            raise forms.ValidationError(NOT_YOURS)
        return typed
