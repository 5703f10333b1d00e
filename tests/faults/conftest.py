"""The site under test, started once for the whole suite, with all its processes up before each test."""

import os
import signal
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.faults.site import ClubSite, running_club, running_embedded
from tests.faults.tables import two_tables


@contextmanager
def ends_undisturbed(running):
    """Let the processes of `running` end in good order, even for a person who presses Ctrl-C twice."""
    with running as site:
        try:
            yield site
        finally:
            before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGINT, before)


@pytest.fixture(scope="session")
def whole_site():
    if os.environ.get("DATABASE_URL") and os.environ.get("REDIS_URL"):
        pytest.skip("DATABASE_URL and REDIS_URL are set: this suite stops only servers that it has started itself")
    with TemporaryDirectory(prefix="club-faults-") as folder, ends_undisturbed(running_club(Path(folder))) as site:
        yield site


@pytest.fixture
def site(whole_site: ClubSite):
    whole_site.all_up()
    return whole_site


@pytest.fixture(scope="session")
def embedded():
    """One web process on SQLite."""
    with (
        TemporaryDirectory(prefix="club-faults-") as folder,
        ends_undisturbed(running_embedded(Path(folder) / "data")) as site,
    ):
        yield site


@pytest.fixture
async def tables(site, request):
    async with two_tables(site, request.node.name) as tables:
        yield tables
