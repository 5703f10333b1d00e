"""The notices that a terminal shows next to its question, and keys that are pressed twice."""

import pytest
from playwright.sync_api import expect

from tests.browser.axe import violations
from tests.browser.conftest import DESK, PHONE, TABLET
from tests.browser.seats import until
from tests.browser.terminal_page import TerminalPage

pytestmark = pytest.mark.timeout(180)


def test_after_two_rounds_without_a_line_the_question_stands_above_the_fold(night, make_context):
    bo = TerminalPage(make_context(PHONE), night.link("Bo Card"))
    bo.heading("Is this the board on the table?")
    bo.offline().types_and_agrees().types_and_agrees(9)
    bo.tap("ahead").types_and_agrees(11).types_and_agrees(8)
    night.direct("force")
    night.direct("force")
    bo.offline(False)
    bo.sent()
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
    asked: list[str] = []
    bo.page.on("request", lambda request: asked.append(request.url))

    def asks_in(ms: int) -> bool:
        asked.clear()
        context.clock.run_for(ms)
        bo.kept()
        return bool(asked)

    until(bo.page, lambda: not asks_in(61_000), "the last answer")
    assert not asks_in(600_000)
    bo.says("Come in again")
    assert violations(bo.page, "the seat is gone") == []
    bo.tap("look-again")
    bo.says("It is still not yours.")
    assert len(asked) == 1 and not bo.errors
