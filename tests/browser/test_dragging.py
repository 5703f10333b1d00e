"""A card can be dragged to the trick. A card dropped elsewhere goes back, and the page can still be scrolled."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.table_harness import acts_of, open_scene

Point = tuple[float, float]


def _middle(place: Locator) -> Point:
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _drag(page: Page, start: Point, end: Point):
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=4)
    page.mouse.move(*end, steps=4)


@pytest.mark.parametrize("card, scene", [("HJ", "play_s"), ("H7", "play_hand")])
def test_a_card_of_the_dummy_or_the_hand_is_dragged_to_the_trick(card, scene, make_scene):
    page = make_scene(f"scene={scene}&silent=1")
    key = page.locator(f'button[data-card="{card}"]')
    _drag(page, _middle(key), _middle(page.locator(".mid")))
    expect(page.locator(".dragged")).to_be_visible()
    assert acts_of(page) == [] and key.count() == 1, "the card is in the hand until it is let go"
    page.mouse.up()
    expect(page.locator(f'.trick [data-card="{card}"]')).to_be_visible()
    expect(page.locator(".dragged")).to_have_count(0)
    assert acts_of(page) == [f"p:{card}"]


def test_a_drop_elsewhere_puts_the_card_back_and_is_no_tap(make_scene):
    page = make_scene("scene=play_s&silent=1")
    key = page.locator('button[data-card="HJ"]')
    place = _middle(key)
    _drag(page, place, _middle(page.locator(".topbar b")))
    page.mouse.up()
    expect(page.locator(".dragged")).to_have_count(0)
    _drag(page, place, _middle(page.locator(".mid")))
    page.mouse.move(*place, steps=4)
    page.mouse.up()
    expect(page.locator(".dragged")).to_have_count(0)
    assert _middle(key) == place and acts_of(page) == []
    page.mouse.move(*place)
    page.mouse.down()
    page.mouse.move(place[0] + 5, place[1] + 3)
    page.mouse.up()
    assert acts_of(page) == ["p:HJ"], "a tap with a trembling finger is a tap"


def test_a_card_that_may_not_be_played_is_not_dragged(make_scene):
    page = make_scene("scene=play_s&silent=1")
    for card in ("S6", "DK"):
        _drag(page, _middle(page.locator(f'button[data-card="{card}"]')), _middle(page.locator(".mid")))
        expect(page.locator(".dragged")).to_have_count(0)
        page.mouse.up()
    assert acts_of(page) == []


@pytest.fixture
def touch(make_context, files):
    """A function that opens a scene on a phone. It returns the page, and a function that puts fingers down, or moves or
    lifts them: points by their numbers, for all none.
    """

    def make(scene: str) -> tuple[Page, Callable[..., None]]:
        context = make_context(PHONE, has_touch=True)
        page = open_scene(context.new_page(), files, f"scene={scene}&silent=1")
        device = context.new_cdp_session(page)

        def fingers(kind: str, points: dict[int, Point] | None = None):
            at = [{"x": x, "y": y, "id": finger} for finger, (x, y) in (points or {}).items()]
            device.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": at})

        return page, fingers

    return make


def test_a_finger_drags_a_card_that_plays_and_scrolls_from_any_other(touch):
    page, fingers = touch("play_s")
    page.evaluate("document.body.style.paddingBottom = '600px'")  # something to scroll

    def swipe(start, end):
        for i in range(9):
            point = (start[0] + (end[0] - start[0]) * i / 8, start[1] + (end[1] - start[1]) * i / 8)
            fingers("Move" if i else "Start", {0: point})
        fingers("End")

    swipe(_middle(page.locator('button[data-card="HJ"]')), _middle(page.locator(".mid")))
    expect(page.locator('.trick [data-card="HJ"]')).to_be_visible()
    assert page.evaluate("scrollY") == 0 and acts_of(page) == ["p:HJ"]
    x, y = _middle(page.locator('.hand button[data-card="DK"]'))
    swipe((x, y), (x, y - 200))
    page.wait_for_function("scrollY > 100")


def test_a_tap_that_slips_on_its_own_card_is_a_tap(touch):
    page, fingers = touch("play_n")

    def slip(card: str):
        x, y = _middle(page.locator(f'button[data-card="{card}"]'))
        for kind, down in (("Start", -12), ("Move", 2), ("Move", 13)):
            fingers(kind, {0: (x, y + down)})
        fingers("End")

    page.evaluate("document.documentElement.dataset.taps = 'two'")
    slip("CA")
    expect(page.locator('[data-card="CA"].lifted')).to_be_visible()
    assert acts_of(page) == []
    slip("CA")
    expect(page.locator('.trick [data-card="CA"]')).to_be_visible()
    assert acts_of(page) == ["p:CA"] and page.locator(".dragged").count() == 0


@pytest.mark.parametrize(
    "scene, palm, key, taps", [("play_n", '[data-card="C8"]', "CA", 1), ("auction", ".hand", "level-5", 2)]
)
def test_a_resting_palm_blocks_no_finger(scene, palm, key, taps, touch):
    page, fingers = touch(scene)
    tapped = page.locator(f'.trick [data-card="{key}"], [data-key="{key}"][aria-pressed=true]')
    rests, at = _middle(page.locator(palm)), _middle(page.locator(f'[data-key="{key}"]'))
    fingers("Start", {0: rests})
    page.evaluate("performance.now = () => 5000")  # the test's own slowness does not count
    page.evaluate("addEventListener('click', (event) => (window.counted = event.detail))")
    for _ in range(taps):
        fingers("Start", {0: rests, 1: at})
        fingers("End", {1: at})
    expect(tapped).to_be_visible()
    page.wait_for_function("taps => window.counted === taps", arg=taps)  # the second half of a double tap is known
    fingers("End")
    assert acts_of(page) == (["p:CA"] if scene == "play_n" else []) and page.locator(".note").count() == 0


def test_two_fingers_that_lift_together_play_no_card(touch):
    page, fingers = touch("play_n")
    two = {i: _middle(page.locator(f'[data-card="{card}"]')) for i, card in enumerate(("CA", "C8"))}
    fingers("Start", two)
    fingers("End")
    ace = page.locator('[data-card="CA"]')
    ace.evaluate("(card) => addEventListener('pointerup', () => (card.dataset.key = 'new'), { once: true })")
    fingers("Start", two)
    fingers("End", {0: two[0]})  # the picture changes before it is clear that the other finger rests
    page.evaluate("() => new Promise((done) => setTimeout(done, 200))")  # after the timer of the press
    assert acts_of(page) == []
    ace.evaluate("(card) => (card.dataset.key = 'CA')")
    fingers("End")
    fingers("Start", {0: two[0]})  # alone again
    fingers("End")
    expect(page.locator('.trick [data-card="CA"]')).to_be_visible()
    assert acts_of(page) == ["p:CA"]
