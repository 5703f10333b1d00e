"""A club whose Redis is down: only guesses at an account's secrets are counted, and there are no errors."""

import pickle

import pytest
from django.core.cache import caches
from django.test import Client, override_settings

from clubsite.caches import SealedSerializer
from clubsite.core import limits
from clubsite.core.sealed_fields import KeyMissing, bytes_sealed
from tests.kit.codes import code_of, with_app, wrong_code_of
from tests.on_page import on_page

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


@pytest.mark.parametrize("kind", ["app", "recovery"])
def test_nobody_guesses_codes_for_long_while_redis_is_away(dee, kind):
    codes = with_app(dee)
    with override_settings(CACHES=AWAY):
        client = Client()
        client.post("/login/", {"username": "dee", "password": "correct horse"})
        for _ in range(limits.WRONG_FACTOR_CODES.most):
            client.post("/login/second-step/", {"confirm_code": wrong_code_of(dee)})
        right = code_of(dee) if kind == "app" else codes[0]
        refused = client.post("/login/second-step/", {"confirm_code": right})
        assert "Try again in 15 minutes" in on_page(refused.text) and "_auth_user_id" not in client.session


def test_nobody_guesses_passwords_for_long_while_redis_is_away(director):
    with override_settings(CACHES=AWAY):
        stranger = Client()
        for _ in range(limits.WRONG_OF_NAME.most):
            stranger.post("/login/", {"username": "dee", "password": "guess"})
        assert stranger.post("/login/", {"username": "dee", "password": "correct horse"}).status_code == 429
        sent = {"old_password": "guess", "new_password1": "under the lantern", "new_password2": "under the lantern"}
        for _ in range(limits.OWN_PASSWORD.most):
            director.post("/account/password/", sent)
        page = director.post("/account/password/", sent | {"old_password": "correct horse"})
        assert "Try again in 15 minutes" in on_page(page.text), "nor by the screen of somebody who went away"


class Planted:
    """An object that fails the test as soon as it is unpickled."""

    def __reduce__(self):
        return pytest.fail, ("it was unpickled",)


def test_nothing_is_unpickled_from_redis_that_this_site_did_not_write(settings):
    serializer = SealedSerializer()
    assert serializer.loads(serializer.dumps({"board": 7})) == {"board": 7}
    assert serializer.loads(b"-12") == -12, "a count, which Redis can raise"
    for planted in (pickle.dumps(Planted()), bytes_sealed(pickle.dumps(Planted()), b"another place").encode()):
        with pytest.raises(KeyMissing):
            serializer.loads(planted)
