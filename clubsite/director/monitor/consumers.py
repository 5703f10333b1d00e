"""The director's socket. It only reports that something has changed; the page fetches its parts with user rights."""

from typing import Any

from channels.auth import AuthMiddlewareStack

from clubsite.core.watchers import SessionWatcher
from clubsite.duplicate.selectors.sessions import session_for


class _Monitor(SessionWatcher):
    """The socket `/director/<session>/socket/`, for a director of the club that holds the session."""

    kind = "director"

    def session(self, public_id: str) -> Any:
        return session_for(self.scope["user"], public_id)


class MonitorConsumer:
    """The consumer that reads Django's session cookie. No other consumer does so, as seats need no Django session."""

    @classmethod
    def as_asgi(cls) -> Any:
        return AuthMiddlewareStack(_Monitor.as_asgi())
