"""A director's evening in the browser, from an empty site to the results that members read."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from tests.browser.card_night import TerminalPage
from tests.browser.checks import faults_of, violations
from tests.browser.conftest import DESK, PHONE, TABLET
from tests.browser.director import sign_in, type_score
from tests.browser.seats import until
from tests.browser.site import Site
from tests.browser.staging import night_of_sixty

MEMBERS = "Ruth Ashdown;101\nTom Fairweather;102\nPeggy Lomax\nPegy Lomax\n;104"


@pytest.mark.smoke
def test_from_an_empty_site_to_the_results_of_the_first_night(tmp_path, make_context, site_data):
    site = Site(site_data.new(tmp_path / "site"), demo=False)
    site.start()
    try:
        page = make_context(PHONE, timezone_id="Pacific/Auckland").new_page()
        link = site.printed(rf"({site.url}/new-club/\S+/)")[1]
        _club(page, link)
        _members(page, site)
        _night(page, site)
        _results(page, site)
        answer = make_context(DESK).new_page().goto(link)
        assert answer is not None and answer.status == 410
    finally:
        site.stop()


def _club(page: Page, link: str):
    page.goto(link)
    page.get_by_label("Name of the club").fill("Harbour Bridge")
    clock = page.get_by_label("Time zone")
    expect(clock).to_have_value("Pacific/Auckland")  # the browser's
    clock.select_option("Europe/London")
    page.get_by_role("button", name="Make the club").click()
    expect(page.get_by_text("Choose a password.")).to_be_visible()
    expect(clock).to_have_value("Europe/London")  # the choice stays
    page.get_by_label("Name", exact=True).fill("ruth")
    page.get_by_label("Password", exact=True).fill("rain-on-tiles")
    page.get_by_label("The same password again").fill("rain-on-tiles")
    assert violations(page, "a new club") == []
    page.get_by_role("button", name="Make the club").click()
    expect(page.get_by_text("Harbour Bridge is made")).to_be_visible()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()


def _members(page: Page, site: Site):
    page.goto(f"{site.url}/clubs/harbour-bridge/people/")
    page.get_by_role("link", name="Many members at once").click()
    page.get_by_label("One member a line").fill(MEMBERS)
    page.get_by_role("button", name="Look at it first").click()
    expect(page.get_by_text("There is no name in this line.")).to_be_visible()
    expect(page.get_by_role("checkbox", name="Pegy Lomax")).not_to_be_checked()
    assert violations(page, "members before they are stored") == []
    page.get_by_role("button", name="Put them on the list").click()
    expect(page.get_by_text("3 members are on the list now.")).to_be_visible()
    assert violations(page, "members from a list") == []


def _night(page: Page, site: Site):
    page.goto(f"{site.url}/director/new/")
    page.get_by_label("Players").fill("4")
    page.get_by_label("Boards a round").fill("1")
    page.get_by_role("button", name="Next: the movement").click()
    page.get_by_role("button", name="Take this movement").click()
    members = page.locator("#members")
    for name in ("Ruth Ashdown", "Tom Fairweather", "Peggy Lomax"):  # the list stays open
        members.get_by_role("button", name=name).click()
        expect(members.get_by_role("button", name=name)).to_have_count(0)
    assert violations(page, "the names") == []
    last = page.locator(".line.open")
    last.locator("input").fill("Guest Gray")
    last.locator("input").press("Enter")
    page.get_by_role("button", name="Add “Guest Gray” as a guest").click()
    expect(page.get_by_text("Everybody has a name.")).to_be_visible()
    page.get_by_role("button", name="Next: the boards").click()
    page.get_by_role("button", name="Deal", exact=False).first.click()
    page.get_by_role("link", name="Next: print").click()
    page.get_by_role("link", name="Next: start").click()
    page.get_by_role("button", name="Start the night").click()
    expect(page.get_by_text("The night has begun.")).to_be_visible()


def _results(page: Page, site: Site):
    """Type a score, end the night, publish it, and read the ranking."""
    page.locator("#tile-1").click()
    type_score(page, 1, "4S", "S", 10)
    page.get_by_role("link", name="The room").click()
    page.get_by_role("link", name="End the night").click()
    page.locator("form.plain button.danger").click()
    page.get_by_role("button", name="Publish the results").click()
    expect(page.get_by_text("Everybody sees version 1")).to_be_visible()
    page.goto(f"{site.url}/clubs/harbour-bridge/results/")
    page.locator("a.night").click()
    expect(page.locator("table.rank").first).to_contain_text("Ruth Ashdown")


def test_a_director_s_phone_shows_who_calls_and_the_tables_before_anything_to_press(site, make_table, make_context):
    table = make_table()
    expect(table.north.key("help")).to_be_enabled()
    table.south.key("help").click()
    expect(table.north.key("help")).to_be_disabled()
    expect(table.north.key("help")).to_contain_text("called")
    page = sign_in(make_context(PHONE).new_page(), site)
    page.goto(site.url + table.links["director"].split("table/")[0])
    ours = f"answer-{table.south.seen['table']['table']}"
    called, others = page.locator(f"#{ours}"), page.locator(f"button[id^=answer-]:not(#{ours})")
    expect(called).to_be_visible()
    while waiting := others.count():  # players who called before, at the other journeys' tables
        others.first.click()
        expect(others).to_have_count(waiting - 1)
    parts = (".callrow", ".clock", ".tile", ".side .acts")

    def in_order():
        boxes = [page.locator(part).first.bounding_box() for part in parts]
        tops = [box["y"] for box in boxes if box]
        return tops == sorted(tops) and tops[2] < PHONE["height"] / 2

    until(page, in_order, "who calls, the clock and the first table on the first screen")
    page.get_by_role("link", name="Pause, end…").click()
    expect(page.get_by_role("button", name="Pause play")).to_be_in_viewport()
    table.south.key("help").click()
    expect(called).to_have_count(0)


def test_a_boards_page_shows_the_points_of_a_corrected_score_without_a_reload(site, staged, make_context):
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


def test_sixty_tables_are_seen_at_once_and_opened_by_typing_a_number(site, make_context):
    room = site.url + site.run(night_of_sixty)
    page = sign_in(make_context(DESK).new_page(), site)
    page.goto(room)
    tiles = page.locator(".spot")
    expect(tiles).to_have_count(60)
    last = tiles.last.bounding_box()
    assert last is not None and last["y"] + last["height"] <= DESK["height"], "sixty tables stand on a desk's screen"
    assert violations(page, "sixty tables") == []
    page.keyboard.type("47")
    expect(page).to_have_url(re.compile("/table/47/$"))
    page.go_back()
    with page.expect_response("**/overview/"):  # the room is fetched again, and leaves the number there
        page.keyboard.type("4")
    expect(page.get_by_label("Open table")).to_have_value("4")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/table/4/$"))

    page.set_viewport_size(PHONE)
    page.goto(room)
    small = tiles.evaluate_all("all => all.filter((one) => Math.min(one.offsetWidth, one.offsetHeight) < 44).length")
    assert small == 0
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    page.get_by_label("Open table").fill("5")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page).to_have_url(re.compile("/table/5/$"))

    page.set_viewport_size(DESK)
    page.goto(room)
    page.get_by_role("link", name="Large tables").click()
    tile = page.locator(".tile").first
    expect(tile).to_be_visible()
    over = """one => [...one.querySelectorAll(".steps3 i")].filter(
        (mark) => mark.getBoundingClientRect().right > one.getBoundingClientRect().right).length"""
    assert tile.locator(".steps3 i").count() == 12 and tile.evaluate(over) == 0, "twelve boards stay in their tile"
    page.get_by_role("link", name="Small tables").click()
    expect(tiles).to_have_count(60)


def test_the_list_of_members_stays_where_it_was_while_names_are_tapped(site, make_context):
    page = sign_in(make_context(PHONE).new_page(), site)
    page.goto(f"{site.url}/director/new/")
    page.get_by_label("Players").fill("18")
    page.get_by_label("Boards a round").fill("1")
    page.get_by_role("button", name="Next: the movement").click()
    page.get_by_role("button", name="Take this movement").first.click()
    members = page.locator("#members")
    if members.get_attribute("open") is None:
        members.locator("summary").click()
    names = members.get_by_role("button")
    names.nth(5).evaluate("(key) => key.scrollIntoView({ block: 'center' })")
    for _ in range(3):
        before, count, tapped = names.first.bounding_box(), names.count(), names.nth(5).inner_text()
        names.nth(5).click()
        expect(members.get_by_role("button", name=tapped)).to_have_count(0)
        expect(names).to_have_count(count - 1)
        expect(names.nth(min(5, count - 2))).to_be_focused()
        after = names.first.bounding_box()
        assert before is not None and after is not None
        assert abs(after["y"] - before["y"]) <= 2, "the list stays under the thumb"


def test_late_scores_a_wrong_board_and_a_lost_slip_are_clear_on_every_screen(site, night, make_context):
    bo = TerminalPage(make_context(PHONE), night.link("Bo Card"))
    bo.heading("Is this the board on the table?")
    bo.tap("board-other")
    bo.heading("Which board is on the table?")
    faults = faults_of(bo.page, "another board") + violations(bo.page, "another board")
    bo = bo.reopened().types_and_agrees()
    bo.sent()

    page = sign_in(make_context(DESK).new_page(), site)
    room = night.room()
    page.set_viewport_size(PHONE)
    page.goto(f"{room}table/1/")
    page.get_by_role("row").filter(has_text="10 tricks").get_by_role("link", name="Correct").click()
    faults += faults_of(page, "a correction") + violations(page, "a correction")
    page.get_by_role("link", name="They played another board").click()
    page.get_by_label("Which board did they play?").select_option(index=3)
    page.get_by_role("button", name="Show what becomes of it").click()
    faults += faults_of(page, "a wrong board") + violations(page, "a wrong board")

    bo.offline().types_and_agrees(9)
    bo.tap("ahead").types_and_agrees(11)
    night.direct("force")
    night.direct("force")
    bo.offline(False)
    bo.sent()
    page.set_viewport_size(DESK)
    page.goto(room)
    expect(page.get_by_role("button", name="Accept all 2 of table 1")).to_be_visible()
    line = page.locator(".agreed li > span").first
    expect(line).to_have_text(re.compile(r"Round 1, board 2:\s+4\S*\s+by\s+South,\s+9\s+tricks"))
    page.set_viewport_size(TABLET)
    words = page.locator(".callrow", has=page.locator(".agreed")).locator("p").bounding_box()
    assert words is not None and words["width"] > 360, "the keys stand under the words, not beside them"
    faults += faults_of(page, "the room") + violations(page, "the room")
    page.goto(f"{room}setup/print/")
    expect(page.get_by_role("button", name="Make the link")).to_be_visible()
    assert faults + faults_of(page, "prints") + violations(page, "prints") == []


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
    assert all(box["x"] + box["width"] <= other["x"] for box, other in pairwise(boxes))
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
