"""A large evening scored as a whole, beside two peers: traveller by traveller, and in the site's way.

    python bench/scoring.py [--tables 1000] [--boards 30] [--runs 5] [--seed bench]

CPU time of this process, one thread. The ways take turns run by run, so that a busy machine slows all. The peers are an
O(n^2) traveller in plain Python and the same with numpy (`pip install numpy`, the extra `bench`; left out without it).
All start with one list of results and end with everybody's percentage, which must agree. The peers do no more than Law
78A: no Neuberg, no rulings, no places.
"""

import argparse
import random
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scoring.contracts import score
from scoring.evening import Result, score_evening
from scoring.lines import Line, Status
from scoring.session import session_rankings
from scoring.session_scores import Outcome, PlayedLine, SectionFacts, SessionFacts, score_session
from scoring.settings import ORDINARY, ScoringSettings

CONTRACTS = [f"{level}{strain}" for level in (1, 2, 3, 4) for strain in "CDHSN"]
METHODS = ("match_points", "cross_imps", "butler")
RULED = 0.02
Percentages = dict[object, float]


def evening(rng: random.Random, tables: int, boards: int) -> list[Result]:
    """Return a Mitchell in which every board is played at every table."""
    return [
        Result(board, table, tables + (table + board) % tables, Line((board, table), ns_score=some_score(rng)))
        for board in range(1, boards + 1)
        for table in range(tables)
    ]


def some_score(rng: random.Random) -> int:
    return score(rng.choice(CONTRACTS), rng.choice(("NS", "EW")), "None", rng.randint(6, 11))


def with_rulings(rng: random.Random, results: list[Result]) -> list[Result]:
    """Replace two lines in a hundred by ones not played, artificial or weighted."""

    def ruled(line: Line) -> Line:
        kind = rng.choice(("not played", "artificial", "weighted"))
        if kind == "not played":
            return Line(line.key, Status.NOT_PLAYED)
        if kind == "artificial":
            return Line(line.key, Status.ARTIFICIAL, ns_pct=Fraction(60), ew_pct=Fraction(40))
        parts = ((Fraction(3, 5), line.ns_score or 0), (Fraction(2, 5), -50))
        return Line(line.key, Status.ASSIGNED, ns_parts=parts)

    return [replace(r, line=ruled(r.line)) if rng.random() < RULED else r for r in results]


def ours(results: list[Result], settings: ScoringSettings = ORDINARY) -> Percentages:
    rankings = session_rankings(score_evening(results, settings), 2, settings)
    return {row.entry: float(row.percentage) for ranking in rankings for row in ranking.rows}


def of_session(facts: SessionFacts) -> Percentages:
    lists = score_session(facts).rankings
    return {row.entry: float(100 * row.won / row.possible) for found in lists for row in found.rows}


def plain(results: list[Result]) -> Percentages:
    """Score in the simplest way: every score against every other."""
    boards = defaultdict(list)
    for row in results:
        boards[row.board].append(row)
    won: defaultdict[object, int] = defaultdict(int)
    possible: defaultdict[object, int] = defaultdict(int)
    for rows in boards.values():
        scores = [row.line.ns_score for row in rows]
        top = 2 * (len(rows) - 1)
        for row in rows:
            own = row.line.ns_score
            points = sum([(own > other) + (own >= other) for other in scores]) - 1
            for entry, share in ((row.ns, points), (row.ew, top - points)):
                won[entry] += share
                possible[entry] += top
    return {entry: 100 * won[entry] / possible[entry] for entry in won}


def with_numpy(results: list[Result]) -> Percentages:
    """Score every result against every other, a board at a time as one comparison of arrays."""
    import numpy as np

    rows = np.array([(row.board, row.ns, row.ew, row.line.ns_score) for row in results])
    won, possible = np.zeros(rows[:, 1:3].max() + 1), np.zeros(rows[:, 1:3].max() + 1)
    for board in np.unique(rows[:, 0]):
        _, ns, ew, scores = rows[rows[:, 0] == board].T
        points = (scores[:, None] > scores).sum(1) + (scores[:, None] >= scores).sum(1) - 1
        top = 2 * (len(scores) - 1)
        np.add.at(won, ns, points)
        np.add.at(won, ew, top - points)
        np.add.at(possible, np.concatenate([ns, ew]), top)
    return {entry: 100 * won[entry] / possible[entry] for entry in np.flatnonzero(possible).tolist()}


def peers() -> dict[str, Callable[[list[Result]], Percentages]]:
    if find_spec("numpy") is None:
        print("numpy is not installed (pip install numpy): measured without it.", file=sys.stderr)
        return {"plain Python, O(n^2)": plain}
    return {"plain Python, O(n^2)": plain, "numpy, O(n^2)": with_numpy}


def seconds(job: Callable[[], object]) -> float:
    begun = time.process_time()
    job()
    return time.process_time() - begun


def whole(results: list[Result], runs: int) -> None:
    facts = session(results)
    ways = {"ours": ours, "ours, as the site has it done": lambda _: of_session(facts), **peers()}
    expected = ours(results)
    for name, way in ways.items():
        found = way(results)
        if found.keys() != expected.keys() or max(abs(found[e] - expected[e]) for e in expected) > 1e-9:
            sys.exit(f"{name} comes to other percentages.")
    taken: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(runs):
        for name, way in ways.items():
            taken[name].append(seconds(lambda way=way: way(results)))
    for name, found_seconds in taken.items():
        print(f"whole evening, {name}: {statistics.median(found_seconds):.3f} s")


def settings_beside(rng: random.Random, results: list[Result], runs: int) -> None:
    ruled = with_rulings(rng, results)
    for method in METHODS:
        settings = ScoringSettings(method=method)
        plain_time = statistics.median(seconds(lambda s=settings: ours(results, s)) for _ in range(runs))
        ruled_time = statistics.median(seconds(lambda s=settings: ours(ruled, s)) for _ in range(runs))
        print(f"ours, {method}: {plain_time:.3f} s; with rulings on {RULED:.0%} of the lines {ruled_time:.3f} s")


def session(results: list[Result]) -> SessionFacts:
    """Return the evening as the site reads it, in one section."""
    lines = [PlayedLine(r.line.key, r.board, "A", r.ns, r.ew, Outcome("played", r.line.ns_score)) for r in results]
    south = frozenset(r.ns for r in results)
    everybody = sorted(south | {r.ew for r in results})
    sections = [SectionFacts("A", "two_handed", everybody, 2, south)]
    return SessionFacts(sections, lines, {line.board: "the set" for line in lines})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--boards", type=int, default=30)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seed", default="bench")
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    results = evening(rng, arguments.tables, arguments.boards)
    print(f"{arguments.tables} tables x {arguments.boards} boards, {len(results)} results")
    whole(results, arguments.runs)
    settings_beside(rng, results, arguments.runs)


if __name__ == "__main__":
    main()
