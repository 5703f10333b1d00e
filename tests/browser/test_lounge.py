"""The lounge and the lobby: robots, friends by a link, strangers who meet, and a rematch."""

import pytest
from playwright.sync_api import expect

from tests.browser.checks import faults_of, violations
from tests.browser.conftest import PHONE, TABLET
from tests.browser.seats import HomePage, until
from tests.browser.site import Site

BO, ANN = "Bo South", "Ann North"
ROBOT_COMES = 60_000  # ms, at the latest: it waits for 20 seconds


def _waits(site: Site, bo: HomePage):
    """Let Bo wait for whoever comes. They have no name yet, so they are asked for it."""
    bo.open(f"{site.url}/play/")
    bo.page.locator("#wait-solo").click()
    bo.page.get_by_label("Your name").fill(BO)
    expect(bo.page.get_by_label("Whoever comes")).to_be_checked()
    bo.page.get_by_role("button", name="Open the table").click()
    expect(bo.page.get_by_role("heading", name="Waiting for somebody")).to_be_visible()
    expect(bo.page.get_by_text("Everybody sees on the page Play at home")).to_be_visible()


def _with_the_robot(bo: HomePage):
    """Let Bo play some calls and cards with the robot that fills in."""
    expect(bo.page.get_by_text("Then its deal is put aside at once")).to_be_visible(timeout=ROBOT_COMES)
    assert bo.table()["opponent"]["robot"]
    bo.key("ready").click()
    for _ in range(4):
        bo.act()


def _play_on(bo: HomePage, ann: HomePage):
    """Let the two play until the deal is over."""

    def over() -> bool:
        return bo.done() and ann.done()

    def asked() -> list[HomePage]:
        return [seat for seat in (bo, ann) if not seat.done() and seat.thought() is not None]

    for _ in range(200):
        until(bo.page, lambda: over() or asked(), "somebody's turn, or the result on both screens")
        if over():
            return
        asked()[0].act()
    raise AssertionError("the deal does not end")


@pytest.mark.timeout(400)
def test_two_strangers_meet_play_a_deal_and_play_again(site, make_context):
    bo, ann = HomePage(make_context(TABLET).new_page(), "S"), HomePage(make_context(PHONE).new_page(), "N")
    ann.open(f"{site.url}/play/")
    expect(ann.page.get_by_text("Nobody waits for a partner just now")).to_be_visible()
    _waits(site, bo)
    expect(ann.page.get_by_role("button", name=f"Sit down: {BO}")).to_be_visible()  # the page has looked by itself
    _with_the_robot(bo)

    _sits_down(ann, bo)
    expect(bo.page.get_by_text("The robot has left, and its deal was put aside")).to_be_visible()
    assert not [said for said in ann.received if said.get("view")], "no card of the robot's deal came to Ann"

    for seat in (bo, ann):
        seat.key("ready").click()
    _say(bo, ann)
    _play_on(bo, ann)
    for seat in (bo, ann):
        expect(seat.page.locator("[data-sheet=result]")).to_be_visible()
        assert [line["board"] for line in seat.table()["sheet"]["lines"]] == [1]

    _rematch(bo, ann)
    ann.key("menu").click()
    ann.page.get_by_role("link", name="Block or report Bo").click()
    assert faults_of(ann.page, "blocking and reporting") + violations(ann.page, "blocking and reporting") == []
    assert not bo.errors and not ann.errors


def _sits_down(ann: HomePage, bo: HomePage):
    """Let Ann sit down with Bo, who waits."""
    sit_down = ann.page.get_by_role("button", name=f"Sit down: {BO}")
    expect(sit_down).to_be_visible()
    size = ann.page.viewport_size
    assert faults_of(ann.page, "the lobby") == []
    assert size is not None
    ann.page.set_viewport_size(size)
    sit_down.click()
    ann.page.get_by_label("Your name").fill(ANN)
    ann.page.get_by_role("button", name="Sit down").click()
    expect(ann.page.get_by_text(f"You play against {BO}")).to_be_visible()
    expect(bo.page.get_by_text(f"You play against {ANN}")).to_be_visible()


def _rematch(bo: HomePage, ann: HomePage):
    """Let Bo end the match and open another, and Ann find it by the key at her table."""
    old = ann.page.url
    bo.page.get_by_role("link", name="Stop here").click()
    bo.page.get_by_text("End this match").click()
    bo.page.get_by_role("button", name="End it for both").click()
    expect(ann.key("rematch")).to_be_visible()
    bo.page.get_by_role("button", name="Play again").click()
    expect(ann.page.get_by_text("The next match is open: Bo may be there already.")).to_be_visible()
    ann.key("rematch").click()
    ann.page.wait_for_url(lambda url: url != old)
    for seat, other in ((bo, ANN), (ann, BO)):
        expect(seat.page.get_by_text(f"You play against {other}")).to_be_visible()
        seat.key("ready").click()
    until(ann.page, lambda: bool(bo.seen["view"] and ann.seen["view"]), "the first deal of the next match")


def _say(bo: HomePage, ann: HomePage):
    """Let Bo greet Ann with a phrase of the list."""
    bo.key("menu").click()
    bo.key("say").click()
    assert faults_of(bo.page, "the phrases") == []
    bo.page.set_viewport_size(TABLET)
    bo.key("say-hello").click()
    expect(ann.page.get_by_text(f"{BO}: Hello!").first).to_be_visible()
    expect(bo.page.get_by_text("You said: Hello!").first).to_be_visible()


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
