"""The API's callers (programs with a club token, servers with a heat token, or anybody), and the rate limits."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, Throttled
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from clubsite.clubs.selectors import token_of
from clubsite.clubs.services import token_seen
from clubsite.core.limits import API_OF_ADDRESS, API_OF_TOKEN, WRONG_TOKENS
from clubsite.core.rate_limits import RateLimit, address_of
from clubsite.events.selectors.both_servers import heat_access_of


def bearer_of(request: Request) -> str | None:
    """Return the token in the header `Authorization: Bearer ...`, or None."""
    kind, _, secret = get_authorization_header(request).partition(b" ")
    return secret.strip().decode("latin-1") if kind.lower() == b"bearer" else None


def wrong_token(request: Request) -> None:
    """Count a token that opens nothing. Raise Throttled if too many have come from this address."""
    if WRONG_TOKENS.exceeded(sender := address_of(request)):
        raise Throttled(WRONG_TOKENS.seconds_left(sender), WRONG_TOKENS.refusal(sender))


class ClubToken(BaseAuthentication):
    """The `Authorization: Bearer club_...` header. `request.auth` is the ApiToken; `request.user` created the token."""

    refusal = "This token opens nothing: it is misspelt, was taken back, or its maker directs the club no longer."

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        secret = bearer_of(request)
        if secret is None:
            return None
        opened = self.opened_by(secret)
        if opened is None:
            wrong_token(request)
            raise AuthenticationFailed(self.refusal)
        return opened

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"

    def opened_by(self, secret: str) -> tuple[Any, Any] | None:
        """Return the user and the token, or None for a secret that opens nothing."""
        token = token_of(secret)
        if token is None:
            return None
        token_seen(token)
        return token.user, token


class HeatToken(ClubToken):
    """The `Authorization: Bearer heat_...` header. `request.auth` is the HeatAccess of a heat of another server."""

    refusal = "This token opens nothing: it is misspelt, or the organiser has taken it back."

    def opened_by(self, secret: str) -> tuple[Any, Any] | None:
        access = heat_access_of(secret)
        return None if access is None else (AnonymousUser(), access)


class HasHeat(BasePermission):
    """The permission of a server that has a heat's token."""

    def has_permission(self, request: Request, view: Any) -> bool:
        return request.auth is not None


class HasScope(BasePermission):
    """The permission to use a view's method, granted to tokens that have the scope it requires."""

    message = "This token may not do that: make one that may on the club's page “Programs and tokens”."

    def has_permission(self, request: Request, view: Any) -> bool:
        scope = view.write_scope if request.method in ("PUT", "POST") else view.read_scope
        token: Any = request.auth
        return token is not None and token.allows(scope)


class Throttle(BaseThrottle):
    """A Django REST framework throttle that counts with one of the site's rate limits."""

    limit: RateLimit

    def who(self, request: Request) -> str:
        """Return the key under which requests are counted."""
        raise NotImplementedError

    def allow_request(self, request: Request, view: Any) -> bool:
        self.asked_by = self.who(request)
        return not self.limit.exceeded(self.asked_by)

    def wait(self) -> int:
        return self.limit.seconds_left(self.asked_by)


class ByAddress(Throttle):
    """The limit on requests per minute from one address, which a whole club may share."""

    limit = API_OF_ADDRESS

    def who(self, request: Request) -> str:
        return address_of(request)


class ByToken(Throttle):
    """The limit on requests per minute with one token."""

    limit = API_OF_TOKEN

    def who(self, request: Request) -> str:
        token: Any = request.auth
        return f"{type(token).__name__}-{token.pk}"
