"""Services for second factors: an app that shows codes, passkeys, and recovery codes."""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from django.contrib.auth.hashers import check_password, make_password
from django.db import transaction
from django.utils import timezone
from django_otp_webauthn.models import WebAuthnCredential

from clubsite.accounts.letters import Notice, notice_add
from clubsite.accounts.models import AuthenticatorApp, RecoveryCode, User
from clubsite.core.refused import Refused
from clubsite.core.sealed_fields import KeyMissing
from clubsite.core.tokens import CODE_ALPHABET, new_code


@dataclass(frozen=True, slots=True)
class SecondFactors:
    """An account's app, its passkeys, and its number of unused recovery codes. It is false if there is no factor."""

    app: AuthenticatorApp | None
    passkeys: list[WebAuthnCredential]
    codes_left: int

    def __bool__(self) -> bool:
        return self.app is not None or bool(self.passkeys)


def second_factors_of(user: User) -> SecondFactors:
    """Return the second factors that the account has besides its password."""
    app = AuthenticatorApp.objects.filter(user=user, confirmed=True).first()
    passkeys = list(WebAuthnCredential.objects.filter(user=user, confirmed=True).order_by("pk"))
    codes = RecoveryCode.objects.filter(user=user, used_at=None).count() if app or passkeys else 0
    return SecondFactors(app, passkeys, codes)


def users_with_second_factor(users: Iterable[int]) -> set[int]:
    """Return the ids of the accounts among `users` that have a second factor."""
    owned = {"user__in": list(users), "confirmed": True}
    apps = AuthenticatorApp.objects.filter(**owned).values_list("user", flat=True)
    return set(apps) | set(WebAuthnCredential.objects.filter(**owned).values_list("user", flat=True))


def app_being_added(user: User) -> AuthenticatorApp | None:
    """Return the app that the user is setting up and that has not yet given a right code, or None."""
    return AuthenticatorApp.objects.filter(user=user, confirmed=False).first()


CODES, LABEL_LENGTH, CODE_LENGTH, GROUP, APP_DIGITS = 8, 4, 12, 4, 6
WRONG_CODE = "This is not the code that the app shows now. Is the clock of the phone right? Type the next one."
APP_LOST = (
    "The site has lost the key of your app, so it cannot check the app’s codes. Use a recovery code or a passkey, then "
    "remove the app and set it up again."
)

Factor: TypeAlias = AuthenticatorApp | WebAuthnCredential


class Proof(StrEnum):
    """The means by which somebody proved who they are."""

    APP = "app"
    PASSKEY = "passkey"
    RECOVERY = "recovery"


def app_begin(*, user: User) -> AuthenticatorApp:
    """Return the app that the user is setting up, with its key. Raise Refused if they have one already."""
    if second_factors_of(user).app:
        raise Refused("You have an app already. Remove it first if you have a new phone.")
    begun, _ = AuthenticatorApp.objects.get_or_create(user=user, defaults={"key": AuthenticatorApp.new_key()})
    if begun.key.is_lost():
        begun.key = AuthenticatorApp.new_key()
        begun.save()
    return begun


def app_confirm(*, user: User, code: str, site: str) -> list[str]:
    """Accept the app once its code is right. Return new recovery codes if the account has none, else an empty list.

    Raise Refused if the code is wrong.
    """
    app = app_being_added(user)
    if app is None:
        raise Refused("Start again: the app is not being set up any more.")
    if not _code_use(app, _digits(code)):
        raise Refused(WRONG_CODE, "code")
    with transaction.atomic():
        AuthenticatorApp.objects.filter(pk=app.pk).update(confirmed=True)
        notice_add(user, Notice.APP_ADDED, site)
        return first_codes(user=user)


def app_remove(*, user: User, site: str) -> None:
    for app in AuthenticatorApp.objects.filter(user=user):
        factor_remove(factor=app, site=site)


def passkey_remove(*, user: User, pk: int, site: str) -> None:
    for passkey in WebAuthnCredential.objects.filter(user=user, pk=pk):
        factor_remove(factor=passkey, site=site)


def apps_give_up(*, site: str) -> int:
    """Remove the apps whose keys this server can no longer open. Return how many there were."""
    lost = [app for app in AuthenticatorApp.objects.select_related("user").order_by("pk") if app.key.is_lost()]
    for app in lost:
        factor_remove(factor=app, site=site)
    return len(lost)


def factor_remove(*, factor: Factor, site: str) -> None:
    """Remove an app or a passkey. With the last factor, also remove the recovery codes. Tell the holder by mail."""
    user = factor.user
    with transaction.atomic():
        factor.delete()
        if not second_factors_of(user):
            RecoveryCode.objects.filter(user=user).delete()
        notice_add(user, Notice.FACTOR_REMOVED, site)


def second_factors_delete(*, user: User) -> bool:
    """Delete everything that the account has besides its password. Return True if there was anything."""
    found = [
        rows.filter(user=user).delete()[0]
        for rows in (AuthenticatorApp.objects, WebAuthnCredential.objects, RecoveryCode.objects)
    ]
    return any(found)


def first_codes(*, user: User) -> list[str]:
    """Return new recovery codes for an account that has none, else an empty list."""
    return [] if RecoveryCode.objects.filter(user=user).exists() else codes_make(user=user)


def codes_make(*, user: User) -> list[str]:
    """Replace the account's recovery codes and return the new codes, which are not stored in readable form."""
    labels: set[str] = set()
    while len(labels) < CODES:
        labels.add(new_code(LABEL_LENGTH))
    codes = [label + new_code(CODE_LENGTH - LABEL_LENGTH) for label in labels]
    secrets.SystemRandom().shuffle(codes)
    rows = [
        RecoveryCode(user=user, label=code[:LABEL_LENGTH], code_hash=make_password(code[LABEL_LENGTH:]))
        for code in codes
    ]
    with transaction.atomic():
        RecoveryCode.objects.filter(user=user).delete()
        RecoveryCode.objects.bulk_create(rows)
    return ["-".join(code[at : at + GROUP] for at in range(0, CODE_LENGTH, GROUP)) for code in codes]


def code_check(*, user: User, typed: str, site: str) -> Proof | None:
    """Return what the typed code proves, or None if it is wrong. A right code works only once.

    Raise Refused for the code of an app whose key is lost.
    """
    app = second_factors_of(user).app
    try:
        if app and _code_use(app, _digits(typed)):
            return Proof.APP
    except KeyMissing:
        raise Refused(APP_LOST) from None
    return Proof.RECOVERY if _recovery_use(user, typed, site) else None


def _code_use(app: AuthenticatorApp, digits: str) -> bool:
    """True if the app shows these digits, which are then used up. Raise KeyMissing if the app's key is lost."""
    if len(digits) != APP_DIGITS:
        return False
    with transaction.atomic():
        locked = AuthenticatorApp.objects.select_for_update().filter(pk=app.pk).first()
        return locked is not None and locked.code_use(int(digits))


def _recovery_use(user: User, typed: str, site: str) -> bool:
    code = "".join(sign for sign in typed.upper() if sign in CODE_ALPHABET)
    label, rest = code[:LABEL_LENGTH], code[LABEL_LENGTH:]
    row = RecoveryCode.objects.filter(user=user, label=label, used_at=None).first()
    if row is None or not check_password(rest, row.code_hash):
        return False
    with transaction.atomic():
        used = RecoveryCode.objects.filter(pk=row.pk, used_at=None).update(used_at=timezone.now())
        if used:
            notice_add(user, Notice.RECOVERY_USED, site)
    return bool(used)


def _digits(typed: str) -> str:
    """Return the digits of an app's code without spaces, or "" if something else was typed."""
    code = "".join(typed.split())
    return code if code.isascii() and code.isdecimal() else ""
