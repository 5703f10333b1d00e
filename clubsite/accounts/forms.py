"""The forms of an account: a new one, what is kept of it, and a way back into it."""

from threading import Thread
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.forms import PasswordResetForm, UserCreationForm

from clubsite.accounts.models import User


class SignUpForm(UserCreationForm):  # type: ignore[type-arg]
    """A name and a password, twice. An e-mail address is asked for only where the site can send to it."""

    class Meta:
        model = User
        fields = ("username", "email")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not settings.MAIL_ON:
            del self.fields["email"]


class EmailForm(forms.ModelForm):  # type: ignore[type-arg]
    """Where a forgotten password's link goes. Whoever finds a screen signed in must not take the account with it."""

    password = forms.CharField(widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}))

    class Meta:
        model = User
        fields = ("email",)

    def clean_password(self) -> str:
        """Raises ValidationError unless it is the account's."""
        typed = self.cleaned_data["password"]
        if not self.instance.check_password(typed):
            raise forms.ValidationError("This is not the password of your account. Capital letters count.")
        return str(typed)


class ForgottenForm(PasswordResetForm):
    """An e-mail address. What happens next looks and lasts the same whether an account has it or not."""

    def send_mail(self, *args: Any, **kwargs: Any) -> None:
        """Behind the page: the time that a mail server takes would tell that there was a mail to send."""
        Thread(target=super().send_mail, args=args, kwargs=kwargs, name="mail").start()
