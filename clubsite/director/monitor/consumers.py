"""The director's socket. It only reports that something has changed; the page fetches its parts with user rights."""

from typing import Any

from channels.auth import AuthMiddlewareStack, get_user
from channels.db import database_sync_to_async
from django.http import Http404

from clubsite.accounts.session_store import SessionStore
from clubsite.core.watchers import SessionWatcher
from clubsite.nights.selectors.sessions import session_for


class _Monitor(SessionWatcher):
    """The socket of a session's directors. A ping closes it if the browser has been signed out in the meantime."""

    kind = "director"

    def session(self, public_id: str) -> Any:
        return session_for(self.scope["user"], public_id)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None, **kwargs: Any) -> None:
        await super().receive(text_data, bytes_data, **kwargs)
        if not self.over and not await self._still_allowed():
            self.over = True
            await self.send_json({"t": "changed"})  # the page asks at once, and is sent to the sign-in page
            await self.close(4404)

    async def session_changed(self, event: dict[str, Any]) -> None:
        if not self.over:
            await super().session_changed(event)

    async def _still_allowed(self) -> bool:
        """True if the browser is still signed in as a director of the session's club."""
        browser = SessionStore(self.scope["session"].session_key)
        self.scope["user"] = await get_user({"session": browser})
        try:
            await database_sync_to_async(self.session)(self.scope["url_route"]["kwargs"]["session_id"])
        except Http404:
            return False
        return True


# Only this consumer reads Django's session cookie: seats need no Django session.
monitor_consumer = AuthMiddlewareStack(_Monitor.as_asgi())
