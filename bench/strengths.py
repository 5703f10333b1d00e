"""Robots of Solo of all strengths against one another, each deal at two tables: IMPs a deal.

    python bench/strengths.py [--deals 200] [--neighbours 600] [--seed bench] [--names club,expert]

At one table of a pair the first robot plays South, at the other the second. They claim as on the site. `--neighbours`
is the number of deals for robots of neighbouring strengths. *own* is the game's own robot, which counts nothing. The
first table has the means of the row's robot against the column's, and their standard errors. The second has what each
robot wins against the one below it, and how many seats bid a seven that fails, where a pass was worth more.
"""

import argparse
import random
import statistics
import sys
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games.boards import dealer_of, vulnerability_of
from games.calls import PASS, STRAINS, is_bid
from games.cards import CARD_BY_TEXT, parse_cards
from games.options import usual
from games.players import OPPONENT
from games.registry import rules_for
from games.robots import choose
from games.seats import SEATS
from scoring.contracts import score
from scoring.imps import imps
from solver import Position, backend, engine
from solver.auction import SolvedAuction, stand_after
from solver.robots.claims import HORIZONS, LEAST_CLAIMED, USUAL_HORIZON
from solver.strengths import STRENGTHS, Strength, accepts, auction_believed, best_call, choose_card, errors_of
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

    def played(self, robots: dict[str, str]) -> tuple[int, str]:
        """Return South's points after a play by these robots (player -> name), and who bid a seven that failed."""
        table = f"{self.name} {robots['S']} {robots['N']}"
        horizons = {player: HORIZONS.get(name.replace(OWN, ""), USUAL_HORIZON) for player, name in robots.items()}
        state, _ = self.log({player: STRENGTHS.get(name) for player, name in robots.items()}, table, horizons)
        end = SOLO.outcome(state) or {}
        if end["contract"] == "PASS":
            return 0, ""
        points = self.points(end["contract"], end["declarer"], end["tricks"])
        return points, self._failed_seven([made["call"] for made in SOLO.view(state, "S")["auction"]])

    def log(
        self, strengths: dict[str, Strength | None], table: str, horizons: dict[str, int] | None = None
    ) -> tuple[Any, list[dict[str, Any]]]:
        """Return the end and the log of a play. None is the game's own robot. The table's name decides all errors.

        `horizons` is how many tricks each player looks ahead for a claim. Without them nobody claims.
        """
        errors = {player: errors_of(f"{table} {player}") for player in strengths}
        auctions = {
            player: skill and self._auction(player, skill, errors[player]) for player, skill in strengths.items()
        }
        state, rng, log = SOLO.start(self.setup, OPTIONS), random.Random(table), list[dict[str, Any]]()
        at: Position | None = None
        while (player := SOLO.turn(state)) is not None:
            strength, auction = strengths[player], auctions[player]
            if state.phase == "play":
                at = at or self._before_lead(state)
            if at and horizons and self._claims(at, horizons[player], player):
                state = SOLO.apply(state, player, f"claim:{at.now.left}")
                state = SOLO.apply(state, OPPONENT[player], "accept")
                break
            if strength is None or auction is None:
                action = str(choose(SOLO.view(state, player), rng.choice))
            elif state.phase == "auction":
                calls = [event["a"].partition(":")[2] for event in log]
                action = f"c:{best_call(auction, stand_after(self.dealer, calls))}"
            else:
                action = f"p:{choose_card(at, self.engines[at.strain], strength, errors[player]).text}"
            state = SOLO.apply(state, player, action)
            log.append({"seq": len(log) + 1, "actor": player, "a": action})
            if action.startswith("p:"):
                at = (at or self._before_lead(state)).after(CARD_BY_TEXT[action[2:]])
        return state, log

    def _claims(self, at: Position, horizon: int, player: str) -> bool:
        left = at.now.left
        return LEAST_CLAIMED <= left <= horizon and accepts(at, player, left, self.engines[at.strain])

    def _failed_seven(self, calls: list[str]) -> str:
        """Return who bid a seven that fails, where a pass was worth more by exact values, or an empty text."""
        end = stand_after(self.dealer, calls[:-1])
        if not end.bid.startswith("7"):
            return ""
        last = max(place for place, call in enumerate(calls) if is_bid(call))
        sign, truth = 1 if end.bidder == "S" else -1, SolvedAuction(self.values, self.points)
        fails = sign * truth.left_at(end, PASS) < 0
        worths = truth.worths(stand_after(self.dealer, calls[:last]))
        return end.bidder if fails and sign * worths[end.bid] < sign * worths[PASS] else ""

    def _before_lead(self, state: Any) -> Position:
        view = SOLO.view(state, "S")
        return Position.of(self.hands, view["contract"]["strain"], view["trick"]["leader"])

    def _auction(self, player: str, strength: Strength, errors: Any) -> SolvedAuction:
        return auction_believed(self.hands, self.values, player, self.points, strength, errors)


@dataclass
class Results:
    """The IMPs of each deal, by pair of robots: positive if the first of the pair won."""

    imps: dict[Pair, list[int]] = field(default_factory=lambda: defaultdict(list))
    seats: Counter[str] = field(default_factory=Counter)
    sevens: Counter[str] = field(default_factory=Counter)  # that failed and cost

    def add(self, deal: Deal, robot: str, other: str) -> None:
        """Play the deal at both tables of a pair."""
        points = []
        for robots in ({"S": robot, "N": other}, {"S": other, "N": robot}):
            won, failed_seven = deal.played(robots)
            points.append(won)
            self.seats.update(robots.values())
            self.sevens.update(robots[player] for player in failed_seven)
        self.imps[robot, other].append(imps(points[0] - points[1]))

    def against(self, robot: str, other: str) -> tuple[float, float]:
        """Return the mean of one robot's IMPs against the other's, and its standard error."""
        swings = self.imps.get((robot, other)) or [-each for each in self.imps[other, robot]]
        return statistics.fmean(swings), statistics.stdev(swings) / len(swings) ** 0.5


def compare(names: list[str], args: argparse.Namespace) -> Results:
    """Play all pairs, deal by deal."""
    results = Results()
    pairs = dict.fromkeys(combinations(names, 2), args.deals) | dict.fromkeys(pairwise(names), args.neighbours)
    began = time.perf_counter()
    for number in range(1, max(pairs.values()) + 1):
        deal = Deal(args.seed, number)
        for (robot, other), deals in pairs.items():
            if number <= deals:
                results.add(deal, robot, other)
        if number % 20 == 0:
            print(f"{number} deals, {time.perf_counter() - began:.0f} s", file=sys.stderr, flush=True)
    return results


def show(results: Results, names: list[str]) -> None:
    """Print both tables."""
    print("| | " + " | ".join(names) + " |")
    print("|---" * (len(names) + 1) + "|")
    for row, robot in enumerate(names):
        cells = [""] * (row + 1) + ["{:+.1f} ± {:.1f}".format(*results.against(robot, two)) for two in names[row + 1 :]]
        print(f"| {robot} | " + " | ".join(cells) + " |")
    print("\n| Robot | against the one below | standard error | deals | seats | sevens that failed and cost |")
    print("|---" * 6 + "|")
    for below, name in zip(["", *names], names, strict=False):
        step = " |  | "
        if below:
            step = "{:+.2f} | {:.2f} | {}".format(*results.against(name, below), len(results.imps[below, name]))
        print(f"| {name} | {step} | {results.seats[name]} | {results.sevens[name]} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--neighbours", type=int, default=600)
    parser.add_argument("--seed", default="bench")
    parser.add_argument("--names", default=",".join((OWN, *STRENGTHS)), help="names with commas, weakest first")
    args = parser.parse_args()
    names = args.names.split(",")
    print(backend(), flush=True)
    show(compare(names, args), names)


if __name__ == "__main__":
    main()
