"""The club server that the modules share, and the process that runs its commands."""

import json
import urllib.request
from urllib.error import HTTPError
from urllib.parse import urlsplit

import psycopg
import pytest
from redis import Redis

from tests.prod.emptying import OF_QUEUES, delete_all, quiet, rows
from tests.prod.scripts import CAST, LOOK, PLAY_A_BOARD, PUBLISH
from tests.servers import ClubServer

pytestmark = pytest.mark.prod
LEFT = (
    CAST
    + PLAY_A_BOARD
    + LOOK
    + PUBLISH
    + """
from django.core.cache import cache
from clubsite.core.jobs import run
from clubsite.core.limits import WRONG_FACTOR_CODES
cache.set("left", 1, 600)
while not WRONG_FACTOR_CODES.exceeded("left"):
    pass
session = Session.objects.get()
print(json.dumps([session.public_id, session.pk, PlayEvent.objects.latest("pk").pk]))
"""
)
SEEN = (
    CAST
    + PLAY_A_BOARD
    + """
from django.core.cache import cache
from clubsite.core.limits import WRONG_FACTOR_CODES
first = PlayEvent.objects.earliest("pk").pk
print(json.dumps([cache.get("left"), WRONG_FACTOR_CODES.used("left"), session.pk, first]))
"""
)


def status(url: str) -> int:
    try:
        with urllib.request.urlopen(url, timeout=30) as answer:
            return answer.status
    except HTTPError as no:
        return no.code


def fresh(server: ClubServer) -> dict[str, int]:
    """Return the rows of a database that was migrated and never used."""
    url = urlsplit(server.env["DATABASE_URL"])._replace(path="/fresh").geturl()
    ClubServer({**server.env, "DATABASE_URL": url}).make_tables()
    try:
        return rows(url)
    finally:
        with psycopg.connect(server.env["DATABASE_URL"], autocommit=True) as database:
            database.execute("DROP DATABASE fresh")


def all_triggers_hold(server: ClubServer) -> bool:
    with psycopg.connect(server.env["DATABASE_URL"]) as database:
        return not database.execute("SELECT tgname FROM pg_trigger WHERE tgenabled <> 'O'").fetchall()


def test_nothing_of_the_module_before_is_seen_and_no_key_comes_again(club_server):
    public_id, session, event = json.loads(club_server.shell(LEFT))
    pages = [f"{url}{path}" for url in club_server.urls for path in ("/clubs/scripted/", f"/results/{public_id}/")]
    assert {status(page) for page in pages} == {200}
    redis = Redis.from_url(club_server.env["REDIS_URL"])
    club_server.stop("worker")
    club_server.shell("from clubsite.core.jobs import enqueue\nenqueue('rankings.score_session', 1)")
    assert redis.llen(club_server.env["REDIS_PREFIX"]) > 0

    with quiet(club_server):
        delete_all(club_server)
        assert rows(club_server.env["DATABASE_URL"]) == fresh(club_server)
        assert all_triggers_hold(club_server)
        assert all(key.startswith(OF_QUEUES) for key in redis.scan_iter())
    assert {status(page) for page in pages} == {404}
    club_server.start_worker()
    left, used, next_session, first_event = json.loads(club_server.shell(SEEN))
    assert not left and not used
    assert next_session > session and first_event > event


def test_a_command_says_how_it_ended_and_changes_nothing_for_the_next(club_server):
    unknown = club_server.manage("nothing_of_ours")
    assert unknown.returncode == 1 and "Unknown command: 'nothing_of_ours'" in unknown.stderr
    raised = club_server.manage("shell", "--no-imports", "-c", "from clubsite.core import jobs\njobs.new = 1\n1 / 0")
    assert raised.returncode == 1 and "ZeroDivisionError" in raised.stderr
    assert club_server.shell("from clubsite.core import jobs\nprint(hasattr(jobs, 'new'))") == "False"
