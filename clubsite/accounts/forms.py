"""The form of a new account."""

from django.contrib.auth.forms import UserCreationForm

from clubsite.accounts.models import User


class SignUpForm(UserCreationForm):  # type: ignore[type-arg]
    """A name and a password, twice. No e-mail address is asked for: there is nothing to send."""

    class Meta:
        model = User
        fields = ("username",)
