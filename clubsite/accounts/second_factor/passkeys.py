"""Passkeys: where they work, what is sent to a browser, and how its answer is checked (Web Authentication).

Until the browser answers, the challenge waits in the session. Each challenge accepts only one answer.
django-otp-webauthn keeps the credentials and checks the signatures, using py_webauthn.
"""

import json
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django_otp_webauthn.exceptions import OTPWebAuthnApiError
from django_otp_webauthn.helpers import WebAuthnHelper
from django_otp_webauthn.models import WebAuthnCredential
from django_otp_webauthn.utils import rewrite_exceptions
from webauthn.helpers.structs import UserVerificationRequirement

from clubsite.accounts.models import User
from clubsite.core.refused import Refused

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
    """Return the origin in `PUBLIC_URL` if it uses https and names this host, else "".

    The setting is trusted because a proxy does not always say that the visitor used https.
    """
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
        """Ask for a passkey unlocked by a finger, a face or a PIN, as it replaces both password and second step."""
        asked: dict[str, Any] = super().get_generate_registration_options_kwargs(user=user)
        asked["authenticator_selection"].user_verification = UserVerificationRequirement.REQUIRED
        return asked


def rp_id(request: HttpRequest) -> str:
    return host_name(request)


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
    """Return the user whose passkey signed the challenge. Raise Refused if it is unknown, or not one of `user`'s."""
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
    """Take the challenge out of the session. Return it, and the browser's answer read from JSON."""
    state = request.session.pop(STATE, None)
    request.session.save()  # a challenge is never used twice, whatever happens next
    try:
        data = json.loads(answer)
    except ValueError:
        data = None
    if not state or not isinstance(data, dict):
        raise Refused(NOT_READ, "confirm_code")
    return state, data
