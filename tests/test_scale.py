"""The arithmetic behind docs/scale.md: the queueing simulation beside known results, and a soak's straight lines."""

import math
import statistics
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from bench.scale_simulation import (
    ACTS_A_BOARD,
    SECONDS_A_BOARD,
    Clock,
    Constants,
    Request,
    Simulation,
    Site,
    Slots,
    Station,
    cores_for,
    kinds,
    web_ms,
    webs_for,
)
from bench.straight_line import faults, fitted, medians, told

CONSTANTS = Constants(
    act_web=4.0,
    act_postgres=1.5,
    act_redis=0.1,
    board_web=50.0,
    board_postgres=15.0,
    board_redis=0.5,
    ping_web=1.5,
    ping_postgres=0.5,
    ping_redis=0.01,
    commit_ms=2.0,
)

REQUESTS = 20_000


def stays(rate: float, service: Iterator[float], turn: float = math.inf) -> tuple[list[float], float]:
    """Return how long REQUESTS requests stayed at one station, in order, and the share of the time it worked."""
    clock, rng = Clock(), Random(7)
    station, found = Station(clock, 1, turn), list[float]()

    def request(came: float) -> Request:
        yield station, next(service)
        found.append(clock.now - came)

    def coming() -> Iterator[tuple[float, Request]]:
        now = 0.0
        for _ in range(REQUESTS):
            now += rng.expovariate(rate)
            yield now, request(now)

    clock.run(coming(), math.inf)
    return sorted(found), station.busy / clock.now


def exponential(mean: float) -> Iterator[float]:
    rng = Random(8)
    while True:
        yield rng.expovariate(1 / mean)


def test_a_single_queue_stays_as_long_as_the_formula_of_m_m_1_says():
    found, busy = stays(0.5, exponential(1.0))
    assert len(found) == REQUESTS
    assert busy == pytest.approx(0.5, rel=0.03)
    assert statistics.fmean(found) == pytest.approx(2.0, rel=0.05)  # 1 / (1 - 0.5)
    assert found[REQUESTS // 2] == pytest.approx(2 * math.log(2), rel=0.05)
    assert found[REQUESTS * 99 // 100] == pytest.approx(2 * math.log(100), rel=0.1)


def test_short_turns_share_a_server_whatever_the_services_are():
    rng = Random(9)
    mixed = (rng.choice((0.2, 0.2, 0.2, 0.2, 4.2)) for _ in iter(int, 1))  # 1.0 on average
    found, _ = stays(0.5, mixed, turn=0.02)
    assert statistics.fmean(found) == pytest.approx(2.0, rel=0.08)  # 1 / (1 - 0.5): processor sharing
    assert found[REQUESTS // 2] < 1.0  # where the short ones would wait behind the long ones


def test_slots_let_only_so_many_in_and_the_next_one_as_one_leaves():
    clock, left = Clock(), list[float]()
    slots = Slots(clock, 2)

    def request() -> Request:
        yield slots, 1.0
        yield None, 3.0
        yield slots, -1.0
        left.append(clock.now)

    clock.run(((at, request()) for at in (0.0, 1.0, 1.5, 2.0)), math.inf)
    assert left == [3.0, 4.0, 6.0, 7.0]


def test_a_site_stays_as_long_as_a_network_of_shared_servers():
    """Without the limit of threads every station is one of processor sharing or first come, so the times add up."""
    site = Site(tables=300, webs=1, cores=1)
    given = kinds(replace(CONSTANTS, board_web=0.0, board_postgres=0.0, board_redis=0.0), site.tables)
    found = Simulation(site, given, threads=10_000, seed=3).run(400)
    web, postgres = (sum(kind.rate * getattr(kind, name) for kind in given) for name in ("web", "postgres"))
    assert (found.web, found.postgres) == (pytest.approx(web, rel=0.03), pytest.approx(postgres, rel=0.03))
    act = given[0]
    by_formula = 0.7 * act.web / (1 - web) + act.postgres / (1 - postgres) + act.commit
    assert found.mean == pytest.approx(1000 * by_formula, rel=0.08)


def test_what_boards_and_pings_took_is_taken_off_the_acts():
    acts = {"acts": 1200.0, "boards opened": 20.0, "acts a second": 100.0, "commit waits ms": 1.5}
    acts |= {"CPU ms, web": 6.0, "CPU ms, postgres": 2.0, "CPU ms, redis": 0.1}
    held = {"CPU ms a socket and second, web": 0.5, "CPU ms a socket and second, postgres": 0.1}
    held |= {"CPU ms a socket and second, redis": -0.01, "CPU ms, web, a board that opens": 60.0}
    held |= {"CPU ms, postgres, a board that opens": 12.0, "CPU ms, redis, a board that opens": 0.6}
    found = Constants.of({"acts, 2 web": acts, "held, 2 web": held}, 2)
    assert (found.act_web, found.board_web, found.ping_web) == (pytest.approx(6.0 - 1.0 - 0.16), 60.0, 2.5)
    assert (found.act_postgres, found.ping_postgres) == (pytest.approx(2.0 - 0.2 - 0.032), 0.5)
    assert (found.ping_redis, found.commit_ms) == (0.0, 1.5)


def test_processes_and_cores_are_as_many_as_keep_within_three_fifths():
    act = ACTS_A_BOARD / SECONDS_A_BOARD
    assert web_ms(CONSTANTS) == pytest.approx(act * 4.0 + 50.0 / SECONDS_A_BOARD + 0.4 * 1.5)
    assert webs_for(CONSTANTS, 1000) == math.ceil(1000 * web_ms(CONSTANTS) / 600)
    assert cores_for(CONSTANTS, 10) == 2
    assert cores_for(CONSTANTS, 20_000) == math.ceil(20_000 * (act * 1.5 + 15.0 / SECONDS_A_BOARD + 0.2) / 600)


LEVEL = [(float(x), 100.0 + (4, 0, -4, 0)[x % 4]) for x in range(96)]  # eight readings for each median


def test_a_line_is_fitted_by_least_squares():
    assert fitted([(0, 1), (1, 3), (2, 5)]).at(10) == pytest.approx(21)
    assert fitted([(0, 0), (1, 1), (2, 0)]).slope == pytest.approx(0)
    assert fitted([(5, 7)]).at(100) == 7


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
    found = faults("It", readings, **more)
    assert len(found) == bool(fault) and all(one.startswith(fault) for one in found)


def test_what_was_measured_is_told_by_medians():
    assert len(medians(LEVEL)) == 12
    assert told("Memory", LEVEL) == "Memory: 100.0 to 100.0"
