"""`manage.py demo_players`: scripted players at every table of the demo, except in the newcomer's two seats, and the
other clubs of its event.
"""

import asyncio
import os
from argparse import ArgumentParser
from random import Random
from typing import Any

from asgiref.sync import sync_to_async
from django.core.management.base import BaseCommand

from clubsite.demo.demo import demo_seats
from clubsite.demo.demo_event import event_advance
from clubsite.demo.scripted_player import ScriptedPlayer
from clubsite.nights.selectors.sessions import session_by_id

SECONDS_A_ROUND = 20


class Command(BaseCommand):
    help = "Play the other tables of the demo night, and the other clubs of its event, at the pace of people."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--session", required=True)
        parser.add_argument("--url", required=True)
        parser.add_argument("--slowest", type=float, default=4.0, help="seconds of thought at the most")

    def handle(self, *args: Any, session: str, url: str, slowest: float, **options: Any) -> None:
        seats = [seat for seat in demo_seats(session_by_id(session)) if seat.table != 1]
        players = [
            ScriptedPlayer(
                base=url,
                ticket_id=seat.ticket_id,
                token=seat.key,
                rng=Random(seat.ticket_id),
                delay=(slowest / 4, slowest),
            )
            for seat in seats
        ]
        asyncio.run(self._play(players, os.getppid()))

    async def _play(self, players: list[ScriptedPlayer], parent: int) -> None:
        def orphaned(player: ScriptedPlayer) -> bool:
            return player.state == "finished" or os.getppid() != parent

        event = asyncio.create_task(self._event_play(parent))
        await asyncio.gather(*(player.run(stop=orphaned) for player in players), event)

    async def _event_play(self, parent: int) -> None:
        """Play a round at another club every few seconds, until all clubs have finished or the site has stopped."""
        more = True
        while more and os.getppid() == parent:
            await asyncio.sleep(SECONDS_A_ROUND)
            more = await sync_to_async(event_advance)()
