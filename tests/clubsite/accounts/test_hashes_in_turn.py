"""Only a few passwords are hashed at once, and requests that wait for a hash do not delay any other request."""

import threading
import time
from typing import Any

import pytest
from django.conf import settings as site_settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher, make_password
from django.db import connections
from django.test import Client

from clubsite.accounts import hashing
from clubsite.core.limits import WRONG_OF_NAME
from clubsite.settings import base



class Watched:
    """Django's hasher with two counters: how many hashes run at the same moment, and how many have run so far."""

    def __init__(self):
        self.lock = threading.Lock()
        self.go_on = threading.Event()
        self.now = self.most = self.all = 0

    def encode(self, hasher, password: str, salt: str, iterations: int | None = None) -> str:
        with self.lock:
            self.now, self.all = self.now + 1, self.all + 1
            self.most = max(self.most, self.now)
        self.go_on.wait(20)
        with self.lock:
            self.now -= 1
        return f"pbkdf2_sha256$600000${salt}${password}"


@pytest.fixture
def watched(settings, monkeypatch):
    settings.PASSWORD_HASHERS = base.PASSWORD_HASHERS
    seen = Watched()
    monkeypatch.setattr(PBKDF2PasswordHasher, "encode", lambda self, *a, **k: seen.encode(self, *a, **k))
    yield seen
    seen.go_on.set()


def tries(count: int, name: str = "name{}") -> list[Any]:
    def one(number: int) -> int:
        sent = {"username": name.format(number), "password": "guess"}
        return Client().post("/login/", sent, REMOTE_ADDR=f"192.0.2.{number}").status_code

    return [lambda number=number: one(number) for number in range(count)]


@pytest.mark.django_db(transaction=True)
def test_of_thirty_wrong_sign_ins_at_once_two_are_hashed_at_once(watched, at_once):
    """Hashing thirty passwords at once had slowed a page down from 12 ms to 7.9 s."""
    two = threading.Barrier(2)

    def wait(timeout):
        two.wait(timeout)
        time.sleep(0.005)  # in which a third would show up

    watched.go_on.wait = wait
    assert at_once(*tries(30)) == [200] * 30
    assert (watched.all, watched.most) == (30, site_settings.HASHES_AT_ONCE) == (30, 2)


@pytest.mark.django_db(transaction=True)
def test_at_one_name_many_at_once_are_no_more_tries_than_one_after_another(watched, at_once):
    watched.go_on.set()
    answers = at_once(*tries(30, "dee"))
    assert sorted(answers) == [200] * WRONG_OF_NAME.most + [429] * (30 - WRONG_OF_NAME.most)
    assert watched.all == WRONG_OF_NAME.most


@pytest.mark.django_db(transaction=True)
def test_a_page_answers_while_passwords_are_hashed_and_wait(watched, at_once, monkeypatch):
    """Two passwords are being hashed. Eight others wait without holding any of the process's ten pooled connections."""
    page: list[int] = []
    beside: list[int] = []
    waiting: list[int] = []
    turns = hashing._turns

    class Counted:
        def __enter__(self):
            assert all(c.connection is None for c in connections.all(initialized_only=True))
            waiting.append(1)
            turns.acquire()

        def __exit__(self, *_):
            turns.release()

    monkeypatch.setattr(hashing, "_turns", Counted())

    def meanwhile():
        until(lambda: watched.now == 2 and len(waiting) == 10)
        page.append(Client().get("/health/live").status_code)
        beside.append(watched.now)
        watched.go_on.set()

    assert at_once(*tries(10), meanwhile)[:10] == [200] * 10
    assert (page, beside) == ([200], [2])


@pytest.mark.django_db(transaction=True)
def test_hashes_are_django_s_own(settings):
    """A password hashed by plain Django is also accepted, and is rehashed with our settings at the next sign-in."""
    before = make_password(RIGHT, hasher=PBKDF2PasswordHasher())
    settings.PASSWORD_HASHERS = base.PASSWORD_HASHERS
    from django.contrib.auth.hashers import check_password

    assert check_password(RIGHT, before) and not check_password("guess", before)
    assert make_password(RIGHT).startswith("pbkdf2_sha256$600000$")


def until(true):
    for _ in range(2000):
        if true():
            return
        time.sleep(0.005)
    raise AssertionError("It never came to that")
