"""The replay of a play: stepping by keys and taps, and the verdicts, which arrive automatically."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.table_harness import ROOT, Deal, open_replay

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


@pytest.fixture
def replay(files, make_context):
    """The published replay of a passed-out deal, with the page's clock stopped."""

    def opened(given, answer=None):
        deal = Deal("solo")
        while (turn := deal.rules.turn(deal.state)) is not None:
            deal.act(turn, "c:P")
        view = deal.view("D")
        frames = {
            "board": 3, "dealer": view["dealer"], "hands": view["dealt"], "names": {"S": "Bo", "N": "Ann"},
            "auction": view["auction"], "tricks": [], "outcome": view["outcome"], "claim": None,
        }  # fmt: skip
        body = PAGE.format(frames=json.dumps(frames), verdicts=json.dumps(given))
        body = body.replace("<body>", "<body>" + (ROOT / "templates/_suits.html").read_text())
        page = make_context().new_page()
        page.clock.install()
        page.route("**/replay/", lambda route: route.fulfill(body=body, content_type="text/html"))
        page.route("**/verdicts/", answer or (lambda route: route.fulfill(json=given)))
        page.goto(f"{files.url}/replay/")
        expect(page.locator(".costs")).to_be_visible()
        return page

    return opened


def test_what_is_being_worked_out_appears_by_itself(replay):
    answers = [{"state": "coming"}, READY]
    page = replay({"state": "coming"}, lambda route: route.fulfill(json=answers.pop(0)))
    while answers:
        expect(page.locator(".costs")).to_contain_text("Being worked out")
        with page.expect_response("**/verdicts/"):
            page.clock.run_for("01:00")
    expect(page.locator(".costs")).to_contain_text("Nothing was given away")


def test_a_play_is_stepped_through_by_the_keyboard_and_by_taps(replay):
    page = replay(READY)
    said = page.locator(".say")
    expect(said).to_have_text("South deals. All 52 cards lie face up for the auction.")
    page.keyboard.press("ArrowRight")
    expect(said).to_have_text("South passes.")
    expect(page.locator(".mini-calls .now")).to_have_text("Pass")
    page.keyboard.press("End")
    expect(said).to_have_text("Passed out: 0 to both.")
    assert page.get_by_role("button", name="Next", exact=True).is_disabled()
    page.get_by_role("button", name="Back").click()
    expect(said).to_have_text("North passes.")
    page.get_by_label("Position").fill("1")
    expect(said).to_have_text("South passes.")
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


def test_a_costly_call_is_gone_to_from_the_list_and_says_what_held(replay):
    given = {
        **READY,
        "heading": "One call cost something",
        "list": [{"seq": 2, "text": "North’s pass cost 50 points"}],
        "moments": {"2": MOMENT},
        "order": {"calls": [1, 2], "cards": [], "claim": []},
    }
    page = replay(given)
    expect(page.locator(".judged")).to_have_text(READY["start"])
    page.get_by_role("button", name="North’s pass").click()  # on a wide screen the list is open
    expect(page.locator(".say")).to_have_text("North passes.")
    expect(page.locator(".judged.lost .what")).to_contain_text("Cost 50 points. 1 club held. Worth 0 now.")
    expect(page.locator(".judged .line")).to_have_text("The line that held: 1, Pass, E 10")


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
