"""How light the table page is: what a browser with an empty cache loads before a player can play."""

from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.seats import SeatPage
from tests.browser.site import Site

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
    asked: dict[str, str] = {}
    came: dict[str, float] = {}
    tools.on("Network.requestWillBeSent", lambda e: asked.update({e["requestId"]: e["request"]["url"]}))
    tools.on("Network.webSocketCreated", lambda e: asked.update({e["requestId"]: e["url"]}))
    tools.on("Network.loadingFinished", lambda e: came.update({e["requestId"]: e["encodedDataLength"] / 1000}))
    return asked, came


def test_the_table_page_is_few_files_and_small(site, make_context):
    page, address = seat_of(site, make_context())
    asked, came = measured(page)
    seat = SeatPage(page, "N").open(address)
    expect(page.locator(".topbar")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert seat.errors == []
    assert [url.split(":")[0] for url in asked.values() if url.startswith("ws")] == ["ws"]
    assert len(asked) <= MOST_REQUESTS, sorted(asked.values())
    assert sum(came.values()) <= MOST_KB, sorted((kb, asked.get(one)) for one, kb in came.items())
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
    asked, _ = measured(page)
    page.goto(address, wait_until="commit")
    expect(page.locator(".topbar")).to_be_visible()
    held[0].continue_()
    page.wait_for_load_state("networkidle")
    assert [url for url in asked.values() if url.startswith("ws")] == [f"{address.replace('http', 'ws', 1)}socket/"]
