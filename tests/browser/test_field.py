"""The tree of everything that the field did on a board, used by keyboard and on a phone, and the link from a line
of the tree to the same moment in the replay.
"""

from playwright.sync_api import expect

from tests.browser.axe import violations
from tests.browser.checks import CHECK
from tests.browser.conftest import PHONE

LIST = "/clubs/lantern-street/results/"
LINE = ".ways > li > details > summary"


def test_the_tree_is_gone_about_by_arrows_and_leads_to_the_replay(site, make_context):
    page = make_context(PHONE).new_page()
    page.goto(site.url + LIST)
    night = page.locator("a.night", has_text="Tuesday night").last.get_attribute("href")
    page.goto(f"{site.url}{night}board/1/")
    page.get_by_role("link", name="The field as one tree").click()
    lines = page.locator(LINE)
    focused = page.locator(f"{LINE}:focus")
    page.get_by_role("button", name="Close all").click()
    expect(page.locator(f"{LINE} >> visible=true")).to_have_count(page.locator(".root > .ways > li").count())

    lines.first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".ways > li > details").first).to_have_attribute("open", "")
    page.keyboard.press("End")
    expect(page.locator(f"{LINE} >> visible=true").last).to_be_focused()
    page.keyboard.press("Home")
    expect(lines.first).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".ways > li > details").first).not_to_have_attribute("open", "")
    page.keyboard.press("ArrowDown")
    expect(focused).to_have_count(1)
    expect(lines.first).not_to_be_focused()

    page.get_by_role("button", name="Open all").click()
    assert page.evaluate(CHECK) == []
    assert violations(page, "the field, open") == []
    seen = page.get_by_role("link", name="See it in the replay").first
    at = (seen.get_attribute("href") or "").partition("step=")[2]
    seen.click()
    expect(page.get_by_label("Position")).to_have_value(at)
