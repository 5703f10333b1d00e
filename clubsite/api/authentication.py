"""The API's callers (programs with a club token, or anybody), and the rate limits."""

from typing import Any

from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, Throttled
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from clubsite.clubs.api_tokens import token_seen
from clubsite.clubs.selectors import token_of
from clubsite.core.limits import API_OF_ADDRESS, API_OF_TOKEN, WRONG_TOKENS
from clubsite.core.rate_limits import RateLimit, address_of


class ClubToken(BaseAuthentication):
    """The `Authorization: Bearer club_...` header. `request.auth` is the ApiToken; `request.user` created the token."""

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        kind, _, secret = get_authorization_header(request).partition(b" ")
        if kind.lower() != b"bearer":
            return None
        token = token_of(secret.strip().decode("latin-1"))
        if token is None:
            if WRONG_TOKENS.exceeded(sender := address_of(request)):
                raise Throttled(WRONG_TOKENS.seconds_left(sender), WRONG_TOKENS.refusal(sender))
            raise AuthenticationFailed(
                "This token opens nothing: it is misspelt, was taken back, or its maker directs the club no longer."
            )
        token_seen(token)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


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
        return str(token.pk)
