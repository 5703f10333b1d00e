"""The state of a Two Handed Solo Bridge play, and the functions that deal and start the play."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.auction import Auction
from games.calls import Contract
from games.cards import Card
from games.deals import Deal, checked_header
from games.end_dummies import OWNER
from games.options import Options, checked
from games.outcomes import contract_outcome
from games.players import OPPONENT, Pair
from games.requests import NO_TALK, RequestRules, Requests
from games.seats import Seat
from games.shuffle import deal_from_seed
from games.tricks import Trick

# The first value of each is the usual one.
OPTIONS: Options = {
    "auction_end": ("two_passes", "first_pass"),  # SOLO-8a
    "claim_shows": ("yes", "no"),  # SOLO-21a
    "undo": ("director", "consent", "off"),  # SOLO-22b
    "misclick": ("on", "robot", "off"),  # SOLO-22b; robot: a club's robot waits for it too
    "autoplay": ("last_trick", "off"),  # SOLO-22c
    "tricks_shown": ("last", "all"),  # SOLO-22d
    "hints": ("on", "off"),  # SOLO-29
}

Hands = tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]


@dataclass(frozen=True, slots=True)
class SoloTable:
    """The part of a play that never changes."""

    board: int
    dealer: Seat
    vul: str
    deal: Deal
    options: Mapping[str, str]
    request_rules: RequestRules


@dataclass(frozen=True, slots=True)
class SoloState:
    """Everything about a play at one moment. It is immutable.

    `hands` holds the cards not yet played, in the order N, E, S, W, with the dummies in sequence. `contract` is None
    until the auction has ended and stays None if the board was passed out. `won` holds the numbers of tricks won by S
    and by N.
    """

    table: SoloTable
    phase: str  # auction, play, over
    auction: Auction
    hands: Hands
    contract: Contract | None = None
    trick: Trick | None = None
    done: tuple[Trick, ...] = ()
    won: Pair = (0, 0)
    requests: Requests = NO_TALK


def deal(seed: str, header: Mapping[str, Any], options: Mapping[str, str]) -> dict[str, Any]:
    """Return the setup of the board whose number is in `header` (SOLO-3)."""
    number: int = header["board"]
    return deal_from_seed(seed, number).to_setup(number, header["dealer"], header["vul"])


def start(setup: Mapping[str, Any], options: Mapping[str, str]) -> SoloState:
    """Return the state before the first call. Raise BadSetup for an unknown option or a bad deal."""
    board, dealer, vul = checked_header(setup)
    dealt = Deal.from_setup(setup)
    chosen = checked(OPTIONS, options)
    first = OWNER[dealer]  # SOLO-10
    closing = 2 if chosen["auction_end"] == "two_passes" else 1
    callers = (first, OPPONENT[first])
    auction = Auction(callers, callers, closing, 2)
    request_rules = RequestRules.chosen("SOLO-21a", "SOLO-22b", chosen)
    return SoloState(SoloTable(board, dealer, vul, dealt, chosen, request_rules), "auction", auction, dealt.all_hands)


def turn(state: SoloState) -> str | None:
    """Return the player who has to act, or None. A claim or request must be answered before the next card."""
    if state.phase == "over":
        return None
    if state.requests.answers:
        return state.requests.answers
    return OWNER[state.trick.to_play] if state.trick else state.auction.caller


def outcome(state: SoloState) -> dict[str, Any] | None:
    """Return `{"contract", "declarer", "tricks" (declarer's), "lead", "claimed"}` if the deal is over, else None."""
    if state.phase != "over":
        return None
    return contract_outcome(state.contract, state.won, (*state.done, state.trick), state.requests.claimed)
