"""Fixtures: the browser, the site, and people with screens. Without a browser, these tests are skipped."""

import os
from collections.abc import Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Error, Page, expect, sync_playwright

from tests import needs
from tests.browser import staging
from tests.browser.card_night import CardNight
from tests.browser.seats import PATIENCE, SeatPage, TableOfTwo
from tests.browser.site import ROOT, Site, SiteData
from tests.browser.table_harness import Files, open_scene
from tests.kit.schema import schema_file
from tests.long import long

# A browser on Linux finds our fonts only, so no test depends on the machine's.
FONTS = {"FONTCONFIG_FILE": str(Path(__file__).parent / "vendor/fonts/fonts.conf")}
# Without them a device costs half as much: each has a window of its own, with pages for the address bar, which nobody
# sees, and with a process for a page to come.
UNUSED = (
    "PreloadTopChromeWebUI WebUIOmniboxPopup WebUIOmniboxFullPopup WebUIOmniboxAimPopup SpareRendererForSitePerProcess"
)
# Of two lists Chromium takes the last, so Playwright's is repeated.
PLAYWRIGHTS = (
    "AimEnabled AvoidCorsURLLoaderRestartOnRedirect AvoidUnnecessaryBeforeUnloadCheckSync DestroyProfileOnBrowserClose "
    "HttpsFirstBalancedModeAutoEnable HttpsUpgrades LensOverlay MediaRouter NetworkTimeServiceQuerying "
    "OptimizationHints PaintHolding PreconnectToSearch ThirdPartyStoragePartitioning"
)
ARGUMENTS = [
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-background-networking",
    "--in-process-gpu",
    "--enable-features=NetworkServiceInProcess2",
    f"--disable-features={','.join(f'{UNUSED} {PLAYWRIGHTS}'.split())}",
]
# A state that is there costs no time; a state that has to come may take long.
expect.set_options(timeout=PATIENCE * 1000)
TABLET, PHONE, DESK = ({"width": 1024, "height": 768}, {"width": 390, "height": 844}, {"width": 1440, "height": 900})
SMALL, SIDEWAYS = {"width": 360, "height": 640}, {"width": 844, "height": 390}

# Motion is checked by eye; here it would only delay taps. A service worker would answer before a route.
USUAL: dict[str, Any] = {"reduced_motion": "reduce", "locale": "en-GB", "service_workers": "block"}
AUTHENTICATOR = {
    "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
    "isUserVerified": True, "automaticPresenceSimulation": True,
}  # fmt: skip
"""A device that makes passkeys and always says yes, for Chromium's virtual authenticator."""


def pytest_collection_modifyitems(items: list[pytest.Item]):
    """Leave the tests with a whole site to `make test-all`, except a few (`smoke`)."""
    for item in items:
        if "site_data" in getattr(item, "fixturenames", ()) and not item.get_closest_marker("smoke"):
            item.add_marker(long)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add the content of every screen to a failure report."""
    report = yield
    browser = getattr(item, "funcargs", {}).get("browser")
    if report.when == "call" and report.failed and browser is not None:
        pages = [page for context in browser.contexts for page in context.pages]
        report.sections.append(("On the screens", "\n\n".join(map(_on_screen, pages))))
    return report


def _on_screen(page: Page) -> str:
    try:
        return f"{page.url}\n{page.locator('body').inner_text(timeout=2000)[:1500]}"
    except Error as error:
        return f"{page.url}\n{error.message[:200]}"


# Package scope, which needs `__init__.py` here: its event loop must end before other tests use theirs.
@pytest.fixture(scope="package")
def browser():
    if why := needs.why_no_browser():
        pytest.skip(why)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=needs.CHROMIUM, args=ARGUMENTS, env={**os.environ, **FONTS}
        )
        yield chromium
        chromium.close()


@pytest.fixture(scope="package")
def site_data(tmp_path_factory, django_db_blocker):
    """The data folders of new sites, made once for all workers."""
    with django_db_blocker.unblock(), ThreadPoolExecutor(1) as apart:  # Playwright has an event loop in this thread
        return SiteData(tmp_path_factory, apart.submit(schema_file).result())


@pytest.fixture(scope="package")
def site(browser, site_data, tmp_path_factory):
    """The demo site that `make run` opens. Its keeper has opened the lobby to everybody."""
    data = site_data.demo(tmp_path_factory.mktemp("site") / "var")
    ours = {"DJANGO_SETTINGS_MODULE": "tests.browser.settings", "PYTHONPATH": str(ROOT)}
    site = Site(data, settings={**ours, "LOBBY_FOR_EVERYBODY": "true"})
    try:
        site.start()
        yield site
    finally:
        site.stop()


@pytest.fixture
def night(site):
    """A night of the demo club that plays with cards."""
    return CardNight(site)


@pytest.fixture(scope="package")
def files():
    """The repository's files over HTTP, for the harness pages."""
    files = Files()
    yield files
    files.stop()


@pytest.fixture(scope="package")
def staged(site):
    """The sessions that exist alongside the demo: see `staging`."""
    return site.run(staging.staged)


@pytest.fixture(scope="package")
def _tables(site, staged):
    return _shared_out(site, staged["tables"])


def _shared_out(site: Site, tables: list[dict[str, str]]) -> Iterator[dict[str, str]]:
    """Yield enough tables for all the journeys."""
    while True:
        yield from tables
        tables = site.run(staging.night)


@pytest.fixture
def make_context(browser):
    """A function that makes a device with its own cookies and screen. Everything is closed after the test."""
    opened: list[BrowserContext] = []

    def make(viewport=None, **options):
        options = {"viewport": viewport or TABLET, **USUAL, **options}
        context = browser.new_context(**options)
        context.set_default_timeout(PATIENCE * 1000)
        opened.append(context)
        return context

    yield make
    for context in opened:
        context.close()


@pytest.fixture
def make_quiet_page(make_context):
    """A function that opens a page on a device of its own. Its console must stay silent."""
    messages: list[str] = []

    def make(viewport=None, **options):
        page = make_context(viewport, **options).new_page()
        page.on("console", lambda line: messages.append(line.text) if line.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: messages.append(str(error)))
        return page

    yield make
    assert not messages


@pytest.fixture(scope="package")
def _page_of_scenes(browser):
    context = browser.new_context(**USUAL)
    yield context.new_page()
    context.close()


@pytest.fixture
def make_scene(files, _page_of_scenes):
    """A function that opens the harness page in the state given by `query`. The tests share the page, which costs a
    second, and its device forgets after each test.
    """
    page = _page_of_scenes

    def make(query, viewport=None):
        page.bring_to_front()  # a hidden page is rarely painted
        page.set_viewport_size(viewport or TABLET)
        return open_scene(page, files, query)

    yield make
    page.evaluate("localStorage.clear()")


@pytest.fixture
def make_table(site, _tables, make_context):
    """A function that seats South with a tablet and North with a phone at a table of their own. `bases` may give a
    player the address of a worse connection.
    """

    def make(south=None, north=None, links=None, **bases):
        links = links or next(_tables)
        contexts = {"S": south or make_context(TABLET), "N": north or make_context(PHONE)}
        pages = {
            player: SeatPage(context.new_page(), player).open(bases.get(player, site.url) + links[player])
            for player, context in contexts.items()
        }
        return TableOfTwo(pages["S"], pages["N"], links)

    return make
