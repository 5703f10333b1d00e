"""A watched table: new actions appear by themselves, but a reader who has stepped back stays where they are."""

import json
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import DESK, PHONE, TABLET
from tests.browser.table_harness import ROOT, Deal

SHEETS = ("tokens", "base", "forms", "cards", "results", "results-replay", "replay", "seats-watching")
PAGE = """<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Watching</title>{css}</head><body><div class="page"><main id="main">
<div class="title replay-title"><div><h1>Table 1 of Tuesday</h1>
<p class="label">At least 10 minutes behind.</p></div></div>
<div id="watching" data-now="/now/"></div>
<script type="application/json" id="watching-data">{data}</script>
<script type="module" src="/static/js/seats/watching.js"></script></main></div></body></html>"""


class Table:
    """A source of the server's messages: it shows a deal up to action number `acts`."""

    def __init__(self, acts: int):
        self.deal = Deal("solo", seed="watched").play_until(lambda deal: deal.rules.turn(deal.state) is None)
        self.acts = acts
        self.asked: list[str] = []

    def said(self) -> dict[str, Any]:
        rules = self.deal.rules
        state = rules.start(self.deal.setup, self.deal.options)
        for actor, action in self.deal.log[: self.acts]:
            state = rules.apply(state, actor, action)
        view = rules.view(state, "D")
        seqs = list(range(1, self.acts + 1))
        calls = [seq for seq in seqs if self.deal.log[seq - 1][1].startswith("c:")]
        moment = {"costs": False, "mark": "=", "cost": "", "held": "Every card held.", "line": []}
        over = view["outcome"] is not None
        return {
            "boards": [
                {"board": 7, "seen": "whole" if over else "running", "words": "is shown now"},
                {"board": 8, "seen": "hidden", "words": "is being played: shown when it is over"},
            ],
            "play": {
                "board": 7,
                "dealer": view["dealer"],
                "hands": view["dealt"],
                "names": {"S": "Bo", "N": "Ann"},
                "auction": view["auction"],
                "tricks": view["history"] or [],
                "outcome": view["outcome"],
                "claim": None,
                "seqs": seqs,
                "verdicts": {
                    "state": "ready",
                    "heading": "",
                    "list": [],
                    "start": "With best calls and play this deal is worth 0.",
                    "moments": {str(n): {**moment, "now": f"Declarer makes {n} tricks from here."} for n in seqs},
                    "order": {"calls": calls, "cards": [n for n in seqs if n not in calls], "claim": []},
                },
            },
        }

    def open(self, context: BrowserContext, url: str) -> Page:
        css = "".join(f'<link rel="stylesheet" href="/static/css/{name}.css">' for name in SHEETS)
        body = PAGE.format(css=css, data=json.dumps(self.said()))
        body = body.replace("<body>", "<body>" + (ROOT / "templates/_suits.html").read_text())
        page = context.new_page()
        page.clock.install()
        page.route("**/watch/", lambda route: route.fulfill(body=body, content_type="text/html"))
        page.route("**/now/**", lambda route: (self.asked.append(route.request.url), route.fulfill(json=self.said())))
        page.goto(f"{url}/watch/")
        expect(page.locator(".stage")).to_be_visible()
        return page


@pytest.mark.parametrize("screen", [PHONE, TABLET, DESK], ids=["phone", "tablet", "desk"])
def test_what_is_shown_grows_by_itself_and_is_stepped_through(screen, files, make_context):
    table = Table(acts=1)
    page = table.open(make_context(screen), files.url)
    expect(page.locator("[data-judged]")).to_contain_text("Declarer makes 1 tricks from here.")
    expect(page.locator('[data-hidden="8"]')).to_contain_text("is being played")
    expect(page.locator('[data-key="next"]')).to_be_disabled()
    calls = sum(action.startswith("c:") for _, action in table.deal.log)
    table.acts = calls + 6
    with page.expect_response("**/now/"):
        page.clock.run_for("00:06")
    expect(page.locator(".say")).to_contain_text("Trick 2")
    assert violations(page, "watching") == []
    page.keyboard.press("ArrowLeft")
    here = page.locator(".say").inner_text()
    table.acts += 3
    with page.expect_response("**/now/"):
        page.clock.run_for("00:06")
    expect(page.locator(".say")).to_have_text(here)
    page.locator('[data-key="last"]').click()
    expect(page.locator(".say")).to_contain_text("Trick 3")
    page.locator('[data-key="board-7"]').click()
    expect(page.locator('[data-key="board-7"]')).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") == 0
    for key in page.locator("button").all():
        size = key.bounding_box()
        assert size is not None and size["height"] >= 44
    assert "/now/7/" in table.asked[-1]
    if screen is PHONE:
        assert violations(page, "a table that is watched") == []


def test_a_table_that_is_not_watched_any_more_says_so(files, make_context):
    page = Table(acts=2).open(make_context(PHONE), files.url)
    page.unroute("**/now/**")
    page.route("**/now/**", lambda route: route.fulfill(status=404, body=""))
    page.clock.run_for("00:06")
    expect(page.get_by_role("status")).to_have_text("This table is not watched any more.")
    expect(page.locator(".stage")).to_have_count(0)
