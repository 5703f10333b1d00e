"""Robots of Solo of neighbouring strengths against each other, and each against the game's own, in matches at home.

    python bench/strengths.py [--matches 100] [--deals 4] [--seed bench] [--python]

A match is four deals, nobody vulnerable. The first dealer and the sides alternate, and a draw counts half. `--python`
keeps the compiled engine away. Seconds are those of one act of the named robot, followed by its slowest.
"""

import argparse
import os
import random
import sys
import time
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubsite.settings.local")

import django

from games.options import usual
from games.registry import rules_for
from games.robots import choose
from scoring.home import Finished, match_options, standing
from solver import backend
from solver.reference import ReferenceEngine
from solver.strengths import STRENGTHS

django.setup()
robots = import_module("clubsite.analysis.robot_choice")  # the models that it imports need the set-up
SOLO = rules_for("solo")
OPTIONS = usual(SOLO.options)
OWN = "the game's own"


class Player:
    """A robot with the views of its seat in this deal. It counts its seconds."""

    def __init__(self, name: str) -> None:
        self.name, self.acts, self.seconds, self.slowest = name, 0, 0.0, 0.0
        self.views: list[dict[str, Any]] = []

    def act(self, view: dict[str, Any], rng: random.Random) -> str:
        self.views.append(view)
        began = time.perf_counter()
        if self.name == OWN:
            action = choose(view, rng.choice)
        else:
            action = robots.action_of(self.views, self.name, OPTIONS, rng.choice)
        spent = time.perf_counter() - began
        self.acts, self.seconds, self.slowest = self.acts + 1, self.seconds + spent, max(self.slowest, spent)
        assert action is not None
        return action


def deal(seed: str, header: dict[str, Any], players: dict[str, Player], rng: random.Random) -> Finished:
    """Play one deal to its end."""
    setup = SOLO.deal(seed, header, OPTIONS)
    state = SOLO.start(setup, OPTIONS)
    for each in players.values():
        each.views = []
    while (player := SOLO.turn(state)) is not None:
        state = SOLO.apply(state, player, players[player].act(SOLO.view(state, player), rng))
    return Finished(setup, OPTIONS, SOLO.outcome(state) or {})


def won(seed: str, number: int, players: dict[str, Player], most: int) -> str | None:
    """Return the winner of one match, or None."""
    options, deals = usual(match_options("solo")), list[Finished]()
    rng, first = random.Random(f"{seed} {number}"), "SN"[number // 2 % 2]
    while (now := standing("solo", options, first, deals, ended=len(deals) >= most)).header:
        deals.append(deal(f"{seed} {number} {len(deals)}", now.header, players, rng))
    return now.winner


def series(name: str, other: str, args: argparse.Namespace) -> None:
    """Print a line of the table: the first player's share against the second."""
    one, two = Player(name), Player(other)
    points = 0.0
    for number in range(args.matches):
        players = {"S": one, "N": two} if number % 2 else {"N": one, "S": two}
        winner = won(args.seed, number, players, args.deals)
        points += 0.5 if winner is None else players[winner] is one
    spent = one.seconds / max(one.acts, 1)
    share = 100 * points / max(args.matches, 1)
    print(f"| {name} | {other} | {args.matches} | {share:.1f} % | {spent:.4f} | {one.slowest:.2f} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--deals", type=int, default=4, help="at which a match is ended")
    parser.add_argument("--seed", default="bench")
    parser.add_argument("--python", action="store_true", help="without the compiled engine")
    args = parser.parse_args()
    if args.python:
        robots.why_not_compiled = lambda: "not asked for"
        robots.engine = ReferenceEngine
    print(backend() if not args.python else "solver: in Python, as asked for")
    print("| Robot | Against | Matches | Share | s an act | slowest |")
    print("|---|---|---|---|---|---|", flush=True)
    for weaker, stronger in pairwise(STRENGTHS):
        series(stronger, weaker, args)
    for name in STRENGTHS:
        series(name, OWN, args)


if __name__ == "__main__":
    main()
