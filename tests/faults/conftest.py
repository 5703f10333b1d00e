"""The site under test, started once for the whole suite, with all its processes up before each test."""

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.faults.site import ClubSite, running_club, running_embedded
from tests.faults.tables import two_tables


@pytest.fixture(scope="session")
def whole_site():
    if os.environ.get("DATABASE_URL") and os.environ.get("REDIS_URL"):
        pytest.skip("DATABASE_URL and REDIS_URL are set: this suite stops only servers that it has started itself")
    with TemporaryDirectory(prefix="club-faults-") as folder, running_club(Path(folder)) as site:
        yield site


@pytest.fixture
def site(whole_site: ClubSite):
    whole_site.all_up()
    return whole_site


@pytest.fixture(scope="session")
def embedded():
    """One web process on SQLite."""
    with TemporaryDirectory(prefix="club-faults-") as folder, running_embedded(Path(folder) / "data") as site:
        yield site


@pytest.fixture
async def tables(site, request):
    async with two_tables(site, request.node.name) as tables:
        yield tables
