"""Refused attempts to reach somebody else's cards or seat: how many there were, and in which room.

They are counted in the cache for half an hour. The details of an attempt are not kept, and nobody is stopped
here: the limits do that (`core/limits.py`). The director's page shows the counts.
"""

from collections.abc import Iterable
from enum import StrEnum

from clubsite.core.rate_limits import TimedCounter

PROBES_TOLD_FOR = 1800  # seconds
NO_ROOM = 0
"""In place of a room for codes, which lead to no table."""


class Probe(StrEnum):
    """A kind of attempt to reach somebody else's cards or seat."""

    WRONG_CODE = "code"
    WRONG_KEY = "key"
    WRONG_NUMBER = "number"
    REFUSED_LEAD = "lead"
    REFUSED_LOOK = "look"


COUNTERS = {probe: TimedCounter(name=f"probe:{probe}", seconds=PROBES_TOLD_FOR) for probe in Probe}


def probe_count(probe: Probe, room_id: int) -> None:
    """Count an attempt at the table of this room."""
    COUNTERS[probe].count(str(room_id))


def probes_in(room_ids: Iterable[int]) -> dict[tuple[int, Probe], int]:
    """Return how often each kind of attempt was made in each room in the last half hour, leaving out zeros."""
    rooms = [str(room_id) for room_id in room_ids]
    return {(int(room), probe): times for probe in Probe for room, times in COUNTERS[probe].used_by(rooms).items()}
