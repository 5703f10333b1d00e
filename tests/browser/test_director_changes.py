"""The director changes movements, teams and players, and takes back a card at their own table."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.checks import faults_of, violations
from tests.browser.conftest import DESK, PHONE, TABLET
from tests.browser.director import new_night, sign_in, sign_in_as
from tests.browser.seats import SeatPage, until
from tests.browser.staging import night, night_of_a_playing_director


@pytest.fixture(scope="module")
def tables(site):
    """The nine tables of a separate session, in round 1, by number."""
    return {str(number): table for number, table in enumerate(site.run(night), start=1)}


def at_table(seat: SeatPage, number: int):
    until(seat.page, lambda: seat.seen.get("table", {}).get("table") == number, f"the phone at table {number}")


@pytest.mark.timeout(120)
def test_two_are_swapped_and_swapped_back(site, tables, make_context):
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


def test_a_phone_shows_what_changes_without_reading_sideways(site, tables, make_context):
    page = sign_in(make_context(PHONE).new_page(), site)
    page.goto(site.url + tables["1"]["director"].split("table/")[0] + "repair/shorter/?after=3&go=1")
    expect(page.locator(".ba")).not_to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    button = page.get_by_role("button", name="Make this change")
    box = button.bounding_box()
    assert box and box["height"] >= 44


@pytest.fixture
def played(site, make_context, make_table):
    """Pat's and Olaf's pages after six cards, and the director's page for their table, where Pat is signed in."""
    links = site.run(night_of_a_playing_director)
    table = make_table(links=links)
    table.sit()
    table.auction("1N", "P", "P")
    for _ in range(6):
        table.play_one()
    page = make_context(PHONE).new_page()
    sign_in_as(page, site.url + links["director"], links["name"], links["password"])
    page.goto(f"{site.url}{links['director']}table/1/")
    yield table, page
    assert not any(seat.errors for seat in table.seats.values())


def test_the_opponent_reads_out_the_number_and_the_card_is_back(played):
    table, page = played
    before = table.south.seen["seq"]
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Ask Olaf")
    expect(page.get_by_role("button", name="They agree")).to_be_in_viewport(ratio=1)
    assert faults_of(page, "consent") + violations(page, "consent") == []
    note = table.north.page.locator(".note.number")
    expect(note).to_contain_text("Pat, as director, wants to take back ")
    number = (note.locator("summary").text_content() or "").strip()
    expect(table.south.page.locator(".note.number")).to_have_count(0)
    page.get_by_label("The six figures").fill(number)
    page.get_by_role("button", name="They agree").click()
    expect(page.locator(".msg")).to_contain_text("is taken back. Both players are told.")
    expect(note).to_have_count(0)
    until(table.south.page, lambda: table.south.seen["seq"] > before, "that a card was taken back")
    assert table.south.seen["view"]["taken_back"]["how"] == "director"
    table.play_one()


@pytest.mark.parametrize("scene", ["lets_in", "consent", "consent_auction", "consent_device", "consent_result"])
def test_the_number_is_in_sight_and_leaves_the_keys_free_on_every_screen(scene, make_scene):
    seat = SeatPage(make_scene(f"scene={scene}", PHONE), "S")
    summary = seat.page.locator(".note.number summary")
    for size in ((320, 568), (390, 844), (844, 390), (1024, 768), (1440, 900)):
        seat.page.set_viewport_size({"width": size[0], "height": size[1]})
        expect(summary).to_be_in_viewport(ratio=1)
        assert _uncovered(seat), f"{scene} at {size}"
    summary.click()
    expect(seat.page.locator(".note.number p")).to_be_hidden()


def _uncovered(seat: SeatPage) -> bool:
    """True if the note does not cover any card or key that this player needs."""
    return bool(
        seat.page.evaluate(
            """() => { const note = document.querySelector(".note.number").getBoundingClientRect();
            return [...document.querySelectorAll("button.card.yes, .box button, .btn.main")].every((card) => {
              const at = card.getBoundingClientRect();
              return at.bottom <= note.top || at.top >= note.bottom || at.right <= note.left || at.left >= note.right;
            }); }"""
        )
    )


# Six players, three rounds; in round 2 number 3 sits at two tables and number 5 at none.
MISTAKEN = "6 3 3 3 0\n1-2 A 3-4 B 5-6 C\n3-1 C 2-6 B 3-4 A\n1-5 B 2-4 C 3-6 A\n"


def cell(page: Page, round_number: int, table: int, field: str) -> Locator:
    return page.locator(f'[data-cell="{round_number - 1}.{table - 1}.{field}"]')


@pytest.mark.timeout(120)
def test_a_file_with_a_mistake_is_put_right_kept_and_taken(site, make_context, tmp_path):
    page = sign_in(make_context(DESK).new_page(), site)
    new_night(page, "A plan of ours", players=6, boards=2)

    file = tmp_path / "three_rounds.asc"
    file.write_text(MISTAKEN)
    page.get_by_label("File").set_input_files(file)
    page.get_by_role("button", name="Check it").click()
    expect(page.get_by_role("alert")).to_contain_text("Round 2: contestant 3 sits at tables 1 and 3.")
    page.get_by_role("button", name="Put it right in the editor").click()

    _put_right(page)
    faults = violations(page, "the editor")
    page.set_viewport_size(PHONE)
    expect(page.locator(".edgrid tr:visible")).to_have_count(1)
    page.get_by_role("button", name="Before").click()
    expect(page.get_by_text("Round 2 of 3")).to_be_visible()
    faults += violations(page, "the editor on a phone")
    page.set_viewport_size(DESK)
    assert faults == []

    page.locator("[data-fact=name]").fill("Thursday's three")
    page.locator("[data-key=keep]").click()
    expect(page.get_by_text("Thursday's three is saved.")).to_be_visible()
    page.locator("[data-key=use]").click()
    expect(page.get_by_text("The movement is chosen.")).to_be_visible()
    chosen = page.locator("article.option.chosen")
    expect(chosen).to_contain_text("Thursday's three, 3 tables, 3 rounds of 2 boards")
    expect(chosen).to_contain_text("Balance")
    expect(page.locator(".keptlist")).to_contain_text("Thursday's three")


def _put_right(page: Page):
    """Correct the fault, whose cells are marked, by accepting the repair that is offered, then undo and redo the
    repair. Make more changes by keyboard.
    """
    expect(page.locator(".edgrid td.bad")).not_to_have_count(0)
    expect(page.locator(".edfaults")).to_contain_text("number 3 sits at tables 1 and 3")
    expect(page.locator("[data-key=use]")).to_be_disabled()
    expect(page.locator(".edgrid tbody tr").nth(1).locator(".edout")).to_have_text("5")
    page.get_by_role("button", name="Seat 5 at table 3 instead").click()
    expect(page.get_by_text("It can be played.")).to_be_visible()
    expect(cell(page, 2, 3, "ns")).to_have_value("5")
    page.locator("[data-key=undo]").click()
    expect(page.locator(".edfaults")).to_be_visible()
    page.locator("[data-key=redo]").click()
    expect(page.get_by_text("It can be played.")).to_be_visible()

    cell(page, 2, 1, "set").fill("B")
    cell(page, 2, 1, "set").press("Enter")
    expect(cell(page, 3, 1, "set")).to_be_focused()
    expect(cell(page, 2, 1, "set")).to_have_value("2")
    expect(page.locator(".edgrid td.bad").first).to_contain_text("has these in round")
    page.keyboard.press("Control+z")
    expect(page.get_by_text("It can be played.")).to_be_visible()
    expect(cell(page, 2, 1, "set")).to_have_value("3")


@pytest.mark.timeout(120)
def test_teams_are_named_and_filled_by_keyboard(site, make_context):
    page = sign_in(make_context(DESK).new_page(), site)
    new_night(page, "Teams of two", players=6)
    page.goto(page.url.split("?")[0] + "?more=1")
    page.locator("label.optionhead", has_text="American whist").click()
    page.get_by_role("button", name="Take this movement").click()
    page.locator(".steps a", has_text="Names").click()

    first, second = page.get_by_label("Name of team 1"), page.get_by_label("Name of team 2")
    first.fill("Kiwis")
    first.press("Enter")
    expect(page.get_by_label("Player 1", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Player 4", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(second).to_be_focused()
    second.fill("kiwis")
    second.press("Enter")
    fault = page.get_by_role("alert").filter(has_text="Team 1 is called Kiwis already")
    expect(fault).to_be_visible()
    expect(second).to_have_value("kiwis")
    faults = violations(page, "a team's name refused")
    page.set_viewport_size(PHONE)
    faults += violations(page, "a team's name refused, on a phone")
    assert faults == []
    second.fill("Tui")
    second.press("Enter")
    expect(fault).to_have_count(0)
    page.reload()
    expect(first).to_have_value("Kiwis")
    expect(second).to_have_value("Tui")
