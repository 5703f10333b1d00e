"""On a slow line an act is seen at once, and on one that is lost nothing is lost or done twice."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.seats import SeatPage, TableOfTwo, until
from tests.faults.lines import LineInThread


class PlayersLine(LineInThread):
    """A line between a player's device and the site."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def slow(self, round_trip: float):
        """Delay everything from now on by half of `round_trip`, in milliseconds, in each direction."""
        self.delay = round_trip / 2000


@pytest.fixture
def line(site):
    line = PlayersLine([site.port])
    line.run(line.open())
    yield line
    line.end()


def _lost(seat: SeatPage):
    expect(seat.page.locator(".lostbar")).to_contain_text("Connecting again")


def _healed(seat: SeatPage):
    expect(seat.page.locator(".lostbar")).to_have_count(0)


def test_a_tablet_that_loses_the_network_says_so_and_comes_back(make_table, make_context):
    device = make_context()
    table = make_table(south=device)
    table.sit()
    south = table.south
    while table.on_turn() is not south:
        table.auction("P")
    device.set_offline(True)
    _lost(south)
    for key in south.page.locator(".box button").all():
        expect(key).to_be_disabled()
    expect(table.north.page.locator(".opp")).to_contain_text("not connected")
    device.set_offline(False)
    _healed(south)
    table.auction("1N")
    assert [act["a"] for act in south.acts] == ["c:1N"]


@pytest.mark.smoke
def test_an_action_whose_answer_was_lost_is_done_once(make_table, line):
    """The server has the card, but the page does not know that. The page resends it with the same id and finds out."""
    table = make_table(S=line.url)
    table.sit()
    table.auction("1N", "P", "P")
    while table.on_turn() is not table.south:
        table.play_one()
    south, north = table.south, table.north
    before, sent = south.seen["seq"], len(south.acts)
    line.holding_answers = True
    south.playable.first.click()
    until(north.page, lambda: north.seen["seq"] == before + 1, "the card at the opponent's page")
    line.run(line.close())
    line.holding_answers = False
    _lost(south)
    line.run(line.open())
    _healed(south)
    table.reach(before + 1)
    assert len(south.acts) == sent + 1
    table.play_one()
    table.reach(before + 2)
    assert north.seen["seq"] == before + 2, "an action was done twice"


@pytest.mark.timeout(120)
def test_the_server_starts_again_in_the_middle_of_a_board(make_table, site):
    """After a restart on the same port and data, both pages show the table as before and need no extra tap."""
    table = make_table()
    table.sit()
    table.auction("1H", "P", "P")
    for _ in range(5):
        table.play_one()
    before, hands = table.south.seen["seq"], table.south.seen["view"]["hands"]
    site.stop()
    for seat in table.seats.values():
        _lost(seat)
    site.start()
    for seat in table.seats.values():
        _healed(seat)
    assert table.south.seen["seq"] == before and table.south.seen["view"]["hands"] == hands
    table.play_one()
    assert table.north.seen["seq"] == before + 1


CALL = "table.calls tbody td.sending"
# Whether the next tap puts what the selector finds on the table at once: no answer can have come by then.
AT_ONCE = """selector => {
  window.atOnce = new Promise(done => addEventListener("click", () => {
    done(Boolean(document.querySelector(selector)));
  }, { once: true }));
}"""


def _on_table(card: str) -> str:
    return f'.mid .trick [data-card="{card}"]'


def _until_south(table: TableOfTwo) -> SeatPage:
    while table.on_turn() is not table.south:
        table.play_one()
    return table.south


def test_a_call_and_cards_are_seen_at_once_on_a_slow_line(make_table, line):
    """For every round-trip time, the card is shown before the server can have received it, and received only once."""
    table = make_table(S=line.url)
    table.sit()
    south = table.south
    while table.on_turn() is not south:
        table.auction("P")
    line.slow(400)
    before = south.seen["seq"]
    south.key("key-2H").click()
    south.page.evaluate(AT_ONCE, CALL)
    south.key("confirm").click()
    assert south.page.evaluate("window.atOnce")
    table.reach(before + 1)
    expect(south.page.locator(CALL)).to_have_count(0)
    table.auction("P", "P")
    for round_trip in (20, 200, 800):
        _until_south(table)
        line.slow(round_trip)
        before, sent = south.seen["seq"], len(south.acts)
        card = str(south.playable.first.get_attribute("data-card"))
        south.page.evaluate(AT_ONCE, f"{_on_table(card)}.sending")
        south.key(card).click()
        assert south.page.evaluate("window.atOnce"), f"not on the table at {round_trip} ms"
        expect(south.page.locator(f'button[data-card="{card}"]')).to_have_count(0)
        table.reach(before + 1)
        expect(south.page.locator(".sending")).to_have_count(0)
        assert [act["a"] for act in south.acts[sent:]] == [f"p:{card}"]


def test_the_next_act_waits_for_no_answer_that_the_screen_shows_already(make_table):
    """A player plays twice in a row. The first card's view has arrived, but not its ack. The second tap counts."""
    table = make_table()
    table.sit()
    table.auction("1N", "P", "P")
    south = table.south
    hold = """() => { const accept = WebSocket.prototype.__lookupSetter__("onmessage");
      window.held = 0;
      Object.defineProperty(WebSocket.prototype, "onmessage", { set(heard) {
        accept.call(this, (event) => (JSON.parse(event.data).t === "ack" ? (window.held += 1) : heard(event)));
      } }); }"""
    south.page.add_init_script(f"({hold})()")
    south.page.reload()
    expect(south.page.locator(".table.play")).to_be_visible()
    for _ in range(20):
        seat = table.on_turn()
        assert seat is not None
        table.play_one()
        if seat is south and table.on_turn() is south:
            break
    assert table.on_turn() is south
    until(south.page, lambda: south.page.evaluate("window.held") > 0, "the ack that the page is not told")
    sent = len(south.acts)
    south.playable.first.click()
    assert len(south.acts) == sent + 1
    table.reach(south.acts[-1]["seq"] + 1)


def test_a_refused_card_goes_back_with_the_reason(make_scene):
    page = make_scene("scene=play_s&refuse=1&wait=400")
    card = page.locator('.run [data-card="HJ"]')
    card.click()
    expect(page.locator(_on_table("HJ"))).to_have_class(re.compile("sending"))
    expect(card).to_have_count(0)
    expect(page.locator('.mine .run .end[data-card="D5"]')).to_be_visible()
    expect(page.locator(".note.refused")).to_contain_text("must follow")
    expect(card).to_be_visible()
    expect(page.locator(_on_table("HJ"))).to_have_count(0)
    expect(page.locator(".run .end.yes")).to_have_attribute("data-card", "HJ")


def test_a_claim_says_that_it_is_being_sent(make_scene):
    page = make_scene("scene=play_s&silent=1")
    for key in ("claim", "claim-5", "claim-send"):
        page.locator(f'[data-key="{key}"]').click()
    expect(page.locator(".turn")).to_contain_text(re.compile("You claimed 5 of 7.*(Being sent|Sending)"))
    expect(page.locator("[data-sheet]")).to_have_count(0)
    expect(page.locator(".turn")).to_contain_text("Sending... 2 s")


def test_a_card_that_was_not_sent_stays_marked_until_the_line_is_back(make_table, line):
    table = make_table(S=line.url)
    table.sit()
    table.auction("1H", "P", "P")
    south = _until_south(table)
    before, sent = south.seen["seq"], len(south.acts)
    card = str(south.playable.first.get_attribute("data-card"))
    line.slow(10_000)  # this message is still on its way when the line is cut
    south.key(card).click()
    line.run(line.close())
    expect(south.page.locator(".lostbar")).to_be_visible()
    expect(south.page.locator(_on_table(card))).to_have_class(re.compile("sending"))
    line.slow(0)
    line.run(line.open())
    table.reach(before + 1)
    expect(south.page.locator(".sending")).to_have_count(0)
    assert [act["a"] for act in south.acts[sent:]] == [f"p:{card}"]
    table.play_one()
    assert table.north.seen["seq"] == before + 2
