"""`serve --host 0.0.0.0` as a club starts it: all kinds of pages, requested in the room and through a proxy."""

import asyncio
import re
import shutil
import socket
from dataclasses import dataclass, field
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from urllib.parse import urlencode

import pytest
from websockets.asyncio.client import connect

from clubsite.simulation.demo import DIRECTOR, PASSWORD
from clubsite.simulation.lan import lan_addresses
from tests.browser.site import Site

PUBLIC = "https://club.example"
ADDRESS = next(iter(lan_addresses()), "127.0.0.1")
NAME = socket.gethostname()
pytestmark = pytest.mark.timeout(300)


@pytest.fixture(scope="module")
def site(first_start, tmp_path_factory):
    """The site of `first_start`, started again for the room."""
    data = shutil.copytree(first_start.data, tmp_path_factory.mktemp("room") / "var")
    site = Site(data, host="0.0.0.0", settings={"PUBLIC_URL": PUBLIC})
    try:
        site.start()
        yield site
    finally:
        site.stop()


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
        """Return the status and text of the page, after following redirects."""
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
        """Return the first message on a socket that this browser opens."""
        headers = {name: value for name, value in self.headers.items() if name != "Host"}
        async with connect(
            f"ws://{self.host}{path}",
            origin=self.origin,
            additional_headers=headers,
            host=self.reached_at,
            port=self.site.port,
        ) as line:
            return str(await asyncio.wait_for(line.recv(), 20))


@pytest.fixture(params=[ADDRESS, NAME, f"{NAME.split('.')[0]}.local", PUBLIC])
def reader(site, request):
    if request.param == PUBLIC:
        return Reader(site, PUBLIC.removeprefix("https://"), PUBLIC)
    if request.param.endswith(".local") and "." in NAME:
        pytest.skip("this machine has a full name, and no other")
    host = f"{request.param}:{site.port}"
    return Reader(site, host, f"http://{host}")


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/", "Lantern Street"),
        ("/clubs/lantern-street/", "Lantern Street"),
        ("/clubs/lantern-street/results/", "Tuesday night"),
        ("/clubs/lantern-street/results.atom", "<feed"),
        ("/api/v1/clubs/", "lantern-street"),
        ("/join/", "code"),
        ("/play/", "home"),
        ("/health/ready", "ok"),
    ],
)
def test_everybody_in_the_room_gets_the_page(reader, path, words):
    status, text = reader.ask(path)
    assert (status, words in text) == (200, True), text[:300]


def test_a_ranking_and_its_style_sheet_come(reader):
    found = re.search(r'href="(/results/\w+/)"', reader.ask("/clubs/lantern-street/results/")[1])
    assert found
    status, page = reader.ask(found[1])
    assert status == 200
    sheet = re.search(r'href="(/static/[^"]+\.css)"', page)
    assert sheet
    assert reader.ask(sheet[1])[0] == 200


def test_a_player_comes_to_their_table_and_is_shown_it(site, reader):
    link = site.printed(r"Table 1, South\s+http://[^/]+(/seat/(\w+)/enter/\S+)")
    assert reader.ask(link[1])[0] == 200
    assert '"t"' in asyncio.run(reader.greeted(f"/seat/{link[2]}/socket/"))


def test_the_director_signs_in_and_comes_to_the_room(site, reader):
    room = site.printed(r"Director\s+http://[^/]+(/director/\w+/)")[1]
    page = reader.ask("/login/")[1]
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert token
    form = {"csrfmiddlewaretoken": token[1], "username": DIRECTOR, "password": PASSWORD, "next": room}
    status, text = reader.ask("/login/", form)
    assert status == 200
    assert "Demo night" in text


def test_another_name_is_refused(site):
    stranger = Reader(site, f"elsewhere.example:{site.port}", f"http://elsewhere.example:{site.port}")
    assert stranger.ask("/")[0] == 400
