"""Queries about second factors: what an account has besides its password."""

from collections.abc import Iterable
from dataclasses import dataclass

from django_otp_webauthn.models import WebAuthnCredential

from clubsite.accounts.models import AuthenticatorApp, RecoveryCode, User


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
