"""How the robots of Solo bid: ladders, level seven and long auctions, at every strength and the game's own.

    python bench/auctions.py [--deals 500] [--seed bench] [--strengths club,perfect] [--python] [--json]

Each deal is bid by a robot against four others: itself, one who always passes, one who doubles whenever possible, and
the game's own robot. The robot sits South and North in turn. A contract takes its exact value. A true sacrifice is a
failing seven that costs its bidder no more than a pass in its place. `--python` keeps the compiled engine away from the
robots. The exit code is 1 if a goal is missed: at most 3 own raises in a row, at most 1 failing seven that is no
sacrifice in 200 auctions, 99 % of auctions within 12 calls, and by what the robot believes no pass that gives up a game
that makes, and no double of a contract that makes.
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
from solver.auction import BOOK, SolvedAuction, Tricks, opening, stand_after
from solver.reference import ReferenceEngine
from solver.strengths import STRENGTHS, auction_believed, errors_of, values_believed
from solver.tables import ten_values

django.setup()
robots = import_module("clubsite.analysis.robot_choice")  # the models that it imports need the set-up
SOLO = rules_for("solo")
OPTIONS = usual(SOLO.options)
OWN = "the game's own"
GAME = 300  # points that only a game makes
MOST_RAISES, MOST_CALLS, SHARE_WITHIN, ONE_SEVEN_IN = 3, 12, 0.99, 200

Caller = Callable[[dict[str, Any], str], str]
"""A view of the auction and the caller's secret -> the action."""


def robot(name: str) -> Caller:
    """Return the calls of this strength, or of the game's own robot."""

    def call(view: dict[str, Any], secret: str) -> str:
        chance = random.Random(f"{secret} {len(view['auction'])}").choice
        if name == OWN:
            return str(choose(view, chance))
        return str(robots.action_of([view], name, OPTIONS, secret, chance))

    return call


def passer(view: dict[str, Any], secret: str) -> str:
    """Never bid."""
    return "c:P"


def doubler(view: dict[str, Any], secret: str) -> str:
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
    games_passed: int = 0  # passes that end the auction though a game makes and costs nothing, as the robot believes
    makes_doubled: int = 0  # doubles of contracts that make, as the robot believes
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

    def add_belief(self, calls: Sequence[str], me: str, dealer: str, believed: SolvedAuction, tricks: Tricks) -> None:
        """Count the calls that contradict what the robot believes."""
        sign = 1 if me == "S" else -1
        for place, call in enumerate(calls):
            stand = stand_after(dealer, calls[:place])
            if stand.caller != me:
                continue
            if call == DOUBLE:
                self.makes_doubled += tricks[stand.bid[1]][stand.bidder] >= int(stand.bid[0]) + BOOK
            if call == PASS and believed.ends(stand, call):
                passed = sign * believed.left_at(stand, PASS)
                bids = [sign * believed.left_at(stand, bid) for bid in believed.best_calls(stand) if is_bid(bid)]
                self.games_passed += max(bids, default=0) > max(passed, GAME - 1)

    def met(self) -> bool:
        """True if this robot is within the goals."""
        short = self.within >= SHARE_WITHIN * self.auctions
        sound = self.games_passed == self.makes_doubled == 0
        return short and sound and self.raises <= MOST_RAISES and self.foolish * ONE_SEVEN_IN <= self.auctions


def most_raises(calls: Sequence[str], me: str, dealer: str) -> int:
    """Return the longest run of bids by this player without one of the other's. The first is no raise."""
    player, run, most = opening(dealer).caller, -1, 0
    for call in calls:
        if is_bid(call):
            run = run + 1 if player == me else -1
        most, player = max(most, run), OPPONENT[player]
    return most


def auction(setup: dict[str, Any], callers: dict[str, Caller], secret: str) -> list[str]:
    """Return the calls of one auction."""
    state = SOLO.start(setup, OPTIONS)
    while (view := SOLO.view(state, str(SOLO.turn(state))))["phase"] == "auction":
        state = SOLO.apply(state, view["me"], callers[view["me"]](view, f"{secret} {view['me']}"))
        if SOLO.turn(state) is None:
            break
    return [made["call"] for made in SOLO.view(state, "S")["auction"]]


def bid(seed: str, number: int, tallies: dict[str, Tally]) -> None:
    """Bid one deal by every robot against everybody."""
    header = {"board": number, "dealer": dealer_of(number), "vul": vulnerability_of(number)}
    setup = SOLO.deal(f"{seed} {number}", header, OPTIONS)
    hands = [parse_cards(setup["hands"][seat]) for seat in SEATS]
    exact = ten_values(hands, engine())
    truth = SolvedAuction(exact, robots.scorer(header["vul"]))
    me = "SN"[number // 4 % 2]
    for name, tally in tallies.items():
        for place, other in enumerate((robot(name), passer, doubler, robot(OWN))):
            secret = f"{seed} {number} {place}"
            calls = auction(setup, {me: robot(name), OPPONENT[me]: other}, secret)
            tally.add(calls, me, header["dealer"], truth)
            if name != OWN:
                terms = me, robots.scorer(header["vul"]), STRENGTHS[name], errors_of(f"{secret} {me}")
                found = {} if robots.why_not_compiled() else exact
                tricks = values_believed(hands, found, me, *terms[2:])
                tally.add_belief(calls, me, header["dealer"], auction_believed(hands, found, *terms), tricks)


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
        "| Robot | Auctions | Within 12 calls | Longest | Own raises | Sevens | Failing | Foolish | Fails redoubled "
        "| Games passed | Makes doubled |"
    )
    print("|---" * 11 + "|")
    for one in tallies.values():
        within = f"{100 * one.within / max(one.auctions, 1):.1f} %"
        counts = (one.longest, one.raises, one.sevens, one.failing, one.foolish, one.redoubled)
        counts += (one.games_passed, one.makes_doubled)
        print(f"| {one.robot} | {one.auctions} | {within} | {' | '.join(map(str, counts))} |")
    for one in tallies.values():
        for calls in one.worst[:10]:
            print(f"{one.robot}: {calls}")


if __name__ == "__main__":
    sys.exit(main())
