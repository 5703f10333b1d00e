"""Joining a table without a printed link: typing the code on the card, choosing a name, and one side per device."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.director import sign_in
from tests.browser.seats import SeatPage, TableOfTwo


def _join(page: Page, url: str, code: str, side: str):
    """Type the code as people do, in lower case with a space, and tap the name of the player on this side."""
    page.goto(f"{url}/join/")
    page.get_by_label("Table code").fill(f" {code[:3].lower()} {code[3:].lower()}")
    page.get_by_role("button", name="Find my table").click()
    page.get_by_role("button", name=f"sits {side}").click()


@pytest.mark.smoke
def test_two_phones_join_by_code_and_one_cannot_take_both_sides(site, staged, make_context):
    code = staged["free"]["code"]
    first, second = make_context(PHONE), make_context(PHONE)
    south = SeatPage(first.new_page(), "S")
    _join(south.page, site.url, code, "South")
    expect(south.key("ready")).to_be_visible()

    greedy = first.new_page()
    _join(greedy, site.url, code, "North")
    expect(greedy.locator(".msg")).to_contain_text("One device plays one side")

    stranger = second.new_page()
    _join(stranger, site.url, code, "South")
    expect(stranger.locator(".msg")).to_contain_text("Another device holds that seat")
    expect(south.page.locator(".topbar .called")).to_be_visible()  # the director is called

    north = SeatPage(second.new_page(), "N")
    _join(north.page, site.url, code, "North")
    greedy.close()
    table = TableOfTwo(south, north)
    table.sit()
    table.auction("1D")


def test_the_director_frees_a_seat_for_another_device(site, make_table, make_context):
    """The director frees South's seat in mid-board, giving a reason, and the new device continues the same play."""
    table = make_table()
    table.sit()
    table.auction("1C", "1D")
    old = table.south
    director = sign_in(make_context().new_page(), site)
    director.goto(site.url + table.links["director"])
    director.locator(".chair", has_text="South").get_by_role("button", name="Free seat").click()
    expect(old.page.get_by_role("heading", name="This seat is no longer yours")).to_be_visible()

    new = SeatPage(make_context(PHONE).new_page(), "S")
    _join(new.page, site.url, table.links["code"], "South")
    expect(new.page.locator(".table.auction")).to_be_visible()
    again = TableOfTwo(new, table.north)
    again.auction("2C", "P")
    assert [call["call"] for call in new.seen["view"]["auction"]] == ["1C", "1D", "2C", "P"]


@pytest.mark.smoke
def test_nobody_else_on_the_machine_reads_the_database(site):
    """The database and its journal hold hidden cards. The folder already existed and was open to all."""
    files = list(site.data.glob("*.sqlite3*"))
    assert {file.suffix for file in files} >= {".sqlite3"}
    assert [file.name for file in files if file.stat().st_mode & 0o077] == []
