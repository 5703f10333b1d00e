"""How waiting grows with the tables: a queueing simulation with what bench/scale.py measured (scale_figures.json).

    python bench/scale_simulation.py [--webs 2] [--acts 20000] [--seed 1]

Requests come by chance (Poisson) from all tables: acts, the opening of a board, and the pings of two devices a table.
A web process has one core, which its threads take in turns of 0.3 ms, and lets three acts wait for the database at
once. PostgreSQL has some cores, a commit waits for the disk without a core, and Redis has one thread. Every time is
drawn from an exponential distribution around what was measured, so a few requests take several times as long as most.
The same seed gives the same figures. An act waits from its arrival until its answer, without the net.
"""

import argparse
import heapq
import itertools
import json
import math
import statistics
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from random import Random

Figures = dict[str, dict[str, float]]
TABLES = (100, 300, 1000, 3000, 10_000, 20_000)
ACTS_A_BOARD, SECONDS_A_BOARD, PING_EVERY = 58, 480, 5
MEASURED_SOCKETS = 32  # that play in `acts` of bench/scale.py
BEFORE, ANSWERED = 0.55, 0.15
"""The shares of a request's CPU in a web process until the database is asked, and from then until the answer."""
TURN = 0.0003  # seconds, of clubsite/lifespan.py
BOARDS_AN_EVENING, EVENINGS_A_MONTH = 24, 52 / 12
CONNECTIONS = 11  # of a web process: nine for its tables, the others for pages
WARM = 0.1  # the share of the time that is not counted
WORKED = 0.6  # the share of a web process that should be used

Step = tuple["Station | Slots | None", float]
"""Where a request goes next, and for how many seconds. With None it only waits."""
Request = Generator[Step, None, None]


class Clock:
    """The time of the simulation. What is due at the same time is done in the order in which it was planned."""

    def __init__(self) -> None:
        self.now = 0.0
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._order = itertools.count()

    def after(self, seconds: float, do: Callable[[], None]) -> None:
        heapq.heappush(self._due, (self.now + seconds, next(self._order), do))

    def start(self, request: Request) -> None:
        """Let a request take its next step, and those that follow, each when the one before is done."""
        for place, seconds in itertools.islice(request, 1):
            (place.take if place else self.after)(seconds, partial(self.start, request))

    def run(self, arrivals: Iterable[tuple[float, Request]], until: float) -> None:
        """Run the requests from their times until a time."""
        for at, request in arrivals:
            heapq.heappush(self._due, (at, next(self._order), partial(self.start, request)))
        while self._due:
            self.now, _, do = heapq.heappop(self._due)
            if self.now > until:
                return
            do()


@dataclass
class Station:
    """Servers that take requests in the order in which they come. `busy` is the seconds that they have worked.

    With `turn` a request gives its server to the next one after that many seconds and queues again, as threads do.
    """

    clock: Clock
    servers: int = 1
    turn: float = math.inf
    busy: float = 0.0
    _working: int = 0
    _queue: deque[tuple[float, Callable[[], None]]] = field(default_factory=deque)

    def take(self, seconds: float, then: Callable[[], None]) -> None:
        if self._working < self.servers:
            self._working += 1
            self._serve(seconds, then)
        else:
            self._queue.append((seconds, then))

    def _serve(self, seconds: float, then: Callable[[], None]) -> None:
        now = min(seconds, self.turn)
        self.busy += now
        self.clock.after(now, lambda: self._done(seconds - now, then))

    def _done(self, left: float, then: Callable[[], None]) -> None:
        if left > 0:
            self._queue.append((left, then))
        if self._queue:
            self._serve(*self._queue.popleft())
        else:
            self._working -= 1
        if not left > 0:
            then()


@dataclass
class Slots:
    """A number of requests that may be on their way at once, such as threads. A request takes one with 1 second and
    gives it back with -1, which is no time.
    """

    clock: Clock
    free: int
    _queue: deque[Callable[[], None]] = field(default_factory=deque)

    def take(self, seconds: float, then: Callable[[], None]) -> None:
        if seconds < 0:
            if self._queue:
                self.clock.after(0.0, self._queue.popleft())
            else:
                self.free += 1
        elif not self.free:
            self._queue.append(then)
            return
        else:
            self.free -= 1
        then()


@dataclass(frozen=True)
class Constants:
    """The measured costs: milliseconds of CPU for an act, for a board that opens, and for a ping with its traces."""

    act_web: float
    act_postgres: float
    act_redis: float
    board_web: float
    board_postgres: float
    board_redis: float
    ping_web: float
    ping_postgres: float
    ping_redis: float
    commit_ms: float  # until the disk has a commit
    threads: int = 3  # of a web process, for acts

    @classmethod
    def of(cls, figures: Figures, webs: int) -> "Constants":
        """Return the constants from what bench/scale.py wrote of a site with this many web processes.

        What boards and pings took while 16 tables played is taken off the acts.
        """
        acts, held = figures[f"acts, {webs} web"], figures[f"held, {webs} web"]
        given: dict[str, float] = {"commit_ms": acts["commit waits ms"]}
        for kind in ("web", "postgres", "redis"):
            socket = max(0.0, held[f"CPU ms a socket and second, {kind}"])
            board = held[f"CPU ms, {kind}, a board that opens"]
            others = board * acts["boards opened"] / acts["acts"] + MEASURED_SOCKETS * socket / acts["acts a second"]
            given |= {f"board_{kind}": board, f"ping_{kind}": socket * PING_EVERY}
            given[f"act_{kind}"] = max(0.0, acts[f"CPU ms, {kind}"] - others)
        return cls(**given)

    def in_seconds(self) -> "Constants":
        times = {name: value / 1000 for name, value in vars(self).items() if name != "threads"}
        return replace(self, **times)


@dataclass(frozen=True)
class Kind:
    """One kind of request: how many come in a second, and the seconds that it takes at each station."""

    rate: float
    web: float
    postgres: float
    redis: float
    commit: float
    is_act: bool = False


@dataclass(frozen=True)
class Site:
    """A simulated site: its tables, web processes and PostgreSQL's cores."""

    tables: int
    webs: int
    cores: int = 4  # of PostgreSQL


@dataclass(frozen=True)
class Waits:
    """How long an act waits, in milliseconds, and the busy shares of web processes, PostgreSQL's cores and Redis."""

    mean: float
    p50: float
    p99: float
    web: float
    postgres: float
    redis: float


def kinds(constants: Constants, tables: int) -> list[Kind]:
    """Return the requests of this many tables, whose players think as people do."""
    boards, ms = tables / SECONDS_A_BOARD, constants.in_seconds()
    return [
        Kind(boards * ACTS_A_BOARD, ms.act_web, ms.act_postgres, ms.act_redis, ms.commit_ms, is_act=True),
        Kind(boards, ms.board_web, ms.board_postgres, ms.board_redis, ms.commit_ms),
        Kind(2 * tables / PING_EVERY, ms.ping_web, ms.ping_postgres, ms.ping_redis, 0.0),
    ]


def arrivals(kind: Kind, until: float, rng: Random) -> Iterator[float]:
    """Yield the times at which requests of this kind come."""
    now = rng.expovariate(kind.rate) if kind.rate else math.inf
    while now < until:
        yield now
        now += rng.expovariate(kind.rate)


class Simulation:
    """One site with its tables for some seconds."""

    def __init__(self, site: Site, given: Sequence[Kind], threads: int, seed: int, turn: float = TURN) -> None:
        self.clock, self.rng, self.kinds = Clock(), Random(seed), given
        self.webs = [Station(self.clock, turn=turn) for _ in range(site.webs)]
        self.threads = [Slots(self.clock, threads) for _ in range(site.webs)]
        self.postgres, self.redis = Station(self.clock, site.cores), Station(self.clock)
        self.waited: list[tuple[float, float]] = []

    def run(self, seconds: float) -> Waits:
        coming = sorted((at, n) for n, kind in enumerate(self.kinds) for at in arrivals(kind, seconds, self.rng))
        self.clock.run(((at, self._request(self.kinds[n], at)) for at, n in coming), seconds)
        counted = sorted(waited for at, waited in self.waited if at > WARM * seconds)
        return Waits(
            mean=1000 * statistics.fmean(counted or [math.nan]),
            p50=1000 * quantile(counted, 0.5),
            p99=1000 * quantile(counted, 0.99),
            web=sum(web.busy for web in self.webs) / seconds / len(self.webs),
            postgres=self.postgres.busy / seconds / self.postgres.servers,
            redis=self.redis.busy / seconds,
        )

    def _request(self, kind: Kind, came: float) -> Request:
        at = self.rng.randrange(len(self.webs))
        web, threads = self.webs[at], self.threads[at]
        if kind.is_act:
            yield threads, 1.0
        yield web, self._some(kind.web * BEFORE)
        yield self.postgres, self._some(kind.postgres)
        yield None, self._some(kind.commit)
        if kind.is_act:
            yield threads, -1.0
        yield web, self._some(kind.web * ANSWERED)
        if kind.is_act:
            self.waited.append((came, self.clock.now - came))
        yield web, self._some(kind.web * (1 - BEFORE - ANSWERED))
        yield self.redis, self._some(kind.redis)

    def _some(self, mean: float) -> float:
        return self.rng.expovariate(1 / mean) if mean > 0 else 0.0


def quantile(ordered: Sequence[float], share: float) -> float:
    """Return the value at this share of values in order, or `nan` without any."""
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else math.nan


def simulate(constants: Constants, site: Site, acts: int = 20_000, seed: int = 1) -> Waits:
    """Return how long an act waits at this site, from about as many acts as given."""
    given = kinds(constants, site.tables)
    return Simulation(site, given, constants.threads, seed).run(acts / given[0].rate)


def web_ms(constants: Constants) -> float:
    """Return the milliseconds of a web process that one table takes in a second."""
    return 1000 * sum(kind.rate * kind.web for kind in kinds(constants, 1))


def webs_for(constants: Constants, tables: int) -> int:
    """Return how many web processes keep within WORKED."""
    return math.ceil(tables * web_ms(constants) / 1000 / WORKED)


def cores_for(constants: Constants, tables: int) -> int:
    """Return how many cores of PostgreSQL keep within WORKED, at least two."""
    busy = sum(kind.rate * kind.postgres for kind in kinds(constants, tables))
    return max(2, math.ceil(busy / WORKED))


def needs(figures: Figures, webs: int, tables: int) -> dict[str, float]:
    """Return what so many tables need of hosts, if all of them play an evening of 24 boards a week."""
    constants, acts, held = Constants.of(figures, webs), figures[f"acts, {webs} web"], figures[f"held, {webs} web"]
    processes = webs_for(constants, tables)
    played = tables * BOARDS_AN_EVENING * EVENINGS_A_MONTH
    sitting = 2 * played * SECONDS_A_BOARD
    megabytes = held["MB of the resting site, web"] / webs * processes + 2 * tables * held["KB a socket, web"] / 1024
    return {
        "web processes": processes,
        "cores of the web, used": tables * web_ms(constants) / 1000,
        "cores of PostgreSQL, used": sum(kind.rate * kind.postgres for kind in kinds(constants, tables)),
        "GB of the web": megabytes / 1024,
        "connections of PostgreSQL": processes * CONNECTIONS,
        "GB of rows a month": played * ACTS_A_BOARD * acts["bytes of the database"] / 1e9,
        "GB of WAL a month": (
            (played * ACTS_A_BOARD * acts["WAL bytes"] + sitting * held["WAL bytes a socket and second"]) / 1e9
        ),
    }


def show_needs(figures: Figures, webs: int) -> None:
    rows = [needs(figures, webs, tables) for tables in TABLES]
    print(f"\n| Tables | {' | '.join(rows[0])} |\n|---|{'---|' * len(rows[0])}")
    for tables, row in zip(TABLES, rows, strict=True):
        values = (f"{value:,.0f}" if value >= 10 else f"{value:.1f}" for value in row.values())
        print(f"| {tables:,} | {' | '.join(values)} |")


def show(title: str, constants: Constants, sites: Sequence[Site], acts: int, seed: int) -> None:
    print(f"\n{title}")
    print("| Tables | Web processes | PostgreSQL's cores | p50 ms | p99 ms | Web busy | PostgreSQL busy | Redis busy |")
    print("|---|---|---|---|---|---|---|---|")
    for site in sites:
        outcome = simulate(constants, site, acts, seed)
        waits = [f"{value:,.1f}" for value in (outcome.p50, outcome.p99)]
        if max(outcome.web, outcome.postgres, outcome.redis) > 0.97:
            waits = ["grows without end"] * 2
        busy = " | ".join(f"{value:.0%}" for value in (outcome.web, outcome.postgres, outcome.redis))
        print(f"| {site.tables:,} | {site.webs} | {site.cores} | {waits[0]} | {waits[1]} | {busy} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--webs", type=int, default=2)
    parser.add_argument("--acts", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    figures: Figures = json.loads(Path(__file__).with_name("scale_figures.json").read_text())
    constants = Constants.of(figures, args.webs)
    print(", ".join(f"{name} {value:.2f}" for name, value in vars(constants).items()))
    full = 1000 / web_ms(constants)
    print(f"A web process is full with {full:.0f} tables: a table takes {web_ms(constants):.2f} ms of it a second.")
    sites = [Site(int(full * share), 1, 2) for share in (0.1, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 1.1)]
    show("One web process", constants, sites, args.acts, args.seed)
    more = [Site(tables, webs_for(constants, tables), cores_for(constants, tables)) for tables in TABLES]
    show_needs(figures, args.webs)
    show(f"As many web processes and cores as keep within {WORKED:.0%}", constants, more, args.acts, args.seed)


if __name__ == "__main__":
    main()
