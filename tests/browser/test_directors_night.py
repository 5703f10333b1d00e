"""What hurt directors on the night: old points beside new scores, and a room that did not fit."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, expect

from tests.browser.conftest import DESK
from tests.browser.director import sign_in
from tests.browser.site import Site


def test_a_boards_page_shows_the_points_of_a_corrected_score_without_a_reload(
    site: Site, staged: dict[str, Any], make_context: Callable[..., BrowserContext]
) -> None:
    context = make_context(DESK)
    page, other = context.new_page(), context.new_page()
    sign_in(page, site)
    board = site.url + staged["travellers"]["ranking"].replace("ranking/", "board/1/")
    page.goto(board)
    line = page.locator("#fresh tbody tr").first
    points = line.locator("[data-l='MP South']")
    before = points.inner_text()
    page.evaluate("window.neverReloaded = true")
    other.goto(board)
    other.locator("#fresh tbody tr").first.get_by_role("link", name="Correct").click()
    for name, value in {"level": "7", "strain": "N", "tricks": "0"}.items():
        other.locator(f"label.key:has(input[name={name}][value='{value}'])").click()
    other.get_by_label("Why").fill("Misread")
    other.get_by_role("button", name="Next: read it back").click()
    other.get_by_role("button", name="Yes, that is right").click()
    for each in (page, other):
        own = each.locator("#fresh tbody tr").first
        expect(own).to_contain_text("7")
        expect(own.locator("[data-l='MP South']")).to_have_text("0.5")
    assert before == "3.5"
    assert page.evaluate("window.neverReloaded")
    expect(page.locator("[data-being-scored]")).to_have_count(0)
