"""Whist for two keeps the laws of every game, under every option."""

import itertools
from typing import Any

import pytest

from games.cards import FULL_DECK
from games.variants.whist_for_two.state import OPTIONS
from tests.games.laws import Case, check_bad_log, play_and_check
from tests.games.whist_for_two_positions import WHIST, setup_of
from tests.long import sample

UNIVERSE = (
    *(f"p:{card.text}" for card in FULL_DECK),
    *(f"claim:{takes}" for takes in range(14)),
    *("accept", "refuse", "withdraw", "undo", "undo:yes", "undo:no", "undo:misclick", "ready"),
)
SETTINGS = [dict(zip(OPTIONS, values, strict=True)) for values in itertools.product(*OPTIONS.values())]
CHOSEN = [SETTINGS[number * 127 % len(SETTINGS)] for number in range(1, sample(8, 48) + 1)]


def cards_in(view: dict[str, Any]) -> list[str]:
    """Hands as they are and tricks as they went: together always the whole deck."""
    in_hands = [card for hand in view["hands"].values() for card in hand["cards"]]
    return in_hands + [play["card"] for trick in view["history"] for play in trick["cards"]]


@pytest.mark.parametrize(("number", "options"), enumerate(CHOSEN, start=1))
def test_whist_for_two_keeps_the_laws_of_every_game(number: int, options: dict[str, str]) -> None:
    setup = setup_of("laws", "SNEW"[number % 4], number, **options)
    table = Case(WHIST, setup, options, tuple("SND"), tuple("SND"), "D", UNIVERSE, cards_in, ("accept",))
    check_bad_log(table, play_and_check(table, seed=number))


def test_whist_for_two_the_chosen_settings_have_every_value_of_every_option() -> None:
    for name, values in OPTIONS.items():
        assert {options[name] for options in CHOSEN} == set(values)


def test_whist_for_two_a_whole_deck_is_in_play() -> None:
    state = WHIST.start(setup_of(), {})
    assert sorted(cards_in(WHIST.view(state, "D"))) == sorted(card.text for card in FULL_DECK)
