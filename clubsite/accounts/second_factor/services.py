"""Services for second factors: an app that shows codes, passkeys, and recovery codes."""

import secrets
from enum import StrEnum

from django.contrib.auth.hashers import check_password, make_password
from django.db import transaction
from django.utils import timezone
from django_otp import verify_token
from django_otp.plugins.otp_totp.models import TOTPDevice
from django_otp_webauthn.models import WebAuthnCredential

from clubsite.accounts.letters import Notice, notice_add
from clubsite.accounts.models import RecoveryCode, User
from clubsite.accounts.second_factor.selectors import app_being_added, second_factors_of
from clubsite.core.refused import Refused
from clubsite.core.tokens import CODE_ALPHABET, new_code

CODES, LABEL_LENGTH, CODE_LENGTH, GROUP = 8, 4, 12, 4
WRONG_CODE = "This is not the code that the app shows now. Is the clock of the phone right? Type the next one."


class Proof(StrEnum):
    """The means by which somebody proved who they are."""

    APP = "app"
    PASSKEY = "passkey"
    RECOVERY = "recovery"


def app_begin(*, user: User) -> TOTPDevice:
    """Return the app that the user is setting up, with its key. Raise Refused if they have one already."""
    if second_factors_of(user).app:
        raise Refused("You have an app already. Remove it first if you have a new phone.")
    return app_being_added(user) or TOTPDevice.objects.create(user=user, name="app", confirmed=False)


def app_confirm(*, user: User, code: str, site: str) -> list[str]:
    """Accept the app once its code is right. Return new recovery codes if the account has none, else an empty list.

    Raise Refused if the code is wrong.
    """
    app = app_being_added(user)
    if app is None:
        raise Refused("Start again: the app is not being set up any more.")
    if verify_token(user, app.persistent_id, _digits(code)) is None:
        raise Refused(WRONG_CODE, "code")
    with transaction.atomic():
        TOTPDevice.objects.filter(pk=app.pk).update(confirmed=True)
        notice_add(user, Notice.APP_ADDED, site)
        return first_codes(user=user)


def app_remove(*, user: User, site: str) -> None:
    """Remove the app. With the last second factor the recovery codes go too."""
    with transaction.atomic():
        if TOTPDevice.objects.filter(user=user).delete()[0]:
            _removed(user, site)


def passkey_remove(*, user: User, pk: int, site: str) -> None:
    """Remove one of the account's passkeys. With the last second factor the recovery codes go too."""
    with transaction.atomic():
        if WebAuthnCredential.objects.filter(user=user, pk=pk).delete()[0]:
            _removed(user, site)


def _removed(user: User, site: str) -> None:
    if not second_factors_of(user):
        RecoveryCode.objects.filter(user=user).delete()
    notice_add(user, Notice.FACTOR_REMOVED, site)


def second_factors_delete(*, user: User) -> bool:
    """Delete everything that the account has besides its password. Return True if there was anything."""
    found = [
        rows.filter(user=user).delete()[0]
        for rows in (TOTPDevice.objects, WebAuthnCredential.objects, RecoveryCode.objects)
    ]
    return any(found)


def first_codes(*, user: User) -> list[str]:
    """Return new recovery codes for an account that has none, else an empty list."""
    return [] if RecoveryCode.objects.filter(user=user).exists() else codes_make(user=user)


def codes_make(*, user: User) -> list[str]:
    """Replace the account's recovery codes and return the new ones. They are not stored in readable form."""
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
    """Return what the typed code proves, or None if it is wrong. A right code works only once."""
    digits = _digits(typed)
    app = second_factors_of(user).app
    if app and digits and verify_token(user, app.persistent_id, digits):
        return Proof.APP
    return Proof.RECOVERY if _recovery_use(user, typed, site) else None


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
    """Return the six digits of an app's code without blanks, or "" if something else was typed."""
    code = "".join(typed.split())
    return code if code.isascii() and code.isdecimal() else ""
