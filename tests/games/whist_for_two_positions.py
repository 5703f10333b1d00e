"""Tables of Whist for two to test with: deals with chosen cards, and plays from them."""

import random
from typing import Any

import pytest

from games.cards import FULL_DECK, Card, parse_cards
from games.deals import Deal
from games.errors import IllegalAction
from games.registry import rules_for
from games.seats import SEATS
from games.variants.whist_for_two.state import State

WHIST = rules_for("whist_for_two")


def header(dealer: str = "S", board: int = 1) -> dict[str, Any]:
    return {"board": board, "dealer": dealer, "vul": "None"}


def setup_of(seed: str = "test", dealer: str = "S", board: int = 1, **options: str) -> dict[str, Any]:
    """A deal from a seed."""
    return WHIST.deal(seed, header(dealer, board), options)


def started(seed: str = "test", dealer: str = "S", board: int = 1, **options: str) -> State:
    """A deal from a seed before the first card."""
    return WHIST.start(setup_of(seed, dealer, board, **options), options)


def dealt(turned: str = "", dealer: str = "S", board: int = 1, **given: str) -> State:
    """A deal in which hands hold what is given, filled up from the deck: `E="S2 .. CK"` has those two ENDS.

    Without `turned` the trumps rotate (board 1 hearts, 2 clubs, 3 diamonds, 4 spades). Other names are options.
    """
    parts = {seat: _parts(given.get(seat, "")) for seat in SEATS}
    options = {name: value for name, value in given.items() if name not in SEATS}
    named = {card for left, right in parts.values() for card in (*left, *right)}
    rest = [card for card in FULL_DECK if card not in named]
    hands = {}
    for seat, (left, right) in parts.items():
        size = 13 - len(left) - len(right)
        hands[seat], rest = (*left, *rest[:size], *right), rest[size:]
    setup = Deal.of(hands.values()).to_setup(board, dealer, "None")
    return WHIST.start({**setup, "turned": turned}, {"trumps": "turned" if turned else "rotate", **options})


def _parts(text: str) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    left, _, right = text.partition("..")
    return parse_cards(left), parse_cards(right)


def play(state: State, *actions: str) -> State:
    """The state after the actions, each by the player on turn or the actor named: `"p:S7"`, `"D undo"`."""
    for entry in actions:
        actor, _, action = entry.rpartition(" ")
        state = WHIST.apply(state, actor or str(WHIST.turn(state)), action)
    return state


def play_on(state: State, cards: int, seed: int = 1) -> State:
    """The state after so many more cards, chosen by chance; fewer if the deal ends."""
    rng = random.Random(seed)
    for _ in range(cards):
        player = WHIST.turn(state)
        if player is None:
            break
        state = WHIST.apply(state, player, rng.choice(WHIST.view(state, player)["legal"]))
    return state


def refused(state: State, actor: str, action: str) -> IllegalAction:
    """The refusal of an action, which must come."""
    with pytest.raises(IllegalAction) as caught:
        WHIST.apply(state, actor, action)
    return caught.value


def cards_to_play(state: State) -> set[str]:
    """The cards that may be played now."""
    return {action[2:] for action in WHIST.legal(state, str(WHIST.turn(state))) if action.startswith("p:")}


def turn(state: State) -> dict[str, Any]:
    found: dict[str, Any] = WHIST.view(state, "D")["turn"]
    return found
