"""The replay of a play with its verdicts, and a table that is watched."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.checks import violations
from tests.browser.conftest import DESK, PHONE, TABLET
from tests.browser.table_harness import ROOT, Deal, Json, open_replay

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
<section data-verdicts="/verdicts/"></section>
<div id="replay"><section class="record"></section></div>
<script type="module" src="/static/js/results/replay.js"></script></body></html>"""


def _frames(view: Json, board: int) -> Json:
    return {
        "board": board, "dealer": view["dealer"], "hands": view["dealt"], "names": {"S": "Bo", "N": "Ann"},
        "auction": view["auction"], "tricks": view["history"] or [], "outcome": view["outcome"], "claim": None,
    }  # fmt: skip


def test_a_play_is_stepped_through_by_the_keyboard_and_by_taps(files, make_context):
    """This is the published replay of a passed-out deal."""
    deal = Deal("solo")
    while (turn := deal.rules.turn(deal.state)) is not None:
        deal.act(turn, "c:P")
    body = PAGE.format(frames=json.dumps(_frames(deal.view("D"), 3)), verdicts=json.dumps(READY))
    body = body.replace("<body>", "<body>" + (ROOT / "templates/_suits.html").read_text())
    page = make_context().new_page()
    page.route("**/replay/", lambda route: route.fulfill(body=body, content_type="text/html"))
    page.goto(f"{files.url}/replay/")
    expect(page.locator(".costs")).to_contain_text("Nothing was given away")
    sentence = page.locator(".say")
    expect(sentence).to_have_text("South deals. All 52 cards lie face up for the auction.")
    page.keyboard.press("ArrowRight")
    expect(sentence).to_have_text("South passes.")
    expect(page.locator(".mini-calls .now")).to_have_text("Pass")
    page.keyboard.press("End")
    expect(sentence).to_have_text("Passed out: 0 to both.")
    assert page.get_by_role("button", name="Next", exact=True).is_disabled()
    page.get_by_role("button", name="Back").click()
    expect(sentence).to_have_text("North passes.")
    page.get_by_label("Position").fill("1")
    expect(sentence).to_have_text("South passes.")
    page.get_by_role("button", name="Start").click()
    assert page.get_by_role("button", name="Back").is_disabled()


MOMENT = {
    "costs": True,
    "mark": "-50",
    "cost": "Cost 50 points.",
    "held": "1 club held.",
    "now": "Worth 0 now.",
    "line": ["1C", "P", {"seat": "E", "card": "HT"}],
}


def test_at_home_a_costly_card_is_gone_to_and_said_with_its_suit(files, make_context):
    deal = Deal("solo", "verdicts")
    while deal.rules.turn(deal.state) is not None:
        deal.step()
    seq, card = next((at, a[2:]) for at, (_, a) in enumerate(deal.log, start=1) if a.startswith("p:"))
    listed = {"heading": "One card cost something", "list": [{"seq": seq, "text": "The lead cost 50"}]}
    page = open_replay(deal, make_context(), files.url, verdicts={**READY, **listed, "moments": {str(seq): MOMENT}})
    page.get_by_text("One card cost something").click()
    page.get_by_role("button", name="The lead cost 50").click()
    expect(page.get_by_role("slider")).to_have_value(str(seq))
    expect(page.locator("details.costs")).not_to_have_attribute("open", "")
    expect(page.locator(".judged.lost .what")).to_contain_text("Cost 50 points.")
    suit = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}[card[0]]
    expect(page.locator("#live")).to_have_text(re.compile(f"plays? {suit} .*Cost 50 points"))


SHEETS = ("tokens", "base", "forms", "cards", "results", "results-replay", "replay", "seats-watching")
WATCHED_PAGE = """<!doctype html><html lang="en"><head>
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Watching</title>{css}</head>
<body><div class="page"><main id="main">
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
        verdicts = {
            **READY,
            "moments": {str(n): {**moment, "now": f"Declarer makes {n} tricks from here."} for n in seqs},
            "order": {"calls": calls, "cards": [n for n in seqs if n not in calls], "claim": []},
        }
        boards = [
            {"board": 7, "seen": "running", "words": "is shown now"},
            {"board": 8, "seen": "hidden", "words": "is being played: shown when it is over"},
        ]
        return {"boards": boards, "play": {**_frames(view, 7), "seqs": seqs, "verdicts": verdicts}}

    def open(self, context: BrowserContext, url: str) -> Page:
        css = "".join(f'<link rel="stylesheet" href="/static/css/{name}.css">' for name in SHEETS)
        body = WATCHED_PAGE.format(css=css, data=json.dumps(self.said()))
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
