"""The table on a device: its settings, Back, forced colours, a translating browser, and the last screen."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.checks import CHECK
from tests.browser.conftest import DESK, PHONE, TABLET
from tests.browser.seats import until
from tests.browser.table_harness import ROOT, Deal, HomeTable, acts_of, open_scene

# A loudspeaker and a motor that count, and storage that refuses everything, as in some private windows.
EARS = """window.tones = 0; window.shakes = 0;
window.AudioContext = class { constructor() { this.currentTime = 0; this.state = "running"; this.destination = {}; }
  createOscillator() { return { frequency: {}, connect: (to) => to, start: () => (window.tones += 1), stop() {} }; }
  createGain() { return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (to) => to }; } };
navigator.vibrate = () => (window.shakes += 1);"""
STILL = "Object.defineProperty(Navigator.prototype, 'vibrate', { value: undefined });"
FORGETFUL = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('private'); } });"


def _tell(page: Page, *settings: str):
    """Open the menu and its settings, choose each of `settings`, and go back to the table."""
    page.locator('[data-key="menu"]').click()
    page.locator('[data-key="settings"]').click()
    for each in settings:
        page.locator(f'label:has([data-key="pref-{each}"])').click()
        expect(page.locator(f'[data-key="pref-{each}"]')).to_be_checked()
    page.locator('[data-key="close"]').click()


def test_with_two_taps_the_first_lifts_and_the_second_plays(make_scene):
    page = make_scene("scene=play_n&silent=1")
    _tell(page, "taps-two")
    ace, eight = page.locator('.run [data-card="CA"]'), page.locator('.run [data-card="C8"]')
    ace.click()
    expect(ace).to_have_class(re.compile("lifted"))
    expect(page.locator(".turn")).to_contain_text("Tap it again to play it")
    eight.click()
    expect(eight).to_have_class(re.compile("lifted"))
    expect(ace).not_to_have_class(re.compile("lifted"))
    page.locator(".topbar b").click()
    expect(page.locator(".lifted")).to_have_count(0)
    assert acts_of(page) == []
    eight.click()
    eight.click()
    expect(page.locator('.trick [data-card="C8"]')).to_be_visible()
    assert acts_of(page) == ["p:C8"]


@pytest.mark.parametrize("forgetful", [False, True])
def test_settings_hold_and_outlast_the_page_where_the_browser_keeps_anything(make_context, files, forgetful):
    context = make_context()
    if forgetful:
        context.add_init_script(FORGETFUL)
    page = open_scene(context.new_page(), files, "scene=play_full")
    _tell(page, "taps-two", "cardSize-large", "theme-dark")
    look = "() => ['taps', 'cardSize', 'theme'].map((name) => document.documentElement.dataset[name])"
    assert page.evaluate(look) == ["two", "large", "dark"]
    page.locator('[data-key="menu"]').click()
    expect(page.locator('[data-key="settings"]')).to_contain_text("two taps play")
    page.reload()
    expect(page.locator(".topbar")).to_be_visible()
    assert page.evaluate(look) == ([None] * 3 if forgetful else ["two", "large", "dark"])


def test_the_own_hand_lies_in_the_order_that_was_chosen(files, make_scene):
    page = make_scene("scene=play_full")

    def suits():
        cards = [str(card.get_attribute("data-card")) for card in page.locator(".hand .card").all()]
        return re.sub(r"(.)\1*", r"\1", "".join(card[0] for card in cards))

    assert suits() == "SHDC"
    _tell(page, "order-colours")
    assert suits() == "SHCD"
    open_scene(page, files, "scene=auction")
    assert suits() == "SHCD"


def test_your_turn_is_heard_and_felt_once_it_was_switched_on(make_context, files):
    context = make_context()
    context.add_init_script(EARS)
    deal = Deal("solo").play_until(
        lambda deal: deal.view("S")["phase"] == "play" and deal.rules.turn(deal.state) == "S"
    )
    table = HomeTable(deal, robot=True)
    page = table.open(context, files.url)
    _play_and_wait(page, table)
    assert page.evaluate("[tones, shakes]") == [0, 0]
    _tell(page, "sound-on", "vibration-on")
    assert page.evaluate("[tones, shakes]") == [2, 1], "what is switched on is tried"
    turns = 0
    for _ in range(4):
        turns += _play_and_wait(page, table)
    assert turns and page.evaluate("[tones, shakes]") == [2 + 2 * turns, 1 + turns]


def _play_and_wait(page: Page, table: HomeTable) -> int:
    """Play one card. Return 1 if the robot played before it was the player's turn again."""
    deal = table.deal
    assert deal is not None
    before = len(deal.log)
    page.locator("button.card.yes").first.click()
    until(page, lambda: len(deal.log) > before, "the card at the server")
    seq = len(deal.log)
    until(page, lambda: page.locator("button.card.yes").count() > 0, "the next turn")
    return int(seq > before + 1)


def test_a_device_that_cannot_vibrate_says_so(make_context, files):
    context = make_context()
    context.add_init_script(STILL)
    page = open_scene(context.new_page(), files, "scene=play_s")
    page.locator('[data-key="menu"]').click()
    page.locator('[data-key="settings"]').click()
    expect(page.locator("[data-sheet=settings]")).to_contain_text("This device cannot vibrate.")
    expect(page.locator('[data-key="pref-vibration-on"]')).to_have_count(0)


def test_settings_by_keyboard_alone(make_scene):
    page = make_scene("scene=play_s")
    page.locator('[data-key="menu"]').focus()
    page.keyboard.press("Enter")
    _tab_to(page, "settings")
    page.keyboard.press("Enter")
    expect(page.locator("[data-sheet=settings]")).to_be_visible()
    _tab_to(page, "pref-taps-one")
    page.keyboard.press("ArrowRight")
    expect(page.locator('[data-key="pref-taps-two"]')).to_be_checked()
    page.keyboard.press("Escape")
    expect(page.locator("[data-sheet]")).to_have_count(0)


def _tab_to(page: Page, key: str):
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.key") == key:
            return
    raise AssertionError(f"Tab never reaches {key}")


@pytest.mark.parametrize("closes", ["back", "key", "reload"])
def test_back_closes_a_sheet_and_leaves_nothing_behind(closes, make_scene):
    page = make_scene("scene=auction")
    page = make_scene("scene=play_s")
    sheet = page.get_by_role("dialog")
    for key in ("menu", "settings"):
        page.locator(f"[data-key={key}]").click()
    expect(sheet).to_be_visible()
    {"back": page.go_back, "key": page.locator("[data-key=close]").click, "reload": page.reload}[closes]()
    expect(page).to_have_url(re.compile("scene=play_s"))
    expect(sheet).to_have_count(0)
    until(page, lambda: page.evaluate("history.state === null"), "a history without an open sheet")
    page.go_forward()
    until(page, lambda: page.evaluate("history.state === null"), "a history without an open sheet")
    expect(sheet).to_have_count(0)
    page.go_back()
    expect(page).to_have_url(re.compile("scene=auction"))


def test_forced_colours_leave_vulnerability_whose_hand_and_the_bar(make_scene):
    page = make_scene("scene=play_n")
    page.emulate_media(forced_colors="active")

    def style(selector: str, name: str) -> str:
        return str(page.locator(selector).first.evaluate(f"(e) => getComputedStyle(e).{name}"))

    for mark, other in ((".board .v", ".board :not(.v)"), (".plate.me", ".plate:not(.me)"), (".slot", ".card")):
        assert style(mark, "backgroundColor") != style(other, "backgroundColor"), mark
    assert style(".turn", "borderStyle") == "solid"
    assert style(".arrow", "borderTopColor") != style(".arrow", "borderLeftColor")
    page.emulate_media(forced_colors="none")


def test_a_table_without_a_socket_knows_whether_the_network_refuses_it(make_context, files):
    page = make_context(PHONE).new_page()
    page.route("**/seat/harness/", lambda route: route.abort())
    open_scene(page, files, "scene=opening")
    expect(page.locator(".lede")).to_contain_text("club's Wi-Fi")
    page.route("**/seat/harness/", lambda route: route.fulfill(body=""))
    expect(page.locator(".lede")).to_contain_text("Try another network")
    open_scene(page, files, "scene=play_s").evaluate("harness.cut()")
    expect(page.locator(".lostbar")).to_contain_text("try another")


def test_a_room_that_is_answered_without_a_socket_has_a_connection(make_context, files):
    page = make_context(PHONE).new_page()
    part = '<live-part socket="/socket/" src="/part/" every="1"></live-part>'
    script = '<script type="module" src="/static/js/lib/live-part.js"></script>'
    page.route("**/room/", lambda route: route.fulfill(body=f"{script}{part}", content_type="text/html"))
    page.route("**/part/", lambda route: route.fulfill(body="A call"))
    page.goto(f"{files.url}/room/")
    expect(page.get_by_text("A call")).to_be_visible()
    for _ in range(5):  # it is refused
        page.wait_for_event("websocket")
    expect(page.locator("body")).not_to_have_class("is-offline")
    page.route("**/part/", lambda route: route.abort())
    expect(page.locator("body")).to_have_class("is-offline")


def test_an_older_browser_shows_what_the_site_needs(make_context, files):
    page = make_context(PHONE).new_page()
    css = (ROOT / "static/css/base.css").read_text().replace("selector(:has(a))", "selector(:not-yet)")
    page.route("**/base.css", lambda route: route.fulfill(body=css, content_type="text/css"))
    script = "getComputedStyle(document.body, '::before').content"
    assert "Safari 15.4" in open_scene(page, files, "scene=play_s").evaluate(script)


TRANSLATOR = """
  const texts = (node) => (node.nodeType === 3 ? [node] : [...node.childNodes].flatMap(texts));
  const isKept = ({ parentElement: at, data }) => !data.trim() || at.closest("[translate=no], font, head, script");
  const translate = (text) => {
    const font = document.createElement("font");
    font.append(document.createElement("font"));
    font.firstChild.append(text.data);
    text.replaceWith(font);
  };
  new MutationObserver(() => texts(document).filter((text) => !isKept(text)).forEach(translate))
    .observe(document, { childList: true, subtree: true, characterData: true });
"""
SHOWN = """() => [document.getElementById("table").innerText,
  ...[...document.querySelectorAll("[data-card]")].map((card) => `${card.dataset.card}: ${card.textContent.trim()}`)]"""


def test_a_translated_table_shows_after_six_cards_what_a_fresh_page_shows(files, make_context):
    deal = Deal("solo", "table").play_until(lambda deal: deal.view("S")["phase"] == "play")
    table = HomeTable(deal, answering=True)
    table.others_act()
    context = make_context()
    context.add_init_script(TRANSLATOR)
    page = table.open(context, files.url)
    page.evaluate("document.body.append('The translator works')")
    expect(page.locator("body > font > font")).to_have_text("The translator works")
    for _ in range(6):
        before = len(deal.log)
        page.locator("button.card.yes").first.click()
        until(page, lambda before=before: len(deal.log) > before, "the card")
        page.wait_for_function("rev => harness.rev >= rev", arg=table.rev)
    fresh = table.open(make_context(), files.url)
    until(page, lambda: page.evaluate(SHOWN) == fresh.evaluate(SHOWN), "the picture of a fresh page")


WORDS = {
    "playing": "others are still playing",
    "waiting": "not published yet",
    "withdrawn": "has withdrawn the results",
}


@pytest.mark.parametrize("state", WORDS)
def test_the_last_screen_becomes_the_way_to_the_results(state, files, make_context):
    page = make_context(PHONE).new_page()
    page.goto(f"{files.url}/tests/browser/table_harness.html?scene=finished_{state}")
    expect(page.get_by_role("status").filter(has_text=WORDS[state])).to_be_visible()
    results = page.get_by_role("link", name="To the results")
    expect(results).to_have_count(0)
    say = """state => harness.say({t: "view", rev: 59 + (state === "withdrawn"), play: null, seq: 31, view: null,
      table: {state: "finished", session: "Tuesday", name: "Ruth Ashdown", seat: "S", ready: [],
        results: {state, url: "/results/b3br95uxg5he/"}}})"""
    page.evaluate(say, "published")
    expect(results).to_have_attribute("href", "/results/b3br95uxg5he/")
    for size in (PHONE, TABLET, DESK, {"width": 320, "height": 530}):
        page.set_viewport_size(size)
        expect(results).to_be_in_viewport(ratio=1)
        assert page.evaluate(CHECK) == []
    page.evaluate(say, "withdrawn")
    expect(results).to_have_count(0)
