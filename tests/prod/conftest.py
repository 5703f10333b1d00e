"""The club server as it is deployed, started once for all tests of a worker and emptied between modules."""

import pytest

from tests.prod.emptying import empty, rows
from tests.servers import free_port, running_club


@pytest.fixture(scope="session")
def mail_port() -> int:
    """The port of the club server's mail server, on which nobody listens but a test that starts one."""
    return free_port()


@pytest.fixture(scope="session")
def running_server(mail_port):
    with running_club(EMAIL_URL=f"smtp://127.0.0.1:{mail_port}", MAIL_FROM="club@club.example") as server:
        if "clubs_club" in rows(server.env["DATABASE_URL"]):
            pytest.exit("DATABASE_URL names a database with clubs. These tests would delete them: name an empty one.")
        yield server
        empty(server)


@pytest.fixture(scope="module")
def club_server(running_server):
    """The club server, in which nothing is left of the module before. All its processes run."""
    if "worker" not in running_server.processes:  # a test that failed has left it so
        running_server.start_worker()
    empty(running_server)
    return running_server
