"""Sockets show only what the rule allows. A test fails if a new socket is not covered."""

import pytest

from tests.attack.moments import AT_EVERY_MOMENT, moment_at
from tests.attack.sockets import SOCKETS, walk_sockets

SEATS = {"playing director", "seat at table 1", "seat at table 2"}
DIRECTORS = {"director", "playing director"}
EVERYBODY = "everybody"
LET_IN = {
    "seat/<str:ticket_id>/socket/": SEATS,
    "seat/<str:ticket_id>/score/socket/": SEATS,
    "director/<str:session_id>/socket/": DIRECTORS,
    "leaderboard/<str:session_id>/socket/": EVERYBODY,
    "": set(),
}
"""Who hears something on each socket."""
HEARS = {
    "before": {"seat/<str:ticket_id>/socket/": {"seat at table 2"}, "director/<str:session_id>/socket/": DIRECTORS},
    "after": {"leaderboard/<str:session_id>/socket/": EVERYBODY, "director/<str:session_id>/socket/": DIRECTORS},
}
"""Who hears of what happens while the sockets are open."""


@pytest.fixture
def moment(request, make_night, dee, on_commit):
    return moment_at(request.param, make_night=make_night, dee=dee, on_commit=on_commit)


@pytest.mark.parametrize("moment", AT_EVERY_MOMENT, indirect=True)
@pytest.mark.django_db(transaction=True)
async def test_no_socket_shows_what_the_rule_hides(moment):
    assert list(LET_IN) == SOCKETS, "a new socket: who hears what?"
    found, let_in, heard = await walk_sockets(moment)
    assert not found.leaks
    for address, readers in LET_IN.items():
        assert let_in[address] == (set(moment.readers) if readers == EVERYBODY else readers), address
    for address, readers in HEARS.get(moment.phase, {}).items():
        assert heard[address] == (set(moment.readers) if readers == EVERYBODY else readers), address
    if moment.phase == "before":
        assert ("seat at table 2", "cards") in found.shown, "its own hand"
