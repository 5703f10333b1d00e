"""The arithmetic behind docs/scale.md: the queueing simulation beside known results, and a soak's straight lines."""

import math
import statistics
from collections.abc import Iterator
from random import Random

import pytest

from bench.scale_simulation import Clock, Constants, Request, Simulation, Site, Station, kinds
from bench.straight_line import faults

ACTS = {"act_web": 4.0, "act_postgres": 1.5, "act_redis": 0.1, "commit_ms": 2.0}
PINGS = {"ping_web": 1.5, "ping_postgres": 0.5, "ping_redis": 0.01}
CONSTANTS = Constants(**ACTS, **PINGS, board_web=0.0, board_postgres=0.0, board_redis=0.0)
REQUESTS = 20_000


def stays(rate: float, service: Iterator[float], turn: float = math.inf) -> tuple[list[float], float]:
    """Return how long REQUESTS requests stayed at one station, in order, and the share of the time it worked."""
    clock, rng = Clock(), Random(7)
    station, times = Station(clock, 1, turn), list[float]()

    def request(came: float) -> Request:
        yield station, next(service)
        times.append(clock.now - came)

    def coming() -> Iterator[tuple[float, Request]]:
        now = 0.0
        for _ in range(REQUESTS):
            now += rng.expovariate(rate)
            yield now, request(now)

    clock.run(coming(), math.inf)
    return sorted(times), station.busy / clock.now


def exponential(mean: float) -> Iterator[float]:
    rng = Random(8)
    while True:
        yield rng.expovariate(1 / mean)


def test_a_single_queue_stays_as_long_as_the_formula_of_m_m_1_says():
    times, busy = stays(0.5, exponential(1.0))
    assert len(times) == REQUESTS
    assert busy == pytest.approx(0.5, rel=0.03)
    assert statistics.fmean(times) == pytest.approx(2.0, rel=0.05)  # 1 / (1 - 0.5)
    assert times[REQUESTS // 2] == pytest.approx(2 * math.log(2), rel=0.05)
    assert times[REQUESTS * 99 // 100] == pytest.approx(2 * math.log(100), rel=0.1)


def test_short_turns_share_a_server_whatever_the_services_are():
    rng = Random(9)
    mixed = (rng.choice((0.2, 0.2, 0.2, 0.2, 4.2)) for _ in iter(int, 1))  # 1.0 on average
    times, _ = stays(0.5, mixed, turn=0.02)
    assert statistics.fmean(times) == pytest.approx(2.0, rel=0.08)  # 1 / (1 - 0.5): processor sharing
    assert times[REQUESTS // 2] < 1.0  # where the short ones would wait behind the long ones


def test_a_site_stays_as_long_as_a_network_of_shared_servers():
    """Without the limit of threads every station is one of processor sharing or first come, so the times add up."""
    site = Site(tables=300, webs=1, cores=1)
    given = kinds(CONSTANTS, site.tables)
    outcome = Simulation(site, given, threads=10_000, seed=3).run(400)
    web, postgres = (sum(kind.rate * getattr(kind, name) for kind in given) for name in ("web", "postgres"))
    assert (outcome.web, outcome.postgres) == (pytest.approx(web, rel=0.03), pytest.approx(postgres, rel=0.03))
    act = given[0]
    by_formula = 0.7 * act.web / (1 - web) + act.postgres / (1 - postgres) + act.commit
    assert outcome.mean == pytest.approx(1000 * by_formula, rel=0.08)


LEVEL = [(float(x), 100.0 + (4, 0, -4, 0)[x % 4]) for x in range(96)]  # eight readings for each median


STEP = [(float(x), 100.0 if x < 40 else 200.0) for x in range(60)]


@pytest.mark.parametrize(
    ("readings", "more", "fault"),
    [
        (LEVEL, {}, ""),
        ([(x, y + (900 if x == 31 else 0)) for x, y in LEVEL], {}, ""),  # a single peak
        ([(x, y + x) for x, y in LEVEL], {}, "It grows: from 103.5 to 191.5, by 85%."),
        ([(x, y + x) for x, y in LEVEL], {"may_grow": True}, ""),
        ([(x, 100 + 9 * x / 60) for x in range(60)], {}, ""),  # by less than a tenth
        ([(float(x), 4.0 + x / 40) for x in range(96)], {}, "It grows"),
        ([(float(x), 4.0 + x / 40) for x in range(96)], {"least": 5.0}, ""),
        ([(x, 130.0 - x / 2) for x in range(60)], {}, ""),
        (STEP, {"may_grow": True}, "It is no straight line: "),
        ([(float(x), 10.0 + x * x / 10) for x in range(60)], {"may_grow": True}, "It is no straight line: "),
    ],
)
def test_what_grows_or_is_no_straight_line_is_a_fault(readings, more, fault):
    sentences = faults("It", readings, **more)
    assert len(sentences) == bool(fault) and all(sentence.startswith(fault) for sentence in sentences)
