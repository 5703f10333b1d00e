"""Bridge Solitaire keeps the laws of every game, under every option."""

import itertools
from typing import Any

import pytest

from games.calls import CALLS
from games.claims_and_undo import REQUEST_TEXTS
from games.variants.bridge_solitaire.state import OPTIONS, PACK
from tests.games.bridge_solitaire_positions import BS, random_setup
from tests.games.laws import Case, check_bad_log, play_and_check

UNIVERSE = (
    *(f"c:{call}" for call in CALLS),
    *(f"p:{card.text}" for card in PACK),
    *REQUEST_TEXTS,
    "concede",
    "keep:",
)
SETTINGS = [dict(zip(OPTIONS, values, strict=True)) for values in itertools.product(*OPTIONS.values())]


def cards_in(view: dict[str, Any]) -> list[str]:
    """The hand, the tricks with the cards turned over, the discards, the stock; the seven while they lie face down."""
    dealt, more = view["dealt"], view["more"]
    played = [card for trick in view["history"] for card in trick["turned"]]
    played += [play["card"] for trick in view["history"] for play in trick["cards"]]
    left = dealt["N"][len(dealt["N"]) - more["stock"] :]
    down = dealt["down"] if more["down"] else []
    return view["hands"]["S"]["cards"] + played + dealt["discards"] + left + down


def case(number: int, options: dict[str, str]) -> Case:
    setup = random_setup(number)
    return Case(BS, setup, options, ("S", "N", "D"), ("S", "D"), "D", UNIVERSE, cards_in, ("concede",))


@pytest.mark.parametrize("number", range(1, 17))
def test_bs_keeps_the_laws_of_every_game(number: int) -> None:
    table = case(number, SETTINGS[number % len(SETTINGS)])
    log = play_and_check(table, seed=number)
    check_bad_log(table, log)


def test_bs_a_whole_pack_with_two_jokers_is_in_play() -> None:
    state = BS.start(random_setup(1), {})
    assert sorted(cards_in(BS.view(state, "D"))) == sorted(card.text for card in PACK)


def test_bs_a_view_is_for_the_player_and_the_director_only() -> None:
    with pytest.raises(ValueError, match="no viewer"):
        BS.view(BS.start(random_setup(1), {}), "N")
