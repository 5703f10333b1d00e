"""The club server as it is deployed, started once for the whole group."""

from collections.abc import Iterator

import pytest

from tests.servers import ClubServer, running_club


@pytest.fixture(scope="session")
def club_server() -> Iterator[ClubServer]:
    with running_club() as server:
        yield server
