"""After commit: each viewer's whole view to that viewer's own group. A lost message heals within one ping.

The database is the truth and the channel layer only a hint, so failures here are logged and swallowed.
"""

import asyncio
import logging
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

from clubsite.play import signals
from clubsite.play.claims import claims_in
from clubsite.play.models import Room, SeatClaim
from clubsite.play.selectors import RoomViews

log = logging.getLogger(__name__)
_loop: asyncio.AbstractEventLoop | None = None


def use_loop(loop: asyncio.AbstractEventLoop | None) -> None:
    """The server's loop. The in-memory layer wakes its waiters only when a send runs there."""
    global _loop
    _loop = loop


def seat_group(claim: SeatClaim) -> str:
    """One group a claim: a secret never enters another seat's channel."""
    return f"seat.{claim.public_id}"


def send(group: str, message: dict[str, Any]) -> None:
    """Hand a message to the layer from any thread; never raises."""
    layer = get_channel_layer()
    try:
        if _loop is not None and not _loop.is_closed():
            future = asyncio.run_coroutine_threadsafe(layer.group_send(group, message), _loop)
            future.add_done_callback(_log_failure)
        else:
            async_to_sync(layer.group_send)(group, message)
    except Exception:
        log.exception("Could not send to %s", group)


def _log_failure(future: Any) -> None:
    if not future.cancelled() and future.exception() is not None:
        log.error("Could not send: %s", future.exception())


def room_changed(room_id: int) -> None:
    """Ask for fresh views of a room once the current transaction has committed."""
    transaction.on_commit(lambda: _room_changed(room_id), robust=True)


def _room_changed(room_id: int) -> None:
    try:
        views = RoomViews(room_id)
    except Room.DoesNotExist:  # its table was taken away before the commit
        return
    for claim, scene in claims_in(room_id):
        send(seat_group(claim), {"type": "seat.view", "message": views.message(claim, scene)})
    signals.room_moved.send(sender=None, room_id=room_id)


def claim_gone(claim: SeatClaim, reason: str) -> None:
    """Tell the holder that the seat is no longer his; his socket closes."""
    transaction.on_commit(
        lambda: send(seat_group(claim), {"type": "seat.gone", "message": {"t": "gone", "reason": reason}})
    )
