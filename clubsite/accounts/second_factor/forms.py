"""Forms for the codes and passkeys of a second step, and for confirming one's identity."""

from typing import Any

from django import forms
from django.http import HttpRequest

from clubsite.accounts import limits
from clubsite.accounts.forms import own_password
from clubsite.accounts.models import User
from clubsite.accounts.second_factor.services import Proof, code_check, passkey_user
from clubsite.core.forms import LineField
from clubsite.core.limits import WRONG_FACTOR_CODES
from clubsite.core.origins import base_of
from clubsite.core.refused import Refused

WRONG_CODE = "This code is not right. An app shows a new one every half minute; a recovery code works once."
CODE_INPUT = {
    "autocomplete": "one-time-code",
    "autocapitalize": "characters",
    "autocorrect": "off",
    "spellcheck": "false",
    "maxlength": 40,
}


class AppForm(forms.Form):
    """The first code of an app that is being set up."""

    code = LineField(
        label="The six figures that the app shows",
        error_messages={"required": "Type the six figures."},
        widget=forms.TextInput(CODE_INPUT | {"inputmode": "numeric"}),
    )


class PasskeyForm(forms.Form):
    """A browser's answer about a passkey, as JSON in a hidden field that a script fills."""

    confirm_passkey = forms.CharField(required=False, strip=False, widget=forms.HiddenInput)


class SecondStepForm(PasskeyForm):
    """A code from the account's app, a recovery code, or a passkey. After validation, `proof` says which it was."""

    confirm_code = LineField(
        required=False,
        label="Code of your app, or a recovery code",
        widget=forms.TextInput(CODE_INPUT | {"autofocus": True}),
    )
    proof: Proof

    def __init__(self, request: HttpRequest, user: User) -> None:
        answered = {"confirm_code", "confirm_passkey"} & request.POST.keys()
        super().__init__(request.POST if answered else None)
        self.request, self.user = request, user

    def clean(self) -> dict[str, Any]:
        """Use up the code or the passkey's challenge. Refuse a wrong one, and any one after too many wrong attempts."""
        data = self.cleaned_data
        try:
            self.proof = self._proof(data.get("confirm_code", ""), data.get("confirm_passkey", ""))
        except Refused as no:
            self.add_error("confirm_code", str(no))
        return data

    def _proof(self, code: str, passkey: str) -> Proof:
        if passkey:
            passkey_user(self.request, passkey, self.user)
            return Proof.PASSKEY
        if not code:
            raise Refused("Type the code.")
        try:
            tried = limits.counted(WRONG_FACTOR_CODES, str(self.user.pk))
        except limits.TooOften as no:
            raise Refused(str(no)) from None
        proof = code_check(user=self.user, typed=code, site=base_of(self.request))
        if proof is None:
            raise Refused(WRONG_CODE)
        tried.right()
        return proof


class PasswordAgainForm(forms.Form):
    """The account's password, for a user without a second factor."""

    confirm_password = forms.CharField(
        label="Your password",
        error_messages={"required": "Type the password."},
        widget=forms.PasswordInput({"autocomplete": "current-password", "autofocus": True}),
    )

    def __init__(self, request: HttpRequest, user: User) -> None:
        super().__init__(request.POST if "confirm_password" in request.POST else None)
        self.user = user

    def clean_confirm_password(self) -> str:
        return own_password(self.user, self.cleaned_data["confirm_password"])
