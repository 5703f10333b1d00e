"""An upcoming night: from a visitor's reply on a phone, without an account or scripts, to the names in the session."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import PHONE, TABLET
from tests.browser.director import sign_in

MakeContext = Callable[..., BrowserContext]
CLUB = "/clubs/lantern-street/"
WALKIN = "Wanda Walkin"


@pytest.fixture
def director(site, make_context):
    page = make_context(TABLET).new_page()
    sign_in(page, site)
    return page


def test_a_visitor_comes_by_a_name_and_the_director_starts_from_who_said_yes(site, make_context, director):
    phone = make_context(PHONE, java_script_enabled=False).new_page()
    phone.goto(site.url + CLUB)
    phone.get_by_role("link", name="I am coming").click()
    night = phone.url
    phone.get_by_role("button", name="I am coming").click()
    expect(phone.get_by_role("main")).to_contain_text("Write your name.")
    phone.get_by_label("Your name").fill(WALKIN)
    phone.get_by_role("button", name="I am coming").click()
    yours = phone.get_by_role("region", name=f"Your answer: {WALKIN}")
    expect(yours).to_contain_text(f"{WALKIN} comes.")
    phone.reload()
    expect(yours).to_contain_text(f"{WALKIN} comes.")
    yours.get_by_role("button", name="I cannot come").click()
    expect(yours).to_contain_text("does not come")
    yours.get_by_role("button", name="I am coming after all").click()
    expect(yours).to_contain_text(f"{WALKIN} comes.")

    phone.get_by_role("link", name="All coming nights").click()
    phone.get_by_role("listitem").filter(has_text="full").get_by_role("link").last.click()
    pairs = phone.url
    phone.get_by_label("Your name").fill(WALKIN)
    phone.get_by_role("button", name="Onto the waiting list").click()
    expect(phone.get_by_role("region", name="Your answer")).to_contain_text("1 answer before you")
    director.goto(pairs.replace("/clubs/", "/director/clubs/"))
    director.get_by_role("button", name="Take off: Hinemoa Parata").click()
    expect(director.get_by_role("heading", name="Do not come any more")).to_be_visible()
    phone.reload()
    expect(phone.get_by_role("region", name="Your answer")).to_contain_text("A place has become free")
    director.get_by_role("button", name="Put back: Hinemoa Parata").click()
    expect(director.get_by_role("button", name="Give a place: Hinemoa Parata")).to_be_visible()

    _names_from(director, night)


def _names_from(director: Page, night: str):
    """Set up the night, fill in the names of the people who said that they are coming, and discard the draft."""
    director.goto(night.replace("/clubs/", "/director/clubs/"))
    director.get_by_role("link", name="Set this night up: 8 players").click()
    expect(director.get_by_label("Players", exact=True)).to_have_value("8")
    director.get_by_role("button", name="Next: the movement").click()
    director.get_by_role("button", name="Take this movement").click()
    director.get_by_role("link", name="Start from the night of").click()
    expect(director.get_by_label(WALKIN)).to_have_value("guest")
    director.get_by_role("button", name="Put them into the empty places").click()
    expect(director.locator("#names")).to_be_visible()
    names = director.locator("#names input:not([type=hidden])")
    filled = names.evaluate_all("all => all.map((one) => one.value).filter(Boolean)")
    assert WALKIN in filled and len(filled) == 8
    director.get_by_role("button", name="Take them out again").click()
    expect(director.get_by_role("button", name="Take them out again")).to_have_count(0)
    expect(director.get_by_role("link", name="Start from the night of")).to_be_visible()
    setup = director.url.split("/setup/")[0]
    director.goto(f"{setup}/setup/discard/")
    director.get_by_role("main").locator("form button").last.click()
    expect(director.get_by_role("status")).to_contain_text("The draft is deleted")
