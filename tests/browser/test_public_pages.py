"""Public pages in a browser: they are sent again only if they have changed, and they show who is signed in."""

import urllib.error
import urllib.request
from email.message import Message

import pytest
from playwright.sync_api import expect

from tests.browser.director import sign_in
from tests.browser.site import Site

RESULTS = "/clubs/lantern-street/results/"


def asked(site: Site, path: str, **headers: str) -> tuple[int, Message, str]:
    """Return the status, headers and text of the answer to a request for `path`."""
    request = urllib.request.Request(site.url + path, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, answer.headers, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read().decode()


def test_a_reader_gets_the_page_once_and_is_then_told_that_it_is_the_same(site):
    status, headers, text = asked(site, RESULTS)
    assert status == 200
    assert "Lantern Street" in text
    assert asked(site, RESULTS, **{"If-None-Match": headers["ETag"]})[0] == 304
    assert asked(site, "/clubs/no-such-club/results/")[0] == 404


def test_a_public_page_knows_who_is_signed_in_and_lets_them_sign_out(site, make_context):
    page = make_context().new_page()
    sign_in(page, site)
    page.goto(site.url + RESULTS)
    page.get_by_role("button", name="Sign out").click()
    page.goto(site.url + RESULTS)
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()


@pytest.mark.smoke
def test_a_ranking_is_printed_with_every_score_and_without_buttons(site, make_context):
    page = make_context().new_page()
    page.goto(site.url + RESULTS)
    page.get_by_role("link", name="Tuesday night").first.click()
    page.get_by_role("link", name="With every score").click()
    button = page.get_by_role("button", name="Print")
    expect(button).to_be_visible()
    page.emulate_media(media="print")
    expect(button).to_be_hidden()
    expect(page.get_by_role("navigation")).to_have_count(0)
    expect(page.get_by_text("Lantern Street Bridge Club").first).to_be_visible()
    boards = page.get_by_role("region", name="The boards").get_by_role("table")
    assert boards.count() > 1
    expect(boards.first.locator("svg").first).to_be_visible()
    south, north = (page.get_by_role("table", name=f"{side} players").bounding_box() for side in ("South", "North"))
    assert south and north and south["y"] == north["y"]
