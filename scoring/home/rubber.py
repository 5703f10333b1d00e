"""Rubber bridge for two: below and above the line, games, and the rubber (SOLO-26b, UM-18b, BS-12, BS-12a).

The trick points of a made contract go below the line. 100 trick points win a game; then a line is ruled, and both
players begin the next game at zero. A player who has won a game is vulnerable. All other points go above the line. Two
games win the rubber: 700 points, or 500 if the loser has a game. Then everything is added up, and the higher total
wins.
"""

from games.players import OPPONENT, PLAYERS, Pair
from games.wording import counted
from scoring.contracts import GAME_POINTS, GRAND_SLAM, Parts, parts
from scoring.home.deals import Finished, Played, bridge_result, honours_dealt, pair_of, penalty_times
from scoring.home.match import RunningMatch, Vulnerable, for_player
from scoring.home.sheet import Entry, SheetGame, added, leader
from scoring.home.words import DRAWN_MATCH, HONOURS_TOO, TWICE_AFTER_UMBRAGE, in_order

GAMES_TO_WIN = 2
RUBBER = (700, 500)  # by the loser's games
UNFINISHED_GAME, UNFINISHED_PART_SCORE = 300, 100  # for the only game, for the only part-score


class RubberMatch(RunningMatch):
    """A rubber. Each game on the sheet has the entries below the line, and `above` has the entries above it."""

    kind = "rubber"
    name = "rubber"

    @property
    def part_scores(self) -> Pair:
        """The points below the line in the current game."""
        return self.games[-1].points if self.games and self.games[-1].winner is None else (0, 0)

    @property
    def vulnerable(self) -> Vulnerable:
        south, north = self.won
        return south > 0, north > 0

    def score(self, deal: Finished) -> None:
        played = bridge_result(deal.outcome)
        board, result = self.played + 1, self.words.result(deal.outcome)
        self.counted += 1
        if played is None:
            self.write(result, (0, 0))
            return
        made = parts(played.contract, self.vulnerable[PLAYERS.index(played.declarer)], played.tricks)
        honours = self._of_honours(played, deal, board)
        above = [*_above(played, made, penalty_times(played, deal.outcome), board), *honours]
        below = Entry.of(result, for_player(played.declarer, made.below), board)
        self.above += above
        self.write(result, added([below, *above]), HONOURS_TOO if honours else "")
        if made.below:
            self._rule_off(below)

    def _of_honours(self, played: Played, deal: Finished, board: int) -> list[Entry]:
        if self.options.get("honours", "on") == "off":
            return []
        if "honours" in deal.outcome:
            held = pair_of(deal.outcome, "honours")  # UM-18d, BS-13
        else:
            held = honours_dealt(deal.setup, played.contract.strain)
        return [Entry(board, "Honours", held)] if any(held) else []

    def _rule_off(self, entry: Entry) -> None:
        """Write the entry below the line. The entry may end the game, and even the rubber."""
        if not self.games or self.games[-1].winner:
            self.games.append(SheetGame())
        game = self.games[-1]
        game.rows.append(entry)
        most = max(game.points)
        if most < GAME_POINTS:
            return
        game.winner = PLAYERS[game.points.index(most)]
        if GAMES_TO_WIN in self.won:
            self.over = True
            self._bonus("Rubber", game.winner, RUBBER[min(self.won)])

    def end(self) -> None:
        """End the rubber. If it is unfinished, add 300 for the only game and 100 for the only part-score."""
        if self.over:
            return
        super().end()
        for text, pair, points in (
            ("The only game of an unfinished rubber", self.won, UNFINISHED_GAME),
            ("The only part-score of an unfinished game", self.part_scores, UNFINISHED_PART_SCORE),
        ):
            if (owner := leader(pair)) and not min(pair):
                self._bonus(text, owner, points)

    def _bonus(self, text: str, player: str, points: int) -> None:
        entry = Entry(None, text, for_player(player, points))
        self.above.append(entry)
        self.lines.append(entry)

    def summary(self) -> str:
        lead = counted(abs(self.totals[0] - self.totals[1]), "point")
        if self.over:
            rubber = "the unfinished rubber" if self.ended else "the rubber"
            return f"{self.words.wins(self.winner)} {rubber} by {lead}" if self.winner else DRAWN_MATCH
        if not self.played:
            return "No deal is finished yet"
        ahead = f"{self.words.leads(self.winner)} by {lead}" if self.winner else "Level on points"
        standing = f"{ahead}. {self.words.games_won(self.won)}"
        owner = leader(self.part_scores) or "S"
        if not any(self.part_scores):
            return standing
        name = self.words.names[owner]
        return f"{standing}, part-score {in_order(self.part_scores, owner)} for {name}"


def _above(played: Played, made: Parts, times: int, board: int) -> list[Entry]:
    """Return this contract's points above the line. If the contract failed, the penalty is multiplied by `times`."""
    if made.penalty:
        down = counted(played.contract.needs - played.tricks, "undertrick")
        text = f"{down}, {TWICE_AFTER_UMBRAGE}" if times > 1 else down
        return [Entry(board, text, for_player(OPPONENT[played.declarer], made.penalty * times))]
    insult = "Redoubled and made" if played.contract.doubled == "XX" else "Doubled and made"
    slam = "Grand slam" if played.contract.level == GRAND_SLAM else "Small slam"
    over = counted(played.tricks - played.contract.needs, "overtrick")
    earned = ((over, made.overtricks), (insult, made.insult), (slam, made.slam))
    return [Entry(board, text, for_player(played.declarer, points)) for text, points in earned if points]
