"""A check on views made from a process's cache: each view is also made from the database, and the two are compared."""

from itertools import count
from typing import Any
from unittest import mock

import pytest

from clubsite.play import room_states
from clubsite.play.models import Room
from clubsite.play.relay import DeferredSends
from clubsite.play.room_states import RoomState
from tests.long import sample

# For a test that counts statements: the methods without the comparison.
AS_KEPT, IN_MEMORY = RoomState.messages, DeferredSends.__dict__["in_memory"]

ALL_OF_THE_FIRST, EVERY = 5, sample(5, 1)
"""How many messages of a test are compared, and which later ones: all took two fifths of a robot's night."""


@pytest.fixture(autouse=True)
def kept_views_are_fresh():
    """Compare the views when messages are sent. A room that has changed again is compared at its next message."""
    differences: list[Any] = []
    messages, number = AS_KEPT, count(1)

    def compared(now):
        kept = list(messages(now))
        yield from kept
        if (at := next(number)) > ALL_OF_THE_FIRST and at % EVERY:
            return
        room = Room.objects.filter(pk=now.room.pk).first()
        if room is None or _numbers(room) != _numbers(now.room):
            return
        fresh = {seated.ticket.pk: message for seated, message in messages(room_states.read(room))}
        again = Room.objects.filter(pk=now.room.pk).first()
        if again is not None and _numbers(again) == _numbers(room):
            shown = {seated.ticket.pk: message for seated, message in kept}
            differences.extend([] if shown == fresh else [_difference(shown, fresh)])

    # The comparison uses the database, which the event loop may not.
    with mock.patch.object(RoomState, "messages", compared), mock.patch.object(DeferredSends, "in_memory", False):
        yield
    assert not differences, differences[0]


def _numbers(room: Room) -> tuple[int, int, int]:
    return room.rev, room.table_rev, room.boards_rev


def _difference(shown: dict[int, Any], fresh: dict[int, Any]):
    """Return, by ticket and key, the values that were sent and the values in the database where they differ."""
    if shown.keys() != fresh.keys():
        return {"sent to": sorted(shown), "to be sent to": sorted(fresh)}
    differences: dict[Any, Any] = {}
    for ticket, message in shown.items():
        for part in ("table", "view", None):
            first, other = (message[part], fresh[ticket][part]) if part else (message, fresh[ticket])
            for key in set(first or {}) | set(other or {}):
                if (first or {}).get(key) != (other or {}).get(key) and key not in ("table", "view"):
                    differences[ticket, part, key] = ((first or {}).get(key), (other or {}).get(key))
    return differences
