"""Forms for requesting mail."""

from django import forms

from clubsite.core.forms import ButtonForm, PressedField

NO_ADDRESS = "Type an e-mail address, for example ann@example.org."


class PressedForm(ButtonForm):
    """The form that says which button was pressed."""

    account = PressedField()
    stop = PressedField()


class AddressForm(forms.Form):
    """The form for an address to send mail to."""

    address = forms.EmailField(
        label="E-mail address",
        help_text="First you get a mail with a link. Once you have opened it, results come by mail. Each of them has a "
        "link that stops them.",
        max_length=254,
        error_messages={"required": NO_ADDRESS, "invalid": NO_ADDRESS},
        widget=forms.EmailInput({"autocomplete": "email"}),
    )
