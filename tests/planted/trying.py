"""Trying faults: each is planted in a copy of the tree, and the tests that may notice it run until one fails."""

import ast
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from functools import cache
from pathlib import Path

from tests.planted.planting import Fault, module_of, planted

LEFT_OUT = {"browser", "prod", "faults", "hosts"}
NOT_COPIED = shutil.ignore_patterns(".git", ".venv", "var", "dist", ".hypothesis", ".*_cache")
FAILED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.M)
GONE = re.compile(r"^ERROR: (?:file or directory )?not found: ", re.M)
PASSED, NOT_FOUND, NONE_COLLECTED = 0, 4, 5
HANGING_SECONDS = 240
"""A run that says nothing for so long hangs; a single test is ended by pytest after 120 seconds."""


class OutOfTimeError(Exception):
    """The tests of a fault went on for longer than the limit, and none had failed."""


def copy_tree(root: Path, to: Path) -> None:
    """Copy the tree into a folder, where faults can be planted."""
    shutil.copytree(root, to, ignore=NOT_COPIED)
    if (root / ".venv").exists():
        (to / ".venv").symlink_to((root / ".venv").resolve())


@cache
def test_modules(root: Path) -> dict[str, set[str]]:
    """Return the test modules that are tried, with the modules that each imports directly."""
    paths = [path.relative_to(root) for path in sorted((root / "tests").rglob("test_*.py"))]
    return {str(path): imported(root / path) for path in paths if not LEFT_OUT & set(path.parts)}


def imported(path: Path) -> set[str]:
    """Return what a module imports, by qualified name: modules, and the names taken from them."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names


def tests_of(root: Path, fault: Fault) -> list[list[str]]:
    """Return the test modules for a fault: those of its folder in tests, and those that import its module. The order
    saves time only. The fast tests of a library run before those of the site. In a run come first those that import the
    module, then those that have most words in common with it.
    """
    _, module, names = module_of(root, fault.name)
    parts = module.split(".")
    of_site, in_app = parts[0] == "clubsite", parts[0] == "clubsite" and len(parts) > 2
    folder = Path("tests", *parts[: 1 + in_app])
    words = set(re.findall(r"[a-z]{3,}", " ".join([*parts[1:], *names]).replace("_", " ").lower()))
    tests = test_modules(root)

    def rank(path: str) -> tuple[bool, int, str]:
        return module not in tests[path], -len(words & set(Path(path).stem.split("_"))), path

    beside = {path for path in tests if folder in Path(path).parents and (in_app or not of_site)}
    importing = {path for path in tests if module in tests[path]}
    runs = [beside | importing] if of_site else [beside, importing - beside]
    return [sorted(run, key=rank) for run in runs if run]


def noticed_by(root: Path, fault: Fault, limit: float) -> str:
    """Return the test that fails with the fault in the tree, or "". The one that failed before is asked first. A test
    has to fail twice, the second time alone. One that does not is left out of the run, which starts again.
    """
    with planted(root, fault):
        if fault.noticed_by and failures(root, [fault.noticed_by], limit):
            return fault.noticed_by
        for tests in tests_of(root, fault):
            left_out: list[str] = []
            while failed := failures(root, tests, limit, "-x", *(f"--deselect={test}" for test in left_out)):
                if "::" not in failed[0] or failures(root, failed[:1], limit):
                    return failed[0]
                left_out.append(failed[0])
    return ""


def failures(root: Path, tests: list[str], limit: float, *options: str) -> list[str]:
    """Run tests and return the ids of those that failed: none if all passed, or if none of them is there any more.
    Raise OutOfTimeError at the limit, unless the run hangs, which is a failure too.
    """
    if not tests:
        return []
    log = root / "tried.log"
    arguments = ["--hypothesis-seed=0", "-n", "0", "-v", "-rfE", "--tb=no", *options, *tests]
    with log.open("w", encoding="utf-8") as output:
        run = subprocess.Popen(
            [sys.executable, "-m", "pytest", *arguments], cwd=root, stdout=output, stderr=subprocess.STDOUT,
            start_new_session=True, env={**os.environ, "COLUMNS": "999"},
        )  # fmt: skip
        try:
            status = run.wait(limit)
        except subprocess.TimeoutExpired:
            if time.time() - log.stat().st_mtime < HANGING_SECONDS:
                raise OutOfTimeError(f"out of time after {limit:.0f} s") from None
            return [f"{tests[0]}, or one after it, hangs"]
        finally:
            if run.poll() is None:
                os.killpg(run.pid, signal.SIGKILL)
                run.wait()
    written = log.read_text(encoding="utf-8", errors="replace")
    if status in (PASSED, NONE_COLLECTED) or (status == NOT_FOUND and GONE.search(written)):
        return []
    return FAILED.findall(written) or [f"{tests[0]}, or one after it, cannot be imported"]
