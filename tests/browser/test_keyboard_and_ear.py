"""The card table by keyboard and ear: few key presses, focus on the question, and each change announced once."""

import re
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from games.registry import names
from games.wording import call_name, card_label
from tests.browser.conftest import DESK, PHONE, TABLET
from tests.browser.seats import until
from tests.browser.table_harness import Deal, HomeTable, acts_of, open_scene
from tests.long import long

# Every line of the live region as it comes, and every moment when a task has ended and nothing has the
# focus.
LISTEN = """() => { window.heard = [];
  addEventListener("DOMContentLoaded", () => {
    const hear = (lines) => lines.forEach((line) => line.addedNodes.forEach((node) => heard.push(node.textContent)));
    new MutationObserver(hear).observe(document.getElementById("live"), { childList: true });
  }); }"""
FOCUS = """() => { const at = document.activeElement;
  return at === document.body ? "nothing" : at.dataset.key || at.id || at.className; }"""
SEATS = {"N": "North", "E": "East", "S": "South", "W": "West"}
CALLS = {"P": ("pass", "passes"), "X": ("double", "doubles"), "XX": ("redouble", "redoubles")}


def listen(context: BrowserContext) -> BrowserContext:
    """Make this device's pages record what their live region says."""
    context.add_init_script(f"({LISTEN})()")
    return context


def heard(page: Page) -> list[str]:
    """Return what the live region has said, sentence by sentence."""
    lines = page.evaluate("() => window.heard")
    return [sentence for line in lines for sentence in re.split(r"(?<=[.?!]) ", line)]


def focus(page: Page) -> str:
    """Return the name of the focused element, or "nothing" if the focus has fallen to the page's body."""
    return str(page.evaluate(FOCUS))


def told(over: dict[str, Any], table: dict[str, Any]) -> list[str]:
    """Return what this seat should have heard about the board by its last view: each call, card and trick once."""
    me, first = table["seat"], table["opponent"]["name"].split()[0]
    sentences = []
    for each in over["auction"]:
        own, others = CALLS.get(each["call"], [f"{verb} {call_name(each['call'])}" for verb in ("bid", "bids")])
        sentences.append(f"You {own}." if each["by"] == me else f"{first} {others}.")
    contract = over["contract"]
    by = "you" if contract["declarer"] == me else first
    sentences.append(f"The contract is {call_name(contract['text'])} by {by}.")
    for trick in over["history"]:
        for laid in trick["cards"]:
            seat = laid["seat"]
            who = {me: "You play", ("N" if me == "S" else "S"): f"{first} plays"}.get(seat)
            sentences.append(f"{who or f'{SEATS[seat]} dummy plays'} the {card_label(laid['card'])}.")
        mine = trick["winner"] in ("SE" if me == "S" else "NW")
        sentences.append(f"{'You win' if mine else f'{first} wins'} trick {trick['number']}.")
    return sentences


GAMES = names()
ONE_GAME = ["solo", *(pytest.param(game, marks=long) for game in GAMES if game != "solo")]
"""All games in the long run."""
STOPS = """() => [...document.querySelectorAll("button, a[href], input, summary, [tabindex]")]
  .filter((e) => e.tabIndex === 0 && !e.disabled && e.checkVisibility() && !e.closest("[inert], .skip")).length"""
OUTLINE = """() => { const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
  return outlineStyle === "none" ? 0 : parseFloat(outlineWidth); }"""


def test_a_board_is_played_by_the_accessibility_tree_alone(files, make_context):
    """Roles and names are enough to tell whose call it is, which cards of which hand may be played, and the result."""
    deal = Deal("solo", "by ear")
    table = HomeTable(deal, answering=True, title="Solo")
    page = table.open(make_context(DESK), files.url)
    page.keyboard.press("Tab")
    while (player := deal.rules.turn(deal.state)) is not None:
        assert player == "S"
        view, rev = deal.view("S"), table.rev
        if view["turn"]["what"] == "call":
            box = page.get_by_role("region", name="Bidding box")
            name = "1 club" if "c:1C" in view["legal"] else "pass"
            box.get_by_role("button", name=name, exact=True).click()
            box.get_by_role("button", name=re.compile("^(Bid 1|Pass$)")).last.click()
        else:
            hand = "Your hand, South" if view["turn"]["hand"] == "S" else "East, your dummy"
            cards = page.get_by_role("region", name=hand).get_by_role("button", name=re.compile(", play$"))
            expect(cards).to_have_count(len(view["legal"]))
            card = card_label(view["legal"][0][2:])
            cards.and_(page.get_by_role("button", name=re.compile(f"^{card}, "))).click()
        until(page, lambda rev=rev: table.rev > rev, "the act is taken")
        page.wait_for_function("rev => harness.rev >= rev", arg=table.rev)
    result = page.get_by_role("dialog")
    expect(result.get_by_role("heading", level=2)).to_have_text(re.compile(" by (you|Desmond), "))
    result.get_by_role("button", name="Next deal").click()
    until(page, lambda: table.sent[-1]["t"] == "ready", "the next deal")


@pytest.mark.parametrize("game", ONE_GAME)
def test_a_whole_deal_of_every_game_by_keys(game, files, make_context):
    """The focus is never lost, and each change is announced once, in order."""
    deal = Deal(game, "keys")
    while deal.rules.turn(deal.state) != "S":
        deal.step()
    table = HomeTable(deal, answering=True, title=game)
    page = table.open(listen(make_context(PHONE)), files.url)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.keyboard.press("Tab")
    while deal.rules.turn(deal.state) is not None:
        rev = table.rev
        _act_by_keys(page, deal)
        until(page, lambda rev=rev: table.rev > rev, f"an act on {deal.view('S')['turn']}")
        page.wait_for_function("rev => harness.rev >= rev", arg=table.rev)
        assert focus(page) != "nothing"
    expect(page.get_by_role("dialog")).to_be_visible()
    if game == "solo":
        expected = told(deal.view("S"), table.table())
        assert [sentence for sentence in heard(page) if sentence in expected] == expected
    page.keyboard.press("r")
    until(page, lambda: table.sent[-1]["t"] == "ready", "the next deal is asked for")
    assert not errors
    assert not any("undefined" in sentence or "*" in sentence for sentence in heard(page))


def _act_by_keys(page: Page, deal: Deal):
    view = deal.view("S")
    legal = view["legal"]
    if view["turn"]["what"] == "call":
        expect(page.locator(".box .key:not([disabled])").first).to_be_visible()
        call = "P" if "c:P" in legal and len(view["auction"]) > 1 else legal[-1 if legal[0] == "c:P" else 0][2:]
        for key in [*call.lower(), "Enter"]:
            page.keyboard.press(key)
    elif page.locator(".turn.pick").count():
        _pick(page)
    elif view.get("choices") and view["turn"]["what"] == "choose":
        expect(page.locator(".turn .btn:not([disabled])").first).to_be_visible()
        page.keyboard.press("1" if page.locator(".turn .btn").first.is_enabled() else "2")
    else:
        expect(page.locator("button.card.yes").first).to_be_visible()
        card, _, suit = next(action for action in legal if action.startswith("p:"))[2:].partition(":")
        for key in ("jo" if card[0] == "J" else card.lower()) + suit.lower():
            page.keyboard.press(key)


def _pick(page: Page):
    """Type cards until the text on the yellow key says what the key will do."""
    send = page.locator("[data-key=pick-send]")
    while send.is_disabled():
        card = str(page.locator(".picking .card.yes:not(.on)").first.get_attribute("data-card"))
        for key in "jo" if card[0] == "J" else card.lower():
            page.keyboard.press(key)
    page.keyboard.press("r")


def _at_the_question(page: Page) -> Page:
    """Load the page again. A page that is loaded again sets the focus by itself, and a new one after the first key."""
    page.reload()
    until(page, lambda: focus(page) not in ("nothing", "main"), "the focus is at what is asked for")
    return page


def test_the_box_the_hand_and_each_dummy_are_one_tab_stop(make_scene):
    page = _at_the_question(make_scene("scene=auction", DESK))
    assert page.evaluate(STOPS) <= 6  # menu, director, two dummies, the calls, the box
    presses = 0
    assert focus(page).startswith("key-")
    for key in ("ArrowRight", "ArrowDown", "Enter", "Enter"):
        page.keyboard.press(key)
        presses += 1
    until(page, lambda: acts_of(page) != [], "the bid is sent")
    assert acts_of(page)[0].startswith("c:5") and presses < 46

    page = _at_the_question(make_scene("scene=play_hand", DESK))
    assert page.evaluate(STOPS) <= 7
    assert focus(page) == "H7"  # the playable card, not the first of the hand
    for key in ("Shift+Tab", "Tab", "ArrowLeft"):
        page.keyboard.press(key)
        assert page.evaluate(OUTLINE) >= 2, f"the focus cannot be seen after {key}"
    assert focus(page) == "S4"


def test_enter_that_was_meant_for_something_else_plays_nothing(make_scene):
    """A key that is held down, or pressed while the focus moves by itself, does not count as another action."""
    page = _at_the_question(make_scene("scene=play_s", TABLET))
    page.keyboard.press("j")
    until(page, lambda: focus(page) in ("D5", "S6"), "the focus at the next card")
    page.keyboard.press("Enter")
    page.keyboard.down("x")
    assert acts_of(page) == ["p:HJ"]
    page.keyboard.up("x")


def test_what_is_typed_is_shown_and_said_and_can_be_cleared(files, make_context):
    page = open_scene(listen(make_context(TABLET)).new_page(), files, "scene=auction")
    note = page.locator(".note")
    page.keyboard.press("2")
    expect(note).to_have_text("2 …")
    page.keyboard.press("c")
    expect(note).to_have_text("2 clubs is not higher than 4 clubs.")
    for key in "5h":
        page.keyboard.press(key)
    expect(page.locator("[data-key=confirm]")).to_be_focused()
    assert heard(page)[-1] == "5 hearts: press Enter"
    page.keyboard.press("Escape")
    expect(page.locator("[data-key=confirm]")).to_be_disabled()
    assert focus(page) != "nothing" and acts_of(page) == []
    for key in ("x", "Enter"):
        page.keyboard.press(key)
    until(page, lambda: acts_of(page) == ["c:X"], "the double")


def test_letters_do_nothing_where_typing_is_switched_off(files, make_context):
    """WCAG 2.1.4: the switch is in the menu, and the device remembers it."""
    context = make_context(TABLET)
    page = open_scene(context.new_page(), files, "scene=play_s")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings of this device").click()
    page.get_by_role("group", name="Typing calls and cards").get_by_label("Off").check()
    page.get_by_role("button", name="Back to the table").click()
    page.keyboard.press("j")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert acts_of(page) == [] and page.locator(".note").count() == 0
    page.reload()
    page.keyboard.press("j")
    assert acts_of(page) == []


def test_the_line_that_is_lost_is_said_once(files, make_context):
    page = open_scene(listen(make_context(TABLET)).new_page(), files, "scene=offline")
    expect(page.locator(".lostbar")).to_contain_text(re.compile("[3-9] s"))
    assert heard(page).count("Connecting again.") == 1
