"""A limit on the number of pages that one web process makes at once. Other requests queue until their readers leave.

Django gives every request its own thread, without any limit, and makes the page even if nobody is waiting for it.
uvicorn's `limit_concurrency` also counts sockets and idle connections, and would refuse players' cards.
"""

import asyncio
from http import HTTPStatus
from typing import Any

from clubsite.core.request_limits import refuse
from clubsite.health import PATHS
from clubsite.keeper.metrics import PATH as METRICS_PATH

AT_ONCE = 30  # more than the sign-ins that wait in a thread for their hash (`accounts.hashing`)
MAX_WAITING = 300
RETRY_AFTER = 10  # seconds
BUSY_STATUS = HTTPStatus.SERVICE_UNAVAILABLE
BUSY_DETAIL = "Very many pages are asked for at this moment. Nothing was changed. Ask again in ten seconds."


class PagesInTurn:
    """ASGI middleware for requests with a complete body (`Bodies`). If the queue is full, it responds with 503."""

    def __init__(self, app: Any) -> None:
        self.app, self.turns, self.waiting = app, asyncio.Semaphore(AT_ONCE), 0

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["path"] in (*PATHS, METRICS_PATH):
            await self.app(scope, receive, send)
        elif self.waiting >= MAX_WAITING:
            await refuse(scope, send, BUSY_STATUS, BUSY_DETAIL, "503.html", retry_after=RETRY_AFTER)
        else:
            coming = [await receive(), asyncio.ensure_future(receive())]
            if await self._has_turn(gone := coming[1]):
                try:
                    await self.app(scope, lambda: _next(coming), send)
                finally:
                    self.turns.release()
            gone.cancel()

    async def _has_turn(self, gone: "asyncio.Future[Any]") -> bool:
        """Wait for a turn. Return False, without taking the turn, if the reader leaves first."""
        turn = asyncio.ensure_future(self.turns.acquire())
        self.waiting += 1
        await asyncio.wait({turn, gone}, return_when=asyncio.FIRST_COMPLETED)
        self.waiting -= 1
        if turn.done() and gone.done():
            self.turns.release()
        turn.cancel()
        return not gone.done()


async def _next(coming: list[Any]) -> Any:
    message = coming.pop(0)
    return message if isinstance(message, dict) else await message
