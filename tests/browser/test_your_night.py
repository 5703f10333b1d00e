"""The next morning a member says who they are, reads their session on a phone and replays the costliest boards."""

import re

from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.checks import SMALL_PHONE, faults_of, walk
from tests.browser.conftest import PHONE, TABLET
from tests.browser.members import night_and_card, say
from tests.browser.seats import comes

MARK = ".tag.you"
CARD_HEIGHT = 2600  # px, of 18 boards on a phone
INK_ON_PAPER = "[getComputedStyle(document.body).color, getComputedStyle(document.documentElement).backgroundColor]"


def test_you_are_marked_on_your_own_device_and_on_no_other(site, make_context):
    page, stranger = make_context(PHONE).new_page(), make_context(PHONE).new_page()
    page.goto(f"{site.url}/me/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Who are you here?")
    night, card = night_and_card(page, site)
    expect(page.locator(MARK)).to_have_count(0)
    page.goto(site.url + card)
    page.get_by_role("link", name="This is me").click()
    assert violations(page, "this is me") == []
    page.get_by_role("button", name="Yes, this is me").click()
    expect(page.locator(".own-club .pin")).to_contain_text("%")
    assert walk(page, site, ["/me/"]) == []

    page.get_by_role("link", name="The ranking").click()
    expect(page.locator(f"tr.you {MARK}")).to_have_count(1)
    stranger.goto(page.url)
    expect(stranger.locator(".pin")).to_have_count(0)
    page.goto(f"{site.url}{night}board/1/")
    expect(page.locator(f".trav {MARK}")).to_have_count(1)
    expect(page.locator(".strip .you")).to_have_count(1)
    replay = page.locator("tr.you .rp a")
    if replay.count():
        replay.click()
        expect(page.locator(f".stage {MARK}")).to_have_count(1)

    page.goto(f"{site.url}/me/")
    page.get_by_text("How you are known here").click()
    page.get_by_role("button", name="Not me").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Who are you here?")
    page.goto(site.url + night)
    expect(page.locator(MARK)).to_have_count(0)


def test_your_night_is_one_screen_of_a_phone_and_is_played_again(site, make_context):
    page = make_context(PHONE).new_page()
    _, card = night_and_card(page, site)
    say(page, site, card)
    page.get_by_role("link", name="Your night").click()
    dearest = page.locator(".moments li")

    def three_are_told() -> bool:
        """Return True if three boards are explained."""
        return dearest.count() == 3 and "Why" in (page.locator("#board-7").text_content() or "")

    comes(page, three_are_told, "three that cost most")
    for one in range(3):
        expect(dearest.nth(one)).to_contain_text("cost")
    every_board_is_a_row_that_opens(page)
    assert faults_of(page, card) == []
    assert violations(page, card) == []
    page.set_viewport_size(SMALL_PHONE)
    for row in dearest.all():
        cost, key = row.locator(".cost").bounding_box(), row.get_by_role("button").bounding_box()
        assert cost and key and cost["x"] + cost["width"] <= key["x"], "the key covers no figure"
    page.set_viewport_size(TABLET)
    page.get_by_role("button", name="Play it again from here").first.click()
    expect(page.get_by_text("Robot, perfect").first).to_be_visible()
    expect(page.get_by_text("Your").first).to_be_visible()


def every_board_is_a_row_that_opens(page: Page):
    """On a phone, the list of 18 boards is short, and a bar explains each board's result."""
    assert page.evaluate("document.documentElement.scrollHeight") <= CARD_HEIGHT
    rows = page.locator(".own .line")
    expect(rows).to_have_count(18)
    heights = [box["height"] for row in rows.all() if (box := row.bounding_box())]
    assert len(heights) == 18 and max(heights) < 60
    page.get_by_role("link", name=re.compile("^Board 7,")).click()
    why = page.locator("#board-7")
    expect(why).to_be_visible()
    expect(why).to_contain_text(re.compile(r"^\s*Why \d+\.\d\d\s%:.*(the field|your|their)", re.S))
    expect(page.locator(".line:has(#board-7) .op")).to_be_visible()
    rows.nth(0).locator("summary").click()
    expect(page.locator("#board-1")).to_be_visible()
    rows.nth(0).locator("summary").click()
    expect(page.locator("#board-1")).to_be_hidden()
    # Wide screens and paper show the sentence of each board without a tap.
    page.set_viewport_size(TABLET)
    expect(page.locator("#board-1")).to_be_visible()
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.locator("#board-1")).to_be_visible()
    assert page.evaluate(INK_ON_PAPER) == ["rgb(27, 26, 23)", "rgb(255, 255, 255)"]
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    assert page.evaluate(INK_ON_PAPER) == ["rgb(27, 26, 23)", "rgb(255, 255, 255)"]
    page.evaluate("delete document.documentElement.dataset.theme")
    page.emulate_media(media="screen", color_scheme="light")
    page.set_viewport_size(PHONE)


def test_a_known_member_s_front_page_begins_with_their_last_result(site, make_context):
    page = make_context(PHONE).new_page()
    night, card = night_and_card(page, site)
    page.goto(site.url)
    expect(page.locator(".own-last")).to_have_count(0)
    say(page, site, card)
    page.goto(site.url)
    first = page.locator("main > *").first
    expect(first).to_contain_text("Your last night")
    expect(first).to_contain_text("%")
    expect(first.locator(".place")).to_have_text(re.compile(r"^\s*\d+=?\s*of \d+\s*$"))
    box = first.bounding_box()
    assert box is not None and box["height"] < 112, "name, place and percentage fit beside each other on a phone"
    assert violations(page, "/") == []
    first.click()
    expect(page.get_by_role("heading", name="Your night", level=1)).to_be_visible()
    # A long ruling fits its line, with the result of the board beside it.
    page.goto(f"{site.url}{night}board/1/")
    row = page.locator(".trav tr:has(.mp)").first
    row.locator(".ct").evaluate("cell => cell.textContent = 'Artificial: 60 % to South, 40 % to North'")
    row.locator(".mp").evaluate("cell => { cell.textContent = '3.4'; cell.dataset.of = '6'; }")
    for cell in (".ct", ".mp"):
        box = row.locator(cell).bounding_box()
        assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"]


def test_a_replay_without_a_script_shows_the_deal_and_what_it_cost(site, make_context):
    page = make_context(TABLET, java_script_enabled=False).new_page()
    night, _ = night_and_card(page, site)
    page.goto(f"{site.url}{night}board/1/")
    page.locator("td.rp a").first.click()
    expect(page.locator(".unscripted .seq")).to_have_count(2)
    expect(page.locator(".unscripted")).to_contain_text("cost")
