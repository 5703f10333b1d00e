"""How the robots of Solo bid: ladders, level seven and long auctions, at every strength and the game's own.

    python bench/auctions.py [--deals 500] [--seed bench] [--strengths club,perfect] [--python] [--json]

Each deal is bid by a robot against four others: itself, one who always passes, one who doubles whenever possible, and
the game's own robot. The robot sits South and North in turn. A contract takes its exact value. A true sacrifice is a
failing seven that costs its bidder no more than a pass in its place. `--python` keeps the compiled engine away from the
robots. The exit code is 1 if a goal is missed: at most 3 own raises in a row, at most 1 failing seven that is no
sacrifice in 200 auctions, 99 % of auctions within 12 calls.
"""

import argparse
import json
import os
import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubsite.settings.local")

import django

from games.boards import dealer_of, vulnerability_of
from games.calls import DOUBLE, PASS, is_bid
from games.cards import parse_cards
from games.options import usual
from games.players import OPPONENT
from games.registry import rules_for
from games.robots import choose
from games.seats import SEATS
from solver import backend, engine
from solver.auction import SolvedAuction, opening, stand_after
from solver.reference import ReferenceEngine
from solver.strengths import STRENGTHS
from solver.tables import ten_values

django.setup()
robots = import_module("clubsite.analysis.robot_choice")  # the models that it imports need the set-up
SOLO = rules_for("solo")
OPTIONS = usual(SOLO.options)
OWN = "the game's own"
MOST_RAISES, MOST_CALLS, SHARE_WITHIN, ONE_SEVEN_IN = 3, 12, 0.99, 200

Caller = Callable[[dict[str, Any], random.Random], str]


def robot(name: str) -> Caller:
    """Return the calls of this strength, or of the game's own robot."""

    def call(view: dict[str, Any], rng: random.Random) -> str:
        if name == OWN:
            return str(choose(view, rng.choice))
        return str(robots.action_of([view], name, OPTIONS, rng.choice))

    return call


def passer(view: dict[str, Any], rng: random.Random) -> str:
    """Never bid."""
    return "c:P"


def doubler(view: dict[str, Any], rng: random.Random) -> str:
    """Double whenever possible, and never bid."""
    return "c:X" if "c:X" in view["legal"] else "c:P"


@dataclass
class Tally:
    """The totals of one robot's auctions."""

    robot: str
    auctions: int = 0
    within: int = 0  # at most MOST_CALLS calls
    longest: int = 0
    raises: int = 0  # the most own raises in a row
    sevens: int = 0  # final contracts of the robot at level seven
    failing: int = 0  # those of them that fail
    foolish: int = 0  # those of them that are no true sacrifice
    redoubled: int = 0  # contracts of the robot that fail redoubled
    worst: list[str] = field(default_factory=list)

    def add(self, calls: Sequence[str], me: str, dealer: str, truth: SolvedAuction) -> None:
        """Count one auction."""
        raises = most_raises(calls, me, dealer)
        self.auctions += 1
        self.within += len(calls) <= MOST_CALLS
        self.longest, self.raises = max(self.longest, len(calls)), max(self.raises, raises)
        foolish = self._contract(calls, me, dealer, truth)
        if foolish or raises > MOST_RAISES or len(calls) > MOST_CALLS:
            self.worst.append(" ".join(calls))

    def _contract(self, calls: Sequence[str], me: str, dealer: str, truth: SolvedAuction) -> bool:
        """Count a failing contract of this robot's. Return whether it was a pointless seven."""
        bids = [place for place, call in enumerate(calls) if is_bid(call)]
        end = stand_after(dealer, calls[:-1])
        if not bids or end.bidder != me:
            return False
        sign = 1 if me == "S" else -1
        before = stand_after(dealer, calls[: bids[-1]])
        worth, passed = (sign * truth.left_at(stand, PASS) for stand in (end, before))
        seven, fails = end.bid[0] == "7", worth < 0
        self.sevens, self.failing = self.sevens + seven, self.failing + (seven and fails)
        self.redoubled += fails and end.doubled == 2 * DOUBLE
        foolish = seven and fails and worth < passed
        self.foolish += foolish
        return foolish

    def met(self) -> bool:
        """True if this robot is within the goals."""
        short = self.within >= SHARE_WITHIN * self.auctions
        return short and self.raises <= MOST_RAISES and self.foolish * ONE_SEVEN_IN <= self.auctions


def most_raises(calls: Sequence[str], me: str, dealer: str) -> int:
    """Return the longest run of bids by this player without one of the other's. The first is no raise."""
    player, run, most = opening(dealer).caller, -1, 0
    for call in calls:
        if is_bid(call):
            run = run + 1 if player == me else -1
        most, player = max(most, run), OPPONENT[player]
    return most


def auction(setup: dict[str, Any], callers: dict[str, Caller], rng: random.Random) -> list[str]:
    """Return the calls of one auction."""
    state = SOLO.start(setup, OPTIONS)
    while (view := SOLO.view(state, str(SOLO.turn(state))))["phase"] == "auction":
        state = SOLO.apply(state, view["me"], callers[view["me"]](view, rng))
        if SOLO.turn(state) is None:
            break
    return [made["call"] for made in SOLO.view(state, "S")["auction"]]


def one_auction_seen(real: Callable[..., SolvedAuction]) -> Callable[..., SolvedAuction]:
    """Cache the robots' own `auction_seen`, which is called here for the same deal again and again."""
    kept: dict[Any, SolvedAuction] = {}

    def seen(hands: Any, found: Any, caller: str, score: Any, ends: str) -> SolvedAuction:
        key = hands, bool(found), caller, ends
        if key not in kept:
            if not any(hands == other[0] for other in kept):
                kept.clear()
            kept[key] = real(hands, found, caller, score, ends)
        return kept[key]

    return seen


def bid(seed: str, number: int, tallies: dict[str, Tally]) -> None:
    """Bid one deal by every robot against everybody."""
    header = {"board": number, "dealer": dealer_of(number), "vul": vulnerability_of(number)}
    setup = SOLO.deal(f"{seed} {number}", header, OPTIONS)
    exact = ten_values([parse_cards(setup["hands"][seat]) for seat in SEATS], engine())
    truth = SolvedAuction(exact, robots.scorer(header["vul"]))
    me = "SN"[number // 4 % 2]
    for name, tally in tallies.items():
        for place, other in enumerate((robot(name), passer, doubler, robot(OWN))):
            rng = random.Random(f"{seed} {number} {place}")
            calls = auction(setup, {me: robot(name), OPPONENT[me]: other}, rng)
            tally.add(calls, me, header["dealer"], truth)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--seed", default="bench")
    parser.add_argument("--strengths", default=",".join((*STRENGTHS, OWN)), help="names with commas")
    parser.add_argument("--python", action="store_true", help="robots without the compiled engine")
    parser.add_argument("--json", action="store_true", help="one JSON object and no table")
    args = parser.parse_args()
    if args.python:
        robots.why_not_compiled = lambda: "not asked for"
        robots.engine = ReferenceEngine
    robots.auction_seen = one_auction_seen(robots.auction_seen)
    tallies = {name: Tally(name) for name in args.strengths.split(",")}
    for number in range(1, args.deals + 1):
        bid(args.seed, number, tallies)
    if args.json:
        figures = [asdict(tally) | {"met": tally.met()} for tally in tallies.values()]
        print(json.dumps({"deals": args.deals, "seed": args.seed, "robots": figures}))
    else:
        table(tallies, "solver: in Python, as asked for" if args.python else backend())
    return 0 if all(tally.met() for tally in tallies.values()) else 1


def table(tallies: dict[str, Tally], which: str) -> None:
    """Print the figures as in docs/benchmarks.md, and the auctions that miss a goal."""
    print(which)
    print(
        "| Robot | Auctions | Within 12 calls | Longest | Own raises | Sevens | Failing | Foolish | Fails redoubled |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    for one in tallies.values():
        within = f"{100 * one.within / max(one.auctions, 1):.1f} %"
        counts = (one.longest, one.raises, one.sevens, one.failing, one.foolish, one.redoubled)
        print(f"| {one.robot} | {one.auctions} | {within} | {' | '.join(map(str, counts))} |")
    for one in tallies.values():
        for calls in one.worst[:10]:
            print(f"{one.robot}: {calls}")


if __name__ == "__main__":
    sys.exit(main())
