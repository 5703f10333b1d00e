"""The line is lost and comes back. The page says so and recovers by itself, and nothing is lost or done twice."""

import pytest
from playwright.sync_api import expect

from tests.browser.line import Line
from tests.browser.seats import SeatPage, until


@pytest.fixture
def line(site):
    line = Line(site.port)
    yield line
    line.close()


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
    assert [said["a"] for said in south.acts] == ["c:1N"]


@pytest.mark.timeout(180)
def test_a_line_that_swallows_everything_is_noticed_and_used_after_it_is_mended(make_table, line):
    """The sockets stay open but nothing arrives. Bytes lost in the meantime never arrive, as on a real broken line.

    How soon it is noticed and used is the subject of `tests/js/socket.test.mjs`.
    """
    table = make_table(S=line.url)
    table.sit()
    table.auction("1N", "P", "P")
    south = table.south
    for mended in (lambda: None, south.key("retry").click):
        before = line.calls
        line.stall()
        _lost(south)
        until(south.page, lambda before=before: line.calls > before, "an attempt to connect, which hangs")
        assert _whole_on_a_phone(south) == []
        line.mend()
        mended()
        _healed(south)
    table.play_one()


def _whole_on_a_phone(seat: SeatPage) -> list[str]:
    """Return the faults in the bar about the lost line on narrow phones: cut-off text and keys that are too small."""
    found = []
    size = seat.page.viewport_size
    assert size is not None
    for width in (320, 360, 390):
        seat.page.set_viewport_size({"width": width, "height": 640})
        found += [f"{width} px: {fault}" for fault in seat.page.evaluate(BAR)]
    seat.page.set_viewport_size(size)
    return found


BAR = """() => {
  const bar = document.querySelector(".lostbar"), shown = bar.querySelector(".saying"), said = shown.cloneNode(true);
  said.querySelector("b").textContent = "Connecting again... 120 s";
  shown.style.display = "none";
  bar.prepend(said);
  const box = (e) => e.getBoundingClientRect(), all = box(bar), key = box(bar.querySelector(".trynow"));
  const lines = [...said.children].map(box), faults = [];
  if (key.width < 44 || key.height < 44 || key.right > innerWidth) faults.push("the key");
  if (lines.some((at) => at.top < all.top || at.bottom > all.bottom || at.left < 0)) faults.push("a line is cut");
  if (lines.some((at) => at.right > key.left)) faults.push("the key is covered");
  if (lines.some((at) => at.height > 25)) faults.push("a sentence in two lines");
  said.remove();
  shown.style.display = "";
  return faults;
}"""


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
    line.mute()
    south.playable.first.click()
    until(north.page, lambda: north.seen["seq"] == before + 1, "the card at the opponent's page")
    line.cut()
    _lost(south)
    line.mend()
    _healed(south)
    table.reach(before + 1)
    assert len(south.acts) == sent + 1
    table.play_one()
    table.reach(before + 2)
    assert north.seen["seq"] == before + 2, "an action was done twice"


def test_an_agreement_whose_answer_was_lost_keeps_the_seat(make_table, line):
    """The next board opens while the page is waiting for the answer. The page resends the agreement and goes on."""
    table = make_table(S=line.url)
    table.sit()
    table.auction("P", "P")
    south, north = table.south, table.north
    south.key("agree").wait_for()
    first = south.seen["play"]
    line.mute()
    south.key("agree").click()
    north.key("agree").click()
    until(north.page, lambda: north.seen["play"] != first, "the next board at the opponent's page")
    line.cut()
    _lost(south)
    line.mend()
    _healed(south)
    until(south.page, lambda: south.seen["play"] == north.seen["play"], "the next board")
    expect(south.page.locator(".note")).to_have_count(0)
    expect(south.page.locator(".table.auction")).to_be_visible()
    expect(south.key("agree")).to_have_count(0)


def test_a_tap_that_came_too_late_leaves_the_player_in_their_seat(make_table):
    """The director has taken the board off the table: the player's tap is refused and the page stays at the table."""
    table = make_table()
    table.sit()
    seat = table.on_turn()
    assert seat is not None
    seat.page.evaluate(
        """() => { const send = WebSocket.prototype.send;
        WebSocket.prototype.send = function (text) {
          if (text.includes('"act"')) WebSocket.prototype.send = send;
          send.call(this, text.replace(/"play":"[^"]+"/, '"play":"nolongerhere"'));
        }; }"""
    )
    seat.front()
    expect(seat.page.locator("td.now")).to_be_visible()
    seat.key("key-P").click()
    seat.key("confirm").click()
    until(seat.page, lambda: any(said.get("code") == "gone" for said in seat.received), "the refusal")
    expect(seat.page.locator(".note.tip")).to_contain_text("no longer on this table")
    seat.key("confirm").click()
    table.reach(1)


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
