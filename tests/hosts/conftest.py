"""The club on three hosts, started once for the whole suite, and whole again before each test."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.faults.tables import two_tables
from tests.hosts.club import HostsClub


@pytest.fixture(scope="session")
def club():
    # Not in pytest's folder: that belongs to root alone, and PostgreSQL is another user.
    with TemporaryDirectory(prefix="club-hosts-") as folder:
        club = HostsClub(Path(folder))
        try:
            club.start()
            yield club
        finally:
            club.end()


@pytest.fixture
async def tables(club, request):
    async with two_tables(club, request.node.name) as tables:
        yield tables
