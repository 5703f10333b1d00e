"""Home tables on the real servers: Celery runs the robots, messages go through Redis, and two web processes serve."""

import asyncio
import json
from random import Random

import pytest

from clubsite.demo.scripted_player import ScriptedPlayer
from games.registry import names

pytestmark = [pytest.mark.prod, pytest.mark.timeout(400)]

OPEN_A_TABLE_OF_EACH = """
import json
from clubsite.accounts.services import device_for
from clubsite.home.services.matches import match_create
from clubsite.home.services.lobby import seat_ticket
from clubsite.home.questions import GAMES
seats = []
for game in GAMES.values():
    device, _ = device_for(token=None)
    seat = match_create(game=game.name, against="nobody" if game.alone else "robot", name="Bo", device=device,
                        options={}, match_options={}, at_once=True)
    ticket, key = seat_ticket(seat=seat, device=device)
    seats.append([game.name, ticket.public_id, key])
print(json.dumps(seats))
"""
ROBOTS_ONCE = """
import json
from clubsite.play.models import PlayEvent
at_home = PlayEvent.objects.filter(play__room__home_match__isnull=False)
by_robots, by_nobody = at_home.filter(ticket=None, user=None), at_home.exclude(actor__in=["S", "N"])
print(json.dumps([by_robots.count(), by_nobody.count()]))
"""


def first_deal_scored(player: ScriptedPlayer) -> bool:
    table = player.view["table"] if player.view else {}
    return bool(table.get("sheet", {}).get("lines"))


def test_a_deal_of_every_game_against_celerys_robots(club_server):
    seats = json.loads(club_server.shell(OPEN_A_TABLE_OF_EACH))
    assert {game for game, _, _ in seats} == set(names())
    players = {
        game: ScriptedPlayer(club_server.urls[place % 2], ticket, key, Random(game))
        for place, (game, ticket, key) in enumerate(seats)
    }

    async def all_at_once():
        await asyncio.wait_for(asyncio.gather(*(player.run(first_deal_scored) for player in players.values())), 300)

    asyncio.run(all_at_once())
    for game, player in players.items():
        assert first_deal_scored(player), game
        assert not [said for said in player.refused if said["code"] != "stale"], game
    by_robots, by_nobody = json.loads(club_server.shell(ROBOTS_ONCE))
    assert by_robots > 50 and by_nobody == 0
