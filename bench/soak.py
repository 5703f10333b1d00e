"""The acts of 8 hours of 100 tables in 45 minutes, and whether the club server stays as it was.

    python bench/soak.py [--minutes 45] [--tables 100]

Fewer minutes do fewer acts in proportion. Ten clubs play short evenings one after the other: each ends, is published,
and the next one begins with new devices. Memory (PSS), connections of the database and open files should lie within
10 % of a straight line over the time and rise by no more than that, and the size of the database within 10 % of a
straight line over the acts. PostgreSQL's own memory and files, and the jobs that wait for a worker, are told only. The
first fifth is left out, in which the processes fill their pools. Every act that was acknowledged is counted in the log.
Exit status 1 and a sentence for each thing that is not so. A slow machine takes up to twice the minutes.
"""

import argparse
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.crowd import Crowd, Nights
from bench.measured_club import MeasuredClub, measured_club
from bench.relay import quantile
from bench.straight_line import faults, told

MINUTES, HOURS, CLUBS = 45, 8, 10
ACTS_A_BOARD, SECONDS_A_BOARD = 58, 480
BOARDS = 9  # of an evening
READ_EVERY = 5.0  # seconds
SLOWEST, QUICKEST = 1.2, 0.02  # seconds of thinking
LEFT_OUT = 0.2
LEAST = {"Memory": 5.0, "Open files": 20.0, "Connections": 5.0}
"""Differences that are none: MB, files, connections."""
JOBS = "Jobs that wait"
TOLD_ONLY = ("of postgres (MB)", "files of postgres", JOBS)
"""PostgreSQL fills its shared memory and keeps the files of tables open, up to limits of its own. The jobs of 8 hours
(analyses of plays) do not fit into 45 minutes: they wait, and their share of Redis' memory is subtracted.
"""
Points = list[tuple[float, float]]


@dataclass
class Readings:
    """The readings of a soak: values over the seconds, and the database's bytes over the acts."""

    over_time: dict[str, Points] = field(default_factory=dict)
    database: Points = field(default_factory=list)

    def read(self, club: MeasuredClub, seconds: float, acts: int) -> None:
        database, memory, files = club.database(), club.memory(), club.files()
        jobs, size_of_jobs = club.jobs_waiting()
        memory["redis"] -= size_of_jobs
        values = {f"Memory of {kind} (MB)": value for kind, value in memory.items()}
        values |= {f"Open files of {kind}": float(value) for kind, value in files.items()}
        values |= {"Connections of the database": float(database["connections"]), JOBS: float(jobs)}
        for name, value in values.items():
            self.over_time.setdefault(name, []).append((seconds, value))
        self.database.append((acts, database["size"] / 2**20))

    def faults(self) -> list[str]:
        """Return a sentence for everything that is not as it should be, after the first fifth."""
        judged = {name: points for name, points in self.over_time.items() if not name.endswith(TOLD_ONLY)}
        flaws = [fault for name, points in judged.items() for fault in faults(name, _later(points), least=_least(name))]
        return flaws + faults("The size of the database (MB)", _later(self.database), may_grow=True)

    def told(self) -> list[str]:
        lines = [told(name, _later(points)) for name, points in self.over_time.items()]
        return [*lines, told("Size of the database (MB, over the acts)", _later(self.database))]


def _least(name: str) -> float:
    return next(least for beginning, least in LEAST.items() if name.startswith(beginning))


def _later(points: Points) -> Points:
    return points[int(LEFT_OUT * len(points)) :]


class Evenings:
    """The clubs' evenings, one after the other."""

    def __init__(self, club: MeasuredClub, crowd: Crowd, tables: int) -> None:
        self.nights, self.crowd, self.tables = Nights(club.urls), crowd, max(2, tables // CLUBS)
        self.playing: list[Any] = []
        self.ended = 0

    def begin(self) -> None:
        """Begin an evening, with new devices."""
        session = self.nights.draft(self.tables, BOARDS)
        self.nights.start(session)
        self.crowd.sit(self.nights.keys(session), 1.0)
        self.playing.append(session)

    def go_on(self) -> None:
        """End and publish the evenings whose boards are all played, and begin others in their place."""
        from clubsite.nights.models import OPEN_BOARD_STATES, TableBoard
        from clubsite.nights.services.directing import session_end
        from clubsite.rankings.services.publications import publish

        for session in list(self.playing):
            left = TableBoard.objects.filter(round__section__session=session, state__in=OPEN_BOARD_STATES)
            if not left.exists():
                session_end(session=session, user=self.nights.user)
                publish(session, self.nights.user)
                self.playing.remove(session)
                self.ended += 1
                self.begin()


def soak(club: MeasuredClub, minutes: float, tables: int) -> tuple[Readings, list[str], list[str]]:
    """Play the acts. Return the readings, a line for each thing that was counted, and a sentence for each fault."""
    wanted = int(tables * HOURS * 3600 / SECONDS_A_BOARD * ACTS_A_BOARD * minutes / MINUTES)
    readings, acts, refused, lost = Readings(), 0, 0, 0
    waits: list[float] = []
    with Crowd() as crowd:
        evenings, think = Evenings(club, crowd, tables), 0.6
        for _ in range(max(1, tables // evenings.tables)):
            evenings.begin()
        began, before = time.monotonic(), _logged()
        while acts < wanted and (spent := time.monotonic() - began) < 2 * 60 * minutes:
            crowd.do(plays=True, think=(0.5 * think, 1.5 * think))
            time.sleep(READ_EVERY)
            heard = crowd.heard()
            acts, refused, lost = acts + len(heard.acts), refused + heard.refused, lost + heard.lost
            waits += heard.acts
            late = wanted * spent / (60 * minutes) > acts
            think = min(SLOWEST, max(QUICKEST, think * (0.8 if late else 1.25)))
            evenings.go_on()
            readings.read(club, spent, acts)
        took = time.monotonic() - began
        crowd.do()
        time.sleep(3)
        acts += len(crowd.heard().acts)
        logged = _logged() - before
    flaws = [] if logged == acts else [f"{acts:,} acts were acknowledged, and the log has {logged:,} more than before."]
    flaws += [f"{refused:,} acts were refused."] if refused else []
    lines = [
        f"{acts:,} acts of {wanted:,} in {took / 60:.1f} minutes of {minutes:g}, {evenings.ended} evenings ended",
        f"an act: p50 {quantile(waits, 0.5):.1f} ms, p99 {quantile(waits, 0.99):.1f} ms; {lost} sockets lost",
    ]
    return readings, lines, flaws


def _logged() -> int:
    from clubsite.play.models import PlayEvent

    return PlayEvent.objects.count()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=MINUTES)
    parser.add_argument("--tables", type=int, default=100)
    args = parser.parse_args()
    with measured_club(2) as club:
        readings, lines, flaws = soak(club, args.minutes, args.tables)
    flaws += readings.faults()
    print("\n".join([*lines, *readings.told(), *flaws]))
    return 1 if flaws else 0


if __name__ == "__main__":
    sys.exit(main())
