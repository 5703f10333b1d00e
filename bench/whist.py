"""Whist for two: a robot of each strength against the game's own robot, in whole matches at home.

    python bench/whist.py [--matches 100] [--strengths beginner,club,perfect] [--deals 12] [--seed bench]

A match is a rubber with the usual options, ended after `--deals` deals if it goes on. The first dealer alternates, and
so do the sides. A draw counts half. Seconds are those of a processor for one act of the robot of this strength. The
game's own robot is the one that people meet at a table: it claims and answers claims as robots of a strength do.
"""

import argparse
import os
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubsite.settings.test")

import django

from clubsite.lounge.game_texts import GAMES
from games.options import usual
from games.players import OPPONENT
from games.registry import rules_for
from scoring.home import Finished, match_options, standing
from solver import backend

django.setup()
robot_choice = import_module("clubsite.analysis.robot_choice")  # the models that it imports need the set-up
GAME = "whist_for_two"
WHIST, MATCH = rules_for(GAME), usual(match_options(GAME))
OPTIONS = usual(WHIST.options)
OWN = ""


@dataclass
class Clock:
    """The processor's seconds of one robot."""

    acts: int = 0
    seconds: float = 0.0
    slowest: float = 0.0

    def add(self, seconds: float) -> None:
        self.acts, self.seconds, self.slowest = self.acts + 1, self.seconds + seconds, max(self.slowest, seconds)


def deal(name: str, header: dict[str, object], robots: dict[str, str], clock: Clock) -> Finished:
    """Play one deal to its end. `robots` are the strengths by player; `clock` is for those that are not OWN."""
    setup = WHIST.deal(name, header, OPTIONS)
    state, rng = WHIST.start(setup, OPTIONS), random.Random(name)
    views = {player: [WHIST.view(state, player)] for player in robots}
    while (player := WHIST.turn(state)) is not None:
        began = time.thread_time()
        secret = f"{name} {robots[player]} {player}"
        action = str(robot_choice.action_of(views[player], robots[player], OPTIONS, secret, rng.choice))
        if robots[player] != OWN:
            clock.add(time.thread_time() - began)
        state = WHIST.apply(state, player, action)
        for each, shown in views.items():
            shown.append(WHIST.view(state, each))
    return Finished(setup, OPTIONS, WHIST.outcome(state) or {})


def winner(seed: str, number: int, robots: dict[str, str], most: int, clock: Clock) -> str | None:
    """Play one match. Return the winner, or None for a draw."""
    first, deals = "SN"[number // 2 % 2], list[Finished]()
    while (now := standing(GAME, MATCH, first, deals, ended=len(deals) >= most)).header:
        deals.append(deal(f"{seed} {number} {len(deals)}", now.header, robots, clock))
    return now.winner


def row(strength: str, args: argparse.Namespace) -> str:
    """Return a line of the table: `| club | 100 | 60 | 2 | 38 | 61.0 % | 0.003 | 0.1 |`."""
    done, clock = Counter[str](), Clock()
    for number in range(args.matches):
        me = "SN"[number % 2]
        won = winner(args.seed, number, {me: strength, OPPONENT[me]: OWN}, args.deals, clock)
        done["drawn" if won is None else "won" if won == me else "lost"] += 1
    share = 100 * (done["won"] + done["drawn"] / 2) / max(1, args.matches)
    cells = (strength, args.matches, done["won"], done["drawn"], done["lost"], f"{share:.1f} %")
    cells += (f"{clock.seconds / max(1, clock.acts):.4f}", f"{clock.slowest:.2f}")
    return f"| {' | '.join(str(cell) for cell in cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--strengths", default=",".join(GAMES[GAME].strengths), help="names with commas")
    parser.add_argument("--deals", type=int, default=12, help="at which a match is ended")
    parser.add_argument("--seed", default="bench")
    args = parser.parse_args()
    print(backend(), flush=True)
    print("| Robot | Matches | Won | Drawn | Lost | Share | s an act | slowest |")
    print("|---|---|---|---|---|---|---|---|", flush=True)
    for strength in args.strengths.split(","):
        print(row(strength, args), flush=True)


if __name__ == "__main__":
    main()
