"""Cards are dragged and tapped, and a wrong card, call or claim is taken back within three seconds."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.checks import SMALL_PHONE
from tests.browser.conftest import PHONE, SIDEWAYS, TABLET
from tests.browser.seats import HomePage, friends_sit_down, until
from tests.browser.table_harness import Deal, HomeTable, acts_of, key, open_scene

TRAVELLED = "() => !document.getAnimations().some((one) => one.effect.target.closest('[data-card]'))"
PLACES = """() => [...document.querySelectorAll('[data-card]')]
  .map((e) => [e.dataset.card, e.getBoundingClientRect().toJSON()])"""


def _held(context: BrowserContext) -> BrowserContext:
    """Return the context with a clock that the test can put forward."""
    context.clock.install()
    return context


def _south_follows() -> Deal:
    """Return a deal in which South follows suit to a trick from hand and has a choice of cards."""

    def wanted(deal: Deal) -> bool:
        view = deal.view("S")
        if view["phase"] != "play" or not view["trick"]["cards"]:
            return False
        return bool(view["turn"]["player"] == "S" and view["turn"]["hand"] == "S" and len(view["legal"]) > 1)

    return Deal("solo", "table", misclick="on", undo="consent").play_until(wanted)


def test_solo_22b_a_wrong_card_at_home_is_taken_back_and_the_opponents_page_says_so(site, make_context):
    bo, ann = HomePage(make_context(TABLET).new_page(), "S"), HomePage(make_context(PHONE).new_page(), "N")
    friends_sit_down(site, "whist_for_two", bo, ann)
    seats = {"S": bo, "N": ann}
    seat = seats[until(bo.page, lambda: _turn(bo, ann), "whose turn it is")]
    other = seats["N" if seat is bo else "S"]
    seat.front()
    card = seat.page.locator("button.card.yes").first
    text = str(card.get_attribute("data-card"))
    card.click()
    expect(seat.page.locator(f'.trick [data-card="{text}"]')).to_be_visible()
    seat.key("misclick").click()
    expect(seat.page.locator(f'.trick [data-card="{text}"]')).to_have_count(0)
    expect(seat.page.locator(f'button[data-card="{text}"]')).to_be_visible()
    name = "Bo" if seat is bo else "Ann"
    other.front()
    sentence = re.compile(rf"{name} took back the \w+ of (spades|hearts|diamonds|clubs)")
    expect(other.page.locator("#live")).to_contain_text(sentence)
    expect(other.page.locator(".turn")).to_contain_text(f"{name} took back the")
    expect(other.page.locator(f'.trick [data-card="{text}"]')).to_have_count(0)
    seat.front()
    expect(seat.page.locator(f'button.card.yes[data-card="{text}"]')).to_be_enabled()
    seat.key(text).click()
    until(seat.page, lambda: seat.seen["seq"] == 3, "the card again, and now it stands")
    expect(seat.key("misclick")).to_have_count(0)
    assert not bo.errors and not ann.errors


def _turn(bo: HomePage, ann: HomePage) -> str | None:
    views = [seat.seen["view"] for seat in (bo, ann)]
    return views[0]["turn"]["player"] if all(views) else None


@pytest.mark.parametrize("size", [SMALL_PHONE, PHONE, SIDEWAYS, TABLET])
def test_the_key_stays_three_seconds_and_moves_no_card_of_the_hand(size, files, make_context):
    page = HomeTable(_south_follows(), misclick=3.0).open(_held(make_context(size)), files.url)
    page.locator("button.card.yes").first.click()
    undo = key(page, "misclick")
    expect(undo).to_be_visible()
    box = undo.bounding_box()
    assert box is not None and box["height"] >= 44 and box["width"] >= 44
    page.wait_for_function(TRAVELLED)
    cards = dict(page.evaluate(PLACES))
    for card, at in cards.items():
        apart = (
            at["right"] <= box["x"]
            or at["left"] >= box["x"] + box["width"]
            or at["bottom"] <= box["y"]
            or at["top"] >= box["y"] + box["height"]
        )
        assert apart, f"the key lies over {card}"
    page.clock.run_for(3000)
    expect(undo).to_have_count(0)
    expect(page.locator(".trick .won")).to_have_count(0)
    left = dict(page.evaluate(PLACES))
    assert {card: left[card]["y"] for card in left} == {card: cards[card]["y"] for card in left}


def test_a_second_tap_on_the_key_of_a_call_does_not_take_it_back(files, make_context):
    deal = Deal("solo", "table", misclick="on")
    table = HomeTable(deal, misclick=3.0)
    page = table.open(_held(make_context(PHONE)), files.url)
    key(page, "key-P").click()
    key(page, "confirm").dblclick()
    expect(key(page, "misclick")).to_be_visible()
    assert table.acts == ["c:P"]
    page.clock.run_for(450)
    key(page, "misclick").click()
    expect(page.locator("#live")).to_contain_text("You took back the pass")
    assert table.acts == ["c:P", "undo:misclick"]


def test_without_motion_the_seconds_are_shown_in_figures(files, make_context):
    page = HomeTable(_south_follows(), misclick=3.0).open(make_context(PHONE, reduced_motion="reduce"), files.url)
    page.locator("button.card.yes").first.click()
    expect(key(page, "misclick")).to_have_text("Take back 3 s")
    expect(key(page, "misclick")).to_have_text("Take back 2 s")
    still = "() => getComputedStyle(document.querySelector('.takeback'), '::after').display"
    assert page.evaluate(still) == "none"


def test_solo_21a_a_claim_is_corrected_once_and_withdrawn(files, make_context):
    deal = _south_follows()
    context = make_context(PHONE)
    table = HomeTable(deal, misclick=3.0)
    page = table.open(context, files.url)
    key(page, "claim").click()
    key(page, "claim-2").click()
    key(page, "claim-send").click()
    key(page, "correct").click()
    expect(key(page, "claim-2")).to_be_disabled()
    key(page, "claim-3").click()
    key(page, "claim-send").click()
    expect(key(page, "withdraw")).to_be_visible()
    expect(key(page, "correct")).to_have_count(0)

    other = HomeTable(deal, me="N").open(context, files.url)
    expect(other.locator(".turn.asks")).to_contain_text("Ruth claims 3 of")
    expect(other.locator(".turn.asks")).to_contain_text("not 2")
    other.close()

    key(page, "withdraw").click()
    expect(page.locator("#live")).to_contain_text("You withdrew your claim")
    other = HomeTable(deal, me="N").open(context, files.url)
    expect(other.locator(".turn")).to_contain_text("Ruth withdrew the claim")
    assert table.acts == ["claim:2", "claim:3", "withdraw"]


def test_sc_1_one_tap_a_card_in_the_draft_and_a_mis_tap_goes_back_while_nothing_new_was_seen(files, make_context):
    table = HomeTable(Deal("secret_card", "table"), misclick=3.0)
    page = table.open(_held(make_context(PHONE)), files.url)
    key(page, "keep").click()
    expect(page.locator(".turn")).to_contain_text("You keep the")
    page.clock.run_for(450)
    key(page, "misclick").click()
    expect(key(page, "keep")).to_be_visible()
    assert not table.sent and page.locator(".looked [data-card]").count() == 1, "nobody has seen anything"

    key(page, "reject").click()
    until(page, lambda: table.acts == ["reject"], "sent by itself, and the card is shown")
    expect(page.locator(".looked [data-card]")).to_have_count(2)
    expect(key(page, "misclick")).to_have_count(0)
    until(page, lambda: table.acts == ["reject", "seen"], "and the page goes on")


def test_sc_1_an_ace_that_goes_down_by_itself_waits_until_its_player_has_seen_it(files, make_context):
    """The turn began without a tap by the player, who may be looking away."""

    def ace(deal):
        draft = deal.view("S")["more"]["draft"]
        return draft["player"] == "S" and draft["second"] is not None and draft["told"][-1] == "ace first"

    deals = (Deal("secret_card", f"ace {number}") for number in range(40))
    deal = next(deal for deal in deals if deal.reaches(ace))
    table = HomeTable(deal, misclick=3.0)
    page = table.open(_held(make_context(PHONE)), files.url)
    expect(key(page, "seen")).to_be_visible()
    page.clock.run_for(2500)
    assert not table.sent
    key(page, "seen").click()
    until(page, lambda: table.acts == ["seen"], "by a tap")


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
    card_there = page.locator(f'button[data-card="{card}"]')
    _drag(page, _middle(card_there), _middle(page.locator(".mid")))
    expect(page.locator(".dragged")).to_be_visible()
    assert acts_of(page) == [] and card_there.count() == 1, "the card is in the hand until it is let go"
    page.mouse.up()
    expect(page.locator(f'.trick [data-card="{card}"]')).to_be_visible()
    expect(page.locator(".dragged")).to_have_count(0)
    assert acts_of(page) == [f"p:{card}"]


def test_a_card_that_may_not_be_played_is_not_dragged_and_a_drop_elsewhere_puts_one_back_and_is_no_tap(make_scene):
    page = make_scene("scene=play_s&silent=1")
    for card in ("S6", "DK"):
        _drag(page, _middle(page.locator(f'button[data-card="{card}"]')), _middle(page.locator(".mid")))
        expect(page.locator(".dragged")).to_have_count(0)
        page.mouse.up()
    knave = page.locator('button[data-card="HJ"]')
    place = _middle(knave)
    _drag(page, place, _middle(page.locator(".topbar b")))
    page.mouse.up()
    expect(page.locator(".dragged")).to_have_count(0)
    _drag(page, place, _middle(page.locator(".mid")))
    page.mouse.move(*place, steps=4)
    page.mouse.up()
    expect(page.locator(".dragged")).to_have_count(0)
    assert _middle(knave) == place and acts_of(page) == []
    page.mouse.move(*place)
    page.mouse.down()
    page.mouse.move(place[0] + 5, place[1] + 3)
    page.mouse.up()
    assert acts_of(page) == ["p:HJ"], "a tap with a trembling finger is a tap"


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
