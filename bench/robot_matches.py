"""A game's robot of each strength against the game's own robot, in whole matches at home.

    python bench/robot_matches.py GAME [--matches 70] [--strengths beginner,club] [--deals 12] [--seed bench]

A match is played with the usual options, and ended after `--deals` deals if it goes on. The first dealer alternates,
and so do the sides. A draw counts half. At Bridge Solitaire both robots play a match of the same deals against the
stock, and the one with the higher margin wins. Seconds are those of a processor for one act of the robot of this
strength. The game's own robot has no strength, but it claims and answers claims as the others do.
"""

import argparse
import os
import random
import statistics
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubsite.settings.test")

import django

from clubsite.home.questions import GAMES
from games.options import usual
from games.players import OPPONENT
from games.registry import rules_for
from scoring.home import Finished, MatchStanding, match_options, standing
from solver import backend
from solver.guesses import GUESSING_STRENGTHS

django.setup()
robot_choice = import_module("clubsite.analysis.services.robots")  # the models that it imports need the set-up
OWN = ""


@dataclass
class Games:
    """The game whose robots are measured."""

    game: str
    most: int  # deals, at which a match is ended
    seconds: list[float] = field(default_factory=list)  # of each act of the robot of a strength

    def deal(self, name: str, header: dict[str, object], robots: dict[str, str]) -> Finished:
        """Play one deal to its end. `robots` are the strengths by player."""
        rules = rules_for(self.game)
        options = usual(rules.options)
        setup = rules.deal(name, header, options)
        state, rng = rules.start(setup, options), random.Random(name)
        views = {player: [rules.view(state, player)] for player in robots}
        while (player := rules.turn(state)) is not None:
            began = time.thread_time()
            secret = f"{name} {robots[player]} {player}"
            action = str(robot_choice.action_of(views[player], robots[player], options, secret, rng.choice))
            if robots[player] != OWN:
                self.seconds.append(time.thread_time() - began)
            state = rules.apply(state, player, action)
            for each, shown in views.items():
                shown.append(rules.view(state, each))
        return Finished(setup, options, rules.outcome(state) or {})

    def winner(self, seed: str, number: int, strength: str) -> str | None:
        """Play one match of this strength. Return the winner's strength, or None for a draw."""
        if GAMES[self.game].alone:
            margin, of_own = (self.margin(seed, number, {"S": each}) for each in (strength, OWN))
            return None if margin == of_own else strength if margin > of_own else OWN
        me = "SN"[number % 2]
        robots = {me: strength, OPPONENT[me]: OWN}
        won = self.standing(seed, number, robots).winner
        return None if won is None else robots[won]

    def margin(self, seed: str, number: int, robots: dict[str, str]) -> int:
        """Play one match alone. Return the points by which the player is ahead of the stock."""
        totals = self.standing(seed, number, robots).totals
        return totals["S"] - totals["N"]

    def standing(self, seed: str, number: int, robots: dict[str, str]) -> MatchStanding:
        """Play one match, and return how it ended."""
        first, deals = "SN"[number // 2 % 2], list[Finished]()
        match = usual(match_options(self.game))
        while (now := standing(self.game, match, first, deals, ended=len(deals) >= self.most)).header:
            deals.append(self.deal(f"{seed} {number} {len(deals)}", now.header, robots))
        return now


def row(strength: str, args: argparse.Namespace) -> str:
    """Return a line of the table: `| umbrage | club | 70 | 42 | 2 | 26 | 61.4 % | 0.003 | 0.1 |`."""
    done, games = Counter[str](), Games(args.game, args.deals)
    for number in range(args.matches):
        won = games.winner(args.seed, number, strength)
        done["drawn" if won is None else "won" if won == strength else "lost"] += 1
        if number % 10 == 9:
            print(strength, dict(done), file=sys.stderr, flush=True)
    share = 100 * (done["won"] + done["drawn"] / 2) / max(1, args.matches)
    cells = (args.game, strength, args.matches, done["won"], done["drawn"], done["lost"], f"{share:.1f} %")
    cells += (f"{statistics.fmean(games.seconds or [0]):.4f}", f"{max(games.seconds, default=0):.2f}")
    return f"| {' | '.join(str(cell) for cell in cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--matches", type=int, default=70)
    parser.add_argument("--strengths", help="names with commas; the game's if left out")
    parser.add_argument("--deals", type=int, default=12, help="at which a match is ended")
    parser.add_argument("--seed", default="bench")
    args = parser.parse_args()
    print(backend(), flush=True)
    print("| Game | Robot | Matches | Won | Drawn | Lost | Share | s an act | slowest |")
    print("|---|---|---|---|---|---|---|---|---|", flush=True)
    for strength in args.strengths.split(",") if args.strengths else GAMES[args.game].strengths or GUESSING_STRENGTHS:
        print(row(strength, args), flush=True)


if __name__ == "__main__":
    main()
