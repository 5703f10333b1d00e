"""Ratings of simulated players beside their true strength.

    python bench/rating.py [--boards 144] [--seed bench]
    python bench/rating.py --reference clubsite/ratings/robots.json [--boards 1000]

The players' strengths lie between the robots'. The rating from few boards is compared with that from all other boards
of the same player; the stated error is that of both.

`--reference` plays the robots against one another, and writes what the site's scale rests on. It has to be written
again after a change of `solver.strengths`.
"""

import argparse
import json
import random
import statistics
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.strengths import OPTIONS, SOLO, Deal
from clubsite.analysis.judge import judge_play
from clubsite.ratings.decisions import sums_of
from clubsite.ratings.reference import robots_reference
from games.players import PLAYERS
from scoring.ratings import POINT_975, RatedBoard, Reference, RobotBoards, Sums, dispersion, fitted
from solver import engine
from solver.strengths import STRENGTHS, Strength

TABLES_A_DEAL = 7
HISTORIES = (8, 24, 48)


def strength_between(place: float) -> Strength:
    """Return a strength by its place in the row of robots: 0 is the weakest, 1.5 is halfway between the next two."""
    robots = list(STRENGTHS.values())
    below = min(int(place), len(robots) - 2)
    weaker, stronger, part = robots[below], robots[below + 1], place - below
    return Strength(
        weaker.contract + part * (stronger.contract - weaker.contract),
        weaker.card + part * (stronger.card - weaker.card),
    )


def judged(deal: Deal, seats: dict[str, Strength], table: str) -> dict[str, Sums]:
    """Play the deal at a table, whose name decides the errors. Return each player's decisions by hardness."""
    state, log = deal.log(dict(seats), f"{deal.name} {table}")
    outcome = SOLO.outcome(state) or {}
    own = engine() if outcome["contract"] == "PASS" else deal.engines[outcome["contract"][1]]
    play = judge_play(deal.setup, OPTIONS, log, outcome, engine=own, tricks=deal.values, score=deal.points)
    entries, declarer = [*play.calls, *play.cards], outcome.get("declarer")
    return {player: sums_of(entries, player, declarer) for player in PLAYERS}


def reference(boards: int, seed: str) -> dict[str, Any]:
    """Play the robots against one another, `boards` boards each, and return the content of the file."""
    names, own = list(STRENGTHS), defaultdict(list)
    for number in range(1, boards // 2 + 1):
        deal, seated = Deal(f"reference {seed}", number), names * 2
        random.Random(f"{seed} {number}").shuffle(seated)
        for table in range(TABLES_A_DEAL):
            pair = seated[2 * table : 2 * table + 2]
            sums = judged(deal, {"S": STRENGTHS[pair[0]], "N": STRENGTHS[pair[1]]}, str(table))
            for player, name in zip("SN", pair, strict=True):
                own[name].append(RatedBoard(0, sums[player]))
    robots = {name: RobotBoards(len(own[name]), added(own[name])) for name in names}
    scale = fitted(Reference(robots, 1), [])
    found = [dispersion(own[name], scale.robots[name], scale.expected) for name in names]
    over = statistics.fmean(one for one in found if one is not None)
    return {
        "strengths": {name: [strength.contract, strength.card] for name, strength in STRENGTHS.items()},
        "overdispersion": round(over, 3),
        "robots": {name: asdict(robot) for name, robot in robots.items()},
    }


def in_lines(found: dict[str, Any]) -> str:
    """Return JSON with a line for each robot."""
    robots = ",\n".join(f"  {json.dumps(name)}: {json.dumps(robot)}" for name, robot in found["robots"].items())
    head = "".join(f" {json.dumps(key)}: {json.dumps(found[key])},\n" for key in ("strengths", "overdispersion"))
    return f'{{\n{head} "robots": {{\n{robots}\n }}\n}}\n'


def added(boards: Iterable[RatedBoard]) -> Sums:
    found: dict[str, tuple[int, int]] = {}
    for board in boards:
        for kind, (number, cost) in board.sums.items():
            had = found.get(kind, (0, 0))
            found[kind] = had[0] + number, had[1] + cost
    return dict(sorted(found.items()))


def histories(places: Sequence[float], boards: int, seed: str) -> list[list[RatedBoard]]:
    """Return the boards of players at these places against opponents of any strength."""
    rng, found = random.Random(seed), [list[RatedBoard]() for _ in places]
    for number in range(1, boards + 1):
        deal = Deal(seed, number)
        for one, place in enumerate(places):
            me, other = rng.sample("SN", 2)
            seats = {me: strength_between(place), other: strength_between(rng.uniform(0, 6))}
            found[one].append(RatedBoard(0, judged(deal, seats, str(one))[me]))
    return found


def found_again(boards: int, seed: str) -> None:
    """Print how far ratings of few boards are from the rate of many."""
    places = [0.5 * step for step in range(13)]
    own = histories(places, boards, f"{seed} again")
    scale = fitted(robots_reference(), own)
    print("\n| Boards | Ratings | Difference, rms | Stated | In stated errors: mean; scatter | Within 95 % |")
    print("|---" * 6 + "|")
    for size in HISTORIES:
        off, errors = list[float](), list[float]()
        for played in own:
            for start in range(0, len(played) - size + 1, size):
                few = scale.rating(played[start : start + size], 0)
                others = scale.rating(played[:start] + played[start + size :], 0)
                off.append(few.rate - others.rate)
                errors.append((few.error**2 + others.error**2) ** 0.5)
        scores = [one / error for one, error in zip(off, errors, strict=True)]
        inside = statistics.fmean(abs(score) <= POINT_975 for score in scores)
        print(
            f"| {size} | {len(off)} | {rms(off):.2f} | {rms(errors):.2f} "
            f"| {statistics.fmean(scores):+.2f}; {statistics.pstdev(scores):.2f} | {100 * inside:.0f} % |"
        )
    print("\nRobots:", ", ".join(f"{name} {rate:.2f}" for name, rate in scale.robots.items()))


def rms(values: Sequence[float]) -> float:
    return statistics.fmean(value * value for value in values) ** 0.5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=144)
    parser.add_argument("--seed", default="bench")
    parser.add_argument("--reference", type=Path, help="write this file, and print nothing")
    args = parser.parse_args()
    if args.reference:
        args.reference.write_text(in_lines(reference(args.boards, args.seed)))
    else:
        found_again(args.boards, args.seed)


if __name__ == "__main__":
    main()
