"""A sole director who plays takes back a card at their own table, with a number that the opponent reads out."""

import pytest
from playwright.sync_api import expect

from tests.browser.axe import violations
from tests.browser.checks import faults_of
from tests.browser.conftest import DESK, PHONE, TABLET
from tests.browser.director import sign_in_as
from tests.browser.seats import SeatPage, until
from tests.browser.staging import night_of_a_playing_director


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
    found = faults_of(page, "consent") + violations(page, "consent")
    note = table.north.page.locator(".note.number")
    expect(note).to_contain_text("Pat, as director, wants to take back ")
    number = (note.locator("summary").text_content() or "").strip()
    for size in (PHONE, TABLET, DESK):
        table.north.page.set_viewport_size(size)
        expect(note.locator("summary")).to_be_in_viewport(ratio=1)
        assert _uncovered(table.north), "the cards that can be played lie free"
    note.locator("summary").click()
    expect(note.locator("p")).to_be_hidden()
    expect(note.locator("summary")).to_be_visible()
    expect(table.south.page.locator(".note.number")).to_have_count(0)
    wrong = f"{(int(number.replace(' ', '')) + 1) % 10**6:06}"
    page.get_by_label("The six figures").fill(wrong)
    page.get_by_role("button", name="They agree").click()
    expect(page.get_by_text("That is not the number on Olaf")).to_be_visible()
    assert found + faults_of(page, "a wrong number") + violations(page, "a wrong number") == []
    assert table.south.seen["seq"] == before
    page.get_by_label("The six figures").fill(number)
    page.get_by_role("button", name="They agree").click()
    expect(page.locator(".msg")).to_contain_text("is taken back. Both players are told.")
    expect(note).to_have_count(0)
    until(table.south.page, lambda: table.south.seen["seq"] > before, "that a card was taken back")
    assert table.south.seen["view"]["taken_back"]["how"] == "director"
    table.play_one()


def test_the_number_goes_when_the_players_have_gone_on(played):
    table, page = played
    page.get_by_role("button", name="Take back").click()
    note = table.north.page.locator(".note.number")
    number = (note.locator("summary").text_content() or "").strip()
    table.play_one()
    expect(note).to_have_count(0)
    page.get_by_label("The six figures").fill(number)
    page.get_by_role("button", name="They agree").click()
    expect(page.locator(".msg")).to_contain_text("The table has moved on")


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
