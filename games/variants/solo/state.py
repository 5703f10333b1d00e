"""The state of a play of Two Handed Solo Bridge, and how it starts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.auction import Auction
from games.calls import Contract
from games.cards import Card
from games.deals import Deal, checked_header
from games.errors import BadSetup
from games.seats import Seat
from games.tricks import Trick

PLAYERS = ("S", "N")
DIRECTOR = "D"
PLAYER_NAME = {"S": "South", "N": "North"}
OPPONENT = {"S": "N", "N": "S"}
OWNER = {Seat.S: "S", Seat.E: "S", Seat.N: "N", Seat.W: "N"}  # SOLO-2
HAND_OF = {"S": Seat.S, "N": Seat.N}
DUMMY_OF = {"S": Seat.E, "N": Seat.W}
DUMMIES = frozenset(DUMMY_OF.values())

# The first value of each is the default.
OPTIONS: dict[str, tuple[str, ...]] = {
    "auction_end": ("two_passes", "first_pass"),  # SOLO-8a
    "claim_shows": ("yes", "no"),  # SOLO-21a
    "undo": ("director", "consent", "off"),  # SOLO-22b
    "autoplay": ("last_trick", "off"),  # SOLO-22c
    "tricks_shown": ("last", "all"),  # SOLO-22d
    "hints": ("on", "off"),  # SOLO-29
}
DEFAULT_OPTIONS = {name: values[0] for name, values in OPTIONS.items()}

Hands = tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]


@dataclass(frozen=True, slots=True)
class Table:
    """What does not change during a play."""

    board: int
    dealer: Seat
    vul: str
    deal: Deal
    options: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Claim:
    """`by` takes `takes` of the `of` tricks left, the unfinished one included, and concedes the others."""

    by: str
    takes: int
    of: int


@dataclass(frozen=True, slots=True)
class Act:
    """A call or a card, as its player sent it."""

    by: str
    action: str


@dataclass(frozen=True, slots=True)
class State:
    """Everything about a play at one moment. Compared and passed about, never changed.

    `hands` holds the cards left, N E S W, dummies in sequence. `contract` is None until the auction has ended
    and stays None if it was passed out. `won` are the tricks of S and of N. `refused_in` is the number of
    complete tricks when a claim was last refused. `shown` are the players whose hand lies open after a claim.
    `asking` is the player who asks to take back `last`, the call or card that still can be; `before` is the
    state that it met.
    """

    table: Table
    phase: str  # auction, play, over
    auction: Auction
    hands: Hands
    contract: Contract | None = None
    trick: Trick | None = None
    done: tuple[Trick, ...] = ()
    won: tuple[int, int] = (0, 0)
    claim: Claim | None = None
    claimed: bool = False
    refused_in: int | None = None
    shown: tuple[str, ...] = ()
    asking: str | None = None
    last: Act | None = None
    before: "State | None" = field(default=None, repr=False)


def start(setup: Mapping[str, Any], options: Mapping[str, str]) -> State:
    """The state before the first call. Raises BadSetup (an unknown option, a bad deal)."""
    board, dealer, vul = checked_header(setup)
    deal = Deal.from_setup(setup)
    chosen = checked_options(options)
    first = OWNER[dealer]  # SOLO-10
    closing = 2 if chosen["auction_end"] == "two_passes" else 1
    callers = (first, OPPONENT[first])
    auction = Auction(callers, callers, closing, 2)
    return State(Table(board, dealer, vul, deal, chosen), "auction", auction, deal.all_hands)


def checked_options(options: Mapping[str, str]) -> dict[str, str]:
    """All options, those left out with their defaults. Raises BadSetup."""
    for name, value in options.items():
        if name not in OPTIONS:
            raise BadSetup(f"{name!r} is not an option of this game; there are {', '.join(OPTIONS)}")
        if value not in OPTIONS[name]:
            raise BadSetup(f"The option {name} is {' or '.join(OPTIONS[name])}, not {value!r}")
    return {**DEFAULT_OPTIONS, **options}


def turn(state: State) -> str | None:
    """The player who is to act: an answer to a claim or a request comes before the next card."""
    if state.phase == "over":
        return None
    if state.claim:
        return OPPONENT[state.claim.by]
    if state.asking:
        return OPPONENT[state.asking]
    if state.trick:
        return OWNER[state.trick.to_play]
    return state.auction.caller


def tricks_left(state: State) -> int:
    """Tricks not yet complete, the unfinished one included."""
    return 13 - len(state.done)


def outcome(state: State) -> dict[str, Any] | None:
    """`{"contract", "declarer", "tricks", "lead", "claimed"}` once over; `tricks` are declarer's."""
    if state.phase != "over":
        return None
    contract = state.contract
    if contract is None:
        return {"contract": "PASS", "declarer": None, "tricks": None, "lead": None, "claimed": False}
    opening = (*state.done, state.trick)[0]
    return {
        "contract": contract.text,
        "declarer": contract.declarer,
        "tricks": state.won[PLAYERS.index(contract.declarer)],
        "lead": opening.cards[0].text if opening and opening.cards else None,
        "claimed": state.claimed,
    }
