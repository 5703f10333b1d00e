"""The club server as it is deployed, started once for the whole group."""

import pytest

from tests.servers import running_club


@pytest.fixture(scope="session")
def club_server():
    with running_club() as server:
        yield server
