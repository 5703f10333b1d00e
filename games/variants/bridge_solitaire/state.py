"""The state of a Bridge Solitaire play, and how it starts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.auction import Auction
from games.calls import Contract
from games.cards import BLACK_JOKER, FULL_DECK, RED_JOKER, Card, cards_text
from games.errors import BadDeal
from games.honours import honours
from games.options import Options, checked
from games.outcomes import contract_outcome
from games.players import Pair
from games.requests import NO_TALK, RequestRules, Requests
from games.setups import dealt_hands, player_header
from games.shuffle import shuffled
from games.tricks import OrderedTrick

# The first value of each is the usual one.
OPTIONS: Options = {
    "count": ("winners", "quick"),  # BS-4a
    "jokers_left": ("stock", "player"),  # BS-11
    "turned_shown": ("last", "all"),  # BS-11b
    "discards_shown": ("top", "all"),  # BS-2b
    "misclick": ("on", "off"),  # BS-13b
}

PLAYER, STOCK = "S", "N"  # the sides to which tricks, calls and contracts belong
PACK = (*FULL_DECK, RED_JOKER, BLACK_JOKER)
TRICKS = 13
SIZES = {"down": 7, "face_up": 13, "stock": 34}  # in the order dealt: BS-1

Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class SolitaireTable:
    """The constant part of a play: the cards as dealt, with the stock listed from its top."""

    board: int
    vul: str
    down: Cards
    face_up: Cards
    stock: Cards
    options: Mapping[str, str]
    request_rules: RequestRules


@dataclass(frozen=True, slots=True)
class Turned:
    """A trick between the player and the stock. `over` holds the cards that the stock turned over but did not play."""

    trick: OrderedTrick
    over: Cards = ()


@dataclass(frozen=True, slots=True)
class SolitaireState:
    """Everything about a play at one moment. It is immutable.

    `held` is the player's 13 cards once they are chosen, and `hand` contains the cards still in hand. `discards` ends
    with the top discard. `stock` contains the cards not yet turned. `won` has the tricks of the player and the stock.
    """

    table: SolitaireTable
    phase: str  # choose, auction, play, over
    stock: Cards
    auction: Auction
    held: Cards = ()
    hand: Cards = ()
    discards: Cards = ()
    contract: Contract | None = None
    trick: Turned | None = None
    done: tuple[Turned, ...] = ()
    won: Pair = (0, 0)
    conceded: bool = False
    requests: Requests = NO_TALK


def deal(seed: str, header: Mapping[str, Any], options: Mapping[str, str]) -> dict[str, Any]:
    """Return `{"board", "dealer": "", "vul", "hands": {"down": 7, "face_up": 13, "stock": 34 cards, top first}}`."""
    board: int = header["board"]
    pack = shuffled(PACK, seed, f"bridge solitaire {board}")
    hands, at = {}, 0
    for name, size in SIZES.items():
        hands[name] = cards_text(pack[at : at + size])
        at += size
    return {"board": board, "dealer": "", "vul": header["vul"], "hands": hands}


def start(setup: Mapping[str, Any], options: Mapping[str, str]) -> SolitaireState:
    """Return the state before the six cards are chosen. Raise BadSetup naming the option or field at fault."""
    chosen = checked(OPTIONS, options)
    if setup.get("dealer") != "":
        raise BadDeal(setup.get("board"), "dealer", "nobody deals in this game, so that it is empty")
    board, _, vul = player_header({**setup, "dealer": PLAYER})
    request_rules = RequestRules.chosen("BS-13b", "BS-13b", chosen)
    dealt = dealt_hands(setup, SIZES, PACK)
    table = SolitaireTable(board, vul, dealt["down"], dealt["face_up"], dealt["stock"], chosen, request_rules)
    callers = (STOCK, PLAYER)  # one call each, so that no passes are counted: BS-5a
    return SolitaireState(table, "choose", table.stock, Auction(callers, callers, 1, 2))


def turn(state: SolitaireState) -> str | None:
    """Return the player, or None when the deal is over. The stock always acts at once, so it is never on turn."""
    return None if state.phase == "over" else PLAYER


def jokers(cards: Cards) -> int:
    """Return the number of jokers among the cards."""
    return sum(card.is_joker for card in cards)


def outcome(state: SolitaireState) -> dict[str, Any] | None:
    """Return the result once the deal is over, or None otherwise.

    The result is `{"contract", "declarer", "tricks", "lead", "claimed", "honours": {"S": n}, "jokers": n}`.
    `tricks` is the number of declarer's tricks. `claimed` means that the player conceded. `honours` and `jokers`
    are for the player's 13 cards (BS-13, BS-6).
    """
    if state.phase != "over" or state.contract is None:
        return None
    tricks = (turned.trick for turned in (*state.done, state.trick) if turned)
    return {
        **contract_outcome(state.contract, state.won, tricks, state.conceded),
        "honours": {PLAYER: honours(state.held, state.contract.strain)},
        "jokers": jokers(state.held),
    }
