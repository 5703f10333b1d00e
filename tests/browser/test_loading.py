"""What a page loads, the service worker, a new version during play, and a page that did not arrive whole."""

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import unquote_plus

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import BrowserContext, Error, Page, Route, expect

from tests.browser.card_night import TerminalPage
from tests.browser.director import sign_in
from tests.browser.seats import SeatPage, until
from tests.browser.site import Site
from tests.browser.table_harness import Deal, HomeTable

HASHED, PLAIN = "/static/js/page.0123456789ab.js", "/static/js/page.js"


class Small:
    """A site with a few pages and the real worker. `answers` can be changed; `asked` holds the requests received."""

    def __init__(self):
        context = {"version": "1", "offline": "/offline/", "files": ["/offline/"], "static": "/static/"}
        self.answers = {
            "/service-worker.js": ("text/javascript", render_to_string("core/service_worker.js", context)),
            "/offline/": ("text/html", "<h1>No connection</h1>"),
            HASHED: ("text/javascript", "window.hashed = 1;"),
            PLAIN: ("text/javascript", "window.plain = 1;"),
        }
        self.asked: list[str] = []
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                site.asked.append(self.path)
                kind, text = site.answers.get(self.path, ("text/html", f"<h1>Page {self.path}</h1>"))
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.send_header("Cache-Control", "no-store")
                self.end_headers()
                self.wfile.write(text.encode())

            def log_message(self, format: str, *args):
                """Print nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        Thread(target=self._server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def stop(self):
        self._server.shutdown()
        self._server.server_close()

    def install(self, context: BrowserContext) -> Page:
        """Return a page whose service worker is active."""
        page = context.new_page()
        page.goto(self.url)
        page.evaluate("navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' })")
        page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
        page.goto(self.url)
        until(page, lambda: page.evaluate("Boolean(navigator.serviceWorker.controller)"), "the worker")
        return page


@pytest.fixture
def small():
    site = Small()
    yield site
    site.stop()


def kept(page: Page) -> set[str]:
    """Return the paths that the service worker has cached."""
    return set(
        page.evaluate(
            """async () => {
                const all = (await caches.keys()).map(async (name) => (await caches.open(name)).keys());
                return (await Promise.all(all)).flat().map(({ url }) => new URL(url).pathname);
            }"""
        )
    )


def test_the_worker_keeps_hashed_files_and_the_offline_page_and_no_page_of_the_site(small, make_context):
    page = small.install(make_context(service_workers="allow"))
    for path in ("/clubs/lantern/", "/seat/abc/", "/director/x/"):
        page.goto(small.url + path)
        expect(page.locator("h1")).to_have_text(f"Page {path}")
    fetched = "(urls) => Promise.all(urls.map((url) => fetch(url).then((one) => one.text())))"
    for _ in range(2):
        page.evaluate(fetched, [HASHED, PLAIN, "/seat/abc/places/", "/api/v1/clubs/"])
        until(page, lambda: HASHED in kept(page), "the hashed file kept")
    assert kept(page) == {"/offline/", HASHED}
    assert [small.asked.count(path) for path in (HASHED, PLAIN, "/seat/abc/places/")] == [1, 2, 2]
    small.stop()  # a page is the offline page now, and a seat is left to the browser
    page.goto(f"{small.url}/clubs/lantern/")
    expect(page.locator("h1")).to_have_text("No connection")
    with pytest.raises(Error, match="ERR_CONNECTION_REFUSED"):
        page.goto(f"{small.url}/seat/abc/")


def test_turned_off_at_the_site_an_installed_worker_forgets_everything_and_goes(small, make_context):
    page = small.install(make_context(service_workers="allow"))
    assert kept(page) == {"/offline/"}
    small.answers["/service-worker.js"] = ("text/javascript", render_to_string("core/no_service_worker.js"))
    page.goto(small.url)  # a visit is enough: the browser asks for the worker's script at each visit
    registered = "navigator.serviceWorker.getRegistrations().then((all) => all.length)"
    until(page, lambda: not page.evaluate(registered) and not kept(page), "the worker gone")


WAKE_LOCKS = """
window.awake = [];
Object.defineProperty(navigator, "wakeLock", { value: { request: async (kind) => {
  awake.push(kind);
  return { addEventListener() {}, release: async () => awake.push("released") };
} } });
"""


def test_the_screen_stays_on_at_a_terminal_in_the_room_and_on_the_projector(site, night, make_context):
    context = make_context()
    context.add_init_script(WAKE_LOCKS)
    terminal = TerminalPage(context, night.link("Bo Card")).page
    until(terminal, lambda: terminal.evaluate("awake") == ["screen"], "a wake lock")
    page = context.new_page()
    sign_in(page, site)
    for part in ("", "projector/"):
        page.goto(night.room(part))
        until(page, lambda: page.evaluate("awake") == ["screen"], f"a wake lock at {part}")


OLDER = """
if (sessionStorage.getItem("older")) {
  sessionStorage.removeItem("older");
  new MutationObserver((_, watch) => {
    const main = document.getElementById("main");
    if (!main) return;
    main.dataset.version = "older";
    watch.disconnect();
  }).observe(document, { childList: true, subtree: true });
}
"""


def test_a_new_version_is_taken_between_boards_and_announced_in_one_line(make_table):
    """During a board it is not taken (tests/js/new-version.test.mjs)."""
    seat = make_table().south
    expect(seat.key("ready")).to_be_visible()
    version = seat.page.locator("main").get_attribute("data-version")
    assert version and version != "older"
    seat.page.add_init_script(OLDER)
    seat.page.evaluate("sessionStorage.setItem('older', 1)")
    seat.page.reload()
    expect(seat.page.locator(".note", has_text="new version")).to_be_visible()
    expect(seat.page.locator("main")).to_have_attribute("data-version", version)


MOST_REQUESTS, MOST_KB = 12, 90


def seat_of(site: Site, context: BrowserContext) -> tuple[Page, str]:
    """Return a new browser page that has a seat in the demo, and the seat's address."""
    link = site.url + site.printed(r"Table 1, North\s+http://[^/]+(/\S+)")[1]
    context.request.get(link, max_redirects=0)
    return context.new_page(), link.split("enter/")[0]


def measured(page: Page) -> tuple[dict[str, str], dict[str, float]]:
    """Return the page's requests by number, including sockets, and the KB received, including headers."""
    tools = page.context.new_cdp_session(page)
    tools.send("Network.enable")
    urls: dict[str, str] = {}
    came: dict[str, float] = {}
    tools.on("Network.requestWillBeSent", lambda e: urls.update({e["requestId"]: e["request"]["url"]}))
    tools.on("Network.webSocketCreated", lambda e: urls.update({e["requestId"]: e["url"]}))
    tools.on("Network.loadingFinished", lambda e: came.update({e["requestId"]: e["encodedDataLength"] / 1000}))
    return urls, came


def test_the_table_page_is_few_files_and_small(site, make_context):
    page, address = seat_of(site, make_context())
    urls, came = measured(page)
    seat = SeatPage(page, "N").open(address)
    expect(page.locator(".topbar")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert seat.errors == []
    assert [url.split(":")[0] for url in urls.values() if url.startswith("ws")] == ["ws"]
    assert len(urls) <= MOST_REQUESTS, sorted(urls.values())
    assert sum(came.values()) <= MOST_KB, sorted((kb, urls.get(number)) for number, kb in came.items())
    # A second visit loads the page and its socket: the files are cached by their hash.
    page.reload()
    expect(page.locator(".topbar")).to_be_visible()
    sizes = page.evaluate("performance.getEntriesByType('resource').map((one) => [one.name, one.transferSize])")
    assert [name for name, size in sizes if "/static/" in name and size] == []


def test_the_table_opens_as_well_where_the_early_socket_is_dead_when_the_script_comes(site, make_context):
    page, address = seat_of(site, make_context())
    path = f"{address.removeprefix(site.url)}socket/"
    dead = f"window.earlySocket = {{ path: '{path}', socket: {{ readyState: 3 }}, heard: [] }};"
    page.route("**/early-socket*.js", lambda route: route.fulfill(body=dead, content_type="text/javascript"))
    SeatPage(page, "N").open(address)
    expect(page.locator(".topbar")).to_be_visible()


def test_an_early_socket_that_comes_after_the_table_s_script_opens_no_second_one(site, make_context):
    page, address = seat_of(site, make_context())
    held: list[Route] = []
    page.route("**/early-socket*.js", lambda route: held.append(route))
    urls, _ = measured(page)
    page.goto(address, wait_until="commit")
    expect(page.locator(".topbar")).to_be_visible()
    held[0].continue_()
    page.wait_for_load_state("networkidle")
    assert [url for url in urls.values() if url.startswith("ws")] == [f"{address.replace('http', 'ws', 1)}socket/"]


CONTEXT = {"socket_path": "/seat/x/socket/", "join_path": "/join/"}
BROKEN: dict[str, Any] = HomeTable(Deal("solo")).message()
del BROKEN["view"]["hands"]  # such a view cannot be drawn


@pytest.mark.parametrize(
    ("lost", "words", "line"),
    [
        ("seat.js", "A part of this page has not arrived", "file seat.js, line 0, NotLoaded"),
        ("", "a fault", "TypeError"),
    ],
)
def test_a_page_with_a_fault_says_so_loads_itself_once_and_sends_one_line(make_context, files, lost, words, line):
    loads, sent, errors = [], [], []
    page = make_context().new_page()
    page.on("pageerror", lambda error: errors.append(error))
    if lost:
        page.clock.install()

    def load(route: Route):
        loads.append(route.request.url)
        body = render_to_string("play/seat.html", CONTEXT)
        body += '<script defer src="http://extension.example/static/js/other.js"></script>'
        route.fulfill(body=body, content_type="text/html")

    def tell(route: Route):
        sent.append(unquote_plus(route.request.post_data or "for the token"))
        route.fulfill(status=204, headers={"Set-Cookie": "csrftoken=token; Path=/"})

    def fault_shown() -> bool:
        if lost:
            page.clock.run_for(9000)
        return len(loads) == 2 and page.get_by_role("alert").is_visible()

    page.route("**/seat/x/", load)
    page.route("**/page-fault/", tell)
    page.route("**/other.js", lambda route: route.abort())
    page.route("**/js/play/seat.js", lambda route: route.abort() if lost else route.continue_())
    page.route_web_socket("**/socket/", lambda socket: socket.send(json.dumps(BROKEN)))
    page.goto(f"{files.url}/seat/x/")
    until(page, fault_shown, "the page has loaded itself again and says that it has a fault")
    expect(page.get_by_role("alert")).to_contain_text(words)
    until(page, lambda: len(sent) == 3, "one line at each load")
    assert sent[1].startswith("line=version , file ") and sent[1].endswith(line) and len(sent[1]) < 500
    seen = len(errors)
    if lost:
        page.clock.run_for(20_000)
    else:  # five ticks of the page have passed when a later timer of its own runs
        page.evaluate("() => new Promise((done) => setTimeout(done, 1300))")
    assert len(errors) <= seen + 2 and len(loads) == 2, "it is neither drawn nor loaded for ever"
    page.get_by_role("button", name="Try again").click()
    until(page, lambda: len(loads) == 3, "a key loads it again")
