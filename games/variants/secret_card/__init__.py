"""Bridge for Two Players, the secret-card game, as `docs/rules/secret-card.md` says; paragraphs are cited as SC-n.

`draft` and `auction` are its first two parts; `state` what a play is and how it starts; `legal` what may be done and
why not; `acts` doing it; `view` and `prompts` who sees what. `SECRET_CARD` is the game as `games.rules.Rules`.
"""

from collections.abc import Mapping
from typing import Any

from games.calls import contract_result
from games.cards import FULL_DECK, cards_text
from games.options import Options
from games.picks import Pick
from games.players import PLAYERS
from games.shuffle import shuffled
from games.variants.secret_card import acts, legal, state, view
from games.variants.secret_card.draft import TURNS
from games.variants.secret_card.state import State


class SecretCard:
    """The rules. Players `S` and `N`, of whom A is the dealer of the header; the dummy's hand is `D`."""

    name = "secret_card"
    version = 1
    players = PLAYERS
    options: Options = state.OPTIONS
    secret_verbs: frozenset[str] = frozenset({"secret"})

    def deal(self, seed: str, header: Mapping[str, Any], options: Mapping[str, str]) -> dict[str, Any]:
        number: int = header["board"]
        return {
            "board": number,
            "dealer": header["dealer"],
            "vul": header["vul"],
            "pack": cards_text(shuffled(FULL_DECK, seed, f"secret card {number} pack")),
            "split": list(shuffled(range(TURNS), seed, f"secret card {number} table")),
        }

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


SECRET_CARD = SecretCard()
