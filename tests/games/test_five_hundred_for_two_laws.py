"""500 for two keeps the laws of every game, under every option."""

import random
from typing import Any

import pytest

from games.five_hundred import LADDER, PACK
from games.options import usual
from games.registry import rules_for
from tests.games.five_hundred_positions import FIVE_HUNDRED, setup_of
from tests.games.laws import Case, check_bad_log, play_and_check

UNIVERSE = (
    *(f"c:{call}" for call in ("P", *LADDER)),
    *(f"p:{card.text}" for card in PACK),
    *(f"p:JK:{suit}" for suit in "SHDC"),
    *(f"claim:{takes}" for takes in range(11)),
    *("accept", "refuse", "withdraw", "undo", "undo:yes", "undo:no", "undo:misclick"),
)


def cards_in(view: dict[str, Any]) -> list[str]:
    """Hands as they are, tricks as they went, the kitty while it lies there, the discards: always the whole pack."""
    in_hands = [card for hand in view["hands"].values() for card in hand["cards"]]
    played = [entry["card"] for trick in view["history"] for entry in trick["cards"]]
    kitty = view["more"]["kitty"] if view["more"]["kitty_count"] else []
    return in_hands + played + kitty + (view["more"]["discards"] or [])


def settings(number: int) -> dict[str, str]:
    """Options at random; every value of each comes several times in the plays below."""
    chance = random.Random(number)
    return {name: chance.choice(values) for name, values in FIVE_HUNDRED.options.items()}


def case(number: int, options: dict[str, str]) -> Case:
    setup = setup_of("laws", number, "SN"[number % 2])
    return Case(
        FIVE_HUNDRED, setup, options, ("S", "N", "D"), ("S", "N", "D"), "D", UNIVERSE, cards_in, ("accept",)
    )


@pytest.mark.parametrize("number", range(1, 9))
def test_fh_keeps_the_laws_of_every_game(number: int) -> None:
    table = case(number, settings(number))
    log = play_and_check(table, seed=number)
    check_bad_log(table, log)


def test_fh_keeps_the_laws_of_every_game_with_the_usual_options() -> None:
    table = case(9, usual(rules_for("five_hundred_for_two").options))
    assert any(event["a"].startswith("discard:") for event in play_and_check(table, seed=9))


def test_fh_every_value_of_every_option_is_tried() -> None:
    tried = [settings(number) for number in range(1, 9)]
    for name, values in FIVE_HUNDRED.options.items():
        assert {options[name] for options in tried} == set(values), name


def test_fh_the_whole_pack_is_in_play() -> None:
    state = FIVE_HUNDRED.start(case(1, {}).setup, {})
    assert sorted(cards_in(FIVE_HUNDRED.view(state, "D"))) == sorted(card.text for card in PACK)


def test_fh_keeps_the_laws_of_every_game_in_a_misere() -> None:
    table = case(296, {"misere": "on", "after_pass": "out"})
    log = play_and_check(table, seed=296)
    assert "c:M" in [event["a"] for event in log]
    assert len(log) > 30, "a misère of ten tricks"
