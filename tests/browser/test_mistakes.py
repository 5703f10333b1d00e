"""A member's own mistakes as puzzles on a phone: posed, answered by tap and by keyboard, explained, and played on."""

from playwright.sync_api import Page, expect

from tests.browser.checks import walk
from tests.browser.conftest import PHONE
from tests.browser.members import night_and_card, say
from tests.browser.seats import comes

LIST = "/me/mistakes/"


def listed(page: Page) -> list[str]:
    rows = page.locator(".puzzle-list a")
    return [row.get_attribute("href") or "" for row in rows.all()]


def test_a_mistake_is_put_again_on_a_phone_until_it_is_solved(site, make_context):
    page = make_context(PHONE).new_page()
    assert walk(page, site, [LIST]) == []
    expect(page.get_by_text("It is not known here who you are")).to_be_visible()
    _, card = night_and_card(page, site)
    say(page, site, card)
    page.get_by_role("link", name="Your mistakes as puzzles").click()

    comes(page, lambda: len(listed(page)) > 1, "puzzles")
    puzzles = listed(page)
    assert walk(page, site, [LIST, *puzzles]) == []
    stranger = make_context(PHONE).new_page()
    answer = stranger.goto(site.url + puzzles[0])
    assert answer is not None and answer.status == 404

    page.goto(site.url + LIST)
    page.get_by_role("link", name="Begin").click()
    first = page.url
    page.locator("[data-key]").first.click()
    expect(page.locator(".worths .right")).to_contain_text("costs nothing")
    expect(page.locator(".worths .tag.you")).to_have_count(1)
    assert walk(page, site, [first.removeprefix(site.url)]) == []

    page.get_by_role("link", name="The next puzzle").click()
    asked = page.url
    page.locator("[data-key]").last.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".worths .tag.you")).to_have_count(1)
    assert page.url == asked
    page.goto(site.url + LIST)
    expect(page.get_by_role("heading", name="Coming")).to_be_visible()

    page.goto(first)
    page.get_by_role("link", name="See how it went").click()
    expect(page.locator("[data-judged]")).to_contain_text("Cost")
    page.goto(first)
    page.get_by_role("button", name="Play it on from here").click()
    expect(page.get_by_text("Robot, perfect").first).to_be_visible()
