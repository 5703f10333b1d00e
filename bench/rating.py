"""Ratings of simulated players: do they find a known strength, and do they predict the next night?

    python bench/rating.py [--boards 144] [--nights 12] [--seed bench]
    python bench/rating.py --reference clubsite/ratings/robots.json [--boards 1000]

The players' strengths lie between the robots' (`simulated_players`). *Again*: the rating from few boards is compared
with that from all other boards of the same player; the stated error is that of both. *Company*: the same players
against weak and against strong opponents only. *Nights*: a club of players, some of whom come each week; from the
nights before, the rating and the mean percentage each predict the next night's percentages.

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
from itertools import combinations
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.simulated_players import SimulatedBoard, strength_between
from clubsite.ratings.reference import robots_reference
from scoring.board import Line, score_board
from scoring.ratings import POINT_975, RatedBoard, Reference, RobotBoards, Sums, dispersion, fitted
from solver.strengths import STRENGTHS

TABLES_A_DEAL = 7
HISTORIES = (8, 24, 48)
WEAK, STRONG = (0.0, 2.5), (3.5, 6.0)
CLUB, COMING, BOARDS_A_NIGHT, FIRST_PREDICTED = 32, 20, 24, 2
DAYS_A_WEEK = 7


def reference(boards: int, seed: str) -> dict[str, Any]:
    """Play the robots against one another, `boards` boards each, and return the content of the file."""
    names, own = list(STRENGTHS), defaultdict(list)
    for number in range(1, boards // 2 + 1):
        board, seated = SimulatedBoard(f"reference {seed}", number), names * 2
        random.Random(f"{seed} {number}").shuffle(seated)
        for table in range(TABLES_A_DEAL):
            pair = seated[2 * table : 2 * table + 2]
            play = board.played({"S": STRENGTHS[pair[0]], "N": STRENGTHS[pair[1]]}, str(table))
            for player, name in zip("SN", pair, strict=True):
                own[name].append(RatedBoard(0, play.sums[player]))
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


def histories(places: Sequence[float], boards: int, seed: str, company: tuple[float, float]) -> list[list[RatedBoard]]:
    """Return the boards of players at these places against opponents of the company's strengths."""
    rng, found = random.Random(seed), [list[RatedBoard]() for _ in places]
    for number in range(1, boards + 1):
        board = SimulatedBoard(seed, number)
        for one, place in enumerate(places):
            me, other = rng.sample("SN", 2)
            seats = {me: strength_between(place), other: strength_between(rng.uniform(*company))}
            found[one].append(RatedBoard(0, board.played(seats, str(one)).sums[me]))
    return found


def found_again(args: argparse.Namespace) -> None:
    """Print how far ratings of few boards are from the rate of many."""
    places = [0.5 * step for step in range(13)]
    own = histories(places, args.boards, f"{args.seed} again", (0, 6))
    scale = fitted(robots_reference(), own)
    print(
        "\n| Boards | Ratings | Difference, root mean square | Stated | In stated errors: mean; scatter | Within 95 % |"
    )
    print("|---|---|---|---|---|---|")
    for size in HISTORIES:
        off, errors = list[float](), list[float]()
        for boards in own:
            for start in range(0, len(boards) - size + 1, size):
                few = scale.rating(boards[start : start + size], 0)
                others = scale.rating(boards[:start] + boards[start + size :], 0)
                off.append(few.rate - others.rate)
                errors.append((few.error**2 + others.error**2) ** 0.5)
        scores = [one / error for one, error in zip(off, errors, strict=True)]
        inside = statistics.fmean(abs(score) <= POINT_975 for score in scores)
        print(
            f"| {size} | {len(off)} | {rms(off):.2f} | {rms(errors):.2f} "
            f"| {statistics.fmean(scores):+.2f}; {statistics.pstdev(scores):.2f} | {100 * inside:.0f} % |"
        )
    rates = [scale.rating(boards, 0).rate for boards in own]
    print(
        "\nRatings of all boards:", ", ".join(f"{one:g}: {rate:.2f}" for one, rate in zip(places, rates, strict=True))
    )
    print("Robots:", ", ".join(f"{name} {rate:.2f}" for name, rate in scale.robots.items()))


def company(args: argparse.Namespace) -> None:
    """Print what the same players give away a board, and their ratings, in weak and in strong company."""
    places = [1.0, 2.0, 3.0, 4.0, 5.0]
    print("\n| Player | IMPs a board: weak company; strong; ratio | Rating: weak company; strong; ratio |")
    print("|---|---|---|")
    both = [histories(places, args.boards, f"{args.seed} company", company) for company in (WEAK, STRONG)]
    scale = fitted(robots_reference(), [])
    for place, *boards in zip(places, *both, strict=True):
        raw = [statistics.fmean(board.cost for board in one) for one in boards]
        rates = [scale.rating(one, 0).rate for one in boards]
        cells = [f"{weak:.2f}; {strong:.2f}; {strong / weak:.2f}" for weak, strong in (raw, rates)]
        print(f"| {place:g} | {cells[0]} | {cells[1]} |")


class SimulatedClub:
    """A club whose players have strengths that are spread about the middle, and its nights so far."""

    def __init__(self, seed: str, spread: float) -> None:
        self.rng, self.seed = random.Random(seed), seed
        self.places = [min(6.0, max(0.0, self.rng.gauss(3, spread))) for _ in range(CLUB)]
        self.boards: list[list[RatedBoard]] = [[] for _ in self.places]
        self.percentages: list[list[float]] = [[] for _ in self.places]

    def night(self, number: int) -> dict[int, float]:
        """Play a night and return the percentages of those who came. Everybody meets everybody at random."""
        present = self.rng.sample(range(CLUB), COMING)
        points: defaultdict[int, list[float]] = defaultdict(list)
        for place in range(1, BOARDS_A_NIGHT + 1):
            board, order = SimulatedBoard(f"{self.seed} night {number}", place), self.rng.sample(present, COMING)
            couples = list(zip(order[::2], order[1::2], strict=True))
            lines = []
            for table, (south, north) in enumerate(couples):
                seats = {"S": strength_between(self.places[south]), "N": strength_between(self.places[north])}
                play = board.played(seats, str(table))
                lines.append(Line(str(table), ns_score=play.points))
                for who, player in ((south, "S"), (north, "N")):
                    self.boards[who].append(RatedBoard(DAYS_A_WEEK * number, play.sums[player]))
            scores = score_board(lines)
            for table, (south, north) in enumerate(couples):
                worth = scores[str(table)]
                points[south].append(100 * float(worth.ns / worth.top))
                points[north].append(100 * float(worth.ew / worth.top))
        return {who: statistics.fmean(own) for who, own in points.items()}


def nights(args: argparse.Namespace) -> None:
    """Print how well the rating and the percentage of the nights before predict the next night."""
    found: defaultdict[str, list[Prediction]] = defaultdict(list)
    for club_number in range(args.clubs):
        club = SimulatedClub(f"{args.seed} club {club_number}", args.spread)
        for number in range(args.nights):
            before = [list(boards) for boards in club.boards]
            result = club.night(number)
            known = [who for who in result if len(club.percentages[who]) >= FIRST_PREDICTED]
            if len(known) > 2:
                scale = fitted(robots_reference(), [boards for boards in before if boards])
                day = DAYS_A_WEEK * number
                rated = {who: -scale.rating(before[who], day).rate for who in known}
                meant = {who: statistics.fmean(club.percentages[who]) for who in known}
                true = {who: club.places[who] for who in known}
                for name, by in (("rating", rated), ("mean percentage", meant), ("true strength", true)):
                    found[name].append(Prediction(by, {who: result[who] for who in known}))
            for who, percentage in result.items():
                club.percentages[who].append(percentage)
    print(
        "\n| From the nights before | Correlation with the next night | Of two, the better is foreseen | Error left |"
    )
    print("|---|---|---|---|")
    for name, predictions in found.items():
        pairs = [one for prediction in predictions for one in prediction.pairs()]
        print(
            f"| {name} | {statistics.fmean(one.correlation() for one in predictions):.3f} "
            f"| {100 * statistics.fmean(pairs):.1f} % "
            f"| {statistics.fmean(errors_left(predictions)) ** 0.5:.2f} points |"
        )
    both = zip(errors_left(found["mean percentage"]), errors_left(found["rating"]), strict=True)
    gains = [percentage - rating for percentage, rating in both]
    print(f"\nSquared error less by the rating than by the percentage: {mean_and_error(gains)}")
    print(f"{len(next(iter(found.values())))} nights predicted, {len(pairs)} pairs of players.")


class Prediction:
    """One night: for each player a figure from the nights before, higher for a better player, and the percentage."""

    def __init__(self, by: dict[int, float], result: dict[int, float]) -> None:
        self.by, self.result = by, result

    def correlation(self) -> float:
        return statistics.correlation(list(self.by.values()), list(self.result.values()))

    def pairs(self) -> list[bool]:
        return [
            (self.by[one] > self.by[other]) == (self.result[one] > self.result[other])
            for one, other in combinations(self.by, 2)
        ]


def errors_left(predictions: Sequence[Prediction]) -> list[float]:
    """Return the mean squared error of each night about a straight line through all other nights."""
    left = list[float]()
    for one in predictions:
        others = [other for other in predictions if other is not one]
        figures = [figure for other in others for figure in other.by.values()]
        line = statistics.linear_regression(figures, [pct for other in others for pct in other.result.values()])
        off = [pct - line.intercept - line.slope * one.by[who] for who, pct in one.result.items()]
        left.append(statistics.fmean(error * error for error in off))
    return left


def mean_and_error(values: Sequence[float]) -> str:
    return f"{statistics.fmean(values):.2f}, standard error {statistics.stdev(values) / len(values) ** 0.5:.2f}"


def rms(values: Sequence[float]) -> float:
    return statistics.fmean(value * value for value in values) ** 0.5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=144)
    parser.add_argument("--nights", type=int, default=10)
    parser.add_argument("--clubs", type=int, default=1)
    parser.add_argument("--spread", type=float, default=1, help="standard deviation of a club's players, in robots")
    parser.add_argument("--seed", default="bench")
    parser.add_argument("--reference", type=Path, help="write this file, and print nothing")
    parser.add_argument("--only", choices=("again", "company", "nights"))
    args = parser.parse_args()
    if args.reference:
        args.reference.write_text(in_lines(reference(args.boards, args.seed)))
        return
    parts = {"again": found_again, "company": company, "nights": nights}
    for name, part in parts.items():
        if args.only in (None, name):
            part(args)


if __name__ == "__main__":
    main()
