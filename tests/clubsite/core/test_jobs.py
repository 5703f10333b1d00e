"""The embedded worker and the connection to the broker. Losing a message, which is only a hint, does no harm."""

import threading
import time
from typing import Any

import pytest
from celery import current_app

from clubsite.core import jobs


@pytest.fixture
def worker(monkeypatch, settings):
    settings.SWEEP_SECONDS = 3600
    settings.SWEEPS = ["rankings.sweep"]
    done: list[tuple[Any, ...]] = []
    swept = threading.Event()

    def run(name, *args):
        done.append((name, *args))
        if name == "rankings.sweep":
            swept.set()
        if args == (13,):
            raise RuntimeError("unlucky")

    monkeypatch.setattr(jobs, "run", run)
    monkeypatch.setattr(jobs.connections, "close_all", lambda: None)
    made = jobs.Worker()
    made.done, made.swept = done, swept
    yield made
    made.stop()


@pytest.fixture
def timers(monkeypatch):
    """The jobs for later, whose time comes when the test says so."""
    held: list[Any] = []

    class Timer:
        def __init__(self, seconds, call, args):
            self.comes = lambda: call(*args)

        def start(self):
            held.append(self)

    monkeypatch.setattr(threading, "Timer", Timer)
    return held


def until_done(worker, count: int):
    for _ in range(6000):
        if len(worker.done) >= count:
            return
        time.sleep(0.01)
    raise AssertionError(f"{worker.done} is all that was done")


def test_the_worker_sweeps_first_and_then_does_what_it_is_asked(worker):
    """A hint that is sent while no worker runs is dropped. A job that fails does not stop the worker."""
    worker.put("rankings.score_session", 7)
    worker.start()
    worker.start()
    assert worker.swept.wait(60)
    worker.put("rankings.score_session", 13)
    worker.put("rankings.score_session", 14)
    worker.stop()
    assert worker.done == [("rankings.sweep",), ("rankings.score_session", 13), ("rankings.score_session", 14)]
    assert not worker.running


def test_the_sweep_is_the_workers_timer(worker, settings):
    settings.SWEEP_SECONDS = 0.01
    worker.start()
    for _ in range(3):
        worker.swept.clear()
        assert worker.swept.wait(60)


def test_a_job_for_later_that_is_asked_for_again_meanwhile_is_the_same(worker, timers):
    worker.start()
    assert worker.swept.wait(60)
    worker.put("rankings.score_session", 7, 0.2)
    worker.put("rankings.score_session", 7)
    worker.put("home.robot_play", 7)
    until_done(worker, 2)
    for timer in timers:
        timer.comes()
    until_done(worker, 3)
    worker.stop()
    assert worker.done[1:] == [("home.robot_play", 7), ("rankings.score_session", 7)]


def test_a_delayed_job_keeps_none_waiting_and_goes_to_its_own_queue(worker, timers, monkeypatch, on_commit):
    """A delayed robot acts at once if somebody acts in the meantime, even if its job is immediately requested again."""
    monkeypatch.setattr(jobs, "slow_worker", worker)
    worker.start()
    assert worker.swept.wait(60)
    with on_commit():
        jobs.enqueue("home.robot_play", 7, slow=True, delay=0.2)
        jobs.enqueue("home.robot_play", 7, slow=True)
        assert worker.done[1:] == [], "nothing is sent before the commit"
    until_done(worker, 2)
    for timer in timers:
        timer.comes()
    until_done(worker, 3)
    worker.stop()
    assert worker.done[1:] == [("home.robot_play", 7)] * 2


def test_on_the_club_server_a_job_that_waits_is_not_sent_again(settings, monkeypatch, on_commit):
    sent = []
    settings.EMBEDDED_JOBS = False
    monkeypatch.setattr(current_app, "send_task", lambda name, **how: sent.append((name, how["countdown"])))
    for delay in (0.0, 0.0, 1.5):
        jobs.begun("rankings.score_session", 7)
        with on_commit():
            jobs.enqueue("rankings.score_session", 7, once=True, delay=delay)
            jobs.enqueue("rankings.score_session", 7, once=True)
    assert sent == [("rankings.score_session", seconds) for seconds in (0.0, 0.0, 1.5)]
    jobs.begun("rankings.score_session", 7)


def test_without_a_broker_the_table_goes_on(settings, monkeypatch, on_commit):
    def broken(*_, **__):
        raise ConnectionError("no broker")

    settings.EMBEDDED_JOBS = False
    monkeypatch.setattr(current_app, "send_task", broken)
    with on_commit():
        jobs.enqueue("home.robot_play", 1)
        jobs.enqueue("rankings.score_session", 1, once=True)


@pytest.mark.parametrize(
    "name",
    (
        "rankings.score_session rankings.sweep analysis.solve_board analysis.slow_sweep home.robot_play home.sweep"
    ).split(),
)
def test_every_job_is_known_to_celery(name):
    assert name in current_app.tasks
