"""The single table of all limits on how often something may be done. docs/security.md shows a copy.

Refused attempts to reach somebody else's cards or seat are counted too, for half an hour and without their details. The
director's page shows how many there were; only the limits stop anybody.
"""

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from typing import TypeVar

from django.conf import settings

from clubsite.core.rate_limits import FlowLimit, Per, RateLimit, TimedCounter, TokenBucket

PROBES_TOLD_FOR = 1800  # seconds
NO_ROOM = 0
"""In place of a room for codes, which lead to no table."""


class Probe(StrEnum):
    """A kind of attempt to reach somebody else's cards or seat."""

    WRONG_CODE = "code"
    WRONG_KEY = "key"
    WRONG_NUMBER = "number"
    REFUSED_LEAD = "lead"
    REFUSED_LOOK = "look"


COUNTERS = {probe: TimedCounter(name=f"probe:{probe}", seconds=PROBES_TOLD_FOR) for probe in Probe}


def probe_count(probe: Probe, room_id: int) -> None:
    """Count an attempt at the table of this room."""
    COUNTERS[probe].count(str(room_id))


def probes_in(room_ids: Iterable[int]) -> dict[tuple[int, Probe], int]:
    """Return how often each kind of attempt was made in each room in the last half hour, leaving out zeros."""
    rooms = [str(room_id) for room_id in room_ids]
    return {(int(room), probe): times for probe in Probe for room, times in COUNTERS[probe].used_by(rooms).items()}


T = TypeVar("T")
MINUTE, QUARTER, HOUR, DAY = 60, 900, 3600, 86_400  # seconds
FIVE_MINUTES = 5 * MINUTE
OFTEN_HERE = "Too many tries have come from here. Try again {when}."
TOO_OFTEN = "Mail has been asked for very often from here. Try again {when}."

# fmt: off
# Signing in, and accounts
WRONG_OF_NAME = RateLimit("sign-in:name", QUARTER, 8, Per.NAME, "wrong passwords, wherever they come from",
    "Too many wrong passwords have come for this name. Try again {when}. You can get in sooner on a device where "
    "you have signed in before, or with a link for a new password.", kept=True)
WRONG_OF_ADDRESS = RateLimit("sign-in:address", QUARTER, 20, Per.ADDRESS, "wrong passwords, for any names",
    "Too many wrong passwords have come from here, and a whole club may share an address. Try again {when}. You can"
    " get in sooner on a device where you have signed in before, or with a link for a new password.", kept=True)
WRONG_OF_BROWSER = RateLimit("sign-in:browser", QUARTER, 8, Per.BROWSER,
    "wrong passwords for this name; the two limits above do not count there",
    "Too many wrong passwords. Try again {when}. You can get in sooner with a link for a new password.", kept=True)
OWN_PASSWORD = RateLimit("own-password", QUARTER, 8, Per.ACCOUNT, "wrong passwords of somebody who is signed in",
    "Too many wrong passwords. Try again {when}.", kept=True)
WRONG_FACTOR_CODES = RateLimit("second-factor", QUARTER, 8, Per.ACCOUNT,
    "wrong codes of a second step; a passkey goes on working",
    "Too many wrong codes. Try again {when}.", kept=True)
PASSKEY_PAGES = RateLimit("passkey", QUARTER, 60, Per.ADDRESS,
    "pages that ask for a passkey before a sign-in: each keeps a challenge",
    "Passkeys have been asked for very often from here. Sign in with the password, or try again {when}.")
ADDRESSES_TYPED = RateLimit("address-typed", QUARTER, 6, Per.ACCOUNT, "mail addresses that somebody gives",
    "Many addresses have been typed for this account just now. Try again {when}.")
NEW_ACCOUNTS = RateLimit("sign-up", QUARTER, 10, Per.ADDRESS, "new accounts",
    "Many accounts have been made from here just now, and a whole club may share an address. Try again {when}. To "
    "play you need none.")
SERVERS_TYPED = RateLimit("server-typed", QUARTER, 12, Per.ACCOUNT, "addresses of other servers that a director types",
    "Many addresses of servers have been typed for this account just now. Try again {when}.")
WRONG_SETUP_LINKS = RateLimit("setup-link", QUARTER, 20, Per.ADDRESS, "wrong links for a site's first club",
    OFTEN_HERE)
NEW_CLUBS = RateLimit("new-club", QUARTER, 5, Per.ADDRESS, "new clubs",
    "Several clubs have been made from here just now. Try again {when}.")

# Tables and seats
WRONG_CODES = RateLimit("join", FIVE_MINUTES, 20, Per.ADDRESS,
    "wrong table codes and codes of tables at home; right ones go on working",
    "Too many wrong codes have come from here. Point your camera at the square code on your table, or use the link "
    "that you were sent. You can type another code {when}.")
# A whole club may share one address, so right codes work until all such addresses together have sent this many more
# wrong ones: 200 guesses at one of 25^6 codes find none.
WRONG_CODES_OF_ALL = RateLimit("join-all", FIVE_MINUTES, 200, Per.EVERYBODY,
    "wrong codes beyond the limit above; then such an address's right ones wait too",
    WRONG_CODES.says)
WRONG_SEAT_NUMBERS = RateLimit("seat-number", FIVE_MINUTES, 10, Per.SEAT,
    "wrong numbers for a seat that a director freed",
    "Too many wrong numbers. Try again {when}, or ask another director of the club to free the seat.")
WRONG_CONSENT_NUMBERS = RateLimit("consent-number", FIVE_MINUTES, 10, Per.SEAT,
    "wrong numbers for the consent of a director's opponent",
    "Too many wrong numbers. Try again {when}, or ask another director of the club.")
TABLE_WORDS = RateLimit("words", MINUTE, 12, Per.SEAT, "phrases that a player says to the other at home",
    "You have said a lot in a minute. Say more {when}.")
NEW_TABLES = RateLimit("tables", HOUR, 200, Per.ADDRESS, "tables opened at home, replays included",
    "Very many tables were opened from here in the last hour. Finish one of them, or try again {when}.")

# Coming nights
REPLIES_OF_ADDRESS = RateLimit("signups:address", HOUR, 60, Per.ADDRESS, "answers that somebody comes",
    "Many answers have come from here just now. Try again {when}, or ask a director.")
REPLIES_OF_DEVICE = RateLimit("signups:device", HOUR, 20, Per.DEVICE, "answers that somebody comes",
    REPLIES_OF_ADDRESS.says)

# Mail
REPLY_MAILS = RateLimit("signups:mail", DAY, 8, Per.MAILBOX_BY_SENDER, "mails with the link of an answer",
    "No more mail goes to this address from here today. Your answer stands: change it on this page.")
NIGHT_MAILS = RateLimit("signups:night", DAY, 8, Per.MAILBOX_BY_NIGHT, "mails with news of a night")
CONFIRMATIONS = RateLimit("confirm-address", QUARTER, 3, Per.MAILBOX_BY_SENDER,
    "mails that ask an account's holder whether an address is theirs",
    "This address has had three such mails just now. Try again {when}.")
FORGOTTEN_ASKED = RateLimit("forgotten", QUARTER, 8, Per.ADDRESS, "links for a new password that somebody asked for",
    "Many links have been asked for from here just now. You can ask again {when}.")
FORGOTTEN_MAILS = RateLimit("forgotten-mail", QUARTER, 3, Per.MAILBOX, "mails with such a link; each of them works")
RESULTS_ASKED = RateLimit("mail-asked", QUARTER, 8, Per.ADDRESS, "wishes for mail about results",
    TOO_OFTEN)
RESULTS_MAILS = RateLimit("mail-link", QUARTER, 3, Per.MAILBOX,
    "mails that ask whether an address is right; each of them works")

# Programs
WRONG_TOKENS = RateLimit("api:wrong", FIVE_MINUTES, 20, Per.ADDRESS,
    "tokens of the API that open nothing; right ones go on working",
    "Too many tokens that open nothing have come from this address.")
API_OF_ADDRESS = RateLimit("api:address", MINUTE, 300, Per.ADDRESS, "requests of the API without a token",
    "Status 429, and in `Retry-After` the seconds to wait")
API_OF_TOKEN = RateLimit("api:token", MINUTE, 600, Per.PROGRAM, "requests of the API",
    API_OF_ADDRESS.says)
PAGE_FAULT_LINES = RateLimit("page-fault", MINUTE, 1, Per.PAGE,
    "faults of pages that browsers report, 500 bytes each at most",
    "nothing more: the page itself says that it has a fault")

# Everything: far more than a full hall behind one address asks for
REQUESTS = FlowLimit(2000, 200, Per.ADDRESS, "pages, forms and requests of the API, but not the site's own files",
    "Too many pages are being asked for from here at once. Nothing was changed. Try again in ten seconds.")
SOCKETS = FlowLimit(2000, 50, Per.ADDRESS, "sockets that are opened",
    "The table says that it is connecting again, and is, a moment later.")
MESSAGES = FlowLimit(4 * settings.SEAT_MESSAGES, settings.SEAT_MESSAGES, Per.SOCKET,
    "messages of a seat, a wall or the director's room",
    "The socket closes (4429), and the page connects again.")


# fmt: on
def message_bucket() -> TokenBucket:
    """Return a full bucket for the messages of a new socket, sized by the current setting."""
    return TokenBucket(4 * settings.SEAT_MESSAGES, settings.SEAT_MESSAGES)


class TooManyTries(Exception):
    """Raised for a code from an address that has sent too many wrong codes. `str()` is the message for the sender.

    A right code is refused only after a very large number of such guesses from all addresses together.
    """


def found_by_code(look: Callable[[str], T | None], code: str, *, address: str) -> T | None:
    """Return what `look` finds for a code. If it returns None, count a wrong code.

    Raise TooManyTries if the address has sent too many wrong codes, and either this code is wrong too or a very
    large number of such guesses have come from all addresses together.
    """
    too_often = WRONG_CODES.reached(address)
    if too_often and WRONG_CODES_OF_ALL.reached(""):
        raise TooManyTries(WRONG_CODES.refusal(address))
    target = look(code)
    if target is None:
        WRONG_CODES.count(address)
        probe_count(Probe.WRONG_CODE, NO_ROOM)
        if too_often:
            WRONG_CODES_OF_ALL.count("")
            raise TooManyTries(WRONG_CODES.refusal(address))
    return target


def limits() -> Iterator[RateLimit | FlowLimit]:
    return (row for row in globals().values() if isinstance(row, RateLimit | FlowLimit))
