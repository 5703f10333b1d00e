"""The club server as it is deployed, started once for all tests in this folder."""

import pytest

from tests.servers import running_club

MAIL_PORT = 8879
"""Nobody listens there but a test that starts a mail server."""


@pytest.fixture(scope="session")
def club_server():
    with running_club(EMAIL_URL=f"smtp://127.0.0.1:{MAIL_PORT}", MAIL_FROM="club@club.example") as server:
        yield server
