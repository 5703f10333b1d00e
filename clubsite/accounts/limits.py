"""How wrong passwords are counted: per name, per address, and per browser that the user has signed in with before.

An attempt is counted before its password is checked, so that simultaneous attempts count like successive ones.
If the password was right, the attempt is taken off the count again. Attempts from a browser that the user has
signed in with before are counted separately, so nobody else can use them up (`cookies.known_browser`).
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpRequest

from clubsite.accounts.cookies import known_browser
from clubsite.accounts.models import name_key
from clubsite.core.limits import QUARTER, WRONG_OF_ADDRESS, WRONG_OF_BROWSER, WRONG_OF_NAME
from clubsite.core.rate_limits import RateLimit, TimedCounter, address_of
from clubsite.core.tokens import hash_token

PAIR_COUNTER = TimedCounter(name="sign-in:pair", seconds=QUARTER, kept=True)


class TooOften(Exception):
    """Further attempts are refused for `seconds` seconds. `str()` says so, and says what else the user can do."""

    def __init__(self, limit: RateLimit, who: str) -> None:
        super().__init__(limit.refusal(who))
        self.seconds = limit.seconds_left(who)


@dataclass(frozen=True, slots=True)
class Try:
    """One counted attempt, with its key under each limit. `pair` is its key in PAIR_COUNTER, "" for a known browser."""

    counted: Mapping[RateLimit, str]
    pair: str = ""

    def right(self) -> None:
        """Note that the password was right: end the name's count, and remove its part of the address's count."""
        wrong = PAIR_COUNTER.reset(self.pair) if self.pair else 0
        for limit, who in self.counted.items():
            if limit is WRONG_OF_ADDRESS:
                limit.take_back(who, wrong)
            else:
                limit.reset(who)


def sign_in(request: HttpRequest, name: str) -> Try:
    """Count an attempt at this name's password. Raise TooOften if there have been too many."""
    key, address = _key(name), address_of(request)
    if browser := known_browser(request, name):
        return _try({WRONG_OF_BROWSER: f"{browser}:{key}"})
    pair = f"{key}:{address}"
    tried = _try({WRONG_OF_NAME: key, WRONG_OF_ADDRESS: address}, pair)
    PAIR_COUNTER.count(pair)
    return tried


def counted(limit: RateLimit, who: str) -> Try:
    """Count an attempt under this limit. Raise TooOften if there have been too many."""
    return _try({limit: who})


def name_opened(name: str) -> None:
    """Forget the wrong attempts at a name after its user has set a new password through a link."""
    WRONG_OF_NAME.reset(_key(name))


def _try(counted: Mapping[RateLimit, str], pair: str = "") -> Try:
    """Count an attempt under each limit. If it exceeds any limit, count it under none of them and raise TooOften."""
    for number, (limit, who) in enumerate(counted.items()):
        if limit.exceeded(who):
            for each, whose in list(counted.items())[:number]:
                each.take_back(whose)
            raise TooOften(limit, who)
    return Try(counted, pair)


def _key(name: str) -> str:
    return hash_token(name_key(name))
