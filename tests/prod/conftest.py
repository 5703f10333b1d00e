"""The club server as it is deployed, started once for all tests of a worker."""

import os

import pytest

from tests.servers import running_club

WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
MAIL_PORT = 8879 + WORKER
"""Nobody listens there but a test that starts a mail server."""


@pytest.fixture(scope="session")
def club_server():
    with running_club(EMAIL_URL=f"smtp://127.0.0.1:{MAIL_PORT}", MAIL_FROM="club@club.example") as server:
        yield server
