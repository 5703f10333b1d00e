"""The site's code on the real servers: PostgreSQL, Redis, two web processes, a Celery worker and beat."""

import json
import re
import time
import urllib.request

import pytest

from tests.prod.scripts import A_TABLE, CAST, PLAY_A_BOARD, PUBLISH
from tests.servers import ClubServer

pytestmark = [pytest.mark.prod, pytest.mark.timeout(400)]


def test_a_whole_night_over_two_web_processes_keeps_every_promise(club_server):
    """Opponents use different web processes. `play_night` itself checks views, logs and match points."""
    urls = [argument for url in club_server.urls for argument in ("--url", url)]
    done = club_server.manage("play_night", "--players", "5", "--boards", "5", "--seed", "prod", *urls, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "actions/s" in done.stdout


def test_the_sweep_scores_what_no_message_asked_for(club_server):
    """The worker was not running when the results came in. The rows serve as a queue, and beat's sweep finds them."""
    club_server.stop("worker")
    played = club_server.shell(CAST + PLAY_A_BOARD)
    assert _scores_of(club_server, played) == 0
    club_server.start_worker()
    deadline = time.monotonic() + 200
    while _scores_of(club_server, played) == 0:
        assert time.monotonic() < deadline, "The sweep did not score the board"
        time.sleep(0.2)


def _scores_of(club_server: ClubServer, board_id: str) -> int:
    query = f"BoardScore.objects.filter(table_board__board_id={board_id}).count()"
    return int(club_server.shell(f"from clubsite.rankings.models import BoardScore\nprint({query})"))


def test_one_action_sent_by_eight_threads_is_in_the_log_once(club_server):
    """PostgreSQL's row locks and the unique client id ensure one line in the log and the same answer for everyone."""
    assert club_server.shell(EIGHT_THREADS) == "[1, ['ack'], 1]"


def test_eight_different_actions_at_once_are_applied_one_after_the_other(club_server):
    """All threads name the same last event. One action is accepted; seven are told that the table has moved on."""
    assert club_server.shell(EIGHT_RIVALS) == "[1, 1, 7]"


@pytest.fixture(scope="module")
def published(club_server):
    """A published session, with rows in each table that is only added to."""
    club_server.shell(CAST + PLAY_A_BOARD + PUBLISH)


@pytest.mark.parametrize("table", ["play_playevent", "clubs_auditentry", "scores_scoreentry", "rankings_publication"])
def test_postgresql_itself_refuses_to_change_what_is_append_only(club_server, published, table):
    assert club_server.shell(f"table = {table!r}\n{CHANGE_AND_DELETE}") == "['refused', 'refused']"


def test_static_files_are_served_under_hashed_names_with_their_imports(club_server):
    page = urllib.request.urlopen(f"{club_server.urls[0]}/join/").read().decode()
    found = re.search(r'"(/static/css/site\.[0-9a-f]{12}\.css)"', page)
    assert found is not None
    sheet = urllib.request.urlopen(club_server.urls[0] + found[1]).read().decode()
    assert "--paper:" in sheet and "@import" not in sheet


def test_the_api_answers_in_json(club_server):
    with urllib.request.urlopen(f"{club_server.urls[1]}/api/v1/clubs/") as answer:
        assert answer.headers["Content-Type"] == "application/json"
        json.load(answer)


def test_the_reference_of_the_api_has_its_files_under_hashed_names(club_server):
    page = urllib.request.urlopen(f"{club_server.urls[0]}/api/v1/docs/").read().decode()
    files = re.findall(r'"(/static/[^"]+)"', page)
    assert any(re.search(r"/swagger-ui-bundle\.[0-9a-f]{12}\.js$", file) for file in files)
    for file in files:
        urllib.request.urlopen(club_server.urls[0] + file).close()


CHANGE_AND_DELETE = """
from django.db import connection, IntegrityError, transaction
said = []
with connection.cursor() as cursor:
    cursor.execute(f"SELECT FROM {table} LIMIT 1")
    assert cursor.rowcount == 1, table
for sql in (f"UPDATE {table} SET id = id", f"DELETE FROM {table}"):
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(sql)
        said.append("let through")
    except IntegrityError:
        said.append("refused")
print(said)
"""
_THREADS = (
    CAST
    + A_TABLE
    + """
answers = []
def act(client_id, action):
    answers.append(play_act(play_id=play.public_id, player=play.turn, seat_id=play.seats[play.turn],
                            client_id=client_id, seq=0, action=action))
    connection.close()
def together(jobs):
    threads = [threading.Thread(target=act, args=job) for job in jobs]
    [t.start() for t in threads]; [t.join() for t in threads]
"""
)
EIGHT_THREADS = (
    _THREADS
    + """
one = uuid.uuid4()
together([(one, "c:1S")] * 8)
print(json.dumps([PlayEvent.objects.filter(play=play).count(), sorted({a.code for a in answers}),
                  len({a.seq for a in answers})]).replace('"', "'"))
"""
)
EIGHT_RIVALS = (
    _THREADS
    + """
together([(uuid.uuid4(), f"c:{level}S") for level in (1, 2, 3, 4, 5, 6, 7, 1)])
codes = [a.code for a in answers]
print(json.dumps([PlayEvent.objects.filter(play=play).count(), codes.count("ack"), codes.count("stale")]))
"""
)
