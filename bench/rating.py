"""Ratings of simulated players beside their true strength.

    python bench/rating.py [--boards 96] [--seed bench]
    python bench/rating.py --reference solver/verdicts/robots.json [--boards 1000]

The players' strengths lie between the robots'. Players of even skill are as strong at the cards as in the calls, those
of uneven skill are not. Ratings of few boards, drawn from a player's own with replacement, stand beside the rate of
all of them.

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
from itertools import permutations
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.strengths import OPTIONS, SOLO, Deal
from games.players import PLAYERS
from scoring.ratings import RatedBoard, Reference, RobotBoards, Sums, dispersion, fitted
from solver import engine
from solver.strengths import STRENGTHS, Strength
from solver.verdicts.judge import judge_play
from solver.verdicts.play_costs import robots_reference, sums_of

TABLES_A_DEAL = 7
HISTORIES = (8, 24, 48)
DRAWS = 400  # of a player's boards, for each length
SKILLS = {  # places in the row of robots: in the calls, at the cards
    "even": [(0.5 * step, 0.5 * step) for step in range(13)],
    "uneven": list(permutations((0.0, 2.0, 4.0, 6.0), 2)),
}


def strength_at(calls: float, cards: float) -> Strength:
    """Return a strength by its places in the row of robots: 0 is the weakest, 1.5 is halfway between the next two."""
    robots = list(STRENGTHS.values())
    return Strength(
        _between([robot.contract for robot in robots], calls), _between([robot.card for robot in robots], cards)
    )


def _between(errors: Sequence[float], place: float) -> float:
    below = min(int(place), len(errors) - 2)
    return errors[below] + (place - below) * (errors[below + 1] - errors[below])


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
    dispersions = [dispersion(own[name], scale.robots[name], scale.expected) for name in names]
    over = statistics.fmean(figure for figure in dispersions if figure is not None)
    return {
        "strengths": {name: [strength.contract, strength.card] for name, strength in STRENGTHS.items()},
        "overdispersion": round(over, 3),
        "robots": {name: asdict(robot) for name, robot in robots.items()},
    }


def in_lines(content: dict[str, Any]) -> str:
    """Return JSON with a line for each robot."""
    robots = ",\n".join(f"  {json.dumps(name)}: {json.dumps(robot)}" for name, robot in content["robots"].items())
    head = "".join(f" {json.dumps(key)}: {json.dumps(content[key])},\n" for key in ("strengths", "overdispersion"))
    return f'{{\n{head} "robots": {{\n{robots}\n }}\n}}\n'


def added(boards: Iterable[RatedBoard]) -> Sums:
    sums: dict[str, tuple[int, int]] = {}
    for board in boards:
        for kind, (number, cost) in board.sums.items():
            had = sums.get(kind, (0, 0))
            sums[kind] = had[0] + number, had[1] + cost
    return dict(sorted(sums.items()))


def histories(places: Sequence[tuple[float, float]], boards: int, seed: str) -> list[list[RatedBoard]]:
    """Return the boards of players at these places against opponents of any strength."""
    rng, by_player = random.Random(seed), [list[RatedBoard]() for _ in places]
    for number in range(1, boards + 1):
        deal = Deal(seed, number)
        for player, (calls, cards) in enumerate(places):
            me, other = rng.sample("SN", 2)
            other_place = rng.uniform(0, 6)
            seats = {me: strength_at(calls, cards), other: strength_at(other_place, other_place)}
            by_player[player].append(RatedBoard(0, judged(deal, seats, str(player))[me]))
    return by_player


def found_again(boards: int, seed: str) -> None:
    """Print how far ratings of few boards are from the rate of many, and how often their band holds it."""
    print("\n| Skill | Boards | Difference, rms | Stated | Within the band | Fewest |")
    print("|---" * 6 + "|")
    for skill, places in SKILLS.items():
        own, rng = histories(places, boards, f"{seed} {skill}"), random.Random(seed)
        scale = fitted(robots_reference(), own)
        for size in HISTORIES:
            off, errors, inside = list[float](), list[float](), list[float]()
            for played in own:
                whole = scale.course(played)[-1][1]
                true = whole.cost / whole.worth
                drawn = [scale.rating(rng.choices(played, k=size), 0) for _ in range(DRAWS)]
                off += [few.rate - true for few in drawn]
                errors += [few.error for few in drawn]
                inside.append(100 * statistics.fmean(few.low <= true <= few.high for few in drawn))
            error = statistics.stdev(inside) / len(inside) ** 0.5
            within = f"{statistics.fmean(inside):.1f} ± {error:.1f} % | {min(inside):.1f} %"
            print(f"| {skill} | {size} | {rms(off):.2f} | {rms(errors):.2f} | {within} |", flush=True)
    print("\nRobots:", ", ".join(f"{name} {rate:.2f}" for name, rate in fitted(robots_reference(), []).robots.items()))


def rms(values: Sequence[float]) -> float:
    return statistics.fmean(value * value for value in values) ** 0.5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=96)
    parser.add_argument("--seed", default="bench")
    parser.add_argument("--reference", type=Path, help="write this file, and print nothing")
    args = parser.parse_args()
    if args.reference:
        args.reference.write_text(in_lines(reference(args.boards, args.seed)))
    else:
        found_again(args.boards, args.seed)


if __name__ == "__main__":
    main()
