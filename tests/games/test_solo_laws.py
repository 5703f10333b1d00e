"""Two Handed Solo Bridge keeps the laws of every game, under every option."""

import itertools
from typing import Any

import pytest

from games.calls import CALLS
from games.cards import FULL_DECK
from games.shuffle import deal_from_seed
from games.variants.solo.state import OPTIONS
from tests.games.laws import Case, check_bad_log, play_and_check
from tests.games.solo_positions import SOLO
from tests.long import sample

UNIVERSE = (
    *(f"c:{call}" for call in CALLS),
    *(f"p:{card.text}" for card in FULL_DECK),
    *(f"claim:{takes}" for takes in range(14)),
    *("accept", "refuse", "withdraw", "undo", "undo:yes", "undo:no", "undo:misclick"),
)
SETTINGS = [dict(zip(OPTIONS, values, strict=True)) for values in itertools.product(*OPTIONS.values())]


def cards_in(view: dict[str, Any]) -> list[str]:
    """Hands as they are and tricks as they went: together always the whole deck."""
    in_hands = [card for hand in view["hands"].values() for card in hand["cards"]]
    return in_hands + [play["card"] for trick in view["history"] for play in trick["cards"]]


def case(number: int, options: dict[str, str]) -> Case:
    setup = deal_from_seed("laws", number).to_setup(number)
    return Case(SOLO, setup, options, ("S", "N", "D"), ("S", "N", "D"), "D", UNIVERSE, cards_in, ("accept",))


# Every value of every option comes in the first six already.
@pytest.mark.parametrize("number", range(1, sample(8, len(SETTINGS)) + 1))
def test_solo_keeps_the_laws_of_every_game(number: int) -> None:
    table = case(number, SETTINGS[number * 37 % len(SETTINGS)])
    log = play_and_check(table, seed=number)
    check_bad_log(table, log)


def test_solo_a_whole_deck_is_in_play() -> None:
    state = SOLO.start(case(1, {}).setup, {})
    assert sorted(cards_in(SOLO.view(state, "D"))) == sorted(card.text for card in FULL_DECK)
