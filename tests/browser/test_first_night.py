"""From an empty site to the start of the first session: the setup link, the club, its members and the six steps."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.checks import violations
from tests.browser.conftest import DESK, PHONE
from tests.browser.site import Site

MEMBERS = "Ruth Ashdown;101\nTom Fairweather;102\nPeggy Lomax\nPegy Lomax\n;104"


@pytest.mark.smoke
def test_from_an_empty_site_to_the_first_night_started(tmp_path, make_context, site_data):
    site = Site(site_data.new(tmp_path / "site"), demo=False)
    site.start()
    try:
        page = make_context(PHONE, timezone_id="Pacific/Auckland").new_page()
        link = site.printed(rf"({site.url}/new-club/\S+/)")[1]
        _club(page, link)
        _members(page, site)
        _night(page, site)
        stranger = make_context(DESK).new_page()
        answer = stranger.goto(link)
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
