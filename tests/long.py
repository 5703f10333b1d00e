"""The switch between the run before every commit, `make test`, and the run of everything, `make test-all` (LONG=1)."""

import os
from typing import TypeVar

import pytest

T = TypeVar("T")
LONG = bool(os.environ.get("LONG"))
long = pytest.mark.skipif(not LONG, reason="make test-all: a long proof")


def sample(short: T, long: T) -> T:
    """Return how many cases of a law to try: `short` in `make test`, `long` (all of them) in `make test-all`."""
    return long if LONG else short
