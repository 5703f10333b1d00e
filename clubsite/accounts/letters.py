"""The mail with a link for a user who has forgotten their password, and notices about an account."""

from enum import Enum

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
from clubsite.outbox.services import letters_add


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


class Notice(Enum):
    """An event that an account's holder is told about by mail, with the letter's kind and its text."""

    PASSWORD_CHANGED = "accounts.password-changed", "Your password was changed"
    NEW_BROWSER = "accounts.new-browser", "Somebody signed in on a device that has not been used for it before"
    APP_ADDED = "accounts.app-added", "An app for codes was set up"
    PASSKEY_ADDED = "accounts.passkey-added", "A passkey was added"
    FACTOR_REMOVED = "accounts.factor-removed", "An app or a passkey was removed"
    RECOVERY_USED = "accounts.recovery-used", "A recovery code was used to sign in or to confirm an act"
    ADDRESS_CHANGED = "accounts.address-changed", "Your account has another address now"
    ADDRESS_REMOVED = "accounts.address-removed", "Your account has no e-mail address any more"
    FACTORS_RESET = "accounts.factors-reset", "App, passkeys and recovery codes were removed by another person"

    @property
    def kind(self) -> str:
        return str(self.value[0])


def notice_add(user: User, notice: Notice, site: str) -> None:
    """Tell the account's holder by mail, in the caller's transaction, if the account has an address."""
    if user.email:
        letters_add(Letter(kind=notice.kind, user=user, site=site))


def notice_write(letter: Letter) -> EmailMessage | None:
    """Return the mail about what happened to an account, or None if the account has no address any more."""
    user = letter.user
    address = letter.address or (user.email if user else "")
    if not address:
        return None
    words = next(notice.value[1] for notice in Notice if notice.kind == letter.kind)
    context = {
        "words": words,
        "name": user.get_username() if user else "",
        "at": letter.made_at,
        "site": letter.base,
        "account": letter.base + reverse("accounts:account"),
        "forgotten": letter.base + reverse("accounts:forgotten"),
    }
    return EmailMessage(words, render_to_string("accounts/mail/notice.txt", context), to=[address])


NOTICE_KINDS = [LetterKind(notice.kind, notice_write) for notice in Notice]
