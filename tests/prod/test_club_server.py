"""The site's code on the real servers: PostgreSQL, Redis, two web processes, a Celery worker and beat."""

import json
import re
import urllib.request

import pytest

from tests.prod.scripts import A_TABLE, CAST

pytestmark = pytest.mark.prod


def test_one_action_sent_by_eight_threads_is_in_the_log_once(club_server):
    """PostgreSQL's row locks and the unique client id ensure one line in the log and the same answer for everyone."""
    assert club_server.shell(EIGHT_THREADS) == "[1, ['ack'], 1]"


def test_eight_different_actions_at_once_are_applied_one_after_the_other(club_server):
    """All threads name the same last event. One action is accepted; seven are told that the table has moved on."""
    assert club_server.shell(EIGHT_RIVALS) == "[1, 1, 7]"


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


_THREADS = (
    CAST
    + A_TABLE
    + """
from tests.prod.rush import rush
answers = []
def act(client_id, action):
    answers.append(play_act(play_id=play.public_id, player=play.turn, seat_id=play.seats[play.turn],
                            client_id=client_id, seq=0, action=action))
def together(jobs):
    assert rush(*[lambda job=job: act(*job) for job in jobs]) == []
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
