"""Robots of Solo of all strengths against one another, each deal at two tables: IMPs a deal.

    python bench/strengths.py [--deals 200] [--neighbours 600] [--seed bench] [--names club,expert] [--minutes 20]
        [--json FILE]

At one table of a pair the first robot plays South, at the other the second. `--neighbours` is the number of deals for
robots of neighbouring strengths. *own* is the game's own robot, which counts nothing. The first table has the means of
the row's robot against the column's. The second has a figure for each robot by least squares over all pairs, *perfect*
being 0, with its standard error, and what the robot wins against the one below it.
"""

import argparse
import json
import random
import statistics
import sys
import time
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games.boards import dealer_of, vulnerability_of
from games.calls import STRAINS
from games.cards import CARD_BY_TEXT, parse_cards
from games.options import usual
from games.registry import rules_for
from games.robots import choose
from games.seats import SEATS
from scoring.contracts import score
from scoring.imps import imps
from solver import Position, backend, engine
from solver.auction import SolvedAuction, stand_after
from solver.strengths import STRENGTHS, auction_believed, best_call, choose_card, errors_of
from solver.tables import ten_values

SOLO = rules_for("solo")
OPTIONS = usual(SOLO.options)
OWN = "own"
SIDE_OF = {"S": "NS", "N": "EW"}
Pair = tuple[str, str]


class Deal:
    """One deal with its ten values. An engine for each strain keeps what it has found for the next table."""

    def __init__(self, seed: str, number: int) -> None:
        self.name = f"{seed} {number}"
        header = {"board": number, "dealer": dealer_of(number), "vul": vulnerability_of(number)}
        self.dealer, self.vul = header["dealer"], str(header["vul"])
        self.setup = SOLO.deal(self.name, header, OPTIONS)
        self.hands = [parse_cards(self.setup["hands"][seat]) for seat in SEATS]
        self.engines = {strain: engine() for strain in STRAINS}
        self.values = ten_values(self.hands, engine())

    def points(self, contract: str, declarer: str, tricks: int) -> int:
        """Return South's points."""
        return score(contract, SIDE_OF[declarer], self.vul, tricks)

    def played(self, robots: dict[str, str]) -> int:
        """Return South's points after a play by these robots (player -> name)."""
        table = f"{self.name} {robots['S']} {robots['N']}"
        secrets = {player: f"{table} {player}" for player in robots}
        auctions = {player: self._auction(player, name, secrets[player]) for player, name in robots.items()}
        state, rng = SOLO.start(self.setup, OPTIONS), random.Random(table)
        at: Position | None = None
        while (player := SOLO.turn(state)) is not None:
            name, auction = robots[player], auctions[player]
            if auction is None:
                action = choose(SOLO.view(state, player), rng.choice)
            elif state.phase == "auction":
                calls = [made["call"] for made in SOLO.view(state, player)["auction"]]
                action = f"c:{best_call(auction, stand_after(self.dealer, calls))}"
            else:
                at = at or self._before_lead(state)
                card = choose_card(at, self.engines[at.strain], STRENGTHS[name], errors_of(secrets[player]))
                action = f"p:{card.text}"
            state = SOLO.apply(state, player, action)
            if action.startswith("p:"):
                at = (at or self._before_lead(state)).after(CARD_BY_TEXT[action[2:]])
        end = SOLO.outcome(state) or {}
        return self.points(end["contract"], end["declarer"], end["tricks"]) if end["contract"] != "PASS" else 0

    def _before_lead(self, state: Any) -> Position:
        view = SOLO.view(state, "S")
        return Position.of(self.hands, view["contract"]["strain"], view["trick"]["leader"])

    def _auction(self, player: str, name: str, secret: str) -> SolvedAuction | None:
        if name == OWN:
            return None
        return auction_believed(self.hands, self.values, player, self.points, STRENGTHS[name], errors_of(secret))


@dataclass
class Results:
    """The IMPs of each deal, by pair of robots: positive if the first of the pair won."""

    imps: dict[Pair, list[int]] = field(default_factory=lambda: defaultdict(list))

    def mean(self, one: str, other: str) -> float:
        if (one, other) in self.imps:
            return statistics.fmean(self.imps[one, other])
        return -statistics.fmean(self.imps[other, one])

    def error(self, one: str, other: str) -> float:
        found = self.imps.get((one, other)) or self.imps[other, one]
        return statistics.stdev(found) / len(found) ** 0.5

    def scale(self, names: list[str]) -> dict[str, tuple[float, float]]:
        """Return the figure of each robot by weighted least squares, the last one's being 0, and its standard error."""
        free = names[:-1]
        size = len(free)
        matrix = [[0.0] * size for _ in free]
        right = [0.0] * size
        for pair, found in self.imps.items():
            weight = 1 / max(self.error(*pair), 1e-9) ** 2
            signs = [(free.index(name), sign) for name, sign in zip(pair, (1, -1), strict=True) if name in free]
            for row, sign in signs:
                right[row] += weight * sign * statistics.fmean(found)
                for column, other in signs:
                    matrix[row][column] += weight * sign * other
        inverse = inverted(matrix)
        figures = [sum(inverse[row][column] * right[column] for column in range(size)) for row in range(size)]
        errors = [inverse[row][row] ** 0.5 for row in range(size)]
        return {**dict(zip(free, zip(figures, errors, strict=True), strict=True)), names[-1]: (0.0, 0.0)}


def inverted(matrix: list[list[float]]) -> list[list[float]]:
    """Return the inverse of a small positive definite matrix."""
    size = len(matrix)
    rows = [[*row, *(float(place == other) for other in range(size))] for place, row in enumerate(matrix)]
    for place in range(size):
        rows[place] = [value / rows[place][place] for value in rows[place]]
        for other in range(size):
            if other != place:
                factor = rows[other][place]
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[place], strict=True)]
    return [row[size:] for row in rows]


def compare(names: list[str], args: argparse.Namespace) -> Results:
    """Play all pairs, deal by deal."""
    results = Results()
    pairs = dict.fromkeys(combinations(names, 2), args.deals) | dict.fromkeys(pairwise(names), args.neighbours)
    began = time.perf_counter()
    for number in range(1, max(pairs.values()) + 1):
        if time.perf_counter() - began > 60 * args.minutes:
            break
        deal = Deal(args.seed, number)
        for (one, other), deals in pairs.items():
            if number <= deals:
                there, back = deal.played({"S": one, "N": other}), deal.played({"S": other, "N": one})
                results.imps[one, other].append(imps(there - back))
        if number % 20 == 0:
            print(f"{number} deals, {time.perf_counter() - began:.0f} s", file=sys.stderr, flush=True)
    return results


def show(results: Results, names: list[str]) -> None:
    """Print both tables."""
    print("| | " + " | ".join(names) + " |")
    print("|---" * (len(names) + 1) + "|")
    for one in names:
        cells = [f"{results.mean(one, other):+.1f}" if one != other else "" for other in names]
        print(f"| {one} | " + " | ".join(cells) + " |")
    print("\n| Robot | IMPs a deal | standard error | against the one below | standard error | deals |")
    print("|---|---|---|---|---|---|")
    scale = results.scale(names)
    for place, name in enumerate(names):
        figure, error = scale[name]
        step = ["", "", ""]
        if place:
            below = names[place - 1]
            step = [f"{results.mean(name, below):+.2f}", f"{results.error(name, below):.2f}"]
            step.append(str(len(results.imps[below, name])))
        print(f"| {name} | {figure:+.2f} | {error:.2f} | {step[0]} | {step[1]} | {step[2]} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--neighbours", type=int, default=600)
    parser.add_argument("--seed", default="bench")
    parser.add_argument("--names", default=",".join((OWN, *STRENGTHS)), help="names with commas, weakest first")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="after which no further deal begins")
    parser.add_argument("--json", type=Path, help="where to store the IMPs of each deal")
    args = parser.parse_args()
    names = args.names.split(",")
    print(backend(), flush=True)
    results = compare(names, args)
    show(results, names)
    if args.json:
        args.json.write_text(json.dumps({" ".join(pair): found for pair, found in results.imps.items()}))


if __name__ == "__main__":
    main()
