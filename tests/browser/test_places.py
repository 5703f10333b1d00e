"""The places so far at a player's table, shown between boards if the director allows it and never during play."""

import pytest
from playwright.sync_api import expect

from tests.browser.axe import violations
from tests.browser.conftest import DESK, PHONE, TABLET
from tests.browser.director import sign_in
from tests.browser.seats import SeatPage


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
