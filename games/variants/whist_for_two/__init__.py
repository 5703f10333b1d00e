"""Whist for two by Crow's method, as `docs/rules/whist-for-two.md` says; paragraphs are cited as SW-n.

`state` what a play is and how it starts; `legal` what may be done and why not; `acts` doing it; `view` who sees what.
`WHIST_FOR_TWO` is the game as `games.rules.Rules`.
"""

from collections.abc import Mapping
from typing import Any

from games.options import Options
from games.picks import Pick
from games.players import PLAYERS
from games.variants.whist_for_two import acts, legal, state, view
from games.variants.whist_for_two.state import State


class WhistForTwo:
    """The rules. Players `S` (hands S and E) and `N` (hands N and W), director `D`."""

    name = "whist_for_two"
    version = 1
    players = PLAYERS
    options: Options = state.OPTIONS
    secret_verbs: frozenset[str] = frozenset()

    def deal(self, seed: str, header: Mapping[str, Any], options: Mapping[str, str]) -> dict[str, Any]:
        return state.deal(seed, header, options)

    def start(self, setup: Mapping[str, Any], options: Mapping[str, str]) -> State:
        return state.start(setup, options)

    def turn(self, at: State) -> str | None:
        return state.turn(at)

    def legal(self, at: State, player: str) -> tuple[str, ...]:
        return legal.legal(at, player)

    def pick(self, at: State, player: str) -> Pick | None:
        return None

    def apply(self, at: State, player: str, action: str) -> State:
        return acts.apply(at, player, action)

    def outcome(self, at: State) -> dict[str, Any] | None:
        return state.outcome(at)

    def result_text(self, outcome: Mapping[str, Any]) -> str:
        south, north = outcome["tricks"]["S"], outcome["tricks"]["N"]
        return f"South {south} trick{'' if south == 1 else 's'}, North {north}"

    def view(self, at: State, viewer: str) -> dict[str, Any]:
        return view.view(at, viewer)


WHIST_FOR_TWO = WhistForTwo()
