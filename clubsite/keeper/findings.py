"""The doctor's findings: codes, levels, sentences, and what to do.

Django's own system checks are not used: they cannot report that all is well, they run in no fixed order, and
an error in one check stops them all.
"""

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum

log = logging.getLogger(__name__)


class Level(IntEnum):
    """How serious a finding is. The worst level found is the exit status of `manage.py doctor`."""

    WELL = 0
    WARNING = 1
    FAULT = 2


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a check found. `remedy` says what to do, and is "" if nothing needs to be done."""

    code: str
    level: Level
    sentence: str
    remedy: str = ""


def well(code: str, sentence: str) -> Finding:
    return Finding(code, Level.WELL, sentence)


def warning(code: str, sentence: str, remedy: str) -> Finding:
    """Return a finding that needs attention soon."""
    return Finding(code, Level.WARNING, sentence, remedy)


def fault(code: str, sentence: str, remedy: str) -> Finding:
    """Return a finding about a fault that stops the site or may cause something to be lost."""
    return Finding(code, Level.FAULT, sentence, remedy)


Look = Callable[[], Iterable[Finding]]


@dataclass(frozen=True, slots=True)
class Check:
    """One of the doctor's checks. A `slow` one runs on request; one that `reads` rows needs a readable database."""

    code: str
    look: Look
    slow: bool
    reads: bool

    def findings(self) -> list[Finding]:
        """Return the check's findings. An error in the check becomes a finding too, and does not stop other checks."""
        try:
            return list(self.look())
        except Exception as error:
            log.warning("The check %s failed", self.code, exc_info=True)
            kind = type(error).__name__
            return [fault(self.code, f"This could not be checked ({kind}).", "Read the log. It names the line.")]


WITHOUT_ROWS = ("database", "database.migrations")
"""Faults with which no row can be read."""
_checks: list[Check] = []


def check(code: str, *, slow: bool = False, reads: bool = False) -> Callable[[Look], Look]:
    """Register a function as a check. Checks run in the order in which they were registered."""

    def registered(look: Look) -> Look:
        _checks.append(Check(code, look, slow, reads))
        return look

    return registered


def examined(*, slow: bool = True) -> Iterator[Finding]:
    """Run all checks, or only the quick ones if `slow` is false, and yield their findings."""
    readable = True
    for check in _checks:
        if (check.slow and not slow) or (check.reads and not readable):
            continue
        for finding in check.findings():
            readable = readable and not (finding.level is Level.FAULT and finding.code in WITHOUT_ROWS)
            yield finding


def for_how_long(seconds: float) -> str:
    """Return a length of time in words, such as "3 minutes"."""
    for unit, size in (("day", 86_400), ("hour", 3600), ("minute", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}s"
    return f"{max(seconds, 0):.0f} seconds"


def since_monotonic(began: float) -> str:
    """Return the time since `began`, in milliseconds, as text."""
    return f"{1000 * (time.monotonic() - began):.0f} ms"
