"""The servers of an event: a hub on PostgreSQL with Redis and Celery, and clubs' servers on SQLite, all real."""

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from tests.faults.hub_relay import HubRelay
from tests.faults.site import Site, running_club, running_embedded

CALL = """
import json
from tests.faults import event_heats
print(json.dumps(event_heats.{name}(**json.loads({facts!r}))))
"""


@dataclass
class EventServer:
    """A server of an event, with its director's browser."""

    name: str
    site: Site
    cookie: str = ""

    def act(self, name: str, **facts: Any) -> Any:
        """Call this function of `event_heats` in a process of the server, and return its answer."""
        return self.site.run(CALL.format(name=name, facts=json.dumps(facts)))

    def post(self, path: str, **fields: str) -> tuple[int, str]:
        """Post a form as the director. Return the status and the page."""
        self.cookie = self.cookie or self.act("signed_in")
        token = "t" * 32
        headers = {"Cookie": f"sessionid={self.cookie}; csrftoken={token}", "X-CSRFToken": token}
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        connection = HTTPConnection("127.0.0.1", self.site.ports[0], timeout=60)
        connection.request("POST", path, urlencode(fields).encode(), headers)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()

    def kill(self) -> None:
        """Kill every web process of the server."""
        for port in list(self.site.webs):
            self.site.kill(port)


@dataclass
class EventServers:
    """A hub, two clubs' servers that reach it through `relay`, and one server that plays the same event alone."""

    hub: EventServer
    of_clubs: list[EventServer]
    alone: EventServer
    relay: HubRelay

    @property
    def three(self) -> list[EventServer]:
        return [self.hub, *self.of_clubs]


@contextmanager
def running_event_servers(folder: Path) -> Iterator[EventServers]:
    """Run the hub and the clubs' servers, each with a database and jobs of its own, and the server that plays alone."""
    with ExitStack() as running:
        relay = HubRelay()
        running.callback(relay.end)
        (folder / "hub").mkdir()
        hub = running.enter_context(running_club(folder / "hub", PUBLIC_URL=relay.url))
        relay.targets = hub.ports
        alone = EventServer("alone", running.enter_context(running_embedded(folder / "alone")))
        of_clubs = []
        for name in ("club1", "club2"):
            _copy_database(folder / "alone", folder / name)
            site = running.enter_context(running_embedded(folder / name, HUBS_NEARBY="true"))
            of_clubs.append(EventServer(name, site))
        yield EventServers(EventServer("hub", hub), of_clubs, alone, relay)


def _copy_database(old: Path, new: Path) -> None:
    """Copy an empty database, so that it need not be made by the migrations once more."""
    new.mkdir()
    with closing(sqlite3.connect(old / "club.sqlite3")) as database:
        database.execute("VACUUM INTO ?", [str(new / "club.sqlite3")])


def slug_of(club: str) -> str:
    return re.sub(r"\W+", "-", club.lower())
