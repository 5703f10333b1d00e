"""The director's socket: says only that something changed; the page fetches its fragments with its own rights."""

from typing import Any

from channels.auth import AuthMiddlewareStack
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.http import Http404

from clubsite.duplicate.selectors.sessions import session_for
from clubsite.play.consumers import SeatConsumer
from clubsite.results.selectors import leaderboard_for


class _RoomWatcher(AsyncJsonWebsocketConsumer):
    """`/director/<session>/socket/`: sends {"t": "changed"} to a director of that session's club."""

    group = ""
    kind = "director"

    def session(self, public_id: str) -> Any:
        """Raises Http404 to whoever may not watch."""
        return session_for(self.scope["user"], public_id)

    async def connect(self) -> None:
        try:
            session = await database_sync_to_async(self.session)(
                self.scope["url_route"]["kwargs"]["session_id"]
            )
        except Http404:
            await self.close(4404)
            return
        self.group = f"{self.kind}.{session.public_id}"
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()
        await self.send_json({"t": "changed"})

    async def disconnect(self, code: int) -> None:
        if self.group:
            await self.channel_layer.group_discard(self.group, self.channel_name)

    async def receive_json(self, content: Any, **kwargs: Any) -> None:
        await self.send_json({"t": "pong"})

    async def night_changed(self, event: dict[str, Any]) -> None:
        await self.send_json({"t": "changed"})


class RoomWatcher:
    """The consumer behind Django's session cookie (seats need no session, so only this one reads it)."""

    @classmethod
    def as_asgi(cls) -> Any:
        return AuthMiddlewareStack(_RoomWatcher.as_asgi())


class TerminalWatcher(SeatConsumer):
    """`/seat/<claim>/score/socket/`: the seat's own line, told only that something has changed; the page looks.

    A terminal loads a page with every key: its line says no goodbye, or its player would be gone at every tap.
    """

    async def _show(self) -> bool:
        await self.send_json({"t": "changed"})
        return True

    async def _left(self) -> None:
        """`presence_sweep` sees who really has."""

    async def seat_view(self, event: dict[str, Any]) -> None:
        await self.send_json({"t": "changed"})

    async def seat_hint(self, event: dict[str, Any]) -> None:
        await self.send_json({"t": "places"})


class WallWatcher(_RoomWatcher):
    """`/leaderboard/<session>/socket/`: the same to everybody, while the leaderboard is shown."""

    kind = "wall"

    def session(self, public_id: str) -> Any:
        return leaderboard_for(public_id)
