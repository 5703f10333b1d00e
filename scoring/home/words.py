"""What a sheet says in words: the games' names, who leads, who has won."""

from collections.abc import Mapping
from typing import Any

from games.outcomes import DealResult
from games.players import OPPONENT, PLAYERS, Pair
from games.registry import rules_for

TITLES = {
    "solo": "Two Handed Solo Bridge",
    "secret_card": "Bridge with a secret card",
    "umbrage": "Umbrage",
    "bridge_solitaire": "Bridge Solitaire",
    "whist_for_two": "Whist for two",
    "five_hundred_for_two": "500 for two",
}
DRAW = "A draw"
HONOURS_TOO = "; honours"
TWICE = "twice after umbrage"


class Words:
    """The words of one game: Bridge Solitaire is played against the stock, every other by South and North."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.title = TITLES[game]
        self.names = rules_for(game).names

    def result(self, outcome: Mapping[str, Any]) -> DealResult:
        """The contract as codes and what it came to, as the game itself says it."""
        return rules_for(self.game).result(outcome)

    def score_text(self, points: Pair) -> str:
        """`+420 to South`, `-240 to South, +30 to North`, `No score`."""
        told = [
            f"{figure:+} to {self.names[player]}"
            for player, figure in zip(PLAYERS, points, strict=True)
            if figure
        ]
        return ", ".join(told) or "No score"

    def name(self, player: str) -> str:
        """The player's name at the start of a sentence."""
        name = self.names[player]
        return name[0].upper() + name[1:]

    def games_won(self, won: Pair) -> str:
        """`No game yet`, `South has a game`, `One game each`: South's and North's games of a match not over."""
        if not any(won):
            return "No game yet"
        if won[0] == won[1]:
            return "One game each"
        player = "S" if won[0] > won[1] else "N"
        return f"{self.name(player)} has a game"


def plural(number: int, thing: str) -> str:
    """`1 deal`, `2 deals`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def in_order(pair: Pair, player: str, joint: str = " to ") -> str:
    """The two figures with this player's first: `2 to 1`."""
    mine, other = PLAYERS.index(player), PLAYERS.index(OPPONENT[player])
    return f"{pair[mine]}{joint}{pair[other]}"
