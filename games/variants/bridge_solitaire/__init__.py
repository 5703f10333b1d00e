"""Bridge Solitaire (Stephen Rogers), as `docs/rules/bridge-solitaire.md` says; paragraphs are cited as BS-n.

`state` what a play is and how it starts; `choose` the six, `count` the stock's bid, `bid` the player's call, `play`
the cards; `acts` what may be done; `view` what the player sees. `BRIDGE_SOLITAIRE` is the game as `games.rules.Rules`.
"""

from collections.abc import Mapping
from typing import Any

from games.cards import cards_text
from games.options import Options
from games.picks import Pick
from games.shuffle import shuffled
from games.variants.bridge_solitaire import acts, choose, state, view
from games.variants.bridge_solitaire.state import PACK, PLAYER, State


class BridgeSolitaire:
    """The rules. The player is `S`, alone; `N` is the stock where a side is meant, and acts by itself."""

    name = "bridge_solitaire"
    version = 1
    players = (PLAYER,)
    options: Options = state.OPTIONS
    secret_verbs: frozenset[str] = frozenset({choose.VERB})

    def deal(self, seed: str, header: Mapping[str, Any], options: Mapping[str, str]) -> dict[str, Any]:
        """`{"board", "dealer": "", "vul", "hands": {"down": 7, "face_up": 13, "stock": 34 cards, its top first}}`."""
        board: int = header["board"]
        pack = shuffled(PACK, seed, f"bridge solitaire {board}")
        hands, at = {}, 0
        for name, size in state.SIZES.items():
            hands[name] = cards_text(pack[at : at + size])
            at += size
        return {"board": board, "dealer": "", "vul": header["vul"], "hands": hands}

    def start(self, setup: Mapping[str, Any], options: Mapping[str, str]) -> State:
        return state.start(setup, options)

    def turn(self, at: State) -> str | None:
        return state.turn(at)

    def legal(self, at: State, player: str) -> tuple[str, ...]:
        return acts.legal(at, player)

    def pick(self, at: State, player: str) -> Pick | None:
        return choose.pick(at) if player == PLAYER else None

    def apply(self, at: State, player: str, action: str) -> State:
        return acts.apply(at, player, action)

    def outcome(self, at: State) -> dict[str, Any] | None:
        return state.outcome(at)

    def result_text(self, outcome: Mapping[str, Any]) -> str:
        return view.result_text(outcome)

    def view(self, at: State, viewer: str) -> dict[str, Any]:
        return view.view(at, viewer)


BRIDGE_SOLITAIRE = BridgeSolitaire()
