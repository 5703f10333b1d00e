"""An event over three real servers, with everything that goes wrong between them, equals the event on one server."""

import json
import time
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.faults.event_heats import BOARDS_A_ROUND, ROUNDS, TABLES
from tests.faults.event_servers import EventServer, EventServers, Fault, Passing, running_event_servers, slug_of
from tests.long import sample
from tests.servers import until

pytestmark = [pytest.mark.prod, pytest.mark.timeout(sample(1200, 3600))]
HEATS = sample(9, 60)
FOULED_BOARD = 5
LONG_ENOUGH_TO_PUBLISH = 12  # seconds: more than two sweeps


@pytest.fixture(scope="module")
def servers():
    # Not in pytest's own folder: another run of pytest closes that one to PostgreSQL's user.
    with TemporaryDirectory(prefix="club-event-servers-") as folder, running_event_servers(Path(folder)) as hosts:
        yield hosts


@dataclass
class PlannedHeat:
    """A heat as the test plans it: the club, its server, and what is special about its night."""

    club: str
    server: EventServer
    begins: dict[str, Any] = field(default_factory=dict)
    scores: dict[str, Any] = field(default_factory=dict)

    @property
    def slug(self) -> str:
        return slug_of(self.club)


class WholeEvent:
    """An event of `HEATS` heats, played on the three servers and on the one that plays alone."""

    def __init__(self, servers: EventServers) -> None:
        self.servers, self.relay = servers, servers.relay
        hub, (first, two) = servers.hub, servers.of_clubs
        self.twice = [PlannedHeat("Twice First", hub), PlannedHeat("Twice Second", hub)]
        self.long = PlannedHeat("Long Night", first, begins={"boards_a_round": 5})
        self.leaver = PlannedHeat("Leaver", first)
        self.fouled = PlannedHeat("Fouled Board", first, scores={"fouled": FOULED_BOARD})
        self.late = PlannedHeat("Late", two)
        self.corrected = PlannedHeat("Corrected", two)
        special = [self.long, self.leaver, self.fouled, self.late, self.corrected]
        where = [hub, first, two]
        more = range(HEATS - len(special) - len(self.twice))
        self.heats = [*self.twice, *special, *(PlannedHeat(f"Plain {n}", where[n % 3]) for n in more)]
        self.ids: dict[str, str] = {}
        self.pages: dict[str, str] = {}

    @property
    def away(self) -> list[PlannedHeat]:
        """The heats of the clubs' servers."""
        return [heat for heat in self.heats if heat.server is not self.servers.hub]

    def both(self, name: str, heat: PlannedHeat, **facts: Any) -> None:
        """Let the same happen in a heat on its own server and on the one that plays alone."""
        for server in (heat.server, self.servers.alone):
            server.act(name, club=heat.club, **facts)

    def announce(self) -> None:
        """Announce the event, and let every club take part."""
        hub, alone = self.servers.hub, self.servers.alone
        hub.act("event_open")
        alone.act("event_open")
        for heat in self.heats:
            alone.act("heat_make", club=heat.club)
            if heat.server is hub:
                hub.act("heat_make", club=heat.club)
            elif heat is self.late:
                heat.server.act("club_open", club=heat.club)
                link = {"address": self.relay.url, "letters": hub.act("invited", club=heat.club)}
                self.ok(heat.server.post(f"/director/clubs/{heat.slug}/events-elsewhere/", **link))
            else:
                letters = hub.act("invited", club=heat.club)
                heat.server.act("heat_make", club=heat.club, hub=self.relay.url, letters=letters)
        there = hub.act("heats")
        self.ids = {heat.club: there[heat.club]["id"] for heat in self.away}
        self.pages = {
            heat.club: f"/director/clubs/{heat.slug}/heats/{heat.server.act('heats')[heat.club]['id']}/organiser/"
            for heat in (self.late, self.long)
        }

    def ok(self, answer: tuple[int, str]) -> None:
        assert answer[0] == 302, answer

    def tap(self, heat: PlannedHeat) -> None:
        """Press "Send now" on a heat's page."""
        self.ok(heat.server.post(f"{self.pages[heat.club]}send/"))

    def begin(self) -> None:
        for heat in self.heats:
            self.both("heat_begin", heat, **heat.begins)

    def play_round(self, heats: list[PlannedHeat]) -> None:
        for heat in heats:
            self.both("round_score", heat, **heat.scores)

    def lines_arrive(self, heats: list[PlannedHeat], rounds: int) -> None:
        """Wait until the hub and the server that plays alone have the same lines of these heats, of so many rounds."""
        clubs = [heat.club for heat in heats]
        until(lambda: not self.differences(clubs, rounds), f"the lines of {rounds} rounds have arrived")

    def differences(self, clubs: list[str], rounds: int) -> list[str]:
        here, there = (server.act("lines_of", clubs=clubs) for server in (self.servers.hub, self.servers.alone))
        whole = rounds * BOARDS_A_ROUND * TABLES
        return [club for club in clubs if here.get(club) != there.get(club) or len(here.get(club, ())) != whole]

    def first_round(self) -> None:
        """States are lost, arrive twice, and arrive without an answer. One is sent with another club's token. Of one
        heat that has the key nothing comes before the window has closed.
        """
        self.relay.cut_off.add(self.ids[self.late.club])
        self.relay.plan(Fault.LOST, heat=self.ids[self.long.club])
        self.relay.plan(Fault.DOUBLED, heat=self.ids[self.fouled.club])
        self.relay.plan(Fault.UNANSWERED, heat=self.ids[self.corrected.club])
        self.play_round(self.heats)
        self.lines_arrive([heat for heat in self.heats if heat is not self.late], 1)
        self.steal()
        self.both("heat_end", self.leaver, confirm=False)
        self.both("heat_go", self.leaver)

    def second_round(self) -> None:
        """The hub is down while a round is played. After that, states change on the way, or come late."""
        hub = self.servers.hub
        hub.kill()
        self.relay.plan(Fault.FLIPPED, heat=self.ids[self.long.club])
        self.relay.plan(Fault.LATE, heat=self.ids[self.fouled.club])
        self.relay.plan(Fault.BAD_GATEWAY, heat=self.ids[self.corrected.club])
        self.play_round(self.still_playing)
        hub.site.all_up()
        until(lambda: self.long.server.act("heats")[self.long.club]["refused"], "the changed state is refused in words")
        self.tap(self.long)
        self.lines_arrive([heat for heat in self.still_playing if heat is not self.late], 2)

    def third_round(self) -> None:
        """A club's server is down after it has stored its scores."""
        server, _ = self.servers.of_clubs
        self.play_round([heat for heat in self.still_playing if heat.server is server])
        server.kill()
        self.play_round([heat for heat in self.still_playing if heat.server is not server])
        server.site.all_up()
        self.relay.plan(Fault.FLIPPED_ANSWER, heat=self.ids[self.corrected.club])
        self.lines_arrive([heat for heat in self.still_playing if heat is not self.late], 3)

    def end(self) -> None:
        """Every heat is confirmed. Then it turns out that somebody has played two of them."""
        for heat in self.still_playing:
            self.both("heat_end", heat)
        for server in (self.servers.hub, self.servers.alone):
            server.act("same_person", clubs=[heat.club for heat in self.twice])
        on_time = {heat.club for heat in self.still_playing} - {self.late.club}
        hub = self.servers.hub
        until(lambda: on_time <= {club for club, heat in hub.act("heats").items() if heat["confirmed"]}, "confirmed")
        until(lambda: not self.relay.outstanding(), f"every fault has happened, but {self.relay.outstanding()}")

    def close(self) -> None:
        """The window closes, and the last heat arrives after that. The event waits for it, and the clock publishes."""
        for server in (*self.servers.three, self.servers.alone):
            server.act("window_close")
        time.sleep(LONG_ENOUGH_TO_PUBLISH)
        assert self.servers.hub.act("published") is None
        assert set(self.servers.hub.act("awaited")) == {self.late.club, self.leaver.club}
        self.servers.hub.act("left_out", club=self.leaver.club)  # it had the cards, so it could not leave by itself
        self.relay.cut_off.discard(self.ids[self.late.club])
        self.tap(self.late)
        self.same_everywhere(1)
        self.lines_arrive(self.still_playing, ROUNDS)

    def correct(self) -> None:
        """A score is corrected after the publication."""
        self.both("score_change", self.corrected, board=2, table=2, tricks=12)
        for server in (self.servers.hub, self.servers.alone):
            until(lambda server=server: self._says_12_tricks(server), f"{server.name} has the correction")
            until(lambda server=server: server.act("publish_again") == 2, f"{server.name} publishes again")
        for heat in (self.late, self.long):
            self.tap(heat)
        self.same_everywhere(2)

    def _says_12_tricks(self, server: EventServer) -> bool:
        [lines] = server.act("lines_of", clubs=[self.corrected.club]).values()
        return any((line["board"], line["table"], line["tricks"]) == (2, "2", 12) for line in lines)

    def same_everywhere(self, version: int) -> None:
        """All servers publish this version, and it says the same on all of them."""
        alone = until(lambda: _published(self.servers.alone, version), "the server that plays alone has published")
        for server in self.servers.three:
            facts = until(lambda server=server: _published(server, version), f"{server.name} has the published ranking")
            assert facts == alone, server.name
        assert alone["entrants"] == sum(tables for tables in alone["tables"].values()) * 2

    def steal(self) -> None:
        """A club's server sends results for a heat of the other one, with its own token and an unknown one."""
        token, state = self.servers.of_clubs[1].act("token_and_state", club=self.corrected.club)
        path, data = f"/api/v1/heats/{self.ids[self.long.club]}/state/", json.dumps(state).encode()
        for bearer, status in ((token, 404), ("heat_of-nobody", 401)):
            headers = {"Authorization": f"Bearer {bearer}", "Content-Type": "application/json", "If-Match": '"1"'}
            answer = self.relay.to_hub(Passing("PUT", path, headers, data), data)
            assert answer is not None and answer[0] == status
        self.lines_arrive([self.long], 1)

    @property
    def still_playing(self) -> list[PlannedHeat]:
        return [heat for heat in self.heats if heat is not self.leaver]


def _published(server: EventServer, version: int) -> dict[str, Any] | None:
    ranking = server.act("published")
    return ranking if ranking and ranking.pop("version") >= version else None


def test_three_servers_and_every_fault_between_them_equal_one_server(servers):
    event = WholeEvent(servers)
    event.announce()
    event.begin()
    event.first_round()
    event.second_round()
    event.third_round()
    event.end()
    event.close()
    event.correct()
    assert set(servers.relay.done) == set(Fault)
