"""Codes that people type, and how many wrong ones an address may send."""

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from django.core.cache import cache
from django.http import HttpRequest

T = TypeVar("T")
TRIES, WINDOW = 20, 300  # wrong codes an address may send in five minutes before it is told to stop
# A whole club may share one address, so right codes go on working after that, until all such addresses together
# have sent this many more wrong ones: 200 guesses at one of 25^6 codes find none.
SPARE = 200


class TooManyTries(Exception):
    """A wrong code from an address that has sent too many, or any code once guessing has gone on and on."""


def address_of(request: HttpRequest) -> str:
    """Whom a wrong code is counted against."""
    return str(request.META.get("REMOTE_ADDR", ""))


def found_by_code(look: Callable[[str], T | None], code: str, *, address: str) -> T | None:
    """What `look` finds under a code, or None (counted as a try). Raises TooManyTries."""
    own, spare = f"join:{address}", "join:spare"
    too_often = cache.get(own, 0) >= TRIES
    if too_often and cache.get(spare, 0) >= SPARE:
        raise TooManyTries
    found = look(code)
    if found is None:
        _count(own)
        if too_often:
            _count(spare)
            raise TooManyTries
    return found


def often(key: str, *, limit: int, seconds: int) -> bool:
    """Count one of these; True when there were more than `limit` in the time."""
    _count(key, seconds)
    return bool(cache.get(key, 0) > limit)


def _count(key: str, seconds: int = WINDOW) -> None:
    cache.add(key, 0, seconds)
    with suppress(ValueError):  # the window may close between the two
        cache.incr(key)
