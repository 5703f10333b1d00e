"""A simultaneous event over many clubs, scored as one field: from its lines to everybody's place.

    python bench/event.py [--runs 5] [--seed bench]

CPU time of this process, one thread. Two sizes: 60 clubs x 10 tables x 24 boards and 1,000 clubs x 12 tables x 24
boards. Each is scored plainly, and with rulings, fouled boards, boards not played and four strata.
"""

import argparse
import random
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scoring.contracts import score
from scoring.event import EventEntry, EventFacts, EventFieldLine, board_frequencies, score_event
from scoring.session_scores import Outcome
from scoring.settings import ORDINARY, ScoringSettings

SIZES = ((60, 10, 24), (1000, 12, 24))
GOALS = (0.5, 10.0)
CONTRACTS = [f"{level}{strain}" for level in (1, 2, 3, 4) for strain in "CDHSN"]
RULED = 0.02
RULINGS = (
    Outcome("not_played"),
    Outcome("artificial", None, "A6040"),
    Outcome("assigned", None, "60% 620, 40% -100"),
    Outcome("fouled", 110),
)
STRATA = ("A", "B", "C", "D")


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
                outcome = some_outcome(rng, RULED if ruled else 0)
                lines.append(EventFieldLine(len(lines), club, board, south, north, outcome))
    settings = ScoringSettings(strata=STRATA) if ruled else ORDINARY
    return EventFacts(entries, lines, settings, 2, boards // 2 if ruled else 0)


def some_outcome(rng: random.Random, ruled: float) -> Outcome:
    if rng.random() < ruled:
        return rng.choice(RULINGS)
    return Outcome("played", score(rng.choice(CONTRACTS), rng.choice(("NS", "EW")), "None", rng.randint(6, 11)))


def seconds(facts: EventFacts) -> float:
    begun = time.process_time()
    score_event(facts)
    return time.process_time() - begun


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seed", default="bench")
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    for (clubs, tables, boards), goal in zip(SIZES, GOALS, strict=True):
        for ruled in (False, True):
            facts = event_of(rng, clubs, tables, boards, ruled)
            taken = sorted(seconds(facts) for _ in range(arguments.runs))
            print(
                f"{clubs} clubs x {tables} tables x {boards} boards, {len(facts.lines)} lines"
                f"{', with rulings and strata' if ruled else ''}: median {statistics.median(taken):.3f} s,"
                f" slowest {taken[-1]:.3f} s (goal {goal} s)"
            )
        points = score_event(facts).points
        own = [line for line in facts.lines if line.board == 1]
        begun = time.process_time()
        board_frequencies(own, points)
        print(f"the frequencies of one board: {1000 * (time.process_time() - begun):.1f} ms")


if __name__ == "__main__":
    main()
