"""The director changes the movement in the browser, and a player's phone shows the change without a reload."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, TABLET
from tests.browser.director import sign_in
from tests.browser.seats import SeatPage, until
from tests.browser.staging import night


@pytest.fixture(scope="module")
def tables(site):
    """The nine tables of a separate session, in round 1, by number."""
    return {str(number): table for number, table in enumerate(site.run(night), start=1)}


def at_table(seat: SeatPage, number: int):
    until(seat.page, lambda: seat.seen.get("table", {}).get("table") == number, f"the phone at table {number}")


@pytest.mark.timeout(120)
def test_two_swapped_then_taken_back_then_somebody_late(site, tables, make_context):
    phone = SeatPage(make_context(PHONE).new_page(), "N").open(site.url + tables["1"]["N"])
    at_table(phone, 1)
    page = sign_in(make_context(TABLET).new_page(), site)
    room = site.url + tables["1"]["director"].split("table/")[0]
    page.goto(room)
    _swap_the_norths(page)
    at_table(phone, 2)
    page.get_by_role("button", name="Take this change back").click()
    expect(page.get_by_text("The change is undone.")).to_be_visible()
    at_table(phone, 1)
    _somebody_late(page)
    page.goto(room)
    page.get_by_role("link", name="Move round on").click()
    page.get_by_role("button", name="Yes, begin round 2").click()
    expect(page.locator("#tile-10")).to_contain_text("Sits out")
    expect(page.locator(".tile", has_text="Zebedee Late").locator(".no")).not_to_have_text("10")
    assert phone.errors == []


def _swap_the_norths(page: Page):
    page.get_by_role("link", name="Change movement").click()
    page.get_by_role("link", name="Two players swapped").click()
    for label, place in (("Who?", "North at table 1"), ("And who?", "North at table 2")):
        choice = page.get_by_label(label, exact=True)
        value = choice.locator("option", has_text=place).first.get_attribute("value")
        choice.select_option(value)
    page.get_by_role("button", name="Show before and after").click()
    changed = page.locator("#round-1 .mark")
    expect(changed).to_have_count(2)
    expect(changed.first).to_have_text("changed")
    page.get_by_role("button", name="Make this change").click()
    expect(page.get_by_text("Everybody's screen follows.")).to_be_visible()


def _somebody_late(page: Page):
    page.get_by_role("link", name="Someone came late").click()
    page.get_by_label("Name").fill("Zebedee Late")
    page.get_by_role("button", name="Show before and after").click()
    page.get_by_role("button", name="Add “Zebedee Late” as a guest").click()
    expect(page.locator(".effects")).to_contain_text("as rover")
    expect(page.locator(".effects")).to_contain_text("nobody twice")
    page.get_by_role("button", name="Make this change").click()
    expect(page.get_by_text("Zebedee Late comes late. Everybody")).to_be_visible()


def test_a_phone_shows_what_changes_without_reading_sideways(site, tables, make_context):
    page = sign_in(make_context(PHONE).new_page(), site)
    page.goto(site.url + tables["1"]["director"].split("table/")[0] + "repair/shorter/?after=3&go=1")
    expect(page.locator(".ba")).not_to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    button = page.get_by_role("button", name="Make this change")
    box = button.bounding_box()
    assert box and box["height"] >= 44
