"""Umbrage, David Parlett's honeymoon bridge, as `docs/rules/umbrage.md` says; paragraphs are cited as UM-n.

`state` what a play is and how it starts; `umbrage` where the hands go; `bidding` the auction with its draws;
`legal` what may be done and why not; `acts` doing it; `view` and `words` who sees what. `UMBRAGE` is the game as
`games.rules.Rules`.
"""

from collections.abc import Mapping
from typing import Any

from games.calls import contract_result
from games.options import Options
from games.picks import Pick
from games.players import PLAYERS
from games.variants.umbrage import acts, legal, state, umbrage, view
from games.variants.umbrage.state import State


class Umbrage:
    """The rules. Players `S` and `N`, the dummy `D` being nobody's; director `D`."""

    name = "umbrage"
    version = 1
    players = PLAYERS
    options: Options = state.OPTIONS
    secret_verbs = frozenset({"draw", "umbrage"})  # UM-3: a decision waits for the other

    def deal(self, seed: str, header: Mapping[str, Any], options: Mapping[str, str]) -> dict[str, Any]:
        return umbrage.deal(seed, header)

    def start(self, setup: Mapping[str, Any], options: Mapping[str, str]) -> State:
        return state.start(setup, options)

    def turn(self, at: State) -> str | None:
        return state.turn(at)

    def legal(self, at: State, player: str) -> tuple[str, ...]:
        return legal.legal(at, player)

    def pick(self, at: State, player: str) -> Pick | None:
        return legal.pick(at, player)

    def apply(self, at: State, player: str, action: str) -> State:
        return acts.apply(at, player, action)

    def outcome(self, at: State) -> dict[str, Any] | None:
        return state.outcome(at)

    def result_text(self, outcome: Mapping[str, Any]) -> str:
        return contract_result(outcome)

    def view(self, at: State, viewer: str) -> dict[str, Any]:
        return view.view(at, viewer)


UMBRAGE = Umbrage()
