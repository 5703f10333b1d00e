"""A club whose Redis is down: nothing is counted, and no error is raised."""

import pytest
from django.core.cache import caches
from django.test import override_settings

AWAY = {
    "default": {
        "BACKEND": "clubsite.caches.ForgivingCache",
        "LOCATION": "redis://127.0.0.1:1/0",  # no server there
        "OPTIONS": {"socket_connect_timeout": 2},
    }
}


def test_people_join_and_programs_read_while_redis_is_away(client):
    with override_settings(CACHES=AWAY):
        assert client.get("/join/ZZZZZZ/").status_code == 404  # the page that says so, and asks again
        assert client.get("/api/v1/clubs/").status_code == 200


def test_nothing_is_counted_while_redis_is_away():
    with override_settings(CACHES=AWAY):
        cache = caches["default"]
        assert cache.get("x", 7) == 7
        assert cache.get_many(["x", "y"]) == {}
        assert not cache.add("x", 0, 60)
        cache.set("x", 1)
        with pytest.raises(ValueError, match="away"):
            cache.incr("x")
