"""The last screen of a session at a table: a note about the results, and a key to open them once they are out."""

import pytest
from playwright.sync_api import expect

from tests.browser.checks import CHECK
from tests.browser.conftest import DESK, PHONE, TABLET

WORDS = {
    "playing": "others are still playing",
    "waiting": "not published yet",
    "withdrawn": "has withdrawn the results",
}


@pytest.mark.parametrize("state", WORDS)
def test_the_last_screen_becomes_the_way_to_the_results(state, files, make_context):
    page = make_context(PHONE).new_page()
    page.goto(f"{files.url}/tests/browser/table_harness.html?scene=finished_{state}")
    expect(page.get_by_role("status").filter(has_text=WORDS[state])).to_be_visible()
    results = page.get_by_role("link", name="To the results")
    expect(results).to_have_count(0)
    say = """state => harness.say({t: "view", rev: 59 + (state === "withdrawn"), play: null, seq: 31, view: null,
      table: {state: "finished", session: "Tuesday", name: "Ruth Ashdown", seat: "S", ready: [],
        results: {state, url: "/results/b3br95uxg5he/"}}})"""
    page.evaluate(say, "published")
    expect(results).to_have_attribute("href", "/results/b3br95uxg5he/")
    for size in (PHONE, TABLET, DESK, {"width": 320, "height": 530}):
        page.set_viewport_size(size)
        expect(results).to_be_in_viewport(ratio=1)
        assert page.evaluate(CHECK) == []
    page.evaluate(say, "withdrawn")
    expect(results).to_have_count(0)
