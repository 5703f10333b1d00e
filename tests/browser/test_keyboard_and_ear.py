"""The card table by keyboard and ear: few key presses, focus on the question, and each change announced once."""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from games.registry import names
from games.wording import card_label
from tests.browser.conftest import DESK, PHONE, TABLET
from tests.browser.ear import Typist, focus, heard, listen, told
from tests.browser.seats import TableOfTwo, until
from tests.browser.table_harness import Deal, Files, HomeTable, acts_of
from tests.long import long

GAMES = names()
ONE_GAME = [GAMES[0], *(pytest.param(game, marks=long) for game in GAMES[1:])]
"""All games in the long run."""
OF_PLAY = re.compile(r"(bids? |pass|doubles?\b|The contract is|plays? the|wins? trick|claim|made \d|down)")
STOPS = """() => [...document.querySelectorAll("button, a[href], input, summary, [tabindex]")]
  .filter((e) => e.tabIndex === 0 && !e.disabled && e.checkVisibility() && !e.closest("[inert], .skip")).length"""

OUTLINE = """() => { const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
  return outlineStyle === "none" ? 0 : parseFloat(outlineWidth); }"""


def _scene(files: Files, context: BrowserContext, scene: str) -> Page:
    page = context.new_page()
    page.goto(f"{files.url}/tests/browser/table_harness.html?scene={scene}")
    expect(page.locator(".topbar")).to_be_visible()
    return page


@pytest.mark.timeout(180)
def test_a_whole_board_by_keyboard_and_ear(make_table, make_context):
    """There are at most 1.5 presses per tap. The focus is never lost, and each change is announced once, in order."""
    table = make_table(*(listen(make_context(size)) for size in (TABLET, PHONE)))
    typists = {player: Typist(seat) for player, seat in table.seats.items()}
    taps = 0

    def settled():
        for typist in typists.values():
            typist.at_something()

    for typist in typists.values():
        expect(typist.seat.key("ready")).to_be_visible()
        typist.press("r")
        taps += 1
    for seat in table.seats.values():
        expect(seat.page.locator(".table.auction")).to_be_visible()
    settled()
    for call in ("1N", "P", "P"):
        seat = table.on_turn()
        assert seat is not None
        before = seat.seen["seq"]
        expect(seat.page.locator("td.now")).to_be_visible()
        typists[seat.player].call(call)
        table.reach(before + 1)
        settled()
        taps += 2

    played, claimed = 0, False
    while seat := table.on_turn():
        typist, before = typists[seat.player], seat.seen["seq"]
        expect(seat.playable.first).to_be_visible()
        if played >= 9 and not claimed and seat is table.south:
            claimed = True
            taps += _a_claim_is_refused(table, typists)
            before = seat.seen["seq"]
            expect(seat.playable.first).to_be_visible()
        typist.play(seat.seen["view"]["legal"])
        table.reach(before + 1)
        settled()
        played += 1
        taps += 1

    for typist in typists.values():
        expect(typist.seat.key("agree")).to_be_focused()
        typist.press("r")
        taps += 1
        typist.at_something()
    presses = sum(typist.presses for typist in typists.values())
    for seat in table.seats.values():
        expect(seat.page.locator(".table.auction")).to_be_visible()
        said = [each for each in heard(seat.page) if OF_PLAY.search(each)]
        over = next(frame for frame in reversed(seat.received) if frame["t"] == "view" and frame["table"]["result"])
        expected = told(over["view"], over["table"])
        assert [each for each in said if each in expected] == expected
        assert len([each for each in said if "claim" in each and each != "You can claim again."]) == 2
        assert len([each for each in said if re.search(r" by (North|South), ", each)]) == 1
        assert not seat.errors
    settled()
    assert played >= 48
    assert presses <= 1.5 * taps, f"{presses} presses for {taps} taps"


def _a_claim_is_refused(table: TableOfTwo, typists: dict[str, Typist]) -> int:
    """Let South claim three tricks and North refuse. Return the number of taps that this takes on a touch screen."""
    typists["S"].press("w", "3", "Enter")
    expect(table.north.key("refuse")).to_be_visible()
    typists["N"].press("n")
    expect(table.south.page.locator(".turn:has-text('You claimed')")).to_have_count(0)
    until(table.south.page, lambda: table.on_turn() is table.south, "the play goes on")
    return 4


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
    page.keyboard.press("r")
    until(page, lambda: table.sent[-1]["t"] == "ready", "the next deal is asked for")
    assert not errors
    assert not any("undefined" in said or "*" in said for said in heard(page))


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
    page = _scene(files, listen(make_context(TABLET)), "auction")
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


def test_a_wrong_letter_after_a_call_leaves_nothing_that_enter_would_send(make_scene):
    page = make_scene("scene=auction", TABLET)
    for key in ("x", "x"):
        page.keyboard.press(key)
    expect(page.locator(".note")).to_have_text("You cannot redouble now.")
    expect(page.locator("[data-key=confirm]")).to_be_disabled()


def test_letters_do_nothing_where_typing_is_switched_off(files, make_context):
    """WCAG 2.1.4: the switch is in the menu, and the device remembers it."""
    context = make_context(TABLET)
    page = _scene(files, context, "play_s")
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
    page = _scene(files, listen(make_context(TABLET)), "offline")
    expect(page.locator(".lostbar")).to_contain_text(re.compile("[3-9] s"))
    assert heard(page).count("Connecting again.") == 1
