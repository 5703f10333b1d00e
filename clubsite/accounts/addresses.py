"""The e-mail address of an account, which is used only after the account's holder has confirmed it."""

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse

from clubsite.accounts.letters import Notice
from clubsite.accounts.models import User
from clubsite.core.limits import ADDRESSES_TYPED, CONFIRMATIONS
from clubsite.core.refused import Refused
from clubsite.core.tokens import hash_token
from clubsite.outbox.kinds import LetterKind
from clubsite.outbox.models import Letter
from clubsite.outbox.services import letters_add

SALT = "accounts.address"
LINK_ENDED = (
    "This link no longer works: it works for a day, and only for the address that was typed last. Type the "
    "address again on the page of your account."
)


def address_want(*, user: User, address: str, site: str) -> None:
    """Store a new address for the user and send a confirmation link to it. "" removes the current address at once
    and tells it so.

    The old address stays in use until the new one is confirmed. Raise Refused if the new address has already been
    sent too many messages.
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
