"""Hostile bodies for an event on PostgreSQL, which refuses other texts than SQLite."""

import json
import urllib.error
import urllib.request

import pytest

pytestmark = pytest.mark.prod

HOSTILE = """
import json
from django.conf import settings
from django.contrib.auth import get_user_model
from clubsite.events.models import EventLine
from tests.kit.events import make_club, make_event
from tests.kit.heat_servers import HeatServer, state
from tests.kit.hostile_states import wrongly_answered
settings.ALLOWED_HOSTS = ["*"]
user = get_user_model().objects.create_user("hostile states")
server = HeatServer(make_event(make_club("Hostile states", user), user), user)
taken = server.put(state()).status_code
wrong = wrongly_answered(server)
print(json.dumps({"taken": taken, "wrong": wrong, "lines": EventLine.every.count(), "number": server.number}))
"""


def test_no_hostile_body_is_taken_or_breaks_anything(club_server):
    found = json.loads(club_server.shell(HOSTILE))
    assert found == {"taken": 200, "wrong": {}, "lines": 6, "number": 1}


def test_a_body_of_3_mb_is_refused_before_it_is_read(club_server):
    url = f"{club_server.urls[0]}/api/v1/heats/abcdefghjkmn/state/"
    request = urllib.request.Request(url, b" " * 3_000_000, {"Content-Type": "application/json"}, method="PUT")
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request, timeout=20)
    assert refused.value.code == 413
