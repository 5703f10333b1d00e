"""The form with which an owner asks for the club's file."""

from django import forms

from clubsite.core.ciphers import SHORTEST_PASSPHRASE


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
