"""The browser, the site, and people with screens. Without chromium these tests skip; REQUIRE_BROWSER=1 fails them."""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, expect, sync_playwright

from tests.browser.seats import PATIENCE, SeatPage, TableOfTwo
from tests.browser.site import Site

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
ARGUMENTS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--disable-background-networking"]
# What is there costs nothing, what must come may take long.
expect.set_options(timeout=PATIENCE * 1000)
TABLET, PHONE, DESK = (
    {"width": 1024, "height": 768},
    {"width": 390, "height": 844},
    {"width": 1440, "height": 900},
)


# Package scope, not session: its event loop must be gone before other tests use theirs.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        try:
            chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        except Error as error:
            why = (
                f"No browser at {CHROMIUM} (apt-get install chromium, or set CHROMIUM): {error.message[:200]}"
            )
            if os.environ.get("REQUIRE_BROWSER") == "1":
                pytest.fail(why)
            pytest.skip(why)
        yield chromium
        chromium.close()


@pytest.fixture(scope="package")
def site(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The demo that `make run` opens on."""
    site = Site(tmp_path_factory.mktemp("site") / "var")
    try:
        site.start()
        yield site
    finally:
        site.stop()


@pytest.fixture(scope="package")
def staged(site: Site) -> dict[str, Any]:
    """Nights beside the demo whose tables the journeys share out: see `staging`."""
    return site.stage()


@pytest.fixture(scope="package")
def _tables(staged: dict[str, Any]) -> Iterator[dict[str, str]]:
    return iter(staged["tables"])


@pytest.fixture
def make_context(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """A device: its own cookies and screen. Everything it opens is closed after the test."""
    opened: list[BrowserContext] = []

    def make(viewport: Any = None, **options: Any) -> BrowserContext:
        # Motion is checked by eye; here it would only make taps wait. A service worker would answer before a route.
        usual: dict[str, Any] = {"reduced_motion": "reduce", "locale": "en-GB", "service_workers": "block"}
        options = {"viewport": viewport or TABLET, **usual, **options}
        context = browser.new_context(**options)
        context.set_default_timeout(PATIENCE * 1000)
        opened.append(context)
        return context

    yield make
    for context in opened:
        context.close()


@pytest.fixture
def make_table(
    site: Site, _tables: Iterator[dict[str, str]], make_context: Callable[..., BrowserContext]
) -> Callable[..., TableOfTwo]:
    """South at a tablet and North at a phone, at a table of their own; `base` may be a worse line to the site."""

    def make(
        south: BrowserContext | None = None, north: BrowserContext | None = None, **bases: str
    ) -> TableOfTwo:
        links = next(_tables)
        contexts = {"S": south or make_context(TABLET), "N": north or make_context(PHONE)}
        pages = {
            player: SeatPage(context.new_page(), player).open(bases.get(player, site.url) + links[player])
            for player, context in contexts.items()
        }
        return TableOfTwo(pages["S"], pages["N"], links)

    return make
