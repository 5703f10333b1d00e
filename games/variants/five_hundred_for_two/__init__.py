"""500 for two by Crow's method, as `docs/rules/five-hundred-for-two.md` says; paragraphs are cited as FH-n.

`state` what a play is, how it is dealt and starts; `auction` the bids; `legal` what may be done and why not; `acts`
doing it; `view` and `prompts` who sees what. `FIVE_HUNDRED_FOR_TWO` is the game as `games.rules.Rules`; the pack, the
bids and what beats what are in `games/five_hundred.py`.
"""

from collections.abc import Mapping
from typing import Any

from games.five_hundred import MISERE_CONTRACT, level_of
from games.options import Options
from games.picks import Pick
from games.players import PLAYER_NAME, PLAYERS
from games.variants.five_hundred_for_two import acts, legal, state, view
from games.variants.five_hundred_for_two.state import State


class FiveHundredForTwo:
    """The rules. Players `S` (hands S and E) and `N` (hands N and W), director `D`."""

    name = "five_hundred_for_two"
    version = 1
    players = PLAYERS
    options: Options = state.OPTIONS
    secret_verbs = frozenset({legal.DISCARD})

    def deal(self, seed: str, header: Mapping[str, Any], options: Mapping[str, str]) -> dict[str, Any]:
        return state.deal(seed, header)

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
        return result_text(outcome)

    def view(self, at: State, viewer: str) -> dict[str, Any]:
        return view.view(at, viewer)


def result_text(outcome: Mapping[str, Any]) -> str:
    """`7D by South, made 8 tricks`, `8S by South, 1 down`, `Misère by North, failed`, `Thrown in`."""
    text, declarer, tricks = outcome["contract"], outcome["declarer"], outcome["tricks"]
    if declarer is None:
        return "Thrown in"
    if text == MISERE_CONTRACT:
        return f"Misère by {PLAYER_NAME[declarer]}, {'failed' if tricks else 'made'}"
    missing = level_of(text) - tricks
    done = f"{missing} down" if missing > 0 else f"made {tricks} tricks"
    return f"{text} by {PLAYER_NAME[declarer]}, {done}"


FIVE_HUNDRED_FOR_TWO = FiveHundredForTwo()
