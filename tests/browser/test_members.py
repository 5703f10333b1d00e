"""A member's pages: their night, their mistakes, the field as a tree, and a passkey."""

import re

from playwright.sync_api import Page, expect

from tests.browser.checks import CHECK, SMALL_PHONE, faults_of, violations, walk
from tests.browser.conftest import AUTHENTICATOR, PHONE, TABLET
from tests.browser.director import night_and_card, say, sign_in_form
from tests.browser.seats import comes

CARD_HEIGHT = 2600  # px, of 18 boards on a phone
INK_ON_PAPER = "[getComputedStyle(document.body).color, getComputedStyle(document.documentElement).backgroundColor]"


def test_your_night_is_one_screen_of_a_phone_and_is_played_again(site, make_context):
    page = make_context(PHONE).new_page()
    _, card = night_and_card(page, site)
    say(page, site, card)
    assert walk(page, site, ["/me/"]) == []
    page.set_viewport_size(PHONE)
    page.get_by_role("link", name="Your night").first.click()
    dearest = page.locator(".moments li")

    def three_are_told() -> bool:
        """Return True if three boards are explained."""
        return dearest.count() == 3 and "Why" in (page.locator("#board-7").text_content() or "")

    comes(page, three_are_told, "three that cost most")
    for place in range(3):
        expect(dearest.nth(place)).to_contain_text("cost")
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
    url = page.url
    page.locator("[data-key]").last.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".worths .tag.you")).to_have_count(1)
    assert page.url == url
    page.goto(site.url + LIST)
    expect(page.get_by_role("heading", name="Coming")).to_be_visible()

    page.goto(first)
    page.get_by_role("link", name="See how it went").click()
    expect(page.locator("[data-judged]")).to_contain_text("Cost")
    page.goto(first)
    page.get_by_role("button", name="Play it on from here").click()
    expect(page.get_by_text("Robot, perfect").first).to_be_visible()


LINE = ".ways > li > details > summary"


def test_the_tree_is_gone_about_by_arrows_and_leads_to_the_replay(site, make_context):
    page = make_context(PHONE).new_page()
    night, _ = night_and_card(page, site)
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


PASSWORD = "under the lantern"


def sign_up(page: Page, here: str):
    page.goto(f"{here}/signup/")
    page.get_by_label("Name").fill("petra")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("The same password again").fill(PASSWORD)
    page.get_by_role("button", name="Make the account").click()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()


def sign_out(page: Page):
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()


def nothing_is_wrong_with(page: Page, where: str):
    assert not faults_of(page, where) + violations(page, where)


def test_a_passkey_is_made_and_signs_in_alone_and_as_the_second_step(site, make_context):
    page, here = make_context(TABLET).new_page(), f"http://localhost:{site.port}"  # no passkey is for a numeric address
    cdp = page.context.new_cdp_session(page)
    cdp.send("WebAuthn.enable")
    cdp.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    page.goto(f"{here}/login/passkey/")
    page.get_by_role("button", name="Use my passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("was not used")
    sign_up(page, here)
    page.goto(f"{here}/account/second-factor/")
    page.get_by_role("link", name="Set up an app").click()
    nothing_is_wrong_with(page, "a new app")
    page.goto(f"{here}/account/second-factor/")
    page.get_by_role("link", name="Add a passkey").click()
    nothing_is_wrong_with(page, "a new passkey")
    page.get_by_role("button", name="Make the passkey").click()
    expect(page.get_by_role("heading", name="Your recovery codes")).to_be_visible()
    assert len(re.findall(r"[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}", page.get_by_role("main").inner_text())) == 8
    nothing_is_wrong_with(page, "recovery codes")
    page.get_by_role("link", name="I have a copy").click()
    expect(page.get_by_role("main")).to_contain_text("Nobody gets in with your password alone")
    nothing_is_wrong_with(page, "the second step's page")

    sign_out(page)
    page.goto(f"{here}/login/?next=/account/")
    page.get_by_role("link", name="With a passkey").click()
    nothing_is_wrong_with(page, "sign in with a passkey")
    page.get_by_role("button", name="Use my passkey").click()
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()

    sign_out(page)
    page.goto(f"{here}/login/?next=/account/")
    sign_in_form(page, "petra", PASSWORD)
    expect(page.get_by_role("heading", name="The second step")).to_be_visible()
    nothing_is_wrong_with(page, "the second step")
    page.get_by_role("button", name="Use my passkey").click()
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()
