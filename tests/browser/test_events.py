"""A simultaneous event of clubs with screens, and of one with a scoring program only (issue 29)."""

import datetime
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from clubsite.demo.demo_event import QUAY_DIRECTOR, QUAY_PASSWORD
from tests.browser.checks import faults_of, violations, walk
from tests.browser.conftest import DESK, PHONE, TABLET
from tests.browser.director import sign_in
from tests.browser.seats import SeatPage, TableOfTwo, comes
from tests.browser.site import Site
from tests.browser.staging import EventNight, quays_heat
from tests.kit.results_files import as_csv, as_usebio, heat_file

MakeContext = Callable[..., BrowserContext]
LANTERN, QUAY_SLUG = "lantern-street", "quay-street"
EVENT = "Harbour simultaneous"
UNA, VAL = "Una Pier", "Val Dock"
DAY = datetime.timedelta(days=1)
CARDS = ".deal, .suits, .seq"
"""Where a page shows the cards of a board."""


@pytest.mark.timeout(600)
def test_two_clubs_play_an_event_from_its_announcement_to_the_proof_of_its_deals(site, make_context):
    dee, kim, stranger = (make_context(DESK).new_page() for _ in range(3))
    sign_in(dee, site)
    event = _announce(dee, site)
    lantern_heat = _take_part(dee, site, LANTERN, tables=2)
    _sign_in_kim(kim, site)
    quay_heat = _take_part(kim, site, QUAY_SLUG, tables=1, organiser=dee)
    quay = _set_the_night_up(kim, site)
    stranger.goto(f"{site.url}/events/{event}/")
    expect(stranger.get_by_role("main")).to_contain_text("No score has come in yet")
    lantern = EventNight(site, event)

    wall = dee.context.new_page()
    wall.goto(f"{site.url}/director/{lantern.session}/projector/?ranking=yes")
    expect(wall.locator(".wider")).to_contain_text(EVENT)
    ann, bo = _seats(make_context, site, lantern.code)
    _play_lanterns_night(TableOfTwo(ann, bo), lantern, wall)
    una, val = _seats(make_context, site, quay[1])
    _play_quays_night(TableOfTwo(una, val))
    expect(stranger.get_by_role("main")).to_contain_text("Ann North")  # it comes by itself
    expect(stranger.get_by_role("main")).to_contain_text(UNA)

    _end_publish_and_confirm(dee, site, lantern.session, LANTERN, lantern_heat)
    _end_publish_and_confirm(kim, site, quay[0], QUAY_SLUG, quay_heat)
    for page, night in ((stranger, quay[0]), (dee, quay[0]), (kim, lantern.session), (ann.page, lantern.session)):
        _no_card_is_shown(page, site, event, night)

    lantern.close_window()
    _publish(dee, site, event)
    _boards_are_shown(stranger, site, event)
    _own_card(ann.page, site, event)
    _proof_is_right(stranger, site, event)
    _booklet_is_made(stranger, site, event)
    assert walk(stranger, site, _pages_of(stranger, site, event)) == []
    for seat in (ann, bo, una, val):
        assert not seat.errors


def _press(page: Page, name: str | re.Pattern[str]):
    page.get_by_role("main").get_by_role("button", name=name).click()


def _follow(page: Page, name: str | re.Pattern[str]):
    page.get_by_role("main").get_by_role("link", name=name).first.click()


def _days_on(days: int, clock: str) -> str:
    """Return a time of a day from now, as a browser's field of day and time takes it."""
    return f"{datetime.date.today() + days * DAY}T{clock}"


def _announce(dee: Page, site: Site) -> str:
    """Set an event of two boards up, and announce it. Return its id."""
    dee.goto(f"{site.url}/director/")
    _follow(dee, "Events over many clubs")
    _follow(dee, "New event")
    dee.get_by_label("Name").fill(EVENT)
    dee.get_by_label("Heats may start from").fill(_days_on(-2, "12:00"))
    dee.get_by_label("The window closes").fill(_days_on(3, "23:00"))
    dee.get_by_label("Boards", exact=True).fill("2")
    dee.get_by_label("Least boards of a player").fill("1")
    dee.get_by_label("Least tables of a heat").fill("1")
    dee.get_by_label("Publish the ranking by itself").uncheck()
    _press(dee, "Set the event up")
    expect(dee.get_by_role("main")).to_contain_text("Not announced yet")
    event = dee.url.rstrip("/").rsplit("/", 1)[1]
    _follow(dee, "Announce it")
    _press(dee, "Announce it")
    expect(dee.get_by_text("The event is announced. Clubs can take part now.")).to_be_visible()
    return event


def _sign_in_kim(kim: Page, site: Site):
    kim.goto(f"{site.url}/director/")
    kim.get_by_label("Name").fill("kim")
    kim.get_by_label("Password").fill("quay")
    _press(kim, "Sign in")
    expect(kim.get_by_role("heading", name="Your nights")).to_be_visible()


def _take_part(director: Page, site: Site, club: str, tables: int, organiser: Page | None = None) -> str:
    """Join the event as a club, or ask to and let its organiser accept that. Return the heat's id."""
    director.goto(f"{site.url}/director/clubs/{club}/events/")
    _follow(director, re.compile(EVENT))
    if club == LANTERN:
        _follow(director, "Take part with")
    director.get_by_label("Your heat starts").fill(_days_on(1, "19:30"))
    director.get_by_label("Tables that you expect").fill(str(tables))
    _press(director, "Take part")  # or "Ask to take part"
    if organiser is None:
        expect(director.get_by_text("takes part. Under New night, choose")).to_be_visible()
    else:
        expect(director.get_by_text("You read the organiser’s answer here")).to_be_visible()
        event = director.url.partition("/events/")[2].partition("/")[0]
        organiser.goto(f"{site.url}/director/clubs/{LANTERN}/events/{event}/")
        _press(organiser, re.compile("^Accept"))
        director.reload()
    heat = director.get_by_role("main").get_by_role("link", name="The heat", exact=True).get_attribute("href")
    assert heat is not None
    return heat.rstrip("/").rsplit("/", 1)[1]


def _set_the_night_up(kim: Page, site: Site) -> tuple[str, str]:
    """Set up and start the night of Quay Street, all by its pages. Return the night's id and the table's code."""
    kim.goto(f"{site.url}/director/new/")
    kim.get_by_label("Players").fill("2")
    kim.get_by_label("Boards a round").fill("2")
    _press(kim, "Next: the movement")
    _press(kim, "Take this movement")
    for number, name in enumerate((UNA, VAL), start=1):
        line = kim.get_by_label(f"Player {number}", exact=True)
        line.fill(name)
        line.press("Enter")
        _press(kim, f"Add “{name}” as a guest")
        expect(kim.get_by_role("main")).to_contain_text(name)
    expect(kim.get_by_text("Everybody has a name.")).to_be_visible()
    _press(kim, "Next: the boards")
    heats = kim.get_by_label("Which heat?")
    heats.select_option(heats.locator("option", has_text=EVENT).get_attribute("value"))
    _press(kim, "Take the event’s boards")
    expect(kim.get_by_text("2 boards made, 2 needed")).to_be_visible()
    expect(kim.get_by_role("main")).to_contain_text("Nobody has their cards yet")
    _follow(kim, "Next: print")
    _follow(kim, "Next: start")
    _press(kim, "Start the night")
    expect(kim.get_by_text("The night has begun.")).to_be_visible()
    session = kim.url.rstrip("/").rsplit("/", 1)[1]
    kim.goto(f"{site.url}/director/{session}/codes/")
    code = re.sub(r"\s", "", kim.locator(".code").first.inner_text())
    return session, code


def _seats(make_context: MakeContext, site: Site, code: str) -> tuple[SeatPage, SeatPage]:
    """Seat South with a tablet and North with a phone, by the table's code."""
    seats = {}
    for player, side, size in (("S", "South", TABLET), ("N", "North", PHONE)):
        page = make_context(size).new_page()
        seats[player] = SeatPage(page, player)
        page.goto(f"{site.url}/join/{code}/")
        page.get_by_role("button", name=f"sits {side}").click()
        expect(seats[player].key("ready")).to_be_visible()
    return seats["S"], seats["N"]


def _play_out(table: TableOfTwo):
    """Let South or North play 1NT, and play every card. Both players agree to the result."""
    table.auction("1N", "P", "P")
    while table.play_one():
        pass
    _agree(table)


def _pass_out(table: TableOfTwo):
    """Pass the next board out. Both players agree to the result."""
    for seat in table.seats.values():
        expect(seat.page.locator(".table.auction")).to_be_visible()
    while seat := table.on_turn():
        before = seat.seen["seq"]
        seat.call("P")
        table.reach(before + 1)
    _agree(table)


def _agree(table: TableOfTwo):
    for seat in table.seats.values():
        seat.front()
        seat.key("agree").click()


def _play_lanterns_night(table: TableOfTwo, night: EventNight, wall: Page):
    """Play board 1 at table 1 on screens. The other scores of both rounds come from other desks."""
    table.sit()
    _play_out(table)
    for seat in table.seats.values():
        expect(seat.page.locator("body")).to_contain_text("Round 2")
    night.score("1N S 6", "4H N 10")
    expect(wall.locator(".wider")).to_contain_text(re.compile("1 of 2|2 heats"))
    expect(wall.locator(".rankings")).to_contain_text("Ann North")


def _play_quays_night(table: TableOfTwo):
    """Play board 1 as at Lantern Street, and pass board 2 out."""
    table.sit()
    _play_out(table)
    _pass_out(table)


def _end_publish_and_confirm(director: Page, site: Site, session: str, club: str, heat: str):
    director.goto(f"{site.url}/director/{session}/")
    _follow(director, "End the night")
    director.locator("form.plain button.danger").click()
    _press(director, "Publish the results")
    expect(director.get_by_text("Everybody sees version 1")).to_be_visible()
    director.goto(f"{site.url}/director/clubs/{club}/heats/{heat}/")
    _press(director, "Confirm the heat")
    expect(director.get_by_text("The heat is confirmed.").first).to_be_visible()


def _no_card_is_shown(page: Page, site: Site, event: str, night: str):
    """Check that boards and travellers stay shut for this reader before the window has closed."""
    for path in (f"/events/{event}/boards/", f"/events/{event}/boards/1/"):
        answer = page.goto(site.url + path)
        assert answer is not None and answer.status == 404, path
    for part in ("board/1/", "hands/", "player/1/"):
        page.goto(f"{site.url}/results/{night}/{part}")
        expect(page.locator(CARDS)).to_have_count(0)


def _publish(dee: Page, site: Site, event: str):
    dee.goto(f"{site.url}/director/clubs/{LANTERN}/events/{event}/")
    expect(dee.get_by_role("main")).to_contain_text("Every heat that was played is confirmed.")
    _follow(dee, "Publish the ranking")
    _press(dee, "Publish")
    expect(dee.get_by_text("The ranking is published").first).to_be_visible()


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


PAPER_EVENT = "Paper simultaneous"
NAMES = ("Jo Reed", "Kit Vane", "Lou Marsh", "Max Orr", "Ned Pyke", "Oli Shaw")


@pytest.mark.smoke
@pytest.mark.timeout(300)
def test_a_director_looks_into_a_file_goes_back_and_takes_it(site, make_context):
    at = quays_heat(site, PAPER_EVENT)
    kim, stranger = make_context(DESK).new_page(), make_context(PHONE).new_page()
    stranger.goto(site.url + at["event"])
    expect(stranger.get_by_role("main")).to_contain_text("No score has come in yet")
    kim.goto(site.url + at["heat"])
    kim.get_by_label("Name").fill(QUAY_DIRECTOR)
    kim.get_by_label("Password").fill(QUAY_PASSWORD)
    kim.get_by_role("main").get_by_role("button", name="Sign in").click()
    kim.get_by_role("link", name="take the results from its file").click()

    wrong = as_csv(heat_file()).replace(b"1N,S,,9", b"8N,S,,9", 1)
    _look_into(kim, "quay.csv", wrong)
    expect(kim.get_by_role("alert")).to_contain_text("Nothing was taken")
    expect(kim.get_by_role("alert")).to_contain_text("Line 2, column contract")
    expect(kim.locator(".field", has_text="File with results")).to_contain_text("Line 2, column contract")
    assert faults_of(kim, "a wrong file") + violations(kim, "a wrong file") == []

    right = as_usebio(heat_file(names=NAMES))
    _look_into(kim, "quay.xml", right)
    expect(kim.get_by_role("heading", name="Take 9 results?")).to_be_visible()
    expect(kim.get_by_role("main")).to_contain_text(NAMES[5])
    assert faults_of(kim, "a preview") + violations(kim, "a preview") == []
    kim.get_by_role("link", name="Choose another file").click()
    expect(kim.get_by_role("heading", name="Results from a file")).to_be_visible()
    stranger.reload()
    expect(stranger.get_by_role("main")).to_contain_text("No score has come in yet")

    _look_into(kim, "quay.xml", right)
    kim.get_by_role("button", name="Take these results").click()
    expect(kim.get_by_text("9 results are in from quay.xml.")).to_be_visible()
    expect(kim.get_by_role("main")).to_contain_text("9 of 9 scores counted")
    expect(stranger.get_by_role("main")).to_contain_text(NAMES[0])  # it comes by itself
    stranger.goto(f"{site.url}{at['event']}ranking/")
    for name in NAMES:
        expect(stranger.get_by_role("main")).to_contain_text(name)


def _look_into(kim: Page, name: str, file: bytes):
    kim.get_by_label("File with results").set_input_files(
        {"name": name, "mimeType": "application/octet-stream", "buffer": file}
    )
    kim.get_by_role("button", name="Look into the file").click()
