"""The state of a play of 500 for two, with its deal and its start."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.cards import Card, cards_text
from games.end_dummies import DUMMY_OF, HAND_OF, OWNER
from games.five_hundred import MISERE_CONTRACT, PACK, FiveHundredTrick, level_of, strain_of
from games.options import Options, checked
from games.outcomes import contract_outcome
from games.players import OPPONENT, Pair
from games.requests import NO_TALK, RequestRules, Requests
from games.seats import SEATS, Seat, clockwise
from games.setups import dealt_hands, player_header
from games.shuffle import shuffled
from games.variants.five_hundred_for_two.auction import FiveHundredAuction

# The first value of each is the usual one.
OPTIONS: Options = {
    "auction": ("open", "closed"),  # FH-8
    "after_pass": ("in", "out"),  # FH-11
    "kitty": ("hand", "dead"),  # FH-16
    "first_lead": ("defender", "contractor"),  # FH-17
    "misere": ("off", "on"),  # FH-31
    "claim_shows": ("yes", "no"),  # FH-24
    "undo": ("consent", "director", "off"),
    "misclick": ("on", "off"),
    "autoplay": ("last_trick", "off"),
    "tricks_shown": ("last", "all"),
}
TRICKS = 10
KITTY = "kitty"
SIZES = {**dict.fromkeys(map(str, SEATS), TRICKS), KITTY: 3}

Cards = tuple[Card, ...]
Hands = tuple[Cards, ...]  # N E S W


@dataclass(frozen=True, slots=True)
class FiveHundredContract:
    """The contract that was bid. `text` is, for example, `7D`, `10N` or `MIS`."""

    text: str
    declarer: str

    @property
    def misere(self) -> bool:
        return self.text == MISERE_CONTRACT

    @property
    def level(self) -> int:
        """The number of tricks that the contractor must take, or 0 at misère, where the aim is to take none."""
        return level_of(self.text)

    @property
    def strain(self) -> str:
        return strain_of(self.text)

    @property
    def aside(self) -> Seat | None:
        """The dummy that takes no part: the contractor's dummy at misère (FH-31), or None otherwise."""
        return DUMMY_OF[self.declarer] if self.misere else None


@dataclass(frozen=True, slots=True)
class FiveHundredTable:
    """The constant part of a play. `hands` holds the cards as dealt, N E S W, with the dummies in sequence."""

    board: int
    dealer: str
    vul: str
    hands: Hands
    kitty: Cards
    options: Mapping[str, str]
    request_rules: RequestRules

    def opted(self, name: str, option: str) -> bool:
        """True if the named option has this value."""
        return self.options[name] == option


@dataclass(frozen=True, slots=True)
class FiveHundredState:
    """Everything about a play at one moment. It is immutable.

    `hands` holds the cards left, N E S W, with the dummies in sequence; the contractor has 13 cards in the phase
    `discard`. `contract` is None until the auction has ended and stays None if the deal was thrown in. `won` holds
    the numbers of tricks won by S and by N.
    """

    table: FiveHundredTable
    phase: str  # auction, discard, play, over
    auction: FiveHundredAuction
    hands: Hands
    contract: FiveHundredContract | None = None
    discards: Cards = ()
    trick: FiveHundredTrick | None = None
    done: tuple[FiveHundredTrick, ...] = ()
    won: Pair = (0, 0)
    requests: Requests = NO_TALK

    @property
    def trump(self) -> str:
        """The trump suit, or "N" at no trump and before there is a contract."""
        return self.contract.strain if self.contract else "N"

    @property
    def kitty_taken(self) -> bool:
        """True if the contractor has taken the kitty into hand (FH-14, FH-16, FH-31)."""
        contract = self.contract
        return contract is not None and not contract.misere and self.table.opted("kitty", "hand")


def deal(seed: str, header: Mapping[str, Any], options: Mapping[str, str]) -> dict[str, Any]:
    """Return the setup `{"board", "dealer", "vul", "hands": {"N": "SA H4 ...", ..., "kitty": "JK S5 D9"}}` (FH-3)."""
    pack = shuffled(PACK, seed, f"board {header['board']}")
    hands: dict[str, Cards] = dict.fromkeys(SIZES, ())
    for packet in (3, 4, 3):
        for seat in clockwise(HAND_OF[header["dealer"]].next):
            hands[seat], pack = hands[seat] + pack[:packet], pack[packet:]
        hands[KITTY], pack = hands[KITTY] + pack[:1], pack[1:]
    return {**header, "hands": {name: cards_text(cards) for name, cards in hands.items()}}


def start(setup: Mapping[str, Any], options: Mapping[str, str]) -> FiveHundredState:
    """Return the state before the first call. Raise BadSetup for an unknown option or a bad deal."""
    board, dealer, vul = player_header(setup)
    given = dealt_hands(setup, SIZES, PACK)
    hands = (given["N"], given["E"], given["S"], given["W"])
    chosen = checked(OPTIONS, options)
    request_rules = RequestRules.chosen("FH-24", "FH-24", chosen)
    table = FiveHundredTable(board, dealer, vul, hands, given[KITTY], chosen, request_rules)
    auction = FiveHundredAuction(
        OPPONENT[dealer],  # FH-10
        back_in=table.opted("after_pass", "in"),
        misere=table.opted("misere", "on"),
    )
    return FiveHundredState(table, "auction", auction, hands)


def with_own_hand(hands: Hands, player: str, cards: Cards) -> Hands:
    """Return the hands after replacing this player's own hand (not the dummy) with these cards."""
    own = HAND_OF[player]
    return tuple(cards if seat == own else hand for seat, hand in zip(SEATS, hands, strict=True))


def turn(state: FiveHundredState) -> str | None:
    """Return the player who has to act, or None. A claim or request must be answered before the next card is played."""
    if state.phase == "over":
        return None
    if state.requests.answers:
        return state.requests.answers
    if state.trick:
        return OWNER[state.trick.to_play]
    return state.contract.declarer if state.contract else state.auction.caller


def tricks_left(state: FiveHundredState) -> int:
    """Return the number of tricks not yet completed, including the unfinished trick."""
    return TRICKS - len(state.done)


def outcome(state: FiveHundredState) -> dict[str, Any] | None:
    """Return `{"contract", "declarer", "tricks", "lead", "claimed"}` once the deal is over, or None otherwise.

    `tricks` is the number of the contractor's tricks. The contract is `7D`, `10N`, `MIS` for misère or `PASS` for a
    deal that was thrown in (its declarer, tricks and lead are None).
    """
    if state.phase != "over":
        return None
    return contract_outcome(state.contract, state.won, (*state.done, state.trick), state.requests.claimed)
