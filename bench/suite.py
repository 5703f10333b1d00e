"""Measure the suite: CPU and wall seconds of `make lint` and of each group of `make test`, and its dearest tests.

    .venv/bin/python bench/suite.py                 lint, libs, sqlite, prod, browser
    .venv/bin/python bench/suite.py prod browser    only these

Every process that a group starts is counted, also servers and browsers that have left their parent. This program is
their subreaper: they become its children, and Linux adds their time to its own when they end. The seconds of a test are
those of its worker and of the children that ended during the test. Servers that go on are in the group's figures only.
"""

import argparse
import ctypes
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

GROUPS = ("lint", "libs", "sqlite", "prod", "browser")
CHECK, TEST = {"lint", "libs", "sqlite"}, {"libs", "sqlite", "prod", "browser"}
PR_SET_CHILD_SUBREAPER = 36
DEAREST = 30
LAST_ENDS = 60  # seconds that servers have to end after their group
FIGURES = "SUITE_FIGURES"
"""The variable that names the folder in which each worker writes its tests' seconds."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=", ".join(GROUPS))
    groups = parser.parse_args().groups or list(GROUPS)
    become_subreaper()
    rows, failed = list[tuple[str, float, float]](), list[str]()
    with tempfile.TemporaryDirectory() as figures:
        for group in groups:
            cpu, wall, status = measure(["make", group if group == "lint" else f"test-{group}"], figures)
            rows.append((group, cpu, wall))
            failed += [group] if status else []
        tests = seconds_by_test(Path(figures))
    for name, parts in (("make check", CHECK), ("make test", TEST)):
        if parts <= {*groups}:
            cpu, wall = (sum(row[at] for row in rows if row[0] in parts) for at in (1, 2))
            rows.append((name, cpu, wall))
    print("\n| Group | CPU s | Wall s |\n|---|---|---|")
    print("\n".join(f"| {name} | {cpu:.0f} | {wall:.0f} |" for name, cpu, wall in rows))
    print(f"\n| The {DEAREST} dearest of {len(tests):,} tests | CPU s |\n|---|---|")
    dearest = sorted(tests.items(), key=lambda test: -test[1])[:DEAREST]
    print("\n".join(f"| `{test}` | {seconds:.1f} |" for test, seconds in dearest))
    if failed:
        print(f"Failed, so that these figures mean little: {', '.join(failed)}", file=sys.stderr)
    return int(bool(failed))


def become_subreaper() -> None:
    """Become the parent of every descendant whose own parent has ended."""
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "This system has no subreapers; Linux has them.")


def measure(command: list[str], figures: str) -> tuple[float, float, int]:
    """Run a command and wait for all that it started. Return its CPU seconds, its wall seconds and its exit status."""
    plugin = f"{os.environ.get('PYTEST_ADDOPTS', '')} -p bench.suite"
    cpu, began = children_seconds(), time.monotonic()
    env = {**os.environ, "PYTEST_ADDOPTS": plugin, FIGURES: figures}
    process = subprocess.Popen(command, env=env)
    status = process.wait()
    wall = time.monotonic() - began
    if left := reap(LAST_ENDS):
        print(f"{command[-1]}: its processes {left} still run, and are not counted.", file=sys.stderr)
    return children_seconds() - cpu, wall, status


def reap(patience: float) -> list[str]:
    """Wait for all children to end. Return those that are still running after `patience` seconds."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        try:
            if os.waitpid(-1, os.WNOHANG) == (0, 0):
                time.sleep(0.1)
        except ChildProcessError:
            return []
    own = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    return [f"{pid} ({Path(f'/proc/{pid}/comm').read_text().strip()})" for pid in own]


def children_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def seconds_by_test(figures: Path) -> dict[str, float]:
    rows = [line.rsplit("\t", 1) for file in figures.iterdir() for line in file.read_text().splitlines()]
    return {test: float(seconds) for test, seconds in rows}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Write what a test costs, with the fixtures that it is the first to need. Pytest calls this in each worker."""
    before = time.process_time() + children_seconds()
    result = yield
    spent = time.process_time() + children_seconds() - before
    with Path(os.environ[FIGURES], str(os.getpid())).open("a", encoding="utf-8") as file:
        file.write(f"{item.nodeid}\t{spent:.3f}\n")
    return result


if __name__ == "__main__":
    sys.exit(main())
