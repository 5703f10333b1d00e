"""The daily problem in a real browser: tried by keyboard until it is solved, replayed to the end, and saved."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.checks import CHECK
from tests.browser.conftest import TABLET
from tests.browser.seats import comes

SMALL = {"width": 360, "height": 640}
SIDEWAYS = {"width": 844, "height": 390}


def _told(page: Page):
    return json.loads(page.locator("#problem").text_content() or "")


@pytest.mark.timeout(120)
@pytest.mark.parametrize("screen", [SMALL, SIDEWAYS, TABLET], ids=["small", "sideways", "tablet"])
def test_a_problem_is_solved_by_the_keyboard_and_stepped_to_its_end(site, make_quiet_page, screen):
    page = make_quiet_page(screen)
    page.goto(f"{site.url}/play/")
    page.get_by_role("link", name="The problem of the day").click()
    comes(page, page.locator(".daily").count, "the problem of today")
    assert _told(page)["done"] is None
    assert page.evaluate(CHECK) == []
    found = violations(page, "asked") if screen is SMALL else []
    if screen is SIDEWAYS:
        assert page.evaluate("document.documentElement.scrollHeight - innerHeight") == 0
    cards = [action.removeprefix("p:") for action in _told(page)["view"]["legal"]]
    wrong = 0
    for card in cards:
        page.locator(f'.hand [data-key="{card}"]').press("Enter")
        answered = page.locator('[data-key="next"], .dy-said.missed')
        expect(answered.first).to_be_visible()
        expect(page.locator(".hand .mark")).to_have_count(0 if page.locator('[data-key="next"]').count() else wrong + 1)
        if page.locator('[data-key="next"]').count():
            break
        wrong += 1
        assert page.evaluate(CHECK) == []
    expect(page.get_by_role("heading", name="Right at")).to_contain_text(
        "first try" if not wrong else f"try {wrong + 1}"
    )
    expect(page.locator('[data-key="next"]')).to_be_focused()
    expect(page.locator(".dy-foot")).to_contain_text("tries by the three weaker robots")
    assert page.evaluate(CHECK) == []
    assert found + (violations(page, "solved") if screen is SMALL else []) == []
    page.reload()
    expect(page.get_by_role("heading", name="Right at")).to_be_visible()
    done, following = _told(page)["done"], page.locator('[data-key="next"]')
    assert done["solved"]
    for _ in done["frames"]:
        following.press("Enter")
    expect(following).to_be_disabled()
    page.keyboard.press("Home")
    expect(page.locator('[data-key="back"]')).to_be_disabled()
    page.keyboard.press("End")
    expect(following).to_be_disabled()
    needs, tricks = _told(page)["needs"], _told(page)["tricks"]
    expect(page.locator(".ln-coach")).to_contain_text(f"South has {needs} of {tricks}.")
    page.get_by_role("link", name="Earlier").click()
    expect(page.get_by_role("heading", name="Earlier problems")).to_be_visible()
