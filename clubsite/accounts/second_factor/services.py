"""Second factors: an app that shows codes, passkeys (Web Authentication), and recovery codes.

Until the browser answers, a passkey's challenge waits in the session. Each challenge accepts only one answer.
django-otp-webauthn keeps the credentials and checks the signatures, using py_webauthn.
"""

import json
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from ipaddress import ip_address
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.hashers import check_password, make_password
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from django_otp_webauthn.exceptions import OTPWebAuthnApiError
from django_otp_webauthn.helpers import WebAuthnHelper
from django_otp_webauthn.models import WebAuthnCredential
from django_otp_webauthn.utils import rewrite_exceptions
from webauthn.helpers.structs import UserVerificationRequirement

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
    """Accept the app and return the account's first recovery codes, or []. Raise Refused if the code is wrong."""
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
    counts = [
        rows.filter(user=user).delete()[0]
        for rows in (AuthenticatorApp.objects, WebAuthnCredential.objects, RecoveryCode.objects)
    ]
    return any(counts)


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
    """Use up a code. Return what it proves, or None if it is wrong. Raise Refused if the app's key is lost."""
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


STATE = "passkey_state"
NOT_READ = "The passkey was not accepted. Try again, or use a code."
NEEDS_A_NAME = (
    "Passkeys work only where the site has a name, and here it has a number ({}). An app that shows codes works "
    "everywhere."
)
NEEDS_TLS = "Passkeys work only over https, and this page came without it. An app that shows codes works everywhere."


def host_name(request: HttpRequest) -> str:
    return str(urlsplit(f"//{request.get_host()}").hostname or "")


def passkeys_refusal(request: HttpRequest) -> str:
    """Return why no passkey works at this address, or "" if passkeys work. They need a name, and https or localhost."""
    name = host_name(request)
    try:
        return NEEDS_A_NAME.format(ip_address(name))
    except ValueError:
        here = name == "localhost" or name.endswith(".localhost")
    return "" if here or request.is_secure() or _public(request) else NEEDS_TLS


def _public(request: HttpRequest) -> str:
    """Return PUBLIC_URL's origin if it is this host over https, else "". Some proxies do not report https."""
    address = urlsplit(settings.PUBLIC_URL)
    same = address.scheme == "https" and address.hostname == host_name(request)
    return f"https://{address.netloc}" if same else ""


class Passkeys(WebAuthnHelper):
    """The settings of this site for py_webauthn. A passkey belongs to the name in the browser's address line."""

    def get_relying_party_domain(self) -> str:
        return host_name(self.request)

    def get_allowed_origins(self) -> list[str]:
        scheme = "https" if self.request.is_secure() else "http"
        return [origin for origin in (f"{scheme}://{self.request.get_host()}", _public(self.request)) if origin]

    def get_generate_registration_options_kwargs(self, *, user: Any) -> dict[str, Any]:
        """Ask for a passkey that needs a finger, a face or a PIN: it replaces both password and second step."""
        options: dict[str, Any] = super().get_generate_registration_options_kwargs(user=user)
        options["authenticator_selection"].user_verification = UserVerificationRequirement.REQUIRED
        return options


def passkey_wanted(request: HttpRequest, user: User) -> dict[str, Any]:
    """Return the options with which a browser makes a new passkey. Keep the challenge in the session."""
    options, request.session[STATE] = Passkeys(request).register_begin(user)
    return dict(options)


def passkey_asked(request: HttpRequest, user: User | None = None) -> dict[str, Any]:
    """Return the options with which a browser uses a passkey of this user, or of anybody if `user` is None."""
    options, request.session[STATE] = Passkeys(request).authenticate_begin(user, require_user_verification=True)
    return dict(options)


def passkey_made(request: HttpRequest, user: User, answer: str, name: str) -> WebAuthnCredential:
    """Store the new passkey that a browser made. Raise Refused if the answer does not fit the challenge."""
    state, data = _kept(request, answer)
    try:
        with rewrite_exceptions():
            made = Passkeys(request).register_complete(user, state, data)
    except OTPWebAuthnApiError:
        raise Refused("The passkey was not made. Try again.") from None
    made.name = name[:64]
    made.save(update_fields=["name"])
    return made


def passkey_user(request: HttpRequest, answer: str, user: User | None = None) -> User:
    """Return the user whose passkey signed the challenge. Raise Refused if it is unknown or is not one of `user`'s."""
    state, data = _kept(request, answer)
    try:
        with rewrite_exceptions():
            used = Passkeys(request).authenticate_complete(user, state, data)
    except OTPWebAuthnApiError:
        raise Refused(NOT_READ, "confirm_code") from None
    if not (used.confirmed and used.user.is_active):
        raise Refused(NOT_READ, "confirm_code")
    return User.objects.get(pk=used.user_id)


def _kept(request: HttpRequest, answer: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Take the challenge out of the session. Return it with the browser's answer, parsed from JSON."""
    state = request.session.pop(STATE, None)
    request.session.save()  # a challenge is never used twice, whatever happens next
    try:
        data = json.loads(answer)
    except ValueError:
        data = None
    if not state or not isinstance(data, dict):
        raise Refused(NOT_READ, "confirm_code")
    return state, data
