"""The director's links on a phone: one row of links large enough for a thumb, and the other links under "More"."""

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.director import sign_in


@pytest.mark.timeout(60)
def test_the_links_fit_a_phone_and_more_opens_by_hand_and_by_keyboard(site, make_context):
    page = sign_in(make_context(PHONE).new_page(), site)
    page.goto(f"{page.url.rstrip('/')}/ranking/")
    links = page.get_by_role("navigation", name="Site")
    more, codes = links.locator("summary"), links.get_by_role("link", name="Table codes")
    row = [link.bounding_box() for link in [*links.locator("> a").all(), more]]
    boxes = [box for box in row if box is not None]
    assert len(boxes) == 5 and len({round(box["y"]) for box in boxes}) == 1, "one row"
    assert all(box["height"] >= 44 and box["width"] >= 44 for box in boxes)
    assert all(one["x"] + one["width"] <= other["x"] for one, other in pairwise(boxes))
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    expect(codes).to_be_hidden()
    more.focus()
    page.keyboard.press("Enter")
    expect(codes).to_be_visible()
    page.keyboard.press("Tab")
    expect(codes).to_be_focused()
    page.keyboard.press("Escape")
    expect(codes).to_be_hidden()
    expect(more).to_be_focused()
    more.click()
    page.mouse.click(4, 4)
    expect(codes).to_be_hidden()
    more.click()
    links.get_by_role("link", name="History").click()
    expect(page.get_by_role("heading", name="History")).to_be_visible()
    more.click()
    expect(links.get_by_role("link", name="History")).to_have_attribute("aria-current", "page")
    for _ in range(2):  # the browser has kept the public page that knew who was signed in
        page.goto(f"{site.url}/clubs/lantern-street/results/")
        if (out := page.get_by_role("button", name="Sign out")).count():
            out.click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
