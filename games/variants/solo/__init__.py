"""Two Handed Solo Bridge (Tony Crow), as `docs/rules/solo.md` says; paragraphs are cited as SOLO-n.

`state` what a play is and how it starts; `legal` what may be done and why not; `acts` doing it; `view` and
`hints` who sees what; `transcript` a play as text. `SOLO` is the game as `games.rules.Rules`.
"""

from collections.abc import Mapping
from typing import Any

from games.variants.solo import acts, legal, state, view
from games.variants.solo.state import State


class Solo:
    """The rules. Players `S` (hands S and E) and `N` (hands N and W), director `D`."""

    name = "solo"
    version = 1
    players = state.PLAYERS
    default_options: Mapping[str, str] = state.DEFAULT_OPTIONS

    def start(self, setup: Mapping[str, Any], options: Mapping[str, str]) -> State:
        return state.start(setup, options)

    def turn(self, at: State) -> str | None:
        return state.turn(at)

    def legal(self, at: State, player: str) -> tuple[str, ...]:
        return legal.legal(at, player)

    def apply(self, at: State, player: str, action: str) -> State:
        return acts.apply(at, player, action)

    def outcome(self, at: State) -> dict[str, Any] | None:
        return state.outcome(at)

    def view(self, at: State, viewer: str) -> dict[str, Any]:
        return view.view(at, viewer)


SOLO = Solo()
