"""Services that change accounts and devices."""

from datetime import timedelta

from django.contrib.auth import HASH_SESSION_KEY
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from clubsite.accounts.letters import Notice, notice_add
from clubsite.accounts.models import BrowserSession, Device, User
from clubsite.accounts.second_factor.services import second_factors_delete
from clubsite.core.tokens import hash_token, idempotent_token, new_public_id, new_token

SENT_TWICE = timedelta(minutes=10)
"""How long a page's word identifies a browser without a cookie. It is a secret of that browser, and no longer."""


def device_for(*, token: str | None, label: str = "", idempotency_key: str = "") -> tuple[Device, str]:
    """Return the device with this cookie or a new device, and the token to keep in the cookie.

    If a browser without a cookie submits the same page (`idempotency_key`) twice, both requests get the same device.
    """
    device = device_known(token)
    if device is not None and token:
        return device, token
    token = _token_of(idempotency_key)
    if not token or (device_known(token) and not device_of_page(idempotency_key)):
        token = new_token()
    device, _ = Device.objects.get_or_create(token_hash=hash_token(token), defaults={"label": label[:80]})
    return device, token


def device_of_page(idempotency_key: str) -> Device | None:
    """Return the device just created with this page's key for a browser that has no cookie yet, or None."""
    device = device_known(_token_of(idempotency_key))
    return device if device is not None and timezone.now() - device.created_at < SENT_TWICE else None


def _token_of(idempotency_key: str) -> str:
    """Return the token that a browser without a cookie gets from this page's key, or "" if there is no key."""
    return idempotent_token(idempotency_key, "device") if idempotency_key else ""


def user_empty(*, user: User) -> None:
    """Empty this account for good, in the caller's transaction. Its row stays, as the audit log refers to it."""
    user.username, user.first_name, user.last_name = f"deleted-{new_public_id()}", "", ""
    user.email = user.email_wanted = ""
    user.is_active, user.last_login = False, None
    user.set_unusable_password()
    user.save()
    second_factors_delete(user=user)
    sessions_end(user=user)


def password_changed(*, user: User, site: str, keep: str | None = None) -> None:
    """End the user's other sessions after a new password, and tell the user by mail."""
    with transaction.atomic():
        sessions_end(user=user, keep=keep)
        notice_add(user, Notice.PASSWORD_CHANGED, site)


def sessions_end(*, user: User, keep: str | None = None, mark: str = "") -> int:
    """End all the user's sessions except `keep`, or only the one with this `mark`. Return how many ended."""
    rows = BrowserSession.objects.filter(user=user).exclude(session_key=keep or "")
    ended = [row.pk for row in rows if mark in ("", row.mark)]
    return BrowserSession.objects.filter(pk__in=ended).delete()[0]


def device_known(token: str | None) -> Device | None:
    """Return the device with this cookie token, or None if there is no such device."""
    return Device.objects.filter(token_hash=hash_token(token)).first() if token else None


def sign_ins_of(user: User) -> list[BrowserSession]:
    """Return the browsers in which this user is signed in, last seen first."""
    now_valid = user.get_session_auth_hash()
    rows = BrowserSession.objects.filter(user=user).order_by("-seen_at")
    return [row for row in rows if constant_time_compare(row.get_decoded().get(HASH_SESSION_KEY, ""), now_valid)]
