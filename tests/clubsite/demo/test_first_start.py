"""`make run`: the first message comes at once, then the links, and the room and a proxy are served under each name."""

import asyncio
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from urllib.parse import urlencode

import pytest
from websockets.asyncio.client import connect

from clubsite.demo.demo import DIRECTOR, PASSWORD, PEOPLE, _club, _director
from clubsite.demo.demo_event import BOARDS, SCRIPTED_HEATS, TABLES, demo_event_build, event_advance
from clubsite.demo.management.commands.serve import lan_addresses
from clubsite.events.models import EventPlace
from clubsite.events.services.scoring import event_score
from clubsite.nights.models import SessionStatus
from tests.browser.site import ROOT, Site
from tests.kit.remembered import remembered
from tests.kit.schema import schema_file

PUBLIC = "https://club.example"
ADDRESS = next(iter(lan_addresses()), "127.0.0.1")
NAME = socket.gethostname()
AT = r"http://[\w.:\[\]]+:\d+"
PRINTED = rf"""(QR codes use .+\n)?
  Two Handed Solo Bridge, the demo club of Lantern Street

  The club          {AT}/
  Last week         {AT}/clubs/lantern-street/results/
  Play at home      {AT}/play/      learn: {AT}/learn/
  Director          {AT}/director/\w+/   sign in: dee / lantern
  A simultaneous    {AT}/events/\w+/      its clubs come in while you look
  Table 1, South    {AT}/seat/\w+/enter/\?key=\w+
  Table 1, North    {AT}/seat/\w+/enter/\?key=\w+

  Open both seats of table 1 in two windows: the other tables are playing already\.

Stop it with Ctrl-C\.
"""
PAGES = {
    "/": "Lantern Street",
    "/clubs/lantern-street/": "Lantern Street",
    "/clubs/lantern-street/results/": "Tuesday night",
    "/clubs/lantern-street/results.atom": "<feed",
    "/api/v1/clubs/": "lantern-street",
    "/join/": "code",
    "/play/": "home",
    "/health/ready": "ok",
}


@dataclass
class Reader:
    """A browser with cookies that calls the site by the name `host`. `origin` is the origin of the browser's pages."""

    site: Site
    host: str
    origin: str
    cookies: SimpleCookie = field(default_factory=SimpleCookie)

    @property
    def headers(self) -> dict[str, str]:
        jar = "; ".join(f"{name}={morsel.value}" for name, morsel in self.cookies.items())
        proxied = {"X-Forwarded-Proto": "https"} if self.origin == PUBLIC else {}
        return {"Host": self.host, "Cookie": jar, **proxied}

    def ask(self, path: str, form: dict[str, str] | None = None) -> tuple[int, str]:
        line = HTTPConnection(self.reached_at, self.site.port, timeout=30)
        sent = {**self.headers, "Content-Type": "application/x-www-form-urlencoded", "Origin": self.origin}
        line.request("GET" if form is None else "POST", path, form and urlencode(form), sent)
        answer = line.getresponse()
        text = answer.read().decode()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                self.cookies.load(value)
        line.close()
        if answer.status == 302:
            return self.ask(answer.headers["Location"].removeprefix(self.origin))
        return answer.status, text

    @property
    def reached_at(self) -> str:
        return ADDRESS if self.host.startswith(ADDRESS) else "127.0.0.1"

    async def greeted(self, path: str) -> str:
        headers = {name: value for name, value in self.headers.items() if name != "Host"}
        async with connect(
            f"ws://{self.host}{path}",
            origin=self.origin,
            additional_headers=headers,
            host=self.reached_at,
            port=self.site.port,
        ) as line:
            return str(await asyncio.wait_for(line.recv(), 20))


def readers(site: Site) -> Iterator[Reader]:
    """Yield a browser for every name of the site. Without a short name, this machine has one name less."""
    for name in dict.fromkeys([ADDRESS, NAME, NAME if "." in NAME else f"{NAME}.local"]):
        yield Reader(site, f"{name}:{site.port}", f"http://{name}:{site.port}")
    yield Reader(site, PUBLIC.removeprefix("https://"), PUBLIC)


@pytest.mark.timeout(300)
def test_a_newcomer_reads_what_they_need_and_the_room_is_served(tmp_path):
    site = Site(tmp_path / "var", host="0.0.0.0", settings={"PUBLIC_URL": PUBLIC})
    site.data.mkdir()
    shutil.copyfile(schema_file(), site.data / "club.sqlite3")
    try:
        site.start()
        assert re.fullmatch(PRINTED, (site.data / "out.txt").read_text())
        for reader in readers(site):
            everybody_gets_the_pages(reader)
            a_ranking_and_its_style_sheet_come(reader)
            a_player_comes_to_their_table_and_is_shown_it(reader)
            the_director_signs_in_and_comes_to_the_room(reader)
        stranger = Reader(site, f"elsewhere.example:{site.port}", f"http://elsewhere.example:{site.port}")
        assert site.errors() == ""
        assert stranger.ask("/")[0] == 400
    finally:
        site.stop()


def everybody_gets_the_pages(reader: Reader):
    for path, words in PAGES.items():
        status, text = reader.ask(path)
        assert (status, words in text) == (200, True), f"{reader.host}{path}: {text[:300]}"


def a_ranking_and_its_style_sheet_come(reader: Reader):
    match = re.search(r'href="(/results/\w+/)"', reader.ask("/clubs/lantern-street/results/")[1])
    assert match
    status, page = reader.ask(match[1])
    assert status == 200
    sheet = re.search(r'href="(/static/[^"]+\.css)"', page)
    assert sheet
    assert reader.ask(sheet[1])[0] == 200


def a_player_comes_to_their_table_and_is_shown_it(reader: Reader):
    link = reader.site.printed(r"Table 1, South\s+http://[^/]+(/seat/(\w+)/enter/\S+)")
    assert reader.ask(link[1])[0] == 200
    assert '"t"' in asyncio.run(reader.greeted(f"/seat/{link[2]}/socket/"))


def the_director_signs_in_and_comes_to_the_room(reader: Reader):
    room = reader.site.printed(r"Director\s+http://[^/]+(/director/\w+/)")[1]
    page = reader.ask("/login/")[1]
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert token
    form = {"csrfmiddlewaretoken": token[1], "username": DIRECTOR, "password": PASSWORD, "next": room}
    status, text = reader.ask("/login/", form)
    assert status == 200
    assert "Demo night" in text


@pytest.mark.parametrize(("options", "what"), [([], "the database and a demo club"), (["--no-demo"], "the database")])
def test_the_first_message_comes_before_anything_is_built(tmp_path, options, what):
    site = Site(tmp_path / "var")
    command = [sys.executable, "manage.py", "serve", *options, "--port", str(site.port)]
    process = subprocess.Popen(command, cwd=ROOT, env=site.env, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout
        sentence = f"Making {what} in {site.data}. This takes half a minute, the first time only.\n"
        assert process.stdout.readline() == sentence
        process.send_signal(signal.SIGSTOP)
        tables = site.data / "club.sqlite3"
        assert not tables.exists() or tables.stat().st_size < 1_000_000
    finally:
        process.kill()
        process.wait(10)


@pytest.fixture
def event(db):
    return event_built()


@remembered
def event_built():
    return demo_event_build(organiser=_club(), director=_director(), people=PEOPLE[8:])


def test_half_of_the_other_clubs_are_in_and_of_the_two_here_one_and_everybody_meets_each_board_once(event):
    others = event.heats.filter(club=None)
    assert others.count() == SCRIPTED_HEATS
    confirmed = others.filter(confirmed_at__isnull=False)
    assert confirmed.count() == SCRIPTED_HEATS // 2
    assert EventPlace.objects.filter(event=event, stratum="").count() == (SCRIPTED_HEATS + 2) * 2 * TABLES
    for entrant in confirmed[0].entrants.all():
        lines = (*entrant.lines_ns.all(), *entrant.lines_ew.all())
        assert sorted(line.board for line in lines) == list(range(1, BOARDS + 1))
    again = demo_event_build(organiser=event.club, director=_director(), people=PEOPLE[8:])
    assert again == event, "a second start makes no second event"
    lantern, quay = event.heats.filter(club__isnull=False).order_by("pk")
    assert (lantern.session.status, bool(lantern.confirmed_at)) == (SessionStatus.ENDED, True)
    assert (quay.session.status, bool(quay.confirmed_at)) == (SessionStatus.RUNNING, False)
    assert (lantern.lines.count(), quay.lines.count()) == (TABLES * BOARDS, (TABLES - 1) * BOARDS)


def test_the_ranking_moves_until_all_clubs_are_in(event):
    before = list(event.places.values_list("entrant", "place", "won"))
    assert event_advance()
    event_score(event_id=event.pk)
    assert list(event.places.values_list("entrant", "place", "won")) != before
    while event_advance():
        pass
    assert not event.heats.filter(club=None, confirmed_at=None).exists()
    assert {heat.lines.count() for heat in event.heats.filter(club=None)} == {TABLES * BOARDS}
