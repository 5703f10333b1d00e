"""Test positions for Whist for two: deals with chosen cards, and plays from them."""

from dataclasses import replace
from typing import Any

from games.cards import FULL_DECK, Card, parse_cards
from games.deals import Deal
from games.registry import rules_for
from games.seats import SEATS
from games.variants.whist_for_two.state import WhistState
from tests.games import solo_positions
from tests.games.plays import Acts

WHIST = rules_for("whist_for_two")
_acts = Acts(WHIST)
play, play_on, refused, cards_to_play = _acts.play, _acts.play_on, _acts.refused, _acts.may_play


def header(dealer: str = "S", board: int = 1) -> dict[str, Any]:
    return {"board": board, "dealer": dealer, "vul": "None"}


def setup_of(seed: str = "test", dealer: str = "S", board: int = 1, **options: str) -> dict[str, Any]:
    """Return the setup for a deal from a seed."""
    return WHIST.deal(seed, header(dealer, board), options)


def started(seed: str = "test", dealer: str = "S", board: int = 1, **options: str) -> WhistState:
    """Return a deal from a seed, before the first card is played."""
    return WHIST.start(setup_of(seed, dealer, board, **options), options)


def dealt(turned: str = "", dealer: str = "S", board: int = 1, **given: str) -> WhistState:
    """Return a deal with the given cards in its hands, filled up from the deck. `E="S2 .. CK"` gives East two ENDS.

    Without `turned`, trumps rotate (board 1 hearts, 2 clubs, 3 diamonds, 4 spades). Other arguments are options.
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


def turn(state: WhistState) -> dict[str, Any]:
    facts: dict[str, Any] = WHIST.view(state, "D")["turn"]
    return facts


def position(leader: str, trick: str = "", trumps: str = "N", **given: str) -> WhistState:
    """Return a position in play, as `solo_positions.position` does. Other keyword arguments are options."""
    hands = {name: text for name, text in given.items() if name in SEATS}
    like = solo_positions.position(leader, trick, f"3{trumps}", **hands)
    options = {name: value for name, value in given.items() if name not in SEATS}
    setup = {**like.table.deal.to_setup(1, "S", "None"), "turned": ""}
    fresh = WHIST.start(setup, {"trumps": "rotate_nt", **options})
    return replace(
        fresh,
        table=replace(fresh.table, trumps=trumps),
        hands=like.hands,
        trick=like.trick,
        done=like.done,
        won=like.won,
    )
