"""Passwords hashed a few at a time: each takes a processor for a third of a second, and cards need those too."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from django.conf import settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.db import connections

MOST_WAITING, PATIENCE = 20, 20  # sign-ins of one process that wait their turn, and seconds that one waits

_turns = BoundedSemaphore(settings.HASHES_AT_ONCE)
_places = BoundedSemaphore(MOST_WAITING)


class Crowded(Exception):
    """Too many passwords are being looked at. Nothing was looked at, and nothing was changed."""


class InTurn(PBKDF2PasswordHasher):
    """Django's own hasher and its hashes, HASHES_AT_ONCE at once in a process. Raises Crowded."""

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        with turn():
            return str(super().encode(password, salt, iterations))


@contextmanager
def turn() -> Iterator[None]:
    """One of the turns that there are at once. Raises Crowded."""
    if not _turns.acquire(blocking=False):
        _wait()
    try:
        yield
    finally:
        _turns.release()


def _wait() -> None:
    if not _places.acquire(blocking=False):
        raise Crowded
    try:
        _without_connections()
        if not _turns.acquire(timeout=PATIENCE):
            raise Crowded
    finally:
        _places.release()


def _without_connections() -> None:
    """A pool of ten connections is soon empty if whoever waits holds one; the next question takes one again."""
    for connection in connections.all(initialized_only=True):
        if not connection.in_atomic_block:
            connection.close()
