"""Matches whose games each begin at zero: the rules that whist and 500 have in common (SW-16, FH-28)."""

from abc import abstractmethod

from games.players import PLAYERS, Pair
from scoring.home.match import RunningMatch
from scoring.home.sheet import Entry, SheetGame, leader
from scoring.home.words import DRAWN_MATCH, in_order

_ORDINAL = ("first", "second", "third")


class GamesMatch(RunningMatch):
    """One game, or the best of three games. `totals` are the games won, or the points of a single game."""

    kind = "games"

    @property
    @abstractmethod
    def wanted(self) -> int:
        """The number of games needed to win the match: two in the best of three games, or one in a single game."""

    def present(self) -> SheetGame:
        """Return the game to which the next deal belongs, or the last game when the match is over."""
        if not self.games or (self.games[-1].winner and not self.over):
            self.games.append(SheetGame())
        return self.games[-1]

    @property
    def points(self) -> Pair:
        """The points in the current game, or in the last game when the match is over."""
        return self.games[-1].points if self.games else (0, 0)

    @property
    def unfinished(self) -> Pair:
        """The points in a game that nobody has won yet."""
        return self.points if self.games and not self.games[-1].winner else (0, 0)

    @property
    def totals(self) -> Pair:
        return self.won if self.wanted > 1 else self.points

    @property
    def winner(self) -> str | None:
        return leader(self.won) or leader(self.unfinished)

    def gain(self, entry: Entry) -> None:
        """Write the entry's points down in the current game."""
        self.present().rows.append(entry)

    def win(self, player: str) -> None:
        """Record that this player wins the current game, and perhaps the match."""
        self.present().winner = player
        self.over = self.wanted in self.won

    def summary(self) -> str:
        if self.over:
            return self._end() if self.winner else DRAWN_MATCH
        if not self.played:
            return "No deal is finished yet"
        games = [self.words.games_won(self.won)] if self.wanted > 1 else []
        return ". ".join([*games, self._present_game()])

    def _end(self) -> str:
        player = self.winner or "S"
        wins = self.words.wins(player)
        if self.ended and not leader(self.won):
            return f"{wins} the unfinished game, {in_order(self.points, player)}"
        if self.wanted == 1:
            return f"{wins} the game, {in_order(self.points, player)}"
        unfinished = "unfinished " if self.ended else ""
        unit = "game" if self.won[PLAYERS.index(player)] == 1 else "games"
        won = in_order(self.won, player, f" {unit} to ")
        return f"{wins} the {unfinished}{self.name} by {won}"

    def _present_game(self) -> str:
        south, north = self.unfinished
        number = _ORDINAL[sum(self.won)] if self.wanted > 1 else ""
        where = f" in the {number} game" if number else ""
        if south == north:
            return f"{south} all{where}" if south else f"Nothing scored{where} yet"
        player = "S" if south > north else "N"
        return f"{self.words.leads(player)} {in_order(self.unfinished, player)}{where}"
