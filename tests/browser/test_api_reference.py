"""The API reference (Swagger UI) in a browser: it lists every address of the API and contacts no other host."""

import pytest
from playwright.sync_api import expect

from tests.browser.checks import resize
from tests.browser.conftest import DESK, PHONE, TABLET

REFERENCE = "/api/v1/docs/"


@pytest.fixture
def page(make_quiet_page, site):
    """The API reference on a desktop screen. No other host may be contacted."""
    page, asked = make_quiet_page(DESK), list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.goto(site.url + REFERENCE)
    expect(page.locator(".opblock").first).to_be_visible()
    yield page
    assert [url for url in asked if not url.startswith((site.url, "data:"))] == []


def test_every_address_of_the_description_is_shown(page, site):
    described = page.request.get(f"{site.url}/api/v1/schema.json").json()
    operations = [method for methods in described["paths"].values() for method in methods]
    expect(page.locator(".opblock")).to_have_count(len(operations))
    shown = set(page.eval_on_selector_all("[data-path]", "all => all.map(e => e.dataset.path)"))
    assert shown == set(described["paths"])


def test_an_address_is_tried_and_answers(page):
    clubs = page.locator("#operations-clubs-clubs")
    clubs.locator(".opblock-summary-control").click()
    clubs.get_by_role("button", name="Try it out").click()
    clubs.get_by_role("button", name="Execute").click()
    expect(clubs.locator(".live-responses-table")).to_contain_text("lantern-street")


def test_it_fits_every_screen(page):
    page.locator("#operations-nights-night_score_enter .opblock-summary-control").click()
    expect(page.locator("#operations-nights-night_score_enter .responses-inner").first).to_be_visible()
    for size in (PHONE, TABLET, DESK):
        resize(page, size)
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, size


def test_it_is_dark_on_a_dark_device_and_where_the_reader_wants_it(page):
    root, word = page.locator("html"), page.locator(".opblock-summary-description").first
    light = word.evaluate("e => getComputedStyle(e).color")
    page.emulate_media(color_scheme="dark")
    expect(root).to_have_class("dark-mode")
    assert word.evaluate("e => getComputedStyle(e).color") != light
    page.locator("details.settings summary").click()
    page.get_by_label("Light", exact=True).check()
    expect(root).not_to_have_class("dark-mode")
