"""The socket of a seat: parse, ask one service, answer. The seat comes from the connection."""

import time
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.http import parse_cookie
from django.utils import timezone

from clubsite.core.rate_limits import TokenBucket
from clubsite.play import protocol, relay, seat_tickets, selectors, services
from clubsite.play.models import CallReason
from clubsite.play.seat_resolvers import resolver_of, room_seat_of

TOUCH_SECONDS = 12
BURST, PER_SECOND = 40, 10
UNKNOWN_TICKET = 4404


class SeatConsumer(AsyncJsonWebsocketConsumer):
    """`/seat/<ticket>/socket/`. Join the group first, take the snapshot second."""

    async def connect(self) -> None:
        token = _cookie(self.scope, seat_tickets.COOKIE)
        ticket_id = self.scope["url_route"]["kwargs"]["ticket_id"]
        ticket = await database_sync_to_async(selectors.ticket_for)(ticket_id, token)
        await self.accept()
        if ticket is None:
            await self._gone(selectors.NOT_YOURS)
            return
        self.joined = await database_sync_to_async(_groups)(ticket)
        self.ticket = ticket
        self.touched, self.bucket = time.monotonic(), TokenBucket(BURST, PER_SECOND)
        for group in self.joined:
            await self.channel_layer.group_add(group, self.channel_name)
        await self._presence(here=True)
        await self._show()

    async def disconnect(self, code: int) -> None:
        if not hasattr(self, "ticket"):
            return
        for group in self.joined:
            await self.channel_layer.group_discard(group, self.channel_name)
        await self._left()

    async def receive(
        self, text_data: str | None = None, bytes_data: bytes | None = None, **kwargs: Any
    ) -> None:
        if not hasattr(self, "ticket"):
            return
        if not self.bucket.take():
            await self.close(4429)
            return
        await self._touch()
        try:
            message = protocol.parse(text_data or "")
        except protocol.ProtocolError as error:
            await self.send_json(
                {"t": "refused", "id": error.id, "code": "bad", "reason": str(error), "seq": 0}
            )
            return
        if isinstance(message, protocol.Ping):
            await self._ping(message)
            return
        answer = await database_sync_to_async(_answer)(self.ticket.pk, message)
        await self.send_json(_reply(message, answer))
        if answer.code in ("stale", "gone", "over"):
            await self._show()

    async def _touch(self) -> None:
        """Whatever is heard is a sign of life: who plays fast never pings."""
        if time.monotonic() - self.touched > TOUCH_SECONDS:
            self.touched = time.monotonic()
            await self._presence(here=True)

    async def _ping(self, message: protocol.Ping) -> None:
        rev = await database_sync_to_async(selectors.rev_of)(self.ticket)
        if rev is None:
            await self._gone(await database_sync_to_async(selectors.why_gone)(self.ticket))
            return
        if rev != message.rev and not await self._show():
            return
        await self.send_json({"t": "pong", "rev": rev, "now": timezone.now().isoformat()})

    async def _show(self) -> bool:
        """Send the whole view; False when the ticket was taken away meanwhile."""
        message = await database_sync_to_async(selectors.snapshot)(self.ticket)
        if message["t"] == "gone":
            await self._gone(message["reason"])
            return False
        await self.send_json(message)
        return True

    async def _gone(self, reason: str) -> None:
        await self.seat_gone({"message": {"t": "gone", "reason": reason}})

    async def _presence(self, *, here: bool) -> None:
        await database_sync_to_async(seat_tickets.presence_set)(
            ticket_pk=self.ticket.pk, channel=self.channel_name, here=here
        )

    async def _left(self) -> None:
        await self._presence(here=False)

    async def seat_view(self, event: dict[str, Any]) -> None:
        await self.send_json(event["message"])

    async def seat_hint(self, event: dict[str, Any]) -> None:
        await self.send_json({"t": "changed"})

    async def seat_gone(self, event: dict[str, Any]) -> None:
        await self.send_json(event["message"])
        await self.close(UNKNOWN_TICKET)


def _groups(ticket: Any) -> list[str]:
    """Its own group, and the one whose hints it hears."""
    heard = resolver_of(ticket).hears(ticket)
    return [relay.seat_group(ticket), *([heard] if heard else [])]


def _answer(ticket_pk: int, message: protocol.Message) -> services.Answer:
    """One message of a seat to one service. The seat is looked up anew each time."""
    ticket = selectors.ticket_in_force(ticket_pk)
    room_seat = room_seat_of(ticket) if ticket else None
    if ticket is None or room_seat is None:
        return services.Answer("gone", 0, 0, "You have no seat at the moment.")
    if isinstance(message, protocol.Act):
        return services.play_act(
            play_id=message.play,
            player=room_seat.player,
            occupant=room_seat.occupant,
            client_id=message.id,
            seq=message.seq,
            action=message.action,
            ticket=ticket,
        )
    if isinstance(message, protocol.Ready):
        return services.room_ready(room_seat=room_seat, play_id=message.play)
    if not resolver_of(ticket).directed:
        return services.Answer("illegal", 0, 0, "There is no director at this table: settle it between you.")
    if isinstance(message, protocol.Disagree):
        return services.room_call(
            room_seat=room_seat, on=True, reason=CallReason.RESULT, play_id=message.play
        )
    assert isinstance(message, protocol.Help)
    return services.room_call(room_seat=room_seat, on=message.on)


def _reply(message: Any, answer: services.Answer) -> dict[str, Any]:
    base = {"id": str(message.id), "seq": answer.seq}
    if answer.ok:
        return {"t": "ack", "play": getattr(message, "play", ""), "rev": answer.rev, **base}
    return {"t": "refused", "code": answer.code, "reason": answer.reason, **base}


def _cookie(scope: dict[str, Any], name: str) -> str:
    for key, value in scope.get("headers", []):
        if key == b"cookie":
            found = parse_cookie(value.decode("latin-1")).get(name)
            if found is not None:
                return str(found)
    return ""
