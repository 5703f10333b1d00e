"""The mail with a link for a user who has forgotten their password."""

from django.conf import settings
from django.contrib.auth.forms import PasswordResetForm
from django.contrib.auth.tokens import default_token_generator
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from clubsite.accounts.models import User
from clubsite.outbox.kinds import LetterKind
from clubsite.outbox.models import Letter


def forgotten_write(letter: Letter) -> EmailMessage | None:
    """Return one mail containing a link for each account that has this address.

    Return None if no account has it, or if the link would have expired by now. The accounts are looked up only
    here, so that the page does not reveal whether any account has this address.
    """
    users: list[User] = list(PasswordResetForm().get_users(letter.address))
    age = (timezone.now() - letter.made_at).total_seconds()
    if not users or age > settings.PASSWORD_RESET_TIMEOUT:
        return None
    accounts = [(user.get_username(), letter.base + _path(user)) for user in users]
    text = render_to_string("accounts/mail/forgotten.txt", {"accounts": accounts, "site": letter.base})
    return EmailMessage("A new password for your account", text, to=[users[0].email])


def _path(user: User) -> str:
    uid = urlsafe_base64_encode(force_bytes(user.pk))
    return reverse("accounts:new-password", args=[uid, default_token_generator.make_token(user)])


FORGOTTEN = LetterKind("accounts.forgotten", forgotten_write)
