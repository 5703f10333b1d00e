"""The cards of a board dealt at the table are typed at its terminal and shown at the next table (SOLO-5b)."""

import pytest
from playwright.sync_api import expect

from games.wording import card_name
from tests.browser.axe import violations
from tests.browser.card_night import CardNight
from tests.browser.conftest import PHONE
from tests.browser.director import sign_in
from tests.browser.terminal_page import TerminalPage, screen_of

pytestmark = pytest.mark.timeout(180)
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
    desk = sign_in(make_context({"width": 1440, "height": 900}).new_page(), site)
    desk.goto(f"{site.url}/director/{night.night['session']}/board/2/")
    desk.get_by_role("link", name="Type the cards").click()
    for card in (*EAST, *WEST):
        desk.locator(f'[data-key="card-{card}"]').click()
    faults += violations(desk, "the director's keys")
    desk.get_by_role("button", name="Keep these cards").click()
    expect(desk.locator("main")).to_contain_text("Both dummies are typed")
    assert night.dummies(2) == [EAST, WEST]
    assert faults == [] and not bo.errors
