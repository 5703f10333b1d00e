"""How long the chooser takes: every movement for a field is laid out, its balance computed, and ranked.

    python bench/chooser.py [--runs 15] [--most 60]

CPU of one core in milliseconds, for some fields up to the largest. Nothing is kept from one run to the next except the
stored movements, which the first run reads. The goal is 100 ms for 60 contestants. Beside it, in the same run, is the
same list with the balance of each movement computed couple by couple and set by set, as its definition says.
"""

import argparse
import statistics
import sys
import time
from collections import defaultdict
from fractions import Fraction
from itertools import combinations
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from movements import choose
from movements.balance import quality
from movements.plan import SIT_OUT, Pairing, Plan

FIELDS = (8, 16, 28, 40, 59, 60)


def by_definition(plan: Plan) -> Fraction:
    """Return Q as Manning defines it, without bit sets."""
    played: dict[int, list[Pairing]] = defaultdict(list)
    for p in plan.schedule:
        if p.boardset != SIT_OUT:
            played[p.boardset].append(p)
    competition = dict.fromkeys(combinations(plan.present, 2), 0)
    for rows in played.values():
        for p in rows:
            competition[min(p.ns, p.ew), max(p.ns, p.ew)] += len(rows) - 1
        for one, other in combinations(rows, 2):
            for a, b, sign in (
                (one.ns, other.ns, 1),
                (one.ew, other.ew, 1),
                (one.ns, other.ew, -1),
                (one.ew, other.ns, -1),
            ):
                competition[min(a, b), max(a, b)] += sign
    total = sum(len(rows) * (len(rows) - 1) for rows in played.values())
    squares = sum(c * c for c in competition.values())
    return Fraction(100 * total * total, len(competition) * squares) if squares else Fraction(0)


def milliseconds(contestants: int, runs: int) -> list[float]:
    """Return the CPU time of each run."""
    found = []
    for _ in range(runs):
        begun = time.process_time()
        choose.options(contestants)
        found.append(1000 * (time.process_time() - begun))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--most", type=int, default=60)
    args = parser.parse_args()
    print(f"{'contestants':>11}{'options':>9}{'first':>8}{'median':>8}{'slowest':>9}{'by definition':>15}")
    for contestants in sorted({n for n in FIELDS if n <= args.most} | {args.most}):
        first, *others = milliseconds(contestants, args.runs + 1)
        options = choose.options(contestants)
        assert all(option.quality == by_definition(option.plan) for option in options)
        choose.quality = by_definition
        peer = milliseconds(contestants, max(1, args.runs // 5))
        choose.quality = quality
        figures = (first, statistics.median(others), max(others), statistics.median(peer))
        print(
            f"{contestants:>11}{len(options):>9}"
            + "".join(f"{f:>{w}.1f}" for f, w in zip(figures, (8, 8, 9, 15), strict=True))
        )


if __name__ == "__main__":
    main()
