"""The process beside the web process."""

import os
import signal
import threading
import time

import pytest

from clubsite.core import side_process
from clubsite.core.priority import compute_when_idle, when_idle
from clubsite.core.side_process import SideProcess


@pytest.fixture
def beside():
    process = SideProcess()
    process.start()
    yield process
    process.stop()


def test_work_is_done_in_another_process_and_its_errors_come_back(beside):
    assert beside.call(os.getpid) not in (os.getpid(), os.getppid())
    with pytest.raises(ValueError, match="invalid literal"):
        beside.call(int, "three hearts")
    assert beside.call(int, "3") == 3


def test_a_process_that_was_killed_costs_nobody_the_answer(beside):
    first = beside.call(os.getpid)
    os.kill(first, signal.SIGKILL)
    assert beside.call(int, "3") == 3
    assert beside.call(os.getpid) not in (first, os.getpid())


def test_where_none_was_started_the_work_is_done_here():
    assert SideProcess().call(os.getpid) == os.getpid()


def test_a_stopped_one_is_gone(beside):
    there = beside.call(os.getpid)
    beside.stop()
    with pytest.raises(ProcessLookupError):
        os.kill(there, 0)


def test_what_hangs_is_ended_and_the_next_is_answered(beside, monkeypatch):
    first, behind = beside.call(os.getpid), []
    with monkeypatch.context() as impatient:
        impatient.setattr(side_process, "PATIENCE", 3.0)
        waits = threading.Timer(1.5, lambda: behind.append(beside.call(int, "3")))
        waits.start()
        with pytest.raises(TimeoutError):
            beside.call(time.sleep, 600)
        waits.join()
    assert behind == [3]
    assert beside.call(os.getpid) not in (first, os.getpid())


@pytest.mark.skipif(not hasattr(os, "SCHED_IDLE"), reason="only Linux has cores that are lent")
def test_a_card_does_not_wait_for_it_while_there_are_two_cores(beside):
    alone = len(os.sched_getaffinity(0)) == 1
    computes = beside.call(when_idle, os.sched_getscheduler, 0)
    assert computes == (os.SCHED_OTHER if alone else os.SCHED_IDLE)
    assert when_idle(os.sched_getscheduler, 0) == os.SCHED_OTHER, "The web process has no idle thread"


@pytest.mark.skipif(not hasattr(os, "SCHED_IDLE"), reason="only Linux has cores that are lent")
def test_what_it_writes_does_not_wait_for_a_core(beside):
    """A card would wait with it, for SQLite has one writer."""
    assert beside.call(os.sched_getscheduler, 0) == os.SCHED_OTHER


def test_errors_of_the_idle_thread_come_back(beside):
    with pytest.raises(ValueError, match="invalid literal"):
        beside.call(when_idle, int, "three hearts")


@pytest.mark.skipif(not hasattr(os, "SCHED_IDLE"), reason="only Linux has cores that are lent")
def test_on_one_core_it_keeps_its_priority(monkeypatch):
    lent = []
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0})
    monkeypatch.setattr(os, "sched_setscheduler", lambda *of: lent.append(of))
    compute_when_idle()
    assert not lent
