"""During a session, PostgreSQL holds no card of an unopened board in the clear, and Redis holds no card at all."""

import json
import threading

import psycopg
import pytest
from redis import Redis

from tests.kit.spellings import spellings
from tests.prod.scripts import A_TABLE, CAST

pytestmark = pytest.mark.prod
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
    told = json.loads(club_server.shell(OPENED_AND_OTHERS))
    listener.redis.ping()
    Redis.from_url(redis_url).echo("the end of the test")
    listener.join(20)
    opened, hands = str(told["opened"]), told["hands"]
    assert len(hands) > 1
    assert found(dumped(url), hands) == {opened}

    redis = Redis.from_url(redis_url)
    redis.set("planted", f"x {hands[opened][0]}")
    assert found(redis.dump("planted"), hands) == {opened}, "the search finds cards in Redis"
    redis.delete("planted")
    stored = b"".join((redis.dump(key) or b"") + key for key in redis.scan_iter())
    assert b"a page with cards" in stored and b"PUBLISH" in listener.heard.upper()
    assert found(stored, hands) == found(listener.heard, hands) == set()
