"""Both dummies are compared with their recorded order at the terminal, before and after a board (SOLO-4)."""

import pytest
from playwright.sync_api import expect

from games.wording import card_name
from tests.browser.conftest import PHONE
from tests.browser.director import sign_in
from tests.browser.terminal_page import FOUR_HEARTS, TerminalPage, two_terminals

pytestmark = pytest.mark.timeout(180)


def dummies_of(terminal: TerminalPage) -> list[list[str]]:
    """Return the names of the cards shown from left to right, first East's and then West's."""
    lists = terminal.page.locator(".sequence")
    expect(lists).to_have_count(2)
    return [lists.nth(n).locator("li .vh").all_inner_texts() for n in (0, 1)]


def named(cards: list[str]) -> list[str]:
    return [card_name(card).removeprefix("the ") for card in cards]


def test_solo_4_the_order_is_checked_with_a_line_and_without_one(night, make_context):
    """Board 1 is reported in order and corrected later. Board 2 is fouled offline, and the director is told."""
    bo, ann = two_terminals(make_context, night, PHONE)
    for terminal in (bo, ann):
        terminal.heading("Is this the board on the table?")
        terminal.tap("board-yes")
        terminal.heading("Are both dummies in order?")
        assert dummies_of(terminal) == [named(cards) for cards in night.dummies(1)]
    bo.tap("order-yes")
    for terminal in (bo, ann):
        terminal.heading("What was the contract?")
    bo.tap(*FOUR_HEARTS, "tricks-10", "yes")
    ann.heading("Bo Card typed this")
    ann.tap("agree", "next")
    ann.heading("Are both dummies in order?")
    assert dummies_of(ann) == [named(cards) for cards in night.dummies(1)]
    ann.tap("order-no")
    ann.heading("When did that happen?")
    ann.tap("order-played", "order-back", "order-now")
    ann.heading("Put them right")
    ann.tap("order-right")
    expect(ann.page.locator(".bigboard")).to_contain_text("2")
    bo.tap("next")
    expect(bo.page.locator(".bigboard")).to_contain_text("2")
    bo.offline()
    bo.tap("board-yes")
    bo.says("Compare both dummies with the slips in the board")
    bo.tap("order-no")
    bo.tap("order-fouled", *FOUR_HEARTS, "tricks-9", "yes", "agree", "next")
    bo.tap("order-no", "order-now", "order-fouled")
    bo.heading("Next: table 1, sit South")
    assert [order[0] for order in night.orders()] == [1, 1]
    bo.offline(False)
    bo.sent()
    assert night.orders() == [
        [1, "before", "in_order", "NS"],
        [1, "after", "put_right", "EW"],
        [2, "before", "fouled", "NS"],
        [2, "after", "fouled_next", "NS"],
    ]
    room = sign_in(make_context({"width": 1440, "height": 900}).new_page(), night.site)
    room.goto(f"{night.site.url}/director/{night.night['session']}/")
    expect(room.locator(".calls")).to_contain_text("Board 2 is fouled from the next table on")
    room.get_by_role("button", name="Their own and later scores").click()
    expect(room.locator("body")).to_contain_text("their own score too")
    room.goto(f"{night.site.url}/director/{night.night['session']}/table/1/")
    expect(room.locator("main")).to_contain_text("Fouled from this table on")
    room.get_by_role("button", name="Not fouled").click()
    expect(room.locator("body")).to_contain_text("The board is not fouled")
    expect(room.locator("main")).to_contain_text("a director has taken that back")
    assert not bo.errors and not ann.errors
