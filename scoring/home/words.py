"""The words of a score sheet in marked text (`games.wording`): the games' names, who is leading and who has won."""

from collections.abc import Mapping
from typing import Any

from games.outcomes import DealResult
from games.players import OPPONENT, PLAYERS, Pair
from games.registry import rules_for
from games.wording import marked

DRAWN_MATCH = "A draw"
HONOURS_TOO = "; honours"
TWICE_AFTER_UMBRAGE = "twice after umbrage"


class GameWords:
    """The wording for one game. Bridge Solitaire is played against the stock, every other game by South and North."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.rules = rules_for(game)
        self.title = self.rules.title
        self.names = self.rules.marked_names

    def result(self, outcome: Mapping[str, Any]) -> DealResult:
        """Return the contract as codes, and its result in the game's own words."""
        return self.rules.result(outcome)

    def score_text(self, points: Pair) -> str:
        """Return `+420 to South`, `-240 to South, +30 to North` or `No score`."""
        parts = [
            f"{figure:+} to {self.names[player]}" for player, figure in zip(PLAYERS, points, strict=True) if figure
        ]
        return ", ".join(parts) or "No score"

    def begin(self, player: str, verb: str, own_verb: str) -> str:
        """Return the start of a sentence as marked text: `South leads`, or `You lead` for South."""
        if player not in self.rules.players:
            name = self.names[player]
            return f"{name[0].upper()}{name[1:]} {verb}"
        return marked(player, f"* {verb}", f"You {own_verb}")

    def leads(self, player: str) -> str:
        """Return the start of a sentence such as `South leads`."""
        return self.begin(player, "leads", "lead")

    def wins(self, player: str) -> str:
        """Return the start of a sentence such as `South wins`."""
        return self.begin(player, "wins", "win")

    def games_won(self, won: Pair) -> str:
        """Return text about the games in an unfinished match: `No game yet`, `South has a game` or `One game each`."""
        if not any(won):
            return "No game yet"
        if won[0] == won[1]:
            return "One game each"
        player = "S" if won[0] > won[1] else "N"
        return f"{self.begin(player, 'has', 'have')} a game"


def in_order(pair: Pair, player: str, joint: str = " to ") -> str:
    """Return text such as `2 to 1`, with this player's figure first."""
    mine, other = PLAYERS.index(player), PLAYERS.index(OPPONENT[player])
    return f"{pair[mine]}{joint}{pair[other]}"
