"""A seat's socket through the site's own ASGI application, without a server."""

import json
from types import TracebackType
from typing import Any
from uuid import uuid4

from asgiref.testing import ApplicationCommunicator

from clubsite.asgi import application
from clubsite.play.models import SeatTicket


class SeatSocket:
    """A connected seat. Use it as `async with SeatSocket(claim, token) as socket:`; `accepted` says whether the
    connection was accepted.
    """

    def __init__(
        self,
        ticket: SeatTicket | str,
        token: str,
        *,
        origin: str = "http://testserver",
        cookie: str | None = None,
        page: str = "",
    ):
        ticket_id = ticket if isinstance(ticket, str) else ticket.public_id
        path = f"/seat/{ticket_id}/{page}socket/"
        headers = [(b"host", b"testserver")]
        if origin:
            headers.append((b"origin", origin.encode()))
        if token or cookie:
            headers.append((b"cookie", (cookie or f"claim={token}").encode("latin-1")))
        self.app = line_to(path, *headers)
        self.accepted = False
        self.close_code: int | None = None

    async def __aenter__(self) -> "SeatSocket":
        await self.app.send_input({"type": "websocket.connect"})
        answer = await self.app.receive_output(60)
        self.accepted = answer["type"] == "websocket.accept"
        if not self.accepted:
            self.close_code = answer.get("code", 1000)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ):
        await self.leave()

    async def leave(self):
        await line_end(self.app)

    async def send_text(self, text: str):
        await self.app.send_input({"type": "websocket.receive", "text": text})

    async def send(self, t: str, **fields) -> str:
        """Send a message of type `t`. Return the id given to it."""
        fields.setdefault("id", str(uuid4()))
        await self.send_text(json.dumps({"t": t, **fields}))
        return str(fields["id"])

    async def frame(self) -> dict[str, Any]:
        """Return the next frame, or {"t": "closed"} if the site closes the socket."""
        answer = await self.app.receive_output(60)
        if answer["type"] == "websocket.close":
            self.close_code = answer.get("code", 1000)
            return {"t": "closed"}
        return dict(json.loads(answer["text"]))

    async def hear(self, *kinds: str) -> dict[str, Any]:
        """Return the next frame of one of these kinds, skipping other kinds."""
        while (message := await self.frame())["t"] not in kinds:
            assert message["t"] != "closed", f"closed while waiting for {kinds}"
        return message

    async def everything(self) -> list[dict[str, Any]]:
        """Return all frames up to and including the answer to a ping that is sent now."""
        await self.send("ping", rev=0)
        heard = [await self.frame()]
        while heard[-1]["t"] not in ("pong", "closed"):
            heard.append(await self.frame())
        return heard


def line_to(path: str, *headers: tuple[bytes, bytes], scheme: str = "ws") -> ApplicationCommunicator:
    """Return a socket to this address of the site, not yet connected. By default it comes from a page of the site."""
    sent = [*headers] or [(b"host", b"testserver"), (b"origin", b"http://testserver")]
    scope = {"type": "websocket", "scheme": scheme, "path": path, "raw_path": path.encode(), "query_string": b""}
    return ApplicationCommunicator(application, {**scope, "headers": sent, "subprotocols": []})


async def line_end(line: ApplicationCommunicator):
    """Report that the connection has ended, as a server would, unless the site has ended it."""
    if not line.future.done():
        await line.send_input({"type": "websocket.disconnect", "code": 1001})
    await line.wait(60)
