"""The dummies at a terminal: their order is compared (SOLO-4), and cards dealt at the table are typed (SOLO-5b)."""

import pytest
from playwright.sync_api import expect

from games.wording import card_name
from tests.browser.card_night import FOUR_HEARTS, CardNight, TerminalPage, screen_of, two_terminals
from tests.browser.checks import violations
from tests.browser.conftest import DESK, PHONE
from tests.browser.director import sign_in

pytestmark = pytest.mark.timeout(180)


def dummies_of(terminal: TerminalPage) -> list[list[str]]:
    """Return the names of the cards shown from left to right, first East's and then West's."""
    lists = terminal.page.locator(".sequence")
    expect(lists).to_have_count(2)
    return [lists.nth(n).locator("li .vh").all_inner_texts() for n in (0, 1)]


def named(cards: list[str]) -> list[str]:
    return [card_name(card).removeprefix("the ") for card in cards]


def test_solo_4_the_order_is_checked_with_a_line_and_without_one(night, make_context):
    """Board 1 is reported in order and corrected later. Board 2 is fouled offline."""
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
    assert [order[0] for order in night.direct("orders")] == [1, 1]
    bo.offline(False)
    bo.sent()
    assert night.direct("orders") == [
        [1, "before", "in_order", "NS"],
        [1, "after", "put_right", "EW"],
        [2, "before", "fouled", "NS"],
        [2, "after", "fouled_next", "NS"],
    ]
    assert not bo.errors and not ann.errors


RANKS = "AKQJT98765432"
EAST = [suit + rank for rank in RANKS[:4] for suit in "HSDC"][:13]
WEST = [suit + rank for rank in RANKS[4:8] for suit in "CDSH"][:13]


def test_solo_5b_thirteen_taps_a_dummy_without_a_line_and_the_next_table_has_the_order(site, make_context):
    night = CardNight(site, "make_dealt")
    bo = TerminalPage(make_context({"width": 390, "height": 664}), night.link("Bo Card"))
    bo.tap("board-yes")
    bo.says("The site does not know these cards")
    bo.tap("order-yes", "level-4", "strain-H", "declarer-S", "next", "lead-none", "tricks-10", "yes", "agree")
    bo.heading("Agreed")
    bo.offline(True).tap("next")
    bo.heading("East’s cards, from left to right")
    bo.offline(False)
    faults = violations(bo.page, "cards")
    assert screen_of(bo.page) == {"down": 0, "right": 0, "small": []}
    bo.offline(True)
    bo.tap("card-C2", "card-back", *(f"card-{card}" for card in EAST))
    bo.heading("West’s cards, from left to right")
    expect(bo.key(f"card-{EAST[0]}")).to_be_disabled()
    bo.tap(*(f"card-{card}" for card in WEST))
    bo.heading("Did the dummies lie like this?")
    bo.tap("deal-again-W", *(f"card-{card}" for card in reversed(WEST)), "deal-hands")
    left = [suit + rank for suit in "SHDC" for rank in RANKS if suit + rank not in {*EAST, *WEST}]
    bo.tap(*(f"card-{card}" for card in left[:13]))
    bo.heading("Did the dummies lie like this?")
    expect(bo.page.locator(".ownhand")).to_have_count(2)
    faults += violations(bo.page, "read back")
    bo.tap("deal-yes")
    bo.heading("Are both dummies in order?")
    bo.tap("order-yes")
    expect(bo.key("order-yes")).to_have_count(0)
    bo.offline(False)
    bo.sent()
    assert night.dummies(1) == [EAST, WEST[::-1]]
    night.direct("force")
    gus = TerminalPage(make_context(PHONE), night.link("Gus Card"))
    gus.tap("board-yes")
    shown = gus.page.locator(".sequence li .vh").all_inner_texts
    expect(gus.page.locator(".sequence")).to_have_count(2)
    assert shown() == [card_name(card).removeprefix("the ") for card in [*EAST, *WEST[::-1]]]
    desk = sign_in(make_context(DESK).new_page(), site)
    desk.goto(night.room("board/2/"))
    desk.get_by_role("link", name="Type the cards").click()
    for card in (*EAST, *WEST):
        desk.locator(f'[data-key="card-{card}"]').click()
    faults += violations(desk, "the director's keys")
    desk.get_by_role("button", name="Keep these cards").click()
    expect(desk.locator("main")).to_contain_text("Both dummies are typed")
    assert night.dummies(2) == [EAST, WEST]
    assert faults == [] and not bo.errors
