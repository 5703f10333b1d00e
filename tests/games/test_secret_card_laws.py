"""The secret-card game keeps the laws of every game, under every option."""

import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from games.calls import CALLS
from games.cards import FULL_DECK
from games.variants.secret_card.state import OPTIONS
from tests.games.laws import Case, check_bad_log, play_and_check
from tests.games.secret_card_positions import GAME

UNIVERSE = (
    *("keep", "reject", "seen", "let", "stop"),
    *(f"c:{call}" for call in CALLS),
    *(f"p:{card.text}" for card in FULL_DECK),
    *(f"secret:{card.text}" for card in FULL_DECK),
    *(f"claim:{takes}" for takes in range(14)),
    *("accept", "refuse", "withdraw", "undo", "undo:yes", "undo:no", "undo:misclick"),
)
SETTINGS = [dict(zip(OPTIONS, values, strict=True)) for values in itertools.product(*OPTIONS.values())]


def cards_in(view: dict[str, Any]) -> list[str]:
    """Hands as they are, tricks as they went, and the cards out of play; in the draft what is not in a hand."""
    held = [card for hand in view["hands"].values() for card in hand["cards"] or ()]
    if view["phase"] == "draft":
        assert len(held) == len(view["more"]["draft"]["told"])
        return held + [card for card in view["dealt"]["pack"] if card not in held]
    played = [entry["card"] for trick in view["history"] for entry in trick["cards"]]
    return held + played + view["dealt"]["out"]


def case(number: int, options: dict[str, str]) -> Case:
    header = {"board": number, "dealer": "SN"[number % 2], "vul": "None"}
    setup = GAME.deal("laws", header, options)
    return Case(GAME, setup, options, ("S", "N", "D"), ("S", "N", "D"), "D", UNIVERSE, cards_in, ("accept",))


# Every value of every option comes at least once in these four of the twelve combinations.
@pytest.mark.parametrize("number", (0, 3, 6, 9))
def test_secret_card_keeps_the_laws_of_every_game(number: int) -> None:
    table = case(number + 1, SETTINGS[number])
    log = play_and_check(table, seed=number)
    check_bad_log(table, log)


def test_secret_card_a_whole_pack_is_in_play() -> None:
    state = GAME.start(case(1, {}).setup, {})
    assert sorted(cards_in(GAME.view(state, "D"))) == sorted(card.text for card in FULL_DECK)


def test_secret_card_the_golden_play_has_an_ace_a_raise_a_stop_an_undo_and_a_refused_claim() -> None:
    golden = Path(__file__).parent / "golden" / "secret-card.json"
    log = json.loads(golden.read_text(encoding="utf-8"))["log"]
    actions = [event["a"] for event in log]
    assert {"let", "stop", "undo:yes", "refuse", "accept"} <= set(actions)
    assert [action for action in actions if action.startswith("c:")][1:] == ["c:P", "c:3N", "c:P"]
    assert "ace second" in golden.with_suffix(".txt").read_text(encoding="utf-8")
