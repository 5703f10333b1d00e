"""A simultaneous event of clubs with screens, and of one with a scoring program only (issue 29)."""

import re

import pytest
from playwright.sync_api import Page, expect

from clubsite.demo.demo_event import QUAY_DIRECTOR, QUAY_PASSWORD
from tests.browser.checks import faults_of, violations, walk
from tests.browser.conftest import DESK, PHONE, TABLET
from tests.browser.director import sign_in, sign_in_form
from tests.browser.seats import SeatPage, TableOfTwo, comes
from tests.browser.site import Site
from tests.browser.staging import EventNights, quays_heat
from tests.kit.results_files import as_csv, as_usebio, heat_file

EVENT, PAPER_EVENT = "Harbour simultaneous", "Paper simultaneous"
NAMES = ("Jo Reed", "Kit Vane", "Lou Marsh", "Max Orr", "Ned Pyke", "Oli Shaw")
CARDS = ".deal, .suits, .seq"
"""Where a page shows the cards of a board."""


@pytest.mark.timeout(600)
def test_two_clubs_play_an_event_on_screens_and_everybody_reads_its_boards_and_the_proof_of_its_deals(
    site, make_context
):
    nights = EventNights(site, EVENT)
    stranger, wall = make_context(DESK).new_page(), sign_in(make_context(DESK).new_page(), site)
    stranger.goto(f"{site.url}/events/{nights.event}/")
    wall.goto(f"{site.url}/director/{nights.lantern['session']}/projector/?ranking=yes")
    expect(wall.locator(".wider")).to_contain_text(EVENT)

    at_lantern = _seated(make_context, site, nights.lantern["code"])
    _play_out(at_lantern)
    for seat in at_lantern.seats.values():
        expect(seat.page.locator("body")).to_contain_text("Round 2")
    nights.score("1N S 6", "4H N 10")
    expect(wall.locator(".wider")).to_contain_text(re.compile("1 of 2|2 heats"))
    expect(wall.locator(".rankings")).to_contain_text("Ann North")
    at_quay = _seated(make_context, site, nights.quay["code"])
    _play_out(at_quay)
    at_quay.pass_out()
    for name in ("Ann North", "Una Pier"):  # they come by themselves
        expect(stranger.get_by_role("main")).to_contain_text(name)

    nights.end()
    ann = at_lantern.south.page
    for page, night in ((stranger, nights.quay["session"]), (ann, nights.lantern["session"])):
        _no_card_is_shown(page, site, nights.event, night)
    nights.publish()
    _boards_are_shown(stranger, site, nights.event)
    _own_card(ann, site, nights.event)
    _proof_is_right(stranger, site, nights.event)
    _booklet_is_made(stranger, site, nights.event)
    assert walk(stranger, site, _pages_of(stranger, site, nights.event)) == []
    for table in (at_lantern, at_quay):
        assert table.south.errors == table.north.errors == []


def _follow(page: Page, name: str):
    page.get_by_role("main").get_by_role("link", name=name).first.click()


def _seated(make_context, site: Site, code: str) -> TableOfTwo:
    """Seat South with a tablet and North with a phone, by the table's code."""
    seats = []
    for side, size in (("South", TABLET), ("North", PHONE)):
        seat = SeatPage(make_context(size).new_page(), side[0]).open(f"{site.url}/join/{code}/")
        seat.page.get_by_role("button", name=f"sits {side}").click()
        expect(seat.key("ready")).to_be_visible()
        seats.append(seat)
    return TableOfTwo(*seats)


def _play_out(table: TableOfTwo):
    """Play 1NT with every card. Both players agree to the result."""
    table.sit()
    table.auction("1N", "P", "P")
    while table.play_one():
        pass
    table.agree()


def _no_card_is_shown(page: Page, site: Site, event: str, night: str):
    """Check that boards and travellers stay shut for this reader before the window has closed."""
    for path in (f"/events/{event}/boards/", f"/events/{event}/boards/1/"):
        answer = page.goto(site.url + path)
        assert answer is not None and answer.status == 404, path
    for part in ("board/1/", "hands/", "player/1/"):
        page.goto(f"{site.url}/results/{night}/{part}")
        expect(page.locator(CARDS)).to_have_count(0)


def _boards_are_shown(reader: Page, site: Site, event: str):
    reader.goto(f"{site.url}/events/{event}/")
    expect(reader.get_by_role("main")).not_to_contain_text("Provisional")
    _follow(reader, "The boards")
    reader.get_by_role("link", name="Board 1", exact=True).click()
    expect(reader.locator(".deal .seq").first).to_be_visible()
    expect(reader.get_by_role("main")).to_contain_text("3 results")


def _own_card(own: Page, site: Site, event: str):
    """Open the own card from the event's page. Ann beat the other table, and the figure over all is another one."""
    own.goto(f"{site.url}/events/{event}/")
    _follow(own, "Your card: here and over all")
    expect(own.get_by_role("heading", name="Ann North")).to_be_visible()
    figures = own.locator(".two-figures")
    expect(figures).to_contain_text("Here, at the club")
    expect(figures).to_contain_text("Over all")
    expect(own.locator(".event-card tbody tr")).to_have_count(2)


def _proof_is_right(reader: Page, site: Site, event: str):
    reader.goto(f"{site.url}/events/{event}/proof/")
    expect(reader.locator(".verdict")).to_contain_text("Everything agrees.")
    reader.get_by_text("Board by board").click()
    expect(reader.get_by_role("main")).to_contain_text("Quay Street")


def _booklet_is_made(reader: Page, site: Site, event: str):
    """Open the booklet, which a job makes by itself after the publication, a page for each board."""
    reader.goto(f"{site.url}/events/{event}/booklet/")
    boards = reader.locator(".booklet-board")
    comes(reader, lambda: boards.count() == 2, "the booklet", 300)
    expect(reader.locator("#board-1 .told").first).to_be_visible()


def _pages_of(reader: Page, site: Site, event: str) -> list[str]:
    """Return the address of each kind of page that a published event has."""
    at = f"/events/{event}/"
    reader.goto(site.url + at)
    links = reader.eval_on_selector_all("main a[href]", "links => links.map(a => a.getAttribute('href'))")
    heat = next(href for href in links if re.fullmatch(rf"{at}heats/\w+/", href))
    parts = ("", "ranking/", "boards/", "boards/1/", "booklet/", "proof/", "log/", "files/")
    return [*(at + part for part in parts), heat, f"{heat}1/"]


@pytest.mark.smoke
@pytest.mark.timeout(300)
def test_a_director_looks_into_a_file_and_takes_it(site, make_context):
    at = site.run(quays_heat, PAPER_EVENT)
    kim, stranger = make_context(DESK).new_page(), make_context(PHONE).new_page()
    stranger.goto(site.url + at["event"])
    expect(stranger.get_by_role("main")).to_contain_text("No score has come in yet")
    kim.goto(site.url + at["heat"])
    sign_in_form(kim, QUAY_DIRECTOR, QUAY_PASSWORD)
    kim.get_by_role("link", name="take the results from its file").click()

    wrong = as_csv(heat_file()).replace(b"1N,S,,9", b"8N,S,,9", 1)
    _look_into(kim, "quay.csv", wrong)
    expect(kim.get_by_role("alert")).to_contain_text("Nothing was taken")
    expect(kim.get_by_role("alert")).to_contain_text("Line 2, column contract")
    assert faults_of(kim, "a wrong file") + violations(kim, "a wrong file") == []

    _look_into(kim, "quay.xml", as_usebio(heat_file(names=NAMES)))
    expect(kim.get_by_role("heading", name="Take 9 results?")).to_be_visible()
    expect(kim.get_by_role("main")).to_contain_text(NAMES[5])
    assert faults_of(kim, "a preview") + violations(kim, "a preview") == []
    kim.get_by_role("button", name="Take these results").click()
    expect(kim.get_by_text("9 results are in from quay.xml.")).to_be_visible()
    expect(kim.get_by_role("main")).to_contain_text("9 of 9 scores counted")
    expect(stranger.get_by_role("main")).to_contain_text(NAMES[0])  # it comes by itself


def _look_into(kim: Page, name: str, file: bytes):
    kim.get_by_label("File with results").set_input_files(
        {"name": name, "mimeType": "application/octet-stream", "buffer": file}
    )
    kim.get_by_role("button", name="Look into the file").click()
