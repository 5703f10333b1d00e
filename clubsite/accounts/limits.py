"""Limits on wrong passwords: per name, per address, and per browser in which the name has signed in before.

A try is counted before its password is checked, so that simultaneous tries count like successive ones. It is no
longer counted if the password was right. A user who has signed in from a browser before has separate tries
there, which nobody else can use up (`cookies.known_browser`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from django.http import HttpRequest

from clubsite.accounts.cookies import known_browser
from clubsite.accounts.models import User
from clubsite.accounts.sign_in_names import name_key
from clubsite.core.rate_limits import RateLimit, TimedCounter, address_of
from clubsite.core.tokens import hash_token

QUARTER_HOUR = 900  # seconds, from the first wrong one
OF_NAME, OF_ADDRESS, OF_BROWSER, OF_ACCOUNT, OF_CODE, NEW_ACCOUNTS = 8, 20, 8, 8, 8, 10


class Limit(StrEnum):
    """The kind of limit that was exceeded."""

    NAME = "name"
    ADDRESS = "address"
    BROWSER = "browser"
    ACCOUNT = "account"
    CODE = "code"
    NEW = "new"
    CLUB = "club"


LIMIT_OF = {
    Limit.NAME: RateLimit("sign-in:name", most=OF_NAME, seconds=QUARTER_HOUR),
    Limit.ADDRESS: RateLimit("sign-in:address", most=OF_ADDRESS, seconds=QUARTER_HOUR),
    Limit.BROWSER: RateLimit("sign-in:browser", most=OF_BROWSER, seconds=QUARTER_HOUR),
    Limit.ACCOUNT: RateLimit("own-password", most=OF_ACCOUNT, seconds=QUARTER_HOUR),
    Limit.CODE: RateLimit("second-factor", most=OF_CODE, seconds=QUARTER_HOUR),
    Limit.NEW: RateLimit("sign-up", most=NEW_ACCOUNTS, seconds=QUARTER_HOUR),
}
PAIR_LIMIT = TimedCounter("sign-in:pair", seconds=QUARTER_HOUR)
LIMIT_MESSAGES = {
    Limit.NAME: "Too many wrong passwords have come for this name. Try again {when}. Sooner: on a device where you "
    "have signed in before, or with a new password by a link.",
    Limit.ADDRESS: "Too many wrong passwords have come from here, and a whole club may share an address. Try again "
    "{when}. Sooner: on a device where you have signed in before, or with a new password by a link.",
    Limit.BROWSER: "The password was wrong too often. Try again {when}. Sooner: with a new password by a link.",
    Limit.ACCOUNT: "The password was wrong too often. Try again {when}.",
    Limit.CODE: "The code was wrong too often. Try again {when}.",
    Limit.NEW: "Many accounts have been made from here just now, and a whole club may share an address. Try again "
    "{when}. To play you need none.",
    Limit.CLUB: "Several clubs have been made from here just now. Try again {when}.",
}


class TooOften(Exception):
    """No more tries are allowed for `seconds` seconds. `str()` says this, and what else the user can do."""

    def __init__(self, limit: Limit, seconds: int) -> None:
        minutes = -(-seconds // 60)
        when = "in a minute" if minutes <= 1 else f"in {minutes} minutes"
        super().__init__(LIMIT_MESSAGES[limit].format(when=when))
        self.limit, self.seconds = limit, seconds


@dataclass(frozen=True, slots=True)
class Try:
    """One counted try, with its key under each limit.

    `pair` is the key in PAIRS, which counts this name's wrong tries from this address; "" for a known browser.
    """

    counted: Mapping[Limit, str]
    pair: str = ""

    def right(self) -> None:
        """Note that the password was right. The name's count starts again at zero, and its wrong tries no longer count
        against the address.
        """
        wrong = PAIR_LIMIT.reset(self.pair) if self.pair else 0
        for limit, who in self.counted.items():
            if limit is Limit.ADDRESS:
                LIMIT_OF[limit].take_back(who, wrong)
            else:
                LIMIT_OF[limit].reset(who)


def sign_in(request: HttpRequest, name: str) -> Try:
    """Count a try at this name's password. Raise TooOften if there have been too many."""
    key, address = _key(name), address_of(request)
    if browser := known_browser(request, name):
        return _try({Limit.BROWSER: f"{browser}:{key}"})
    pair = f"{key}:{address}"
    tried = _try({Limit.NAME: key, Limit.ADDRESS: address}, pair)
    PAIR_LIMIT.count(pair)
    return tried


def account_new(request: HttpRequest) -> None:
    """Count a new account from this address. Raise TooOften if there have been too many."""
    _try({Limit.NEW: address_of(request)})


def own_password(user: User) -> Try:
    """Count a try at the signed-in user's password. Raise TooOften if there have been too many."""
    return _try({Limit.ACCOUNT: str(user.pk)})


def second_factor(user: User) -> Try:
    """Count a try at a code of this user. Raise TooOften if there have been too many."""
    return _try({Limit.CODE: str(user.pk)})


def name_opened(name: str) -> None:
    """Forget the wrong tries at a name after its user has set a new password through a link."""
    LIMIT_OF[Limit.NAME].reset(_key(name))


def _try(counted: Mapping[Limit, str], pair: str = "") -> Try:
    """Count a try under each limit. If it exceeds any of them, count it under none and raise TooOften."""
    for number, (limit, who) in enumerate(counted.items(), start=1):
        if LIMIT_OF[limit].exceeded(who):
            for each, whose in list(counted.items())[:number]:
                LIMIT_OF[each].take_back(whose)
            raise TooOften(limit, LIMIT_OF[limit].seconds_left(who))
    return Try(counted, pair)


def _key(name: str) -> str:
    return hash_token(name_key(name))
