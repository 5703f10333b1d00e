"""Celery's work: it waits while the worker or the mail server is away, and robots play at home tables."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest
from redis import Redis

from clubsite.demo.scripted_player import ScriptedPlayer
from games.registry import names
from tests.kit.smtp_server import SmtpServer
from tests.long import long
from tests.servers import until

pytestmark = [pytest.mark.prod, pytest.mark.timeout(400)]
EVENING = Path(__file__).parents[1] / "games" / "data" / "club-evening-2022-07-27.pbn"


def play_night(server, *arguments, seconds=300):
    urls = [argument for url in server.urls for argument in ("--url", url)]
    done = server.manage("play_night", *arguments, *urls, timeout=seconds)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


def count(server, rows):
    return server.sql(f"SELECT count(*) FROM {rows}")[0][0]


def test_a_worker_that_is_away_for_half_the_night_scores_all_of_it_afterwards(club_server):
    """Opponents use different web processes. `play_night` itself checks views, logs and match points."""
    club_server.stop("worker")
    with ThreadPoolExecutor(1) as aside:
        night = aside.submit(play_night, club_server, "--players", "6", "--boards", "5", "--seed", "away")
        until(
            lambda: night.done() or count(club_server, "nights_tableboard WHERE state = 'finished'") >= 7,
            "seven boards",
        )
        scored = count(club_server, "rankings_boardscore")
        club_server.start_worker()
        night.result()
    assert scored == 0


def test_mail_comes_though_its_server_was_down_and_the_worker_died(club_server, mail_port):
    """People who have forgotten a password need not ask again. The link is made only when the letter is sent."""
    club_server.shell(FORGOTTEN)
    until(lambda: club_server.shell(LETTER + "print(letter.fault)") == "unreachable", "a fault")
    club_server.processes["worker"].kill()
    club_server.stop("worker")
    with Redis.from_url(club_server.env["REDIS_URL"]) as redis:
        redis.delete("unacked", "unacked_index")  # the messages that the killed worker held
    mail_server = SmtpServer(mail_port)
    club_server.shell(LETTER + "letter.due_at = letter.made_at\nletter.save()")
    club_server.start_worker()
    until(lambda: mail_server.post.got, "the letter")
    mail_server.stop()
    assert "https://club.example/forgotten/" in mail_server.post.got[0].get_content()
    assert club_server.shell(LETTER + "print(letter)") == "None"


FORGOTTEN = """
from clubsite.accounts.models import User
from clubsite.outbox.models import Letter
from clubsite.outbox.services import letters_add
User.objects.create_user("rosa", "rosa@home.example", "correct horse")
letters_add(Letter(kind="accounts.forgotten", address="rosa@home.example", site="https://club.example"))
"""
LETTER = """
from clubsite.outbox.models import Letter
letter = Letter.objects.first()
"""


@long
@pytest.mark.timeout(900)
def test_the_real_evening_with_sixteen_players_keeps_every_promise(club_server):
    """The 24 boards of a real club evening, played at eight tables at the same time through two web processes."""
    output = play_night(club_server, "--pbn", str(EVENING), "--players", "16", "--boards", "24", seconds=850)
    assert "actions/s" in output


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
        assert not [refusal for refusal in player.refused if refusal["code"] != "stale"], game
    by_robots, by_nobody = json.loads(club_server.shell(ROBOTS_ONCE))
    assert by_robots > 50 and by_nobody == 0
