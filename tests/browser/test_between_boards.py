"""Between boards: the sheet of a board and the places so far at a player's table."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.checks import violations
from tests.browser.conftest import DESK, PHONE, TABLET
from tests.browser.director import sign_in
from tests.browser.seats import SeatPage, TableOfTwo
from tests.browser.table_harness import Deal, HomeTable

SIDEWAYS = "() => document.documentElement.scrollWidth - innerWidth"


@pytest.mark.timeout(90)
def test_the_sheet_of_a_board_comes_with_ones_own_agreement(site, staged, make_context):
    links = staged["travellers"]
    sue = SeatPage(make_context(PHONE).new_page(), "S").open(site.url + links["S"])
    olaf = SeatPage(make_context(TABLET).new_page(), "N").open(site.url + links["N"])
    # The boards of earlier rounds, while the next one waits.
    key = sue.key("board-sheet")
    expect(key).to_contain_text("2 tables so far")
    size = key.bounding_box()
    assert size is not None and size["height"] >= 44
    key.click()
    sheet = sue.page.get_by_role("dialog")
    expect(sheet).to_contain_text("for you, South")
    expect(sheet.locator(".traveller .you")).to_contain_text("Sue Place")
    first = sheet.get_by_role("heading", level=2).inner_text()
    assert violations(sue.page, "the sheet of a board") == []
    assert sue.page.evaluate(SIDEWAYS) == 0
    sue.key("board-before").click()
    expect(sheet.get_by_role("heading", level=2)).not_to_have_text(first)
    expect(sue.key("board-before")).to_be_disabled()
    sue.key("close").click()
    expect(key).to_be_focused()
    expect(olaf.key("board-sheet")).to_be_visible()
    olaf.key("board-sheet").click()
    expect(olaf.page.locator(".traveller .you")).to_be_visible()
    olaf.key("close").click()

    table = TableOfTwo(sue, olaf)
    table.sit()
    table.auction("P", "P")
    for seat in (sue, olaf):
        expect(seat.key("agree")).to_be_visible()
        expect(seat.key("board-sheet")).to_have_count(0)
    expect(sue.page.get_by_role("list", name="The auction")).to_contain_text("Pass")
    sue.key("agree").click()
    expect(sue.key("board-sheet")).to_contain_text("3 tables so far")
    assert violations(sue.page, "agreed") == []
    expect(olaf.key("board-sheet")).to_have_count(0)
    sue.key("board-sheet").click()
    expect(sheet).to_contain_text("Passed out")
    # The sheet stays open while it is read, though the other player agrees meanwhile and the round ends.
    olaf.key("agree").click()
    expect(olaf.key("board-sheet")).to_contain_text("3 tables")
    expect(sheet).to_contain_text("Passed out")
    sue.key("close").click()
    assert sue.errors == olaf.errors == []


LINE = {
    "south": "Bartholomew Featherstonehaugh", "north": "Wilhelmina Throgmorton", "contract": "3NX", "declarer": "S",
    "over": "\u22122", "text": "", "ns_score": -300, "figure": "100.00\N{NO-BREAK SPACE}%",
}  # fmt: skip
SHEET: dict[str, Any] = {
    **{name: LINE[name] for name in ("text", "contract", "declarer", "figure")},
    "board": 27, "seat": "S", "came_to": "\u22122", "score_text": "+300 to North",
    "auction": [{"by": "SN"[n % 2], "call": call} for n, call in enumerate(["1S", "2H", "3N", "X", "P", "P"])],
    "words": "12 tables have played it so far.", "withheld": None, "before": 26, "after": 28,
    "lines": [{**LINE, "table": str(n), "you": n == 4} for n in range(1, 13)], "replay": "/results/x/board/27/",
    "par": {"contract": "4 hearts by North", "score": "+420 to North", "against": "You came out +120 against it."},
}  # fmt: skip
SIZES = [(320, 530), (375, 553), (390, 844), (844, 340), (667, 325), (768, 954), (1024, 698), (1440, 900)]


def test_a_long_sheet_fits_every_screen_with_its_keys_in_sight(files, make_context):
    context = make_context(PHONE)
    context.route("**/sheet/", lambda route: route.fulfill(json=SHEET))
    table = {
        "state": "round_done", "home": False, "board_sheet": "/sheet/", "done": [26, 27], "boards": [26, 27],
    }  # fmt: skip
    table |= {"next": {"round": 4, "table": 2, "seat": "S"}, "round": 3, "rounds": 9, "table": 4, "board": None}
    page = HomeTable(None, **table).open(context, files.url)
    key = page.locator('[data-key="board-sheet"]')
    expect(key).to_contain_text("12 tables so far")
    key.click()
    expect(page.locator(".traveller tbody tr")).to_have_count(12)
    assert violations(page, "the sheet") == []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.locator(".sheet").evaluate("(sheet) => sheet.scrollTo(0, 0)")
        where = f"{width} by {height}"
        assert page.evaluate(SIDEWAYS) == 0, where
        wide = page.locator(".sheet").evaluate("(sheet) => sheet.scrollWidth - sheet.clientWidth")
        assert wide <= 0, where
        for name in ("close", "replay", "board-before", "board-after"):
            box = page.locator(f'.sheet [data-key="{name}"]').bounding_box()
            assert box is not None and box["height"] >= 44, f"{name} at {where}"
            assert box["y"] >= 0 and box["y"] + box["height"] <= height, f"{name} at {where}"


def test_at_home_the_result_says_what_best_play_was_worth_and_leads_to_the_replay(files, make_context):
    deal = Deal("solo").play_until(lambda deal: deal.rules.turn(deal.state) is None)
    answers = [{"state": "coming"}, {"state": "ready", **COSTS}]
    links = {"lounge": "/play/", "sheet": "/play/match/1/", "again": "/play/match/1/again/"}
    links |= {"replay": "/play/match/1/replay/3/", "verdicts": "/play/match/1/replay/3/verdicts/"}
    context = make_context(PHONE)
    context.route("**/verdicts/", lambda route: route.fulfill(json=answers.pop(0)))
    page = HomeTable(deal, links=links).open(context, files.url)
    expect(page.locator("[data-deal-costs]")).to_contain_text("Being worked out")
    expect(page.locator("[data-deal-costs]")).to_contain_text("One call and two cards cost something.")
    expect(page.locator("[data-deal-costs]")).to_contain_text("worth +110 to you")
    expect(page.locator('[data-key="replay"]')).to_have_attribute("href", links["replay"])
    assert page.evaluate(SIDEWAYS) == 0


COSTS = {
    "heading": "One call and two cards cost something",
    "start": "With best calls and play this deal is worth +110 to you.",
    "list": [],
    "moments": {},
    "order": {"calls": [], "cards": [], "claim": []},
}


@pytest.mark.timeout(90)
def test_the_place_comes_with_the_wall_opens_the_list_and_goes_with_the_cards(site, staged, make_context):
    links = staged["places"]
    sue = SeatPage(make_context(PHONE).new_page(), "S").open(site.url + links["S"])
    olaf = SeatPage(make_context(TABLET).new_page(), "N").open(site.url + links["N"])
    director = make_context(DESK).new_page()
    expect(sue.key("ready")).to_be_visible()
    expect(sue.key("places")).to_have_count(0)
    sign_in(director, site)
    director.goto(site.url + links["ranking"])
    director.get_by_role("button", name="Show it to everybody").click()
    place = sue.page.get_by_role("button", name="You are 1st of 3 South players with 87.50\N{NO-BREAK SPACE}%")
    expect(place).to_be_visible()
    size = place.bounding_box()
    assert size is not None and size["height"] >= 44
    assert violations(sue.page, "the own place") == []
    place.click()
    expect(sue.page.get_by_role("dialog", name="Places so far")).to_contain_text("6 of 9 scores are in")
    expect(sue.page.locator(".placelist .you")).to_contain_text("Sue Place (you)")
    expect(sue.page.locator(".placelist").nth(1)).to_contain_text("Olaf Place")
    sue.key("close").click()
    expect(sue.key("places")).to_be_focused()
    place.click()
    director.get_by_role("button", name="Show it no more").click()
    expect(sue.page.get_by_role("dialog")).to_have_count(0)
    expect(sue.key("places")).to_have_count(0)
    director.get_by_role("button", name="Show it to everybody").click()
    expect(olaf.key("places")).to_be_visible()
    for seat in (sue, olaf):
        seat.key("ready").click()
    expect(sue.page.locator(".table.auction")).to_be_visible()
    expect(sue.key("places")).to_have_count(0)
    assert sue.errors == olaf.errors == []


@pytest.mark.timeout(60)
def test_the_wall_says_that_its_line_is_lost_and_shows_the_places_of_now_when_it_is_back(site, staged, make_context):
    links = staged["places"]
    director, wall = make_context(DESK).new_page(), make_context(DESK).new_page()
    wall.clock.install()
    sign_in(director, site)
    director.goto(site.url + links["ranking"])
    if (show := director.get_by_role("button", name="Show it to everybody")).count():
        show.click()
    wall.goto(site.url + links["ranking"].replace("/director/", "/leaderboard/").replace("ranking/", ""))
    lost = wall.get_by_text("No connection: places may be old")
    expect(wall.locator(".places li").first).to_be_visible()
    expect(lost).to_be_hidden()
    wall.clock.run_for(2100)  # a page that is just being opened says nothing yet
    wall.context.set_offline(True)
    expect(lost).to_be_visible()
    director.get_by_role("button", name="Show it no more").click()
    wall.context.set_offline(False)
    expect(wall.get_by_role("heading", name="There is nothing here")).to_be_visible(timeout=25_000)
