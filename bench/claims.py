"""Right claims with more than four tricks left: how many a robot accepts, and how long it thinks.

    python bench/claims.py [--deals 20] [--games solo,umbrage] [--seed bench]

Each deal is played by the games' own robots to a random point with 5 to 9 tricks left. There each player in turn claims
exactly the tricks that best play takes (worked out without a limit), and one trick more. "By its game alone" is the
robot that knows its game and no solver (`games.robots`); "at a table" is the same robot as people meet it
(`clubsite.analysis.robot_choice`). Misères, and deals of 500 at no trump with the joker in play, are left out: the
exact value would take minutes.
"""

import argparse
import os
import random
import sys
import time
from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubsite.settings.test")

import django

from clubsite.analysis import robot_claims
from clubsite.analysis.seen_play import has_free_joker, is_misere
from games import robots
from games.options import usual
from games.players import OPPONENT
from games.registry import rules_for

django.setup()
robot_choice = import_module("clubsite.analysis.robot_choice")  # the models that it imports need the set-up
GAMES = ("solo", "whist_for_two", "five_hundred_for_two", "umbrage", "secret_card")
LEFT = range(5, 10)
WITHOUT_END = 50_000_000
Views = dict[str, list[dict[str, Any]]]


def header(number: int) -> dict[str, Any]:
    return {"board": number, "dealer": "SN"[number % 2], "vul": "None"}


def played_to(game: str, number: int, seed: str, left: int) -> tuple[Any, Views] | None:
    """Return a deal with `left` tricks left, and what each player was shown. None if there was no play."""
    rules, rng = rules_for(game), random.Random(f"{seed} {game} {number}")
    options = usual(rules.options)
    state = rules.start(rules.deal(f"{seed} {number}", header(number), options), options)
    views: Views = {player: [rules.view(state, player)] for player in OPPONENT}
    cards = rng.randrange(3)
    while rules.turn(state) is not None:
        view = views["S"][-1]
        if view["phase"] == "play" and view["claim_max"] <= left:
            cards -= 1
            if cards < 0 or view["claim_max"] < left:
                return state, views
        player = str(rules.turn(state))
        state = rules.apply(state, player, str(robots.choose(rules.view(state, player), rng.choice)))
        for each in OPPONENT:
            views[each].append(rules.view(state, each))
    return None


def asked(game: str, state: Any, views: Views, claimant: str, takes: int) -> list[dict[str, Any]]:
    """Return all views of the player who is asked to answer this claim."""
    rules, other = rules_for(game), OPPONENT[claimant]
    return [*views[other], rules.view(rules.apply(state, claimant, f"claim:{takes}"), other)]


def exact(game: str, state: Any, views: Views, claimant: str) -> int:
    """Return the most tricks that the claimant takes against best play."""
    options = usual(rules_for(game).options)
    left = views[claimant][-1]["claim_max"]
    shown = asked(game, state, views, claimant, left)
    proved = (n for n in range(left, 0, -1) if robot_claims._takes(shown, options, claimant, n, WITHOUT_END))
    return next(proved, 0)


def measure(game: str, deals: int, seed: str) -> str:
    """Return a row of the table."""
    options, found, slowest, seconds = usual(rules_for(game).options), Counter[str](), 0.0, 0.0
    for number in range(1, deals + 1):
        made = played_to(game, number, seed, random.Random(f"{seed} {number}").choice(LEFT))
        if made is None or is_misere(made[1]["S"][-1]) or has_free_joker(made[1]["S"]):
            continue
        for claimant in OPPONENT:
            robot_claims.MAX_CARDS, limit = WITHOUT_END, robot_claims.MAX_CARDS
            right = exact(game, *made, claimant)
            robot_claims.MAX_CARDS = limit
            for takes in {right, right + 1} & set(range(1, made[1]["S"][-1]["claim_max"] + 1)):
                kind = "right" if takes == right else "false"
                shown = asked(game, *made, claimant, takes)
                found[kind] += 1
                found[kind, "alone"] += robots.choose(shown[-1], random.Random(1).choice) == "accept"
                began = time.thread_time()
                answer = robot_choice.action_of(shown, "", options, "", random.Random(1).choice)
                took = time.thread_time() - began
                found[kind, "table"] += answer == "accept"
                slowest, seconds = max(slowest, took), seconds + took
    every = max(1, found["right"] + found["false"])
    cells = (game, found["right"], found["right", "alone"], found["right", "table"], found["false"])
    cells += (found["false", "alone"] + found["false", "table"], f"{seconds / every:.3f}", f"{slowest:.2f}")
    return f"| {' | '.join(str(cell) for cell in cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--seed", default="bench")
    args = parser.parse_args()
    head = "Game | Right claims | by its game alone | at a table | False claims | accepted | s an answer | slowest"
    print(f"| {head} |")
    print("|---|---|---|---|---|---|---|---|", flush=True)
    for game in args.games.split(","):
        print(measure(game, args.deals, args.seed), flush=True)


if __name__ == "__main__":
    main()
