"""A card can be dragged to the trick. A card dropped elsewhere goes back, and the page can still be scrolled."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.table_harness import open_scene

MakeContext = Callable[..., BrowserContext]
Point = tuple[float, float]


def _middle(place: Locator) -> Point:
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _sent(page: Page) -> list[str]:
    return list(page.evaluate("harness.sent.filter((said) => said.t === 'act').map((said) => said.a)"))


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
    assert _sent(page) == [] and key.count() == 1, "the card is in the hand until it is let go"
    page.mouse.up()
    expect(page.locator(f'.trick [data-card="{card}"]')).to_be_visible()
    expect(page.locator(".dragged")).to_have_count(0)
    assert _sent(page) == [f"p:{card}"]


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
    assert _middle(key) == place and _sent(page) == []
    page.mouse.move(*place)
    page.mouse.down()
    page.mouse.move(place[0] + 5, place[1] + 3)
    page.mouse.up()
    assert _sent(page) == ["p:HJ"], "a tap with a trembling finger is a tap"


def test_a_card_that_may_not_be_played_is_not_dragged(make_scene):
    page = make_scene("scene=play_s&silent=1")
    for card in ("S6", "DK"):
        _drag(page, _middle(page.locator(f'button[data-card="{card}"]')), _middle(page.locator(".mid")))
        expect(page.locator(".dragged")).to_have_count(0)
        page.mouse.up()
    assert _sent(page) == []


def test_a_finger_drags_a_card_that_plays_and_scrolls_from_any_other(make_context, files):
    context = make_context(PHONE, has_touch=True)
    page = open_scene(context.new_page(), files, "scene=play_s&silent=1")
    page.evaluate("document.body.style.paddingBottom = '600px'")  # something to scroll
    finger = context.new_cdp_session(page)

    def swipe(start, end):
        points = [(start[0] + (end[0] - start[0]) * i / 8, start[1] + (end[1] - start[1]) * i / 8) for i in range(9)]
        for i, (x, y) in enumerate(points):
            kind = "touchMove" if i else "touchStart"
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    swipe(_middle(page.locator('button[data-card="HJ"]')), _middle(page.locator(".mid")))
    expect(page.locator('.trick [data-card="HJ"]')).to_be_visible()
    assert page.evaluate("scrollY") == 0 and _sent(page) == ["p:HJ"]
    x, y = _middle(page.locator('.hand button[data-card="DK"]'))
    swipe((x, y), (x, y - 200))
    page.wait_for_function("scrollY > 100")
