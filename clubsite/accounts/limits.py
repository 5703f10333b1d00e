"""How many wrong passwords are listened to: for a name, from an address, from a browser where the name is known.

A try is counted before its password is looked at, so that many at once are not more than one after another, and is
taken back when it was right. Whoever has signed in from a browser before has tries of their own there: nobody else
can use them up, wherever they sit (`cookies.known_browser`).
"""

from dataclasses import dataclass
from enum import StrEnum

from django.http import HttpRequest

from clubsite.accounts.cookies import known_browser
from clubsite.accounts.models import User
from clubsite.core.rate_limits import address_of, counted, forgotten, seconds_left, uncounted
from clubsite.core.tokens import hash_token

QUARTER = 900  # seconds, from the first wrong one
OF_NAME, OF_ADDRESS, OF_BROWSER, OF_ACCOUNT, NEW_ACCOUNTS = 8, 20, 8, 8, 10


class Limit(StrEnum):
    """What was too much."""

    NAME = "name"
    ADDRESS = "address"
    BROWSER = "browser"
    ACCOUNT = "account"
    NEW = "new"


WORDS = {
    Limit.NAME: "Too many wrong passwords have come for this name. Try again {when}. Sooner: on a device where you "
    "have signed in before, or with a new password by a link.",
    Limit.ADDRESS: "Too many wrong passwords have come from here, and a whole club may share an address. Try again "
    "{when}. Sooner: on a device where you have signed in before, or with a new password by a link.",
    Limit.BROWSER: "The password was wrong too often. Try again {when}. Sooner: with a new password by a link.",
    Limit.ACCOUNT: "The password was wrong too often. Try again {when}.",
    Limit.NEW: "Many accounts have been made from here just now, and a whole club may share an address. Try again "
    "{when}. To play you need none.",
}


class TooOften(Exception):
    """Not listened to for some `seconds`; `str()` says so, and what else helps."""

    def __init__(self, limit: Limit, seconds: int) -> None:
        minutes = -(-seconds // 60)
        when = "in a minute" if minutes <= 1 else f"in {minutes} minutes"
        super().__init__(WORDS[limit].format(when=when))
        self.limit, self.seconds = limit, seconds


@dataclass(frozen=True, slots=True)
class Counter:
    """`most` tries within a quarter of an hour."""

    limit: Limit
    key: str
    most: int


@dataclass(frozen=True, slots=True)
class Try:
    """One that was counted. `pair`: how many this name has had wrong from this address, empty for a known browser."""

    counters: tuple[Counter, ...]
    pair: str = ""

    def taken_back(self) -> None:
        """As if it had not been."""
        for counter in self.counters:
            uncounted(counter.key)
        if self.pair:
            uncounted(self.pair)

    def right(self) -> None:
        """The password was right: this name begins anew, and its wrong ones weigh on the address no longer."""
        wrong = forgotten(self.pair) if self.pair else 0
        for counter in self.counters:
            if counter.limit is Limit.ADDRESS:
                uncounted(counter.key, wrong)
            else:
                forgotten(counter.key)


def sign_in(request: HttpRequest, name: str) -> Try:
    """Count a try at this name's password. Raises TooOften."""
    key, address = _key(name), address_of(request)
    if browser := known_browser(request, name):
        known = Counter(Limit.BROWSER, f"sign-in:browser:{browser}:{key}", OF_BROWSER)
        return Try(_entered(known))
    pair = f"sign-in:pair:{key}:{address}"
    counters = _entered(
        Counter(Limit.NAME, _of_name(name), OF_NAME),
        Counter(Limit.ADDRESS, f"sign-in:address:{address}", OF_ADDRESS),
    )
    counted(pair, QUARTER)
    return Try(counters, pair)


def account_new(request: HttpRequest) -> None:
    """Count a new account of this address. Raises TooOften."""
    _entered(Counter(Limit.NEW, f"sign-up:{address_of(request)}", NEW_ACCOUNTS))


def own_password(user: User) -> Try:
    """Count a try at the password of whoever is signed in. Raises TooOften."""
    return Try(_entered(Counter(Limit.ACCOUNT, f"own-password:{user.pk}", OF_ACCOUNT)))


def name_opened(name: str) -> None:
    """Whoever has come by a link has a new password: what was wrong for the name before counts no more."""
    forgotten(_of_name(name))


def _entered(*counters: Counter) -> tuple[Counter, ...]:
    for number, counter in enumerate(counters, start=1):
        if counted(counter.key, QUARTER) > counter.most:
            for each in counters[:number]:
                uncounted(each.key)
            raise TooOften(counter.limit, seconds_left(counter.key, QUARTER))
    return counters


def _of_name(name: str) -> str:
    return f"sign-in:name:{_key(name)}"


def _key(name: str) -> str:
    return hash_token(name.casefold())
