"""The site, with the least that a card can cost at /bare/: `uvicorn --app-dir bench bare_path:application`.

A bare act is one transaction by the ORM (lock a room, add an event, update the room), two sends of a view of the real
size through the channel layer, and an ack.
"""

import json
import os
import sys
import threading
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.db import transaction

from clubsite.asgi import application as site  # sets Django up
from clubsite.core import second_place
from clubsite.core.jobs import workers
from clubsite.play.models import PlayEvent, Room

if every := os.environ.get("COPY_EVERY"):
    second_place.EVERY = timedelta(seconds=float(every))
VIEW = "x" * int(os.environ.get("BARE_VIEW", "2900"))  # characters, as a view in mid-play has


class Bare(AsyncWebsocketConsumer):
    """`/bare/?<room>-<S or N>`: each message is an act, sent to both."""

    async def connect(self) -> None:
        room, player = self.scope["query_string"].decode().split("-")
        self.room_id, self.groups_of_room = int(room), [f"bare.{room}.{seat}" for seat in "SN"]
        await self.channel_layer.group_add(f"bare.{room}.{player}", self.channel_name)
        await self.accept()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        message = json.loads(text_data or "")
        seq = await database_sync_to_async(self._act)(message)
        view = json.dumps({"t": "view", "rev": seq, "seq": seq, "view": VIEW})
        for group in self.groups_of_room:
            await self.channel_layer.group_send(group, {"type": "bare.view", "text": view})
        await self.send(json.dumps({"t": "ack", "id": message["id"], "seq": seq}))

    def _act(self, message: dict[str, Any]) -> int:
        with transaction.atomic():
            room = Room.objects.select_for_update().get(pk=self.room_id)
            room.rev += 1
            PlayEvent.objects.create(
                play_id=room.play_id, seq=room.rev, client_id=message["id"], actor="S", action="p:S7"
            )
            room.save(update_fields=["rev"])
        return room.rev

    async def bare_view(self, event: dict[str, Any]) -> None:
        await self.send(event["text"])


bare = Bare.as_asgi()


def jobs_cpu() -> float:
    """Return the CPU seconds of the embedded jobs' threads, which the club server has in a process of their own."""
    jobs = {each._thread for each in workers}
    clocks = (time.pthread_getcpuclockid(thread.ident) for thread in threading.enumerate() if thread in jobs)
    return sum(time.clock_gettime(clock) for clock in clocks)


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Serve /bare/ and /jobs-cpu/ beside the site."""
    if scope.get("path") == "/jobs-cpu/":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": str(jobs_cpu()).encode()})
    else:
        await (bare if scope.get("path") == "/bare/" else site)(scope, receive, send)
