"""Who asks: a program with a club's token, or anybody; and how often."""

from typing import Any

from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, Throttled
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from clubsite.clubs.api_tokens import token_seen
from clubsite.clubs.selectors import token_of
from clubsite.core.rate_limits import TRIES, WINDOW, address_of, often


class ClubToken(BaseAuthentication):
    """`Authorization: Bearer club_...`. `request.auth` is then the ApiToken, `request.user` its maker."""

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        kind, _, secret = get_authorization_header(request).partition(b" ")
        if kind.lower() != b"bearer":
            return None
        token = token_of(secret.strip().decode("latin-1"))
        if token is None:
            if often(f"api:wrong:{address_of(request)}", limit=TRIES, seconds=WINDOW):
                raise Throttled(WINDOW, "Too many tokens that open nothing have come from this address.")
            raise AuthenticationFailed(
                "This token opens nothing: it is misspelt, was taken back, or its maker directs the club no longer."
            )
        token_seen(token)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class HasScope(BasePermission):
    """The token has the scope that the view asks for this method."""

    message = "This token may not do that: make one that may on the club's page “Programs and tokens”."

    def has_permission(self, request: Request, view: Any) -> bool:
        scope = view.write_scope if request.method in ("PUT", "POST") else view.read_scope
        token: Any = request.auth
        return token is not None and token.allows(scope)


class ByAddress(SimpleRateThrottle):
    """So many a minute from one address; a whole club may share one."""

    scope = "address"

    def get_cache_key(self, request: Request, view: Any) -> str:
        return f"api:{self.get_ident(request)}"


class ByToken(SimpleRateThrottle):
    """So many a minute with one token."""

    scope = "token"

    def get_cache_key(self, request: Request, view: Any) -> str:
        token: Any = request.auth
        return f"api:token:{token.pk}"
