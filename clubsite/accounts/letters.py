"""The mail about an account: a link for a forgotten password, notices, and the confirmation of a new address."""

from enum import Enum

from django.conf import settings
from django.contrib.auth.forms import PasswordResetForm
from django.contrib.auth.tokens import default_token_generator
from django.core import signing
from django.core.mail import EmailMessage
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from clubsite.accounts.models import User
from clubsite.core.limits import ADDRESSES_TYPED, CONFIRMATIONS
from clubsite.core.refused import Refused
from clubsite.core.tokens import hash_token
from clubsite.outbox.models import Letter
from clubsite.outbox.services import LetterKind, letters_add


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
SALT = "accounts.address"
LINK_ENDED = (
    "This link no longer works: it works for a day, and only for the address that was typed last. Type the "
    "address again on the page of your account."
)


def address_want(*, user: User, address: str, site: str) -> None:
    """Store a new address for the user and send a confirmation link to it. "" removes the current address at once and
    notifies it.

    The old address stays in use until the new one is confirmed. Raise Refused if the new address has already been sent
    too many messages.
    """
    removed = ""
    if address == user.email:
        user.email_wanted = ""
    elif not address:
        removed = user.email
        user.email = user.email_wanted = ""
    elif ADDRESSES_TYPED.exceeded(str(user.pk)):
        raise Refused(ADDRESSES_TYPED.refusal(str(user.pk)), "email")
    elif CONFIRMATIONS.exceeded(sent := f"{user.pk}:{hash_token(address.casefold())}"):
        raise Refused(CONFIRMATIONS.refusal(sent), "email")
    else:
        user.email_wanted = address
    with transaction.atomic():
        user.save(update_fields=["email", "email_wanted"])
        if user.email_wanted:
            letters_add(Letter(kind=CONFIRM.code, user=user, site=site))
        if removed:
            letters_add(Letter(kind=Notice.ADDRESS_REMOVED.kind, address=removed, site=site))


def confirmation_write(letter: Letter) -> EmailMessage | None:
    """Return the mail with the link that confirms an address, or None if no address is waiting to be confirmed."""
    user = letter.user
    if user is None or not user.email_wanted:
        return None
    path = reverse("accounts:confirm-address", args=[address_key(user)])
    context = {"name": user.get_username(), "site": letter.base, "link": letter.base + path}
    text = render_to_string("accounts/mail/confirm_address.txt", context)
    return EmailMessage("Is this your address?", text, to=[user.email_wanted])


CONFIRM = LetterKind("accounts.confirm-address", confirmation_write)


def address_key(user: User) -> str:
    """Return the key of the link that confirms the address which the user wants."""
    return signing.dumps([user.pk, user.email_wanted], salt=SALT)


def address_waiting(key: str) -> User:
    """Return the user whose address this key confirms. Raise Refused if the link is no longer valid."""
    try:
        pk, address = signing.loads(key, salt=SALT, max_age=settings.PASSWORD_RESET_TIMEOUT)
    except (signing.BadSignature, ValueError):
        raise Refused(LINK_ENDED) from None
    user = User.objects.filter(pk=pk, is_active=True).first()
    if user is None or not address or user.email_wanted != address:
        raise Refused(LINK_ENDED)
    return user


def address_confirm(*, key: str, site: str) -> User:
    """Put the new address into use, and notify the previous one. Raise Refused if the link is no longer valid."""
    with transaction.atomic():
        user = address_waiting(key)
        before = user.email
        user.email, user.email_wanted = user.email_wanted, ""
        user.save(update_fields=["email", "email_wanted"])
        if before:
            letters_add(Letter(kind=Notice.ADDRESS_CHANGED.kind, address=before, site=site))
    return user
