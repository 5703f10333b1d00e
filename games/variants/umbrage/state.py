"""The state of an Umbrage play, and the function that starts the play."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.calls import Contract
from games.cards import Card
from games.honours import honours
from games.options import Options, checked
from games.outcomes import contract_outcome
from games.players import OPPONENT, PLAYERS, Pair
from games.requests import NO_TALK, RequestRules, Requests
from games.setups import player_header
from games.three_hands import DUMMY
from games.tricks import OrderedTrick
from games.variants.umbrage.bidding import Bidding, BridgeDraw
from games.variants.umbrage.umbrage import Hands, reshuffle_of

# The first value of each is the usual one.
OPTIONS: Options = {
    "repeat": ("fresh", "keeps_double"),  # UM-9
    "notes": ("off", "on"),  # UM-17c
    "misclick": ("on", "off"),  # UM-17c
}
HANDS = (*PLAYERS, DUMMY)

Cards = tuple[Card, ...]
Held = tuple[Cards, Cards, Cards]  # the hands of S and N, and the dummy
Piles = tuple[Cards, Cards]  # of S and of N


@dataclass(frozen=True, slots=True)
class UmbrageTable:
    """The part of a play that never changes."""

    board: int
    dealer: str
    vul: str
    dealt: Hands
    reshuffle: tuple[int, ...]
    options: Mapping[str, str]
    request_rules: RequestRules


@dataclass(frozen=True, slots=True)
class UmbrageState:
    """Everything about a play at one moment. It is immutable.

    `took` says whether S and N took umbrage, with None for a player who has not decided. `bridge` holds the cards left
    in the row, top card first. `fresh` holds the cards that each player got in the last draw, and `out` all cards that
    each player has discarded. `draws` lists the finished draws, each with the number of calls before it. `began` holds
    the hands at the start of the card play. `won` holds the numbers of tricks won by S and by N.
    """

    table: UmbrageTable
    phase: str  # umbrage, auction, draw, play, over
    hands: Held
    bridge: Cards
    bidding: Bidding
    took: tuple[bool | None, bool | None] = (None, None)
    draw: BridgeDraw | None = None
    draws: tuple[tuple[int, BridgeDraw], ...] = ()
    fresh: Piles = ((), ())
    out: Piles = ((), ())
    contract: Contract | None = None
    began: Held | None = None
    trick: OrderedTrick | None = None
    done: tuple[OrderedTrick, ...] = ()
    won: Pair = (0, 0)
    requests: Requests = NO_TALK

    def hand(self, name: str) -> Cards:
        """Return the cards in hand S, N or D."""
        return self.hands[HANDS.index(name)]

    def with_hand(self, name: str, cards: Cards) -> Held:
        """Return all hands, with these cards in the hand called `name`."""
        south, north, dummy = self.hands
        if name == DUMMY:
            return south, north, cards
        return (cards, north, dummy) if name == "S" else (south, cards, dummy)


def start(setup: Mapping[str, Any], options: Mapping[str, str]) -> UmbrageState:
    """Return the state before the umbrage decisions. Raise BadSetup for an unknown option or a bad deal."""
    board, dealer, vul = player_header(setup)
    chosen = checked(OPTIONS, options)
    request_rules = RequestRules.chosen("UM-17c", "UM-17c", chosen)
    table = UmbrageTable(board, dealer, vul, Hands.from_setup(setup), reshuffle_of(setup), chosen, request_rules)
    bidding = Bidding(dealer, chosen["repeat"] == "keeps_double")
    return UmbrageState(table, "umbrage", bidding=bidding, **placed(dealer, table.dealt))


def placed(dealer: str, hands: Hands) -> dict[str, Any]:
    """Return the hands as the fields of a state. The spare hand on the dealer's right is the bridge (UM-4)."""
    south, north = (hands.dealer, hands.opponent) if dealer == "S" else (hands.opponent, hands.dealer)
    return {"hands": (south, north, hands.left), "bridge": hands.right}


def turn(state: UmbrageState) -> str | None:
    """Return the player who has to act, or None. Before the auction, the dealer is the first to decide on umbrage."""
    if state.phase == "over":
        return None
    if state.requests.answers:
        return state.requests.answers
    if state.phase == "umbrage":
        dealer = state.table.dealer
        return dealer if decision(state, dealer) is None else OPPONENT[dealer]
    if state.draw:
        return state.draw.player
    return player_of(state.trick, state.trick.to_play) if state.trick else state.bidding.caller


def decision(state: UmbrageState, player: str) -> bool | None:
    """Return whether this player took umbrage, or None if they have not decided."""
    return state.took[PLAYERS.index(player)]


def player_of(trick: OrderedTrick, hand: str) -> str:
    """Return the player who plays this hand's card to the trick. The player on lead plays the dummy's card (UM-15)."""
    if hand != DUMMY:
        return hand
    return trick.order[2] if trick.leader == DUMMY else trick.leader


def outcome(state: UmbrageState) -> dict[str, Any] | None:
    """Return the values that scoring needs once the deal is over, or None otherwise.

    The values are `{"contract", "declarer", "tricks" (declarer's), "lead", "claimed", "umbrage": {"S": true,
    "N": false}, "honours": {"S": 0, "N": 100}}`. `honours` has the points for the honours in a player's 13 cards at
    the start of the play (UM-18d). The contract of a deal that was thrown in is "PASS".
    """
    if state.phase != "over":
        return None
    contract, began = state.contract, state.began
    held = dict.fromkeys(PLAYERS, 0)
    if contract is not None and began is not None:
        held = {player: honours(began[place], contract.strain) for place, player in enumerate(PLAYERS)}
    return {
        **contract_outcome(contract, state.won, (*state.done, state.trick), state.requests.claimed),
        "umbrage": dict(zip(PLAYERS, state.took, strict=True)),
        "honours": held,
    }
