"""The switch between the run before every commit, `make test`, and the long run, `make test-long` (LONG=1)."""

import os
from typing import TypeVar

import pytest

T = TypeVar("T")
LONG = bool(os.environ.get("LONG"))
long = pytest.mark.skipif(not LONG, reason="make test-long: a long proof")


def sample(short: T, long: T) -> T:
    """Return how many cases of a law to try: `short` before every commit, `long` (all of them) in the long run."""
    return long if LONG else short
