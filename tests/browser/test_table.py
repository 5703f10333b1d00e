"""The player's view of the card table: two seats side by side, reasons for refusals, claims and tabs."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESK, TABLET
from tests.browser.seats import SeatPage, TableOfTwo, until


def _notes(seat: SeatPage) -> str:
    note = seat.page.locator(".note")
    expect(note).to_be_visible()
    return note.inner_text()


def _play_until(table: TableOfTwo, wanted: Callable[[SeatPage], bool]) -> SeatPage:
    """Play cards until the page of the player whose turn it is shows the desired state."""
    for _ in range(40):
        seat = table.on_turn()
        assert seat is not None
        expect(seat.playable.first).to_be_visible()
        if wanted(seat):
            return seat
        table.play_one()
    raise AssertionError("No such position in forty cards")


def test_both_seats_in_one_browser(make_table, make_context):
    """A newcomer opens both seats in two windows of one browser. Neither window takes the other's cookie."""
    browser = make_context(DESK)
    table = make_table(south=browser, north=browser)
    table.sit()
    table.auction("1S", "P", "P")
    for _ in range(8):
        table.play_one()
    for seat in table.seats.values():
        seat.page.reload()
        expect(seat.page.locator(".table.play")).to_be_visible()
        assert seat.seen["table"]["seat"] == seat.player
    table.play_one()


def test_a_card_that_cannot_be_played_says_why(make_table):
    """Tapping a buried card shows its depth; tapping one in hand shows the law. Nothing is sent (SOLO-13, SOLO-14)."""
    table = make_table()
    table.sit()
    table.auction("2H", "P", "P")

    # A buried card, in both dummies and on both screens.
    for seat in table.seats.values():
        sent = len(seat.acts)
        for run in (".dummy.mine", ".opp-dummy"):
            cards = seat.page.locator(f"{run} .run button.card")
            cards.nth(2).click(position={"x": 8, "y": 12})
            assert _notes(seat) == "2 cards from the end"
            cards.nth(1).click(position={"x": 8, "y": 12})
            expect(seat.page.locator(".note")).to_have_text("1 card from the end")
        assert len(seat.acts) == sent

    seat = _play_until(table, lambda seat: seat.page.locator(".held button.card.no").count() > 0)
    before, sent = seat.seen["seq"], len(seat.acts)
    led = seat.seen["view"]["trick"]["cards"][0]["card"][0]
    seat.page.locator(".held button.card.no").first.click()
    suit = {"S": "Spades", "H": "Hearts", "D": "Diamonds", "C": "Clubs"}[led]
    name = {"S": "South", "N": "North"}[seat.player]
    assert _notes(seat) == f"{suit} were led: {name} must follow suit."
    assert len(seat.acts) == sent and seat.seen["seq"] == before
    table.play_one()  # and the table goes on


@pytest.mark.smoke
def test_a_claim_is_refused_then_play_goes_on_then_one_is_accepted(make_table):
    """SOLO-21: the other player is shown the claimant's hand and answers. A refused claim produces no result."""
    table = make_table()
    table.sit()
    table.auction("3N", "P", "P")
    table.play_one()
    south, north = table.south, table.north

    south.key("claim").click()
    south.key("claim-5").click()
    expect(south.key("claim-send")).to_have_text(re.compile(r"Claim 5, \S+ gets 8"))
    south.key("claim-send").click()
    expect(north.page.locator(".turn.asks")).to_contain_text("claims 5 of 13")
    expect(south.page.locator(".turn")).to_contain_text("You claimed 5 of 13")
    north.key("refuse").click()
    expect(south.page.locator(".turn.asks, .turn:has-text('You claimed')")).to_have_count(0)
    expect(south.page.locator("[data-sheet=result]")).to_have_count(0)
    told = re.compile(r"\S+ refused your claim of 5\. Claim again after this trick\.")
    expect(south.page.locator(".turn")).to_have_text(told)
    expect(south.key("claim")).to_have_count(0)
    expect(north.page.locator(".turn")).not_to_contain_text("refused")
    for _ in range(2):
        table.play_one()
        expect(south.page.locator(".turn")).to_have_text(told)
    south.page.reload()
    expect(south.page.locator(".turn")).to_have_text(told)
    table.play_one()
    expect(south.page.locator(".turn")).to_contain_text("You can claim again.")
    expect(south.key("claim")).to_be_visible()
    for _ in range(4):
        table.play_one()

    left = int(south.seen["view"]["claim_max"])
    won = south.seen["view"]["tricks"]["S"]
    south.key("claim").click()
    south.key(f"claim-{left}").click()
    south.key("claim-send").click()
    north.key("accept").click()
    for seat in table.seats.values():
        expect(seat.page.locator("[data-sheet=result]")).to_be_visible()
        result = seat.seen["table"]["result"]
        assert result["tricks"] == (won + left if result["declarer"] == "S" else 13 - won - left)


def test_two_tabs_of_one_seat_stay_in_step(make_table, make_context, site):
    """An action in one tab is seen in the other tab, and either tab may perform the next action."""
    device = make_context(TABLET)
    table = make_table(south=device)
    table.sit()
    first = table.south
    second = SeatPage(device.new_page(), "S").open(first.page.url)
    table.auction("1C", "P", "P")
    expect(second.page.locator(".table.play")).to_be_visible()
    for _ in range(6):
        seat = table.on_turn()
        assert seat is not None
        tab = seat if seat is table.north else second if len(first.acts) > len(second.acts) else first
        before = seat.seen["seq"]
        tab.play()
        table.reach(before + 1)
        until(second.page, lambda before=before: second.seen["seq"] > before, "the card in the other tab")
    assert first.acts and second.acts
    assert second.seen["view"]["hands"] == first.seen["view"]["hands"]


def test_the_word_vulnerable_stands_with_the_player_who_is(make_table):
    """The vulnerable player's two hands are also marked red on the board. The board itself does not show the word."""
    table = make_table()
    table.sit()
    vul = table.south.seen["table"]["vul"]
    red = {"S": vul in ("NS", "All"), "N": vul in ("EW", "All")}
    for player, seat in table.seats.items():
        other = "N" if player == "S" else "S"
        expect(seat.page.locator(".hand .seat .vul")).to_have_count(int(red[player]))
        expect(seat.page.locator(".opp .seat .vul")).to_have_count(int(red[other]))
        expect(seat.page.locator(".board")).not_to_contain_text("vul")
        painted = seat.page.locator(".board > .v").all_inner_texts()
        assert sorted(text[0] for text in painted) == sorted(
            hand for hand, owner in zip("SENW", "SSNN", strict=True) if red[owner]
        )
