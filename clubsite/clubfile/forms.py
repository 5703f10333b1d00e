"""The forms with which an owner asks for the club's file, and somebody brings a club here from one."""

from django import forms

from clubsite.core.fields import NameFormField
from clubsite.core.passphrases import SHORTEST_PASSPHRASE


class ClubFileForm(forms.Form):
    """The passphrase for the boards that nobody has opened."""

    passphrase = forms.CharField(
        strip=False,
        max_length=200,
        label="Passphrase",
        help_text=f"At least {SHORTEST_PASSPHRASE} characters. Write it down: the file cannot be read in without it.",
        error_messages={"required": f"Write a passphrase of at least {SHORTEST_PASSPHRASE} characters."},
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
    )


class SendingForm(forms.Form):
    """A whole club file, or only its size if the page's script sends the file in pieces."""

    file = forms.FileField(
        required=False,
        label="The club file",
        help_text="The zip that the other site made. It is checked first, and you see what is in it.",
        widget=forms.FileInput({"accept": ".zip,application/zip"}),
    )
    size = forms.IntegerField(required=False, widget=forms.HiddenInput())

    def clean(self) -> None:
        if not self.errors and not self.cleaned_data["file"] and self.cleaned_data["size"] is None:
            self.add_error("file", "Choose the club file.")


class PieceForm(forms.Form):
    """One piece of a club file, with its number."""

    number = forms.IntegerField(min_value=1)
    piece = forms.FileField()


class BringingForm(forms.Form):
    """The passphrase of a checked file, and the address and name that its club gets here."""

    passphrase = forms.CharField(
        strip=False,
        max_length=200,
        label="Passphrase",
        help_text="The one that was typed when the file was made.",
        error_messages={"required": "Write the passphrase of the file."},
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
    )
    name = NameFormField(
        max_length=100, label="Name of the club", error_messages={"required": "The club needs a name."}
    )
    address = forms.SlugField(
        max_length=50,
        label="Address here",
        help_text="Small letters, figures and hyphens. Links to the club’s pages have it.",
        error_messages={
            "required": "Write a short name, such as lantern-street.",
            "invalid": "An address has small letters, figures and hyphens.",
        },
    )

    def clean_address(self) -> str:
        return str(self.cleaned_data["address"]).lower()
