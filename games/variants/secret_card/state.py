"""The state of a secret-card play, and the functions that deal and start the play."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from games.calls import Contract
from games.cards import FULL_DECK, Card, cards_text, parse_cards
from games.errors import BadDeal
from games.options import Options, checked
from games.outcomes import contract_outcome
from games.players import OPPONENT, PLAYERS, Pair
from games.requests import NO_TALK, RequestRules, Requests
from games.setups import permutation, player_header
from games.shuffle import shuffled
from games.three_hands import DUMMY
from games.tricks import OrderedTrick
from games.variants.secret_card.auction import SecretCardAuction
from games.variants.secret_card.draft import DRAFT_TURNS, Cards, Draft

# The first value of each is the usual one.
OPTIONS: Options = {
    "ace_procedure": ("once", "each", "off"),  # SC-3
    "notes": ("off", "on"),  # SC-5f
    "secret_forced": ("yes", "no"),  # SC-14
    "misclick": ("on", "off"),  # SC-16g
}


@dataclass(frozen=True, slots=True)
class SecretCardTable:
    """The part of a play that never changes. `split` orders the 26 table cards: the first 13 form the dummy."""

    board: int
    a: str
    vul: str
    pack: Cards
    split: tuple[int, ...]
    options: Mapping[str, str]
    request_rules: RequestRules


@dataclass(frozen=True, slots=True)
class SecretCardTrick:
    """The three cards of a trick in order. `by` is the player who played the dummy's card (SC-13, SC-16a)."""

    cards: OrderedTrick
    by: str

    def player_of(self, hand: str) -> str:
        """Return the player to whom this hand's card belongs."""
        return self.by if hand == DUMMY else hand


@dataclass(frozen=True, slots=True)
class SecretCardState:
    """Everything about a play at one moment. It is immutable.

    `hands` holds the cards held by S and N. `dummy` holds the dummy's cards without the secret card, and is empty
    until the draft is over. `secret` is the secret card once chosen, and `hidden` is True until it is played. `forced`
    is the number of the trick to which the secret card was played because the dummy had no choice (SC-14). `intended`
    is the dummy card that the defender shows (SC-12). `won` holds the numbers of tricks won by S and by N.
    """

    table: SecretCardTable
    phase: str  # draft, auction, secret, play, over
    draft: Draft
    auction: SecretCardAuction
    hands: tuple[Cards, Cards]
    dummy: Cards = ()
    secret: Card | None = None
    hidden: bool = False
    forced: int | None = None
    intended: Card | None = None
    contract: Contract | None = None
    trick: SecretCardTrick | None = None
    done: tuple[SecretCardTrick, ...] = ()
    won: Pair = (0, 0)
    requests: Requests = NO_TALK

    def hand(self, player: str) -> Cards:
        """Return the cards in this player's own hand."""
        return self.hands[PLAYERS.index(player)]

    @property
    def request_rules(self) -> RequestRules:
        """The table's rules for claims and take-backs. Only the director takes back a shown card (SC-15)."""
        rules = self.table.request_rules
        return replace(rules, undo_rule="SC-15", undo="director", misclick=False) if self.intended else rules

    @property
    def declarer(self) -> str | None:
        return self.contract.declarer if self.contract else None


def deal(seed: str, header: Mapping[str, Any], options: Mapping[str, str]) -> dict[str, Any]:
    """Return the setup that `start` reads (SC-1, SC-5)."""
    number: int = header["board"]
    return {
        "board": number,
        "dealer": header["dealer"],
        "vul": header["vul"],
        "pack": cards_text(shuffled(FULL_DECK, seed, f"secret card {number} pack")),
        "split": list(shuffled(range(DRAFT_TURNS), seed, f"secret card {number} table")),
    }


def start(setup: Mapping[str, Any], options: Mapping[str, str]) -> SecretCardState:
    """Return the state before the first turn of the draft. Raise BadSetup for an unknown option or a bad setup.

    `setup` is `{"board": 3, "dealer": "S", "vul": "None", "pack": "S7 HT ...", "split": [17, 3, ...]}`. Player A is
    the dealer, and the pack begins with its top card. The table cards are numbered 0 to 25 in the order in which they
    were put down; `split` lists these numbers, starting with the dummy's thirteen cards.
    """
    chosen = checked(OPTIONS, options)
    board, a, vul = player_header(setup)
    request_rules = RequestRules.chosen("SC-16g", "SC-16g", chosen)
    split = permutation(setup, "split", DRAFT_TURNS)
    table = SecretCardTable(board, a, vul, _pack(setup), split, chosen, request_rules)
    draft = Draft(a, table.pack, chosen["ace_procedure"]).opened()
    return SecretCardState(table, "draft", draft, SecretCardAuction(a), hands=draft.hands())


def _pack(setup: Mapping[str, Any]) -> Cards:
    board, text = setup.get("board"), setup.get("pack")
    if not isinstance(text, str):
        raise BadDeal(board, "pack", "the 52 cards must be written as text")
    try:
        cards = parse_cards(text)
    except ValueError as error:
        raise BadDeal(board, "pack", str(error)) from None
    if len(cards) != 52 or set(cards) != set(FULL_DECK):
        raise BadDeal(board, "pack", f"{len(cards)} cards, {len(set(cards))} different ones, instead of 52")
    return cards


def table_cards(table: SecretCardTable, draft: Draft) -> tuple[Cards, Cards]:
    """Return the dummy's 13 cards and the 13 cards out of play. The draft must be over (SC-5, SC-5a)."""
    down = draft.down()
    cards = tuple(down[place] for place in table.split)
    return cards[:13], cards[13:]


def turn(state: SecretCardState) -> str | None:
    """Return the player who has to act, or None. A claim or request must be answered before anything else."""
    if state.phase == "over":
        return None
    if state.requests.answers:
        return state.requests.answers
    if state.phase == "draft":
        return state.draft.player
    if state.phase == "auction":
        return state.auction.caller
    if state.trick is None or state.intended:
        return state.declarer
    return state.trick.player_of(state.trick.cards.to_play)


def first_phase(state: SecretCardState) -> bool:
    """True if the defender's own hand has won every trick so far (SC-16b)."""
    contract = state.contract
    return contract is not None and all(
        trick.cards.winner(contract.strain) == OPPONENT[contract.declarer] for trick in state.done
    )


def outcome(state: SecretCardState) -> dict[str, Any] | None:
    """Return `{"contract", "declarer", "tricks" (declarer's), "lead", "claimed"}` if the deal is over, else None."""
    if state.phase != "over":
        return None
    tricks = (trick.cards for trick in (*state.done, state.trick) if trick)
    return contract_outcome(state.contract, state.won, tricks, state.requests.claimed)
