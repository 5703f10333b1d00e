"""A replay asks for verdicts while the server says that they are coming, and only then; its words say which it is."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.table_harness import ROOT, Deal, Files

MakeContext = Callable[..., BrowserContext]
READY = {
    "state": "ready",
    "heading": "Nothing was given away: every call and every card held.",
    "list": [],
    "start": "With best calls and play this deal is worth 0.",
    "moments": {},
    "order": {"calls": [], "cards": [], "claim": []},
}
PAGE = """<!doctype html><html lang="en"><body>
<script id="replay-data" type="application/json">{frames}</script>
<script id="verdicts-data" type="application/json">{verdicts}</script>
<section data-costs data-url="/verdicts/"></section>
<div id="replay"><div data-hand="N"></div><div data-hand="W"></div><div data-middle></div><div data-hand="E"></div>
<div data-hand="S"></div><p data-say></p><div data-judged></div><div data-tricks></div><p data-count></p></div>
<script type="module" src="/static/js/results-replay.js"></script></body></html>"""


@pytest.fixture(scope="module")
def files() -> Iterator[Files]:
    files = Files()
    yield files
    files.stop()


@pytest.fixture
def replay(files: Files, make_context: MakeContext) -> Callable[..., tuple[Page, list[str]]]:
    """The published replay of a deal that was passed out, its clock held; and what it asks the server."""

    def opened(
        given: dict[str, Any], answer: Callable[[Route], None] | None = None
    ) -> tuple[Page, list[str]]:
        deal = Deal("solo")
        while (turn := deal.rules.turn(deal.state)) is not None:
            deal.act(turn, "c:P")
        view = deal.view("D")
        frames = {
            "board": 3,
            "dealer": view["dealer"],
            "hands": view["dealt"],
            "names": {"S": "Bo", "N": "Ann"},
            "auction": view["auction"],
            "tricks": [],
            "outcome": view["outcome"],
            "claim": None,
        }
        body = PAGE.format(frames=json.dumps(frames), verdicts=json.dumps(given))
        body = body.replace("<body>", "<body>" + (ROOT / "templates/_suits.html").read_text())
        page, asked = make_context().new_page(), []

        def said(route: Route) -> None:
            asked.append(route.request.url)
            (answer or (lambda route: route.fulfill(json=given)))(route)

        page.clock.install()
        page.route("**/replay/", lambda route: route.fulfill(body=body, content_type="text/html"))
        page.route("**/verdicts/", said)
        page.goto(f"{files.url}/replay/")
        expect(page.locator(".costs")).to_be_visible()
        return page, asked

    return opened


def test_what_will_never_come_is_not_asked_for_and_the_reason_stands_there(replay: Any) -> None:
    page, asked = replay({"state": "never", "why": "no_solver"})
    expect(page.locator(".costs")).to_contain_text("not worked out on this server")
    page.clock.run_for("30:00")
    assert asked == []
    expect(page.locator(".costs")).to_contain_text("not worked out on this server")


def test_what_is_there_is_not_asked_for(replay: Any) -> None:
    page, asked = replay(READY)
    page.clock.run_for("10:00")
    assert asked == []
    expect(page.locator(".costs")).to_contain_text("Nothing was given away")


def test_what_is_being_worked_out_appears_by_itself_however_long_it_takes(replay: Any) -> None:
    answers = [{"state": "coming"}] * 20 + [READY]
    page, asked = replay({"state": "coming"}, lambda route: route.fulfill(json=answers.pop(0)))
    while answers:
        expect(page.locator(".costs")).to_contain_text("Being worked out")
        with page.expect_response("**/verdicts/"):
            page.clock.run_for("01:00")
    expect(page.locator(".costs")).to_contain_text("Nothing was given away")
    now = len(asked)
    page.clock.run_for("10:00")
    assert len(asked) == now


def test_results_that_are_withdrawn_meanwhile_are_not_asked_for_again(replay: Any) -> None:
    page, asked = replay({"state": "coming"}, lambda route: route.fulfill(status=404))
    page.clock.run_for("00:05")
    expect(page.locator(".costs")).to_contain_text("withdrawn")
    page.clock.run_for("10:00")
    assert len(asked) == 1
