"""A paper traveller is typed in by the keyboard alone."""

from collections.abc import Callable

from playwright.sync_api import BrowserContext, expect

from tests.browser.conftest import DESK
from tests.browser.director import sign_in
from tests.browser.site import Site


def test_a_line_is_typed_read_back_and_left_by_keys(
    site: Site, make_context: Callable[..., BrowserContext]
) -> None:
    page = make_context(DESK).new_page()
    sign_in(page, site)
    page.get_by_role("link", name="Ranking and boards").click()
    page.get_by_role("link", name="Type paper travellers in").first.click()
    lines = page.locator("form.paper input[name^='line-']")
    lines.first.focus()
    page.keyboard.type("4hs+1")
    page.keyboard.press("Tab")
    said = page.locator("form.paper tbody tr").first.locator(".said")
    expect(said).to_contain_text("by South, 11 tricks")
    lines.first.focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("4h+1")
    page.keyboard.press("Tab")
    expect(said).to_contain_text("is not understood")
    if lines.count() > 1:
        lines.first.focus()
        page.keyboard.press("ArrowDown")
        expect(lines.nth(1)).to_be_focused()
