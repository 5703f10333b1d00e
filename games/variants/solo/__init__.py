"""Two Handed Solo Bridge (Tony Crow), as `docs/rules/solo.md` says; paragraphs are cited as SOLO-n.

`state` what a play is and how it starts; `legal` what may be done and why not; `acts` doing it; `view` and
`hints` who sees what. `SOLO` is the game as `games.rules.Rules`.
"""

from collections.abc import Mapping
from typing import Any

from games.calls import contract_result
from games.options import Options
from games.picks import Pick
from games.players import PLAYERS
from games.shuffle import deal_from_seed
from games.variants.solo import acts, legal, state, view
from games.variants.solo.state import State


class Solo:
    """The rules. Players `S` (hands S and E) and `N` (hands N and W), director `D`."""

    name = "solo"
    version = 1
    players = PLAYERS
    options: Options = state.OPTIONS
    secret_verbs: frozenset[str] = frozenset()

    def deal(self, seed: str, header: Mapping[str, Any], options: Mapping[str, str]) -> dict[str, Any]:
        number: int = header["board"]
        return deal_from_seed(seed, number).to_setup(number, header["dealer"], header["vul"])

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
        return contract_result(outcome)

    def view(self, at: State, viewer: str) -> dict[str, Any]:
        return view.view(at, viewer)


SOLO = Solo()
