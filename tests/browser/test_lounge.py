"""The lounge in a real browser: a robot or solitaire in one tap, inviting a friend by link, leaving and returning."""

import re

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import PHONE, TABLET
from tests.browser.home import HomePage, friends_sit_down
from tests.browser.seats import until
from tests.browser.site import Site


class SlowLine:
    """A page's socket whose messages can be held back."""

    def __init__(self, page: Page):
        self.slow, self.held = False, list[tuple[WebSocketRoute, str | bytes]]()
        page.route_web_socket(re.compile("/socket/$"), self._relay)

    def _relay(self, line: WebSocketRoute):
        def said(message: str | bytes):
            if self.slow:
                self.held.append((line, message))
            else:
                line.send(message)

        line.connect_to_server().on_message(said)

    def release(self):
        self.slow = False
        for line, message in self.held:
            line.send(message)


@pytest.mark.timeout(120)
def test_a_whole_deal_by_taps_to_its_score_and_the_next(site, make_context):
    player = HomePage(make_context(TABLET).new_page(), "S").open(f"{site.url}/play/")
    player.page.locator('form[action="/play/now/umbrage/"] button').click()
    expect(player.page.locator("#table .table")).to_be_visible()
    for _ in range(80):
        if not player.act():
            break
    expect(player.page.locator("[data-sheet=result]")).to_be_visible()
    result = player.table()["result"]
    expect(player.page.locator("[data-sheet=result] .sentence")).to_contain_text(result["came_to"])
    player.key("agree").click()
    expect(player.page.locator("[data-sheet=result]")).to_have_count(0)
    player.page.wait_for_function("document.title.includes('2')")
    assert player.table()["board"] == 2
    assert not player.errors


@pytest.mark.timeout(90)
def test_a_friend_comes_by_the_link_and_both_leave_and_come_back(site, make_context):
    """The table is listed under "Your tables" until the match ends."""
    bo, ann = HomePage(make_context(TABLET).new_page(), "S"), HomePage(make_context(PHONE).new_page(), "N")
    friends_sit_down(site, "whist_for_two", bo, ann)
    seats = {"S": bo, "N": ann}
    for _ in range(4):
        on_turn = _on_turn(seats)
        on_turn.act()
    before = bo.seen["seq"]

    _leave_and_come_back(site, bo.page)
    _leave_and_come_back(site, ann.page)
    assert bo.seen["seq"] == ann.seen["seq"] == before
    _on_turn(seats).act()
    assert not bo.errors and not ann.errors


def _on_turn(seats: dict[str, HomePage]) -> HomePage:
    """Return the page whose turn it is according to both pages."""

    def agreed() -> HomePage | None:
        turns = [seat.seen["view"] and seat.seen["view"]["turn"] for seat in seats.values()]
        level = len({seat.seen["seq"] for seat in seats.values()}) == 1
        return seats[turns[0]["player"]] if all(turns) and level else None

    found = until(seats["S"].page, agreed, "both pages agree whose turn it is")
    assert found is not None
    return found


def _leave_and_come_back(site: Site, page: Page):
    page.goto(f"{site.url}/play/")
    page.get_by_role("button", name="Go on").click()
    expect(page.locator("#table .table")).to_be_visible()


@pytest.mark.timeout(60)
def test_um_3_two_decisions_at_once_both_count(site, make_context):
    """Both players tap before either page knows about the other's tap. The second answer is resent automatically."""
    bo, ann = HomePage(make_context(TABLET).new_page(), "S"), HomePage(make_context(PHONE).new_page(), "N")
    line = SlowLine(ann.page)
    friends_sit_down(site, "umbrage", bo, ann)
    for seat in (bo, ann):
        expect(seat.key("umbrage:stay")).to_be_enabled()
    line.slow = True  # the server's messages come only after Ann has tapped
    bo.key("umbrage:stay").click()
    until(bo.page, lambda: bo.seen["seq"] >= 1, "Bo's decision is in the log")
    ann.key("umbrage:stay").click()
    until(ann.page, lambda: len(line.held) >= 2, "Ann is told of coming second")
    line.release()
    until(bo.page, lambda: bo.seen["view"]["phase"] == "auction", "both have decided")
    expect(ann.page.locator(".table.auction, .calls, td.now, td.wait").first).to_be_visible()
    assert not ann.errors and not bo.errors
