"""A large evening and an event over many clubs, scored as a whole: from their lines to everybody's place.

    python bench/scoring.py [--tables 1000] [--runs 5]

CPU time of this process, one thread. The evening is scored by the library, in the site's way, and by a peer in numpy
(the extra `bench`; left out without it), run by run in turn. The percentages must agree. The peer does no more than
Law 78A: no Neuberg, no rulings, no places. The events have 60 clubs x 10 tables x 24 boards and 1,000 clubs x 12 tables
x 24 boards. Each is scored plainly, and with rulings, fouled boards, boards not played and four strata.
"""

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scoring.contracts import score
from scoring.evening import Result, score_evening
from scoring.event import EventEntry, EventFacts, EventFieldLine, score_event
from scoring.lines import Line
from scoring.session import session_rankings
from scoring.session_scores import Outcome, PlayedLine, SectionFacts, SessionFacts, score_session
from scoring.settings import ORDINARY, ScoringSettings

CONTRACTS = [f"{level}{strain}" for level in (1, 2, 3, 4) for strain in "CDHSN"]
Percentages = dict[object, float]
BOARDS = 30
EVENTS = ((60, 10, 24), (1000, 12, 24))
GOALS = (0.5, 10.0)
RULED = 0.02
RULINGS = (
    Outcome("not_played"),
    Outcome("artificial", None, "A6040"),
    Outcome("assigned", None, "60% 620, 40% -100"),
    Outcome("fouled", 110),
)
STRATA = ("A", "B", "C", "D")


def evening(rng: random.Random, tables: int, boards: int) -> list[Result]:
    """Return a Mitchell in which every board is played at every table."""
    return [
        Result(board, table, tables + (table + board) % tables, Line((board, table), ns_score=some_score(rng)))
        for board in range(1, boards + 1)
        for table in range(tables)
    ]


def some_score(rng: random.Random) -> int:
    return score(rng.choice(CONTRACTS), rng.choice(("NS", "EW")), "None", rng.randint(6, 11))


def ours(results: list[Result]) -> Percentages:
    rankings = session_rankings(score_evening(results, ORDINARY), 2, ORDINARY)
    return {row.entry: float(row.percentage) for ranking in rankings for row in ranking.rows}


def of_session(facts: SessionFacts) -> Percentages:
    lists = score_session(facts).rankings
    return {row.entry: float(100 * row.won / row.possible) for ranking in lists for row in ranking.rows}


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


def seconds(job: Callable[[], object]) -> float:
    begun = time.process_time()
    job()
    return time.process_time() - begun


def whole(results: list[Result], runs: int) -> None:
    facts = session(results)
    ways = {"ours": ours, "ours, as the site has it done": lambda _: of_session(facts)}
    if find_spec("numpy"):
        ways["numpy, O(n^2)"] = with_numpy
    expected = ours(results)
    for name, way in ways.items():
        percentages = way(results)
        if percentages.keys() != expected.keys() or max(abs(percentages[e] - expected[e]) for e in expected) > 1e-9:
            sys.exit(f"{name} comes to other percentages.")
    taken: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(runs):
        for name, way in ways.items():
            taken[name].append(seconds(lambda way=way: way(results)))
    for name, found_seconds in taken.items():
        print(f"whole evening, {name}: {statistics.median(found_seconds):.3f} s")


def session(results: list[Result]) -> SessionFacts:
    """Return the evening as the site reads it, in one section."""
    lines = [PlayedLine(r.line.key, r.board, "A", r.ns, r.ew, Outcome("played", r.line.ns_score)) for r in results]
    south = frozenset(r.ns for r in results)
    everybody = sorted(south | {r.ew for r in results})
    sections = [SectionFacts("A", "two_handed", everybody, 2, south)]
    return SessionFacts(sections, lines, {line.board: "the set" for line in lines})


def event_of(rng: random.Random, clubs: int, tables: int, boards: int, ruled: bool) -> EventFacts:
    """Return an event of Mitchells in which every board is played at every table."""
    entries: list[EventEntry] = []
    lines: list[EventFieldLine] = []
    for club in range(clubs):
        first = 2 * tables * club
        for n in range(2 * tables):
            stratum = rng.choice(STRATA) if ruled else ""
            entries.append(EventEntry(first + n, club, "two_handed", "NS" if n < tables else "EW", stratum))
        for board in range(1, boards + 1):
            for table in range(tables):
                south, north = first + table, first + tables + (table + board) % tables
                is_ruled = rng.random() < (RULED if ruled else 0)
                outcome = rng.choice(RULINGS) if is_ruled else Outcome("played", some_score(rng))
                lines.append(EventFieldLine(len(lines), club, board, south, north, outcome))
    settings = ScoringSettings(strata=STRATA) if ruled else ORDINARY
    return EventFacts(entries, lines, settings, 2, boards // 2 if ruled else 0)


def events(rng: random.Random, runs: int) -> None:
    for (clubs, tables, boards), goal in zip(EVENTS, GOALS, strict=True):
        for ruled in (False, True):
            facts = event_of(rng, clubs, tables, boards, ruled)
            taken = sorted(seconds(lambda facts=facts: score_event(facts)) for _ in range(runs))
            title = f"{clubs} clubs x {tables} tables x {boards} boards{', with rulings and strata' if ruled else ''}"
            print(f"{title}: median {statistics.median(taken):.3f} s, slowest {taken[-1]:.3f} s, goal {goal} s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--runs", type=int, default=5)
    arguments = parser.parse_args()
    rng = random.Random("bench")
    results = evening(rng, arguments.tables, BOARDS)
    print(f"{arguments.tables} tables x {BOARDS} boards, {len(results)} results")
    whole(results, arguments.runs)
    events(rng, arguments.runs)


if __name__ == "__main__":
    main()
