"""The club on three hosts, started once for the whole suite, and whole again before each test."""

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp

import pytest

from tests.faults.tables import two_tables
from tests.hosts.club import HostsClub


@pytest.fixture(scope="session")
def club(request):
    # Not in pytest's folder: that belongs to root alone, and PostgreSQL is another user.
    with TemporaryDirectory(prefix="club-hosts-") as folder:
        club = HostsClub(Path(folder))
        try:
            club.start()
            yield club
        finally:
            club.end()
            if request.session.testsfailed:
                keep_logs(Path(folder), request.config)


def keep_logs(folder, config):
    """Copy what all programs have said, and name the copy in the run's output."""
    kept = mkdtemp(prefix="club-hosts-logs-")
    for log in folder.glob("*.log"):
        shutil.copy(log, kept)
    config.get_terminal_writer().line(f"\nWhat the hosts' programs said is kept in {kept}.")


@pytest.fixture
async def tables(club, request):
    async with two_tables(club, request.node.name) as tables:
        yield tables
