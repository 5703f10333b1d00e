"""Deals played by robots with the scores of bridge, as the site plays them."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any

import pytest

from games.registry import rules_for
from solver import thread_engines
from solver.reference import ReferenceEngine
from solver.robots import choice
from solver.robots.choice import Chance, View
from solver.three_hands import PythonThreeHands
from solver.verdicts.solution import scorer
from tests.needs import compiled_solver

VULNERABILITIES = ("None", "NS", "EW", "All")
BOTH_ENGINES = [pytest.param(True, marks=compiled_solver, id="compiled"), pytest.param(False, id="in Python")]
OWN = ""  # the game's own robot
SOLO = rules_for("solo")
OPTIONS = {name: values[0] for name, values in SOLO.options.items()}


def action_of(
    views: Sequence[View], strength: str, options: Mapping[str, str], secret: str, chance: Chance
) -> str | None:
    return choice.action_of(views, strength, options, secret, chance, scorer, Random)


def deal_played(game: str, number: int, robots: Mapping[str, str], options: dict[str, str], secret: str = "") -> Any:
    """Play a deal by robots of these strengths, by player, each from its own views. Return the last state."""
    rules, chance = rules_for(game), Random(number).choice
    dealer = "" if game == "bridge_solitaire" else "SN"[number % 2]
    header = {"board": number + 1, "dealer": dealer, "vul": VULNERABILITIES[number // 2 % 4]}
    state: Any = rules.start(rules.deal(f"{game} {number}", header, options), options)
    views = {player: [rules.view(state, player)] for player in rules.players}
    while (player := rules.turn(state)) is not None:
        strength = robots.get(player, OWN)
        action = str(action_of(views[player], strength, options, f"{secret} {number} {player}", chance))
        assert action in rules.legal(state, player) or rules.pick(state, player), (number, action)
        state = rules.apply(state, player, action)
        for each, shown in views.items():
            shown.append(rules.view(state, each))
    return state


def without_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "why_not_compiled", lambda: "it is forbidden here")
    monkeypatch.setattr(choice, "SLOW_NODES", 1000)
    for kept in ("_found", "_auction"):  # what the compiled solver found before would be read from them
        monkeypatch.setattr(choice, kept, lru_cache(getattr(choice, kept).__wrapped__))
    monkeypatch.setattr(thread_engines._of_thread, "engine", ReferenceEngine(), raising=False)
    monkeypatch.setattr(thread_engines._of_thread, "three_hands", PythonThreeHands(), raising=False)
