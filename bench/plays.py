"""Random plays of every game, on one core: the cost of folding logs. The goal is 20,000 plays of Solo a minute.

    python bench/plays.py [--plays 200] [--runs 5]

A play is dealt from a seed, then every act is chosen at random among `legal` (or `pick`) and applied, to the end.
Prints for each game the medians over the runs of plays a minute, of acts a play and of microseconds an act, with the
games taking turns in each run, and how many times the goal Solo reaches.
"""

import argparse
import random
import statistics
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games.options import usual
from games.registry import names, rules_for
from games.rules import Rules

GOAL = 20_000
ASIDE = ("claim:", "undo", "concede")  # they cut a play short, which would flatter the figures


def play(rules: Rules[Any], number: int, rng: random.Random) -> int:
    """Play from the deal to its end and return the number of acts."""
    options = usual(rules.options)
    header = {"board": number, "dealer": "S" if len(rules.players) > 1 else "", "vul": "None"}
    state, acts = rules.start(rules.deal("bench", header, options), options), 0
    while (player := rules.turn(state)) is not None:
        onward = [action for action in rules.legal(state, player) if not action.startswith(ASIDE)]
        pick = rules.pick(state, player)
        state = rules.apply(state, player, pick.random(rng.choice) if pick else rng.choice(onward))
        acts += 1
    return acts


def measured(rules: Rules[Any], plays: int, run: int) -> tuple[float, int]:
    """Return (CPU seconds, acts) of that many plays."""
    rng = random.Random(run)
    start = time.process_time()
    acts = sum(play(rules, number, rng) for number in range(1, plays + 1))
    return time.process_time() - start, acts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plays", type=int, default=200)
    parser.add_argument("--runs", type=int, default=5)
    chosen = parser.parse_args()
    found: dict[str, list[tuple[float, int]]] = {name: [] for name in names()}
    for run in range(chosen.runs):
        for name, figures in found.items():
            figures.append(measured(rules_for(name), chosen.plays, run))
    for name, figures in found.items():
        seconds = statistics.median(each[0] for each in figures)
        acts = statistics.median(each[1] for each in figures)
        a_minute = 60 * chosen.plays / seconds
        times = f", {a_minute / GOAL:.1f} times the goal" if name == "solo" else ""
        print(
            f"{name:22} {a_minute:8,.0f} plays/min, {acts / chosen.plays:5.1f} acts a play, "
            f"{seconds / acts * 1e6:5.0f} us an act{times}"
        )


if __name__ == "__main__":
    main()
