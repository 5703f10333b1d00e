"""Umbrage keeps the laws of every game, under every option."""

import itertools
import random
from typing import Any

import pytest

from games.calls import CALLS
from games.cards import FULL_DECK
from games.replay import replay
from games.variants.umbrage.state import OPTIONS
from games.wording import plain
from tests.games.laws import Case, check_bad_log, play_and_check, random_action
from tests.games.umbrage_positions import UMBRAGE
from tests.long import sample

UNIVERSE = (
    *(f"c:{call}" for call in CALLS),
    *(f"p:{card.text}" for card in FULL_DECK),
    *(f"claim:{takes}" for takes in range(14)),
    *("accept", "refuse", "withdraw", "undo", "undo:yes", "undo:no", "undo:misclick"),
    *("umbrage:take", "umbrage:stay", "draw:all"),
)
# A random player bids up the ladder in a few calls; without the highest bids there are draws as well.
ENDERS = ("accept", *(f"c:{level}{strain}" for level in range(2, 8) for strain in "CDHSN"))
KEYS = (
    *(
        "game",
        "phase",
        "me",
        "board",
        "dealer",
        "vul",
        "turn",
        "hands",
        "legal",
        "can",
        "claim_max",
        "why_not",
    ),
    *(
        "auction",
        "contract",
        "trick",
        "last_trick",
        "tricks",
        "claim",
        "undo",
        "claim_refused",
        "taken_back",
        "hints",
        "outcome",
        "dealt",
    ),
    *("history", "prompt", "choices", "pick", "more"),
)
SETTINGS = [dict(zip(OPTIONS, values, strict=True)) for values in itertools.product(*OPTIONS.values())]


def cards_in(view: dict[str, Any]) -> list[str]:
    """Hands, bridge and discards as they are and tricks as they went: together always the whole deck."""
    opened = view["more"]["opened"]
    in_hands = [card for hand in view["hands"].values() for card in hand["cards"]]
    laid_by = [*opened["bridge"], *opened["discards"]["S"], *opened["discards"]["N"]]
    return in_hands + laid_by + [play["card"] for trick in view["history"] for play in trick["cards"]]


def case(number: int, options: dict[str, str]) -> Case:
    header = {"board": number, "dealer": "SN"[number % 2], "vul": "None"}
    setup = UMBRAGE.deal("laws", header, options)
    return Case(UMBRAGE, setup, options, ("S", "N", "D"), ("S", "N", "D"), "D", UNIVERSE, cards_in, ENDERS)


@pytest.mark.parametrize("number", range(1, sample(6, 24) + 1))
def test_umbrage_keeps_the_laws_of_every_game(number: int) -> None:
    table = case(number, SETTINGS[number % len(SETTINGS)])
    log = play_and_check(table, seed=number)
    check_bad_log(table, log)
    final = replay(UMBRAGE, table.setup, table.options, log)
    assert UMBRAGE.result_text(UMBRAGE.outcome(final) or {})


def test_umbrage_a_whole_deck_is_in_play() -> None:
    state = UMBRAGE.start(case(1, {}).setup, {})
    assert sorted(cards_in(UMBRAGE.view(state, "D"))) == sorted(card.text for card in FULL_DECK)


def test_umbrage_views_have_the_keys_of_every_game_and_more_has_fixed_ones() -> None:
    table = case(3, {"notes": "on"})
    state = UMBRAGE.start(table.setup, table.options)
    chance = random.Random(3)
    keys = {"umbrage", "bridge", "draw", "draws", "drawn", "discards", "notes", "opened"}
    phases = set()
    while UMBRAGE.turn(state) is not None:
        for viewer in "SND":
            view = UMBRAGE.view(state, viewer)
            assert set(view) == set(KEYS)
            assert set(view["more"]) == keys
            assert plain(view["prompt"]) and view["hints"] is None
            assert {button["a"] for button in view["choices"]} <= set(view["legal"])
        phases.add(state.phase)
        state = UMBRAGE.apply(state, *random_action(table, state, chance))
    assert phases == {"umbrage", "auction", "draw", "play"}
