"""A socket that only says that something has changed. The page fetches the new state with its user's rights."""

import json
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.http import Http404

from clubsite.core.limits import message_bucket
from clubsite.core.log_lines import log_context
from clubsite.core.metrics import socket_counted

TOO_OFTEN = 4429


class SessionWatcher(AsyncJsonWebsocketConsumer):
    """A socket that sends {"t": "changed"} at once and at every `session.changed` in its group, `<kind>.<session>`."""

    group = ""
    kind = ""
    over = False  # closed from here: messages still under way are not answered

    def session(self, public_id: str) -> Any:
        """Return the session with this public id. Raise Http404 for a user who may not watch it."""
        raise NotImplementedError

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        with socket_counted(self.kind):
            await super().__call__(scope, receive, send)

    async def connect(self) -> None:
        try:
            session = await database_sync_to_async(self.session)(self.scope["url_route"]["kwargs"]["session_id"])
        except Http404:
            await self.close(4404)
            return
        log_context(session=session.public_id)
        self.bucket = message_bucket()
        self.group = f"{self.kind}.{session.public_id}"
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()
        await self.send_json({"t": "changed"})

    async def disconnect(self, code: int) -> None:
        if self.group:
            await self.channel_layer.group_discard(self.group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None, **kwargs: Any) -> None:
        """Answer any message, whatever its content. Ignore text that is not JSON. Close the socket after too many."""
        if self.over:
            return
        if not self.bucket.take():
            self.over = True
            await self.close(TOO_OFTEN)
        elif _is_json(text_data or ""):
            await self.send_json({"t": "pong"})

    async def session_changed(self, event: dict[str, Any]) -> None:
        await self.send_json({"t": "changed"})


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):  # the second: a frame of nothing but brackets
        return False
    return True
