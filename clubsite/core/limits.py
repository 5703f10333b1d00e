"""The single table of all limits on how often something may be done. docs/security.md shows a copy."""

from collections.abc import Callable, Iterator
from typing import TypeVar

from django.conf import settings

from clubsite.core.probes import NO_ROOM, Probe, probe_count
from clubsite.core.rate_limits import FlowLimit, Per, RateLimit, TokenBucket

T = TypeVar("T")
MINUTE, QUARTER, HOUR, DAY = 60, 900, 3600, 86_400  # seconds
FIVE_MINUTES = 5 * MINUTE
OFTEN_HERE = "Too many tries have come from here. Try again {when}."
TOO_OFTEN = "Mail has been asked for very often from here. Try again {when}."

# Signing in, and accounts
WRONG_OF_NAME = RateLimit(
    name="sign-in:name",
    kept=True,
    most=8,
    seconds=QUARTER,
    per=Per.NAME,
    counted="wrong passwords, wherever they come from",
    says="Too many wrong passwords have come for this name. Try again {when}. You can get in sooner on a device where "
    "you have signed in before, or with a link for a new password.",
)
WRONG_OF_ADDRESS = RateLimit(
    name="sign-in:address",
    kept=True,
    most=20,
    seconds=QUARTER,
    per=Per.ADDRESS,
    counted="wrong passwords, for any names",
    says="Too many wrong passwords have come from here, and a whole club may share an address. Try again {when}. "
    "You can get in sooner on a device where you have signed in before, or with a link for a new password.",
)
WRONG_OF_BROWSER = RateLimit(
    name="sign-in:browser",
    kept=True,
    most=8,
    seconds=QUARTER,
    per=Per.BROWSER,
    counted="wrong passwords for this name; the two limits above do not count there",
    says="Too many wrong passwords. Try again {when}. You can get in sooner with a link for a new password.",
)
OWN_PASSWORD = RateLimit(
    name="own-password",
    kept=True,
    most=8,
    seconds=QUARTER,
    per=Per.ACCOUNT,
    counted="wrong passwords of somebody who is signed in",
    says="Too many wrong passwords. Try again {when}.",
)
WRONG_FACTOR_CODES = RateLimit(
    name="second-factor",
    kept=True,
    most=8,
    seconds=QUARTER,
    per=Per.ACCOUNT,
    counted="wrong codes of a second step; a passkey goes on working",
    says="Too many wrong codes. Try again {when}.",
)
PASSKEY_PAGES = RateLimit(
    name="passkey",
    most=60,
    seconds=QUARTER,
    per=Per.ADDRESS,
    counted="pages that ask for a passkey before a sign-in: each keeps a challenge",
    says="Passkeys have been asked for very often from here. Sign in with the password, or try again {when}.",
)
ADDRESSES_TYPED = RateLimit(
    name="address-typed",
    most=6,
    seconds=QUARTER,
    per=Per.ACCOUNT,
    counted="mail addresses that somebody gives",
    says="Many addresses have been typed for this account just now. Try again {when}.",
)
NEW_ACCOUNTS = RateLimit(
    name="sign-up",
    most=10,
    seconds=QUARTER,
    per=Per.ADDRESS,
    counted="new accounts",
    says="Many accounts have been made from here just now, and a whole club may share an address. Try again {when}. "
    "To play you need none.",
)
SERVERS_TYPED = RateLimit(
    name="server-typed",
    most=12,
    seconds=QUARTER,
    per=Per.ACCOUNT,
    counted="addresses of other servers that a director types",
    says="Many addresses of servers have been typed for this account just now. Try again {when}.",
)
WRONG_SETUP_LINKS = RateLimit(
    name="setup-link",
    most=20,
    seconds=QUARTER,
    per=Per.ADDRESS,
    counted="wrong links for a site's first club",
    says=OFTEN_HERE,
)
NEW_CLUBS = RateLimit(
    name="new-club",
    most=5,
    seconds=QUARTER,
    per=Per.ADDRESS,
    counted="new clubs",
    says="Several clubs have been made from here just now. Try again {when}.",
)

# Tables and seats
WRONG_CODES = RateLimit(
    name="join",
    most=20,
    seconds=FIVE_MINUTES,
    per=Per.ADDRESS,
    counted="wrong table codes and codes of tables at home; right ones go on working",
    says="Too many wrong codes have come from here. Point your camera at the square code on your table, or use the "
    "link that you were sent. You can type another code {when}.",
)
# A whole club may share one address, so right codes work until all such addresses together have sent this many more
# wrong ones: 200 guesses at one of 25^6 codes find none.
WRONG_CODES_OF_ALL = RateLimit(
    name="join-all",
    most=200,
    seconds=FIVE_MINUTES,
    per=Per.EVERYBODY,
    counted="wrong codes beyond the limit above; then such an address's right ones wait too",
    says=WRONG_CODES.says,
)
WRONG_SEAT_NUMBERS = RateLimit(
    name="seat-number",
    most=10,
    seconds=FIVE_MINUTES,
    per=Per.SEAT,
    counted="wrong numbers for a seat that a director freed",
    says="Too many wrong numbers. Try again {when}, or ask another director of the club to free the seat.",
)
WRONG_CONSENT_NUMBERS = RateLimit(
    name="consent-number",
    most=10,
    seconds=FIVE_MINUTES,
    per=Per.SEAT,
    counted="wrong numbers for the consent of a director's opponent",
    says="Too many wrong numbers. Try again {when}, or ask another director of the club.",
)
TABLE_WORDS = RateLimit(
    name="words",
    most=12,
    seconds=MINUTE,
    per=Per.SEAT,
    counted="phrases that a player says to the other at home",
    says="You have said a lot in a minute. Say more {when}.",
)
NEW_TABLES = RateLimit(
    name="tables",
    most=200,
    seconds=HOUR,
    per=Per.ADDRESS,
    counted="tables opened at home, replays included",
    says="Very many tables were opened from here in the last hour. Finish one of them, or try again {when}.",
)

# Coming nights
REPLIES_OF_ADDRESS = RateLimit(
    name="signups:address",
    most=60,
    seconds=HOUR,
    per=Per.ADDRESS,
    counted="answers that somebody comes",
    says="Many answers have come from here just now. Try again {when}, or ask a director.",
)
REPLIES_OF_DEVICE = RateLimit(
    name="signups:device",
    most=20,
    seconds=HOUR,
    per=Per.DEVICE,
    counted="answers that somebody comes",
    says=REPLIES_OF_ADDRESS.says,
)

# Mail
REPLY_MAILS = RateLimit(
    name="signups:mail",
    most=8,
    seconds=DAY,
    per=Per.MAILBOX_BY_SENDER,
    counted="mails with the link of an answer",
    says="No more mail goes to this address from here today. Your answer stands: change it on this page.",
)
NIGHT_MAILS = RateLimit(
    name="signups:night",
    most=8,
    seconds=DAY,
    per=Per.MAILBOX_BY_NIGHT,
    counted="mails with news of a night",
)
CONFIRMATIONS = RateLimit(
    name="confirm-address",
    most=3,
    seconds=QUARTER,
    per=Per.MAILBOX_BY_SENDER,
    counted="mails that ask an account's holder whether an address is theirs",
    says="This address has had three such mails just now. Try again {when}.",
)
FORGOTTEN_ASKED = RateLimit(
    name="forgotten",
    most=8,
    seconds=QUARTER,
    per=Per.ADDRESS,
    counted="links for a new password that somebody asked for",
    says="Many links have been asked for from here just now. You can ask again {when}.",
)
FORGOTTEN_MAILS = RateLimit(
    name="forgotten-mail",
    most=3,
    seconds=QUARTER,
    per=Per.MAILBOX,
    counted="mails with such a link; each of them works",
)
RESULTS_ASKED = RateLimit(
    name="mail-asked",
    most=8,
    seconds=QUARTER,
    per=Per.ADDRESS,
    counted="wishes for mail about results",
    says=TOO_OFTEN,
)
RESULTS_MAILS = RateLimit(
    name="mail-link",
    most=3,
    seconds=QUARTER,
    per=Per.MAILBOX,
    counted="mails that ask whether an address is right; each of them works",
)

# Programs
WRONG_TOKENS = RateLimit(
    name="api:wrong",
    most=20,
    seconds=FIVE_MINUTES,
    per=Per.ADDRESS,
    counted="tokens of the API that open nothing; right ones go on working",
    says="Too many tokens that open nothing have come from this address.",
)
API_OF_ADDRESS = RateLimit(
    name="api:address",
    most=300,
    seconds=MINUTE,
    per=Per.ADDRESS,
    counted="requests of the API without a token",
    says="Status 429, and in `Retry-After` the seconds to wait",
)
API_OF_TOKEN = RateLimit(
    name="api:token",
    most=600,
    seconds=MINUTE,
    per=Per.PROGRAM,
    counted="requests of the API",
    says=API_OF_ADDRESS.says,
)

PAGE_FAULT_LINES = RateLimit(
    name="page-fault",
    most=1,
    seconds=MINUTE,
    per=Per.PAGE,
    counted="faults of pages that browsers report, 500 bytes each at most",
    says="nothing more: the page itself says that it has a fault",
)

# Everything: far more than a full hall behind one address asks for
REQUESTS = FlowLimit(
    burst=2000,
    per_second=200,
    per=Per.ADDRESS,
    counted="pages, forms and requests of the API, but not the site's own files",
    says="Too many pages are being asked for from here at once. Nothing was changed. Try again in ten seconds.",
)
SOCKETS = FlowLimit(
    burst=2000,
    per_second=50,
    per=Per.ADDRESS,
    counted="sockets that are opened",
    says="The table says that it is connecting again, and is, a moment later.",
)
MESSAGES = FlowLimit(
    burst=4 * settings.SEAT_MESSAGES,
    per_second=settings.SEAT_MESSAGES,
    per=Per.SOCKET,
    counted="messages of a seat, a wall or the director's room",
    says="The socket closes (4429), and the page connects again.",
)


def message_bucket() -> TokenBucket:
    """Return a full bucket for the messages of a new socket, sized by the current setting."""
    return TokenBucket(4 * settings.SEAT_MESSAGES, settings.SEAT_MESSAGES)


class TooManyTries(Exception):
    """Raised for a code whose sender's address has sent too many wrong codes. `str()` is the message for the sender.

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
    found = look(code)
    if found is None:
        WRONG_CODES.count(address)
        probe_count(Probe.WRONG_CODE, NO_ROOM)
        if too_often:
            WRONG_CODES_OF_ALL.count("")
            raise TooManyTries(WRONG_CODES.refusal(address))
    return found


def limits() -> Iterator[RateLimit | FlowLimit]:
    """Yield every limit in the table, in order."""
    return (row for row in globals().values() if isinstance(row, RateLimit | FlowLimit))
