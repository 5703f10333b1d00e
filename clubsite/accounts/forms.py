"""Forms for creating an account, changing it, and regaining access to it."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm, BaseUserCreationForm, PasswordChangeForm, SetPasswordForm
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.validators import EmailValidator

from clubsite.accounts import limits
from clubsite.accounts.models import NAME_TAKEN, User
from clubsite.core.forms import ButtonForm, LineField
from clubsite.core.limits import OWN_PASSWORD

NOT_YOURS = "This is not the password of your account. Capital letters count."
FIELD_MISSING = {
    "username": "Type the name.",
    "password": "Type the password.",
    "old_password": "Type your present password.",
    "email": "Type the e-mail address.",
    **dict.fromkeys(("password1", "new_password1"), "Choose a password."),
    **dict.fromkeys(("password2", "new_password2"), "Type the same password again."),
}
LABELS = {
    "username": "Name",
    "password": "Password",
    "old_password": "Your present password",
    "email": "E-mail address",
    "shared": "Others use this device too (the club’s laptop, a tablet of the hall)",
    "password1": "Password",
    "new_password1": "New password",
    **dict.fromkeys(("password2", "new_password2"), "The same password again"),
}
NOT_COMMON = "At least eight characters, and not a password that many people use."
HELP = {"password1": f"{NOT_COMMON} Write it down.", "new_password1": NOT_COMMON}
AS_TYPED = {"autocapitalize": "none", "autocorrect": "off", "spellcheck": "false"}
IN_OUR_WORDS: dict[type, Any] = {
    EmailValidator: EmailValidator("This is not an e-mail address. Write it like ann@example.com.")
}
NAME = UnicodeUsernameValidator(message="Use only letters, figures and @ . + - _, and no blanks.")
PASSWORD_ERRORS: dict[str, Any] = {"password_mismatch": "The two passwords are not the same. Type both again."}


class PlainForm(forms.BaseForm):
    """A form of Django's, or a form like it, with labels, help texts and messages of our own."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.label, field.help_text = LABELS[name], HELP.get(name, "")
            field.error_messages["required"] = FIELD_MISSING.get(name, "")
            field.validators = [IN_OUR_WORDS.get(type(check), check) for check in field.validators]


def own_password(user: User, typed: str) -> str:
    """Return the account's password as typed. Raise ValidationError if it is wrong, or after too many wrong ones."""
    try:
        tried = limits.counted(OWN_PASSWORD, str(user.pk))
    except limits.TooOften as no:
        raise forms.ValidationError(str(no), code="too_often") from None
    if not user.check_password(typed):
        raise forms.ValidationError(NOT_YOURS)
    tried.right()
    return typed


class SignInForm(PlainForm, AuthenticationForm):
    """A user's name and password, and whether others use this device too."""

    shared = forms.BooleanField(required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        invited = self.request is not None and "/invitation/" in self.request.GET.get("next", "")
        self.fields["username"].widget.attrs |= AS_TYPED | {"autofocus": not invited}


class SignUpForm(PlainForm, BaseUserCreationForm):
    """A name, and a password typed twice. An e-mail address is asked for only if the site can send mail."""

    class Meta:
        model = User
        fields = ("username",)
        error_messages = {"username": {"unique": NAME_TAKEN}}

    # Not a field of the model's: an address is out of the account until it is confirmed (`addresses.address_want`).
    email = forms.EmailField(
        required=False,
        max_length=254,
        label="E-mail address, if you like",
        help_text="If you forget your password, a link is sent here. First a mail asks you to confirm the address.",
        widget=forms.EmailInput({"autocomplete": "email"}),
    )
    error_messages = PASSWORD_ERRORS
    field_order = ("username", "password1", "password2", "email")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["username"]
        name.help_text = "Use only letters, figures and @ . + - _."
        name.validators.append(NAME)
        name.widget.attrs |= AS_TYPED | {"autocomplete": "username", "autofocus": False}
        if not settings.MAIL_ON:
            del self.fields["email"]


class OwnPasswordForm(forms.Form):
    """A form that asks for the account's password, so that nobody uses it on an unattended screen."""

    password = forms.CharField(
        label="Your password",
        error_messages={"required": "Type the password."},
        widget=forms.PasswordInput({"autocomplete": "current-password"}),
    )

    def __init__(self, data: Any, user: User, **options: Any) -> None:
        super().__init__(data, **options)
        self.user = user

    def clean_password(self) -> str:
        return own_password(self.user, self.cleaned_data["password"])


class EmailForm(PlainForm, OwnPasswordForm):
    """The e-mail address that receives the link for a forgotten password."""

    email = forms.EmailField(required=False, max_length=254, widget=forms.EmailInput({"autocomplete": "email"}))
    field_order = ("email", "password")

    def __init__(self, data: Any, user: User) -> None:
        super().__init__(data, user, initial={"email": user.email_wanted or user.email})
        self.fields["email"].help_text = (
            "First you get a mail in which you confirm the address. After that it receives a link if you forget your "
            "password, news of your account, and results if you ask a club for them. If you leave it empty, no mail is "
            "sent, and a director of your club can help you instead."
        )
        self.fields["password"].help_text = "So that nobody else changes it on a screen that you left signed in."


class NewPasswordForm(PlainForm, SetPasswordForm):
    """A new password, typed twice, for a user who followed a link."""

    error_messages = {**SetPasswordForm.error_messages, **PASSWORD_ERRORS}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["new_password1"].widget.attrs["autofocus"] = True


class PasswordForm(PlainForm, PasswordChangeForm):
    """The old password, and the new one typed twice."""

    error_messages = {**PasswordChangeForm.error_messages, **PASSWORD_ERRORS}

    def clean_old_password(self) -> str:
        return own_password(self.user, self.cleaned_data["old_password"])


class ForgottenForm(PlainForm, forms.Form):
    """An e-mail address. The response and its timing are the same whether or not an account has this address."""

    email = forms.EmailField(max_length=254, widget=forms.EmailInput(attrs={"autocomplete": "email"}))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].widget.attrs["autofocus"] = True


class MarkForm(ButtonForm):
    """The session that a sign-out button is about. An empty `mark` means all sessions."""

    mark = LineField(required=False)


class OnwardForm(ButtonForm):
    """A form that carries the address of the page to which a visitor goes after signing in."""

    next = LineField(required=False)
