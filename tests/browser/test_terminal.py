"""The terminal at a table that plays with cards: one page, online and offline."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.card_night import TerminalPage, screen_of, two_terminals
from tests.browser.checks import violations
from tests.browser.conftest import DESK, PHONE, TABLET
from tests.browser.seats import until

pytestmark = pytest.mark.timeout(180)
# Whether the browser's database has the last level tapped: it is written after the tap is shown.
KEPT_LEVEL = """() => new Promise((done) => {
  const open = indexedDB.open("terminal", 1);
  open.onsuccess = () => {
    const all = open.result.transaction("kept").objectStore("kept").getAll();
    all.onsuccess = () => { open.result.close(); done(/"level":"?6/.test(JSON.stringify(all.result))); };
  };
})"""


# The page's first answer about its state is kept back until `letGo()`.
KEPT_BACK = """
  window.rounds = [];
  setInterval(() => {
    const [round] = document.body?.innerText.match(/Round \\d/) || [];
    if (round && round !== rounds.at(-1)) rounds.push(round);
  }, 20);
  const ask = window.fetch, kept = new Promise((done) => { window.letGo = done; });
  let first = true;
  window.fetch = async (...asked) => {
    const late = first && String(asked[0]).includes("/state/");
    if (late) first = false;
    const answer = await ask(...asked);
    if (!late) return answer;
    const words = await answer.text();
    window.answered = true;
    await kept;
    const old = new Response(words, { status: answer.status });
    old.json = async () => { window.read = true; return JSON.parse(words); };
    return old;
  };
"""


@pytest.mark.smoke
def test_a_score_goes_from_one_phone_to_the_other_and_counts(night, make_context):
    bo, ann = two_terminals(make_context, night, PHONE)
    loads: list[str] = []
    bo.page.on("framenavigated", lambda frame: loads.append(frame.url))
    bo.heading("Is this the board on the table?")
    faults = violations(bo.page, "the board")
    bo.tap("board-yes", "order-yes", "level-4", "strain-H", "declarer-S", "next", "lead-none", "tricks-9")
    expect(bo.page.locator(".sentence")).to_contain_text("+50 to North")
    expect(bo.page.locator(".sentence")).to_contain_text("\N{MINUS SIGN}50 to South")
    faults += violations(bo.page, "read back")
    bo.tap("yes")
    ann.heading("Bo Card typed this")
    faults += violations(ann.page, "to agree") + violations(bo.page, "waiting")
    ann.tap("refuse")
    bo.heading("Ann Card did not agree")
    bo.tap("again", "level-4", "strain-H", "declarer-S", "next", "lead-none", "tricks-10", "yes")
    ann.heading("Bo Card typed this")
    ann.tap("agree")
    for terminal in (bo, ann):
        terminal.heading("Agreed")
        expect(terminal.page.locator(".sentence")).to_contain_text("+420 to South")
        terminal.tap("next")
        if terminal is bo:
            terminal.tap("order-yes")
        expect(terminal.page.locator(".bigboard")).to_contain_text("2")
    assert faults == []
    assert not loads and not bo.errors and not ann.errors
    assert night.entries() == [[1, 1, 420, "typed"]]


def test_an_older_answer_that_arrives_late_does_not_replace_a_newer_one(night, make_context):
    context = make_context(PHONE)
    context.clock.install()
    context.add_init_script(KEPT_BACK)
    bo = TerminalPage(context, night.link("Bo Card"))
    until(bo.page, lambda: bo.page.evaluate("window.answered"), "the first answer is kept back")
    night.direct("force")
    context.clock.run_for(6000)  # a ping every 5 seconds
    until(bo.page, lambda: any('"changed"' in frame for frame in bo.heard), "the page has heard of the change")
    bo.page.evaluate("letGo()")
    bo.says("Round 2")
    bo.page.wait_for_function("window.read")
    bo.kept()
    context.clock.run_for(100)
    assert bo.page.evaluate("rounds") == ["Round 1", "Round 2"]
    assert not bo.errors


def test_a_closed_tab_loses_nothing_and_opens_again_without_a_line(night, make_context):
    """A site over HTTPS has a service worker. Even a half-typed score is still there when the page is opened again."""
    bo = TerminalPage(make_context(PHONE, service_workers="allow"), night.link("Bo Card"))
    bo.heading("Is this the board on the table?")
    bo.page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    bo.offline().types_and_agrees()
    bo.tap("board-yes", "order-yes", "level-6")
    bo.page.wait_for_function(KEPT_LEVEL)
    bo = bo.reopened()
    bo.says("No line to the site")
    expect(bo.key("level-6")).to_have_attribute("aria-pressed", "true")
    bo.offline(False)
    bo.sent()
    assert night.entries() == [[1, 1, 420, "typed"]]


def test_a_tables_device_stays_and_asks_in_each_round_who_sits_there(night, make_context):
    tablet = TerminalPage(make_context(PHONE), f"{night.site.url}/join/{night.night['codes']['1']}/")
    tablet.page.get_by_role("button", name="This device stays at table 1").click()
    tablet.heading("Round 1: who sits here?")
    tablet.says("Ann Card")
    tablet.tap("sat").types_and_agrees()
    night.direct("force")
    tablet.heading("Round 2: who sits here?")
    tablet.says("Ivy Card")
    tablet.tap("sat").types()
    tablet.says("Over to Ivy Card")
    tablet.tap("agree")
    tablet.heading("Agreed")
    tablet.sent()
    tablet.tap("device", "device-change")
    tablet.says("Another device is there already")  # Bo's phone, as for every seat of this night
    night.direct("screens")
    tablet.tap("noted")
    tablet.heading("Who plays with this device?")
    expect(tablet.key("seat-S")).to_have_count(0)
    tablet.tap("seat-N")
    expect(tablet.page).to_have_url(re.compile(r"/seat/\w+/$"))
    expect(tablet.page.locator("body")).to_contain_text("Ivy Card")
    assert not tablet.errors


@pytest.mark.parametrize("size", [(390, 664), (390, 844), (768, 954), (1024, 698)])
def test_no_screen_scrolls_every_key_is_large_enough_and_axe_finds_nothing(size, night, make_context):
    """A score that can hardly be is questioned on the way."""
    bo = TerminalPage(make_context({"width": size[0], "height": size[1]}), night.link("Bo Card"))
    steps = [
        "board-yes", "order-no", "order-back", "order-yes", "level-7", "strain-N", "doubled-XX", "declarer-S",
        "next", "suit-H", "lead-none", "tricks-0", "really", "yes", "agree", "next", "order-no", "order-now",
        "order-right",
    ]  # fmt: skip
    faults: list[str] = []

    def look(step: str):
        expect(bo.key(step)).to_be_visible()
        assert screen_of(bo.page) == {"down": 0, "right": 0, "small": []}, step
        if size == (390, 844) and step not in ("strain-N", "doubled-XX", "declarer-S"):
            faults.extend(violations(bo.page, step))

    for step in steps:
        look(step)
        if step == "tricks-0":
            bo.tap("tricks-13")
            bo.heading("Really? a grand slam made redoubled")
            bo.tap("change")
        elif step == "really":
            bo.heading("Really? 13 down redoubled")
        bo.tap(step)
    bo.offline().tap("board-yes")
    look("order-yes")
    assert not faults


def test_a_table_says_that_it_played_a_wrong_board_without_a_line_too(night, make_context):
    """Board 3 belongs to table 2 in this round."""
    bo = TerminalPage(make_context(PHONE), night.link("Bo Card"))
    bo.tap("board-other", "board-none")
    bo.heading("Which number is on it?")
    expect(bo.key("other-2")).to_have_count(0)  # this board is their own
    bo.tap("other-3")
    bo.heading("Board 3 is not yours in this round")
    bo.tap("other-leave")
    bo.heading("Is this the board on the table?")
    bo.offline()
    bo.tap("board-other", "board-none", "other-3", "other-played")
    bo.offline(False)
    bo.sent()
    bo.says("The director is told that you played board 3")
    assert not bo.errors


def test_what_two_rounds_typed_without_a_line_is_sent_once_and_shown_below_the_question(night, make_context):
    """The rounds have moved on meanwhile, so the director is asked about all four scores."""
    bo = TerminalPage(make_context(PHONE), night.link("Bo Card"))
    bo.heading("Is this the board on the table?")
    bo.offline().types_and_agrees().types_and_agrees(9)
    bo.tap("ahead").types_and_agrees(11).types_and_agrees(8)
    night.direct("force")
    night.direct("force")
    bo.offline(False)
    bo.sent()
    late = [[1, 1, 420], [1, 2, -100], [2, 3, 450], [2, 4, -200]]
    assert night.waiting() == [[*score, "late", True] for score in late]
    notes = bo.page.locator(".notes")
    expect(notes).to_contain_text("messages about what was typed here")
    expect(notes.locator("li").first).to_be_hidden()
    box = bo.key("board-yes").bounding_box()
    assert box is not None and box["y"] + box["height"] <= PHONE["height"]
    assert violations(bo.page, "several notices") == []
    bo.tap("notes")
    expect(notes).to_contain_text("What you typed for board 1 is kept")
    expect(notes).to_contain_text("What you typed for board 4 is kept")
    bo.tap("noted")
    expect(notes).to_have_count(0)
    assert not bo.errors


def test_a_key_that_is_pressed_twice_sends_one_score(night, make_context):
    context = make_context(PHONE)
    context.clock.install()
    bo = TerminalPage(context, night.link("Bo Card"))
    bo.heading("Is this the board on the table?")
    night.direct("others")
    bo.offline()
    bo.tap("board-yes", "order-yes", "level-4", "strain-H", "declarer-S", "next", "lead-none", "tricks-10")
    bo.key("yes").evaluate("(key) => { key.click(); key.click(); }")  # as a held Enter key does
    bo.says("Over to Ann Card")
    assert not bo.errors
    bo.tap("drop", "level-4", "strain-H", "declarer-S", "next", "lead-none", "tricks-9")
    bo.key("yes").dblclick()
    bo.says("Over to Ann Card")
    context.clock.run_for(500)
    bo.says("Over to Ann Card")  # the second click has not agreed in Ann's name
    bo.key("agree").evaluate("(key) => { key.click(); key.click(); }")
    bo.heading("Agreed")
    bo.offline(False)
    bo.sent()
    assert not bo.errors
    assert night.entries() == [[1, 1, -50, "typed"]]
    expect(bo.page.locator(".why")).to_have_count(0)


@pytest.mark.parametrize("ends", ["the line is lost", "the number is no longer good"])
def test_a_number_for_a_director_who_plays_is_read_out_as_long_as_it_is_good(ends, night, make_context):
    """The page checks again at the moment when the number expires, without waiting for its next regular check."""
    context, act = make_context(PHONE), "have the seat back on the device that was sent away"
    context.clock.install()

    def asked_once(route):
        """Add a consent to the site's answer."""
        consent = {"act": act, "number": "602429", "seconds": 20}
        route.fulfill(response=(answer := route.fetch()), json={**answer.json(), "consent": consent})

    context.route("**/score/state/**", asked_once, times=1)
    bo = TerminalPage(context, night.link("Bo Card"))
    number = bo.page.locator(".why.number")
    expect(number).to_have_text(f"Ann Card, as director, wants to {act}. Read out this number if you agree: 602 429")
    for size in (PHONE, TABLET, DESK):
        bo.page.set_viewport_size(size)
        expect(bo.key("board-yes")).to_be_in_viewport(ratio=1)
    assert violations(bo.page, "a number") == []
    if ends == "the line is lost":
        bo.offline()
    else:
        context.clock.run_for(21_000)
    expect(number).to_have_count(0)
    assert not bo.errors


def test_a_terminal_whose_seat_was_freed_stops_asking_and_says_what_to_do(night, make_context):
    context = make_context(PHONE)
    context.clock.install()
    bo = TerminalPage(context, night.link("Bo Card"))
    bo.heading("Is this the board on the table?")
    night.direct("free")
    bo.heading("This seat is no longer yours")
    urls: list[str] = []
    bo.page.on("request", lambda request: urls.append(request.url))

    def asks_in(ms: int) -> bool:
        urls.clear()
        context.clock.run_for(ms)
        bo.kept()
        return bool(urls)

    until(bo.page, lambda: not asks_in(61_000), "the last answer")
    assert not asks_in(600_000)
    bo.says("Come in again")
    assert violations(bo.page, "the seat is gone") == []
    bo.tap("look-again")
    bo.says("It is still not yours.")
    assert len(urls) == 1 and not bo.errors
