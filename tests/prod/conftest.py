"""The club server as it is deployed, started once for all tests of a worker."""

import pytest

from tests.servers import free_port, running_club


@pytest.fixture(scope="session")
def mail_port() -> int:
    """The port of the club server's mail server, on which nobody listens but a test that starts one."""
    return free_port()


@pytest.fixture(scope="session")
def club_server(mail_port):
    with running_club(EMAIL_URL=f"smtp://127.0.0.1:{mail_port}", MAIL_FROM="club@club.example") as server:
        yield server
