"""The settings that a device keeps for its table: two taps, suit order, card size and "your turn"."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.seats import until
from tests.browser.table_harness import Deal, HomeTable, acts_of, open_scene

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


def _own(page: Page) -> list[str | None]:
    return [card.get_attribute("data-card") for card in page.locator(".hand .card").all()]


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
    page = make_scene("scene=play_full")  # four spades
    run = [card.get_attribute("data-card") for card in page.locator(".dummy.mine .card").all()]

    def suits():
        return re.sub(r"(.)\1*", r"\1", "".join(str(card)[0] for card in _own(page)))

    assert suits() == "SHDC"
    _tell(page, "order-colours")
    assert suits() == "SHCD"
    page.goto(f"{files.url}/tests/browser/table_harness.html?scene=auction")
    expect(page.locator(".topbar")).to_be_visible()
    assert suits() == "SHCD"
    page.goto(f"{files.url}/tests/browser/table_harness.html?scene=play_full")
    _tell(page, "order-trumps")
    assert suits() == "SHCD"
    assert [card.get_attribute("data-card") for card in page.locator(".dummy.mine .card").all()] == run


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
    page.locator('.run [data-card="HJ"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator('.run [data-card="HJ"].lifted')).to_be_focused()
    assert acts_of(page) == []
    page.keyboard.press("Enter")
    assert acts_of(page) == ["p:HJ"]


def _tab_to(page: Page, key: str):
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.key") == key:
            return
    raise AssertionError(f"Tab never reaches {key}")
