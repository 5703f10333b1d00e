"""Space on every screen: the player's own cards and the key to press are visible in every state of every game."""

from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.registry import names
from tests.browser.checks import wait_for_paint
from tests.browser.table_harness import Deal, HomeTable, Json
from tests.long import long

WIDTHS = "320x530 360x560 375x553 390x664 390x844 412x700 430x932 667x325 844x340 744x1020 768x954 810x980 1024x698"
SIZES = [
    *((*map(int, size.split("x")), 100) for size in f"{WIDTHS} 1440x900 590x410".split()),
    *((*map(int, size.split("x")), 200) for size in "360x640 390x844 844x390 768x954 1024x698".split()),
]
"""Width, height, and the root font size in per cent."""
GAMES = names()
PHASES = ["draft", "umbrage", "choose", "inspect", "auction", "secret", "draw", "discard", "play", "over"]
# The taps on a scene of the harness before it is checked.
TAPPED = {
    "auction": [
        "[data-key^=level-]:not([disabled]), .grid35 .key:not([disabled])",
        "[data-key^=strain-]:not([disabled]), .acts .key:not([disabled])",
    ],
    "auction_first": ["[data-key=menu]"],
    "play_s": ["[data-key=claim]"],
    "play_hand": [".hand .card.no"],
    "play_full_mine": [".mine .end.no"],
    "play_n": ["[data-key=claim]", "[data-key=concede]"],
    "theirs": ["[data-key=last]"],
}
LINKS = {"lounge": "/play/", "sheet": "/s/", "again": "/a/", "say": "/p/", "replay": "/r/", "verdicts": ""}
# `look` says in words what is wrong in the picture; `lookAtAll` shows one state after another.
LOOK = "/tests/browser/room_on_screen.js"
FONTS = "/tests/browser/vendor/fonts/fonts.css"
LARGEST = "largest"  # as wide and as high as the widest and the highest of the others


def _turn(deal: Deal) -> Json:
    turn: Json = deal.view("S")["turn"] or {}
    return turn


def _at_home() -> list[Json]:
    """Return every stage of every game under the real rules, with South to act and with South waiting for North, and
    rarer states: late play, play from each hand, buttons beside the cards, and a claim to answer.
    """
    states = []
    for game in GAMES:
        options = {"inspection": "open"} if game == "whist_for_two" else {}
        for phase, player in product(PHASES, "SN"):
            deal = Deal(game, "fits", **options)
            if deal.reaches(partial(_is_in, phase, (player, None))):
                states.append(_state(f"{game}, {phase}, {player}", deal))
        for what, wanted in RARER.items():
            deal = Deal(game, "fits")
            if deal.reaches(lambda deal, wanted=wanted: _is_in("play", ("S",), deal) and wanted(deal)):
                states.append(_state(f"{game}, {what}", deal))
        states += _claimed(game)
    return states


def _is_in(phase: str, players: tuple[str | None, ...], deal: Deal) -> bool:
    return deal.view("S")["phase"] == phase and _turn(deal).get("player") in players


RARER: dict[str, Callable[[Deal], bool]] = {
    "the dummy's card": lambda deal: _turn(deal).get("hand") not in (None, "S"),
    "a choice in the play": lambda deal: len(deal.view("S").get("choices") or []) > 1,
    "the third trick": lambda deal: (deal.view("S")["trick"] or {}).get("number") == 3,
}


def _claimed(game: str) -> list[Json]:
    deal = Deal(game, "fits")
    if len(deal.rules.players) == 1:
        return []
    deal.play_until(lambda deal: bool(deal.view("N")["can"].get("claim")))
    deal.act("N", "claim:2")
    return [_state(f"{game}, a claim to answer", deal)]


def _state(name: str, deal: Deal) -> Json:
    message = HomeTable(deal, title="Secret card, rubber", links=LINKS).message()
    # A player who is to choose several cards has chosen one.
    taps = [".picking .card.yes:not(.on)"] if message["view"]["phase"] in ("choose", "discard", "draw") else []
    own_turn = message["view"]["turn"] and message["view"]["turn"]["player"] == "S"
    return {"name": name, "message": message, "taps": taps if own_turn else []}


def _drawn_in(font: str, page: Page) -> Page:
    expect(page.locator(".table")).to_be_visible()
    page.add_script_tag(url=LOOK)
    page.add_style_tag(url=FONTS)
    page.evaluate("(font) => drawIn(font)", font)
    return page


def _resize(page: Page, width: int, height: int, letters: int) -> str:
    page.set_viewport_size({"width": width, "height": height})
    # base.css sets the root to 1.125 of the device's font size
    page.evaluate(f"document.documentElement.style.fontSize = '{1.125 * letters}%'; dispatchEvent(new Event('resize'))")
    wait_for_paint(page)
    return f"{width} x {height}, letters {letters} %"


at_home = pytest.fixture(scope="module")(_at_home)


def _states(page: Page, at_home: list[Json]) -> list[Json]:
    """Return every state of a club's table, untapped and tapped, and every state at home."""
    scenes: Json = page.evaluate("harness.scenes")
    return [
        {"name": name, "message": {"t": "view", "seq": 31, "table": table, "view": view}, "taps": taps}
        for name, (table, view) in scenes.items()
        for taps in ([], TAPPED.get(name))
        if taps is not None
    ] + at_home


@pytest.mark.parametrize("sizes", [SIZES[first::4] for first in range(4)], ids=lambda sizes: f"{sizes[0][0]} and on")
@pytest.mark.parametrize(
    "font", [LARGEST, *(pytest.param(font, marks=long) for font in ("dejavu", "liberation", "noto", "roboto"))]
)
def test_own_cards_and_keys_lie_in_sight_in_every_state(font, sizes, at_home, make_scene):
    page = _drawn_in(font, make_scene("scene=auction"))
    states = _states(page, at_home)
    faults = []
    for size in sizes:
        screen = _resize(page, *size)
        faults += [f"{screen}: {fault}" for fault in page.evaluate("(states) => lookAtAll(states)", states)]
    fonts = page.evaluate("lookAtFonts()")
    assert fonts["texts"] > 150 and fonts["faults"] == []
    assert faults == [], "\n" + "\n".join(faults)


# What is wrong with the bar of a lost line, with its longest words, on a narrow phone.
BAR = """() => {
  const bar = document.querySelector(".lostbar"), shown = bar.querySelector(".saying"), said = shown.cloneNode(true);
  said.querySelector("b").textContent = "Connecting again... 120 s";
  shown.style.display = "none";
  bar.prepend(said);
  const box = (e) => e.getBoundingClientRect(), all = box(bar), key = box(bar.querySelector(".trynow"));
  const lines = [...said.children].map(box), faults = [];
  if (key.width < 44 || key.height < 44 || key.right > innerWidth) faults.push("the key");
  if (lines.some((at) => at.top < all.top || at.bottom > all.bottom || at.left < 0)) faults.push("a line is cut");
  if (lines.some((at) => at.right > key.left)) faults.push("the key is covered");
  if (lines.some((at) => at.height > 25)) faults.push("a sentence in two lines");
  said.remove();
  shown.style.display = "";
  return faults;
}"""


@pytest.mark.parametrize("scene", ["auction", "play_full_mine", "claimed_full"])
def test_a_lost_line_covers_no_card(scene, make_scene):
    page = _drawn_in(LARGEST, make_scene(f"scene={scene}"))
    page.evaluate("harness.cut()")
    expect(page.locator(".lostbar")).to_be_visible()
    problems = []
    for size in SIZES:
        screen = _resize(page, *size)
        faults = [fault for fault in page.evaluate("look()") if "menu" not in fault and "help" not in fault]
        bar = page.evaluate(BAR) if size[0] <= 390 and size[2] == 100 else []
        problems += [f"{screen}: {fault}" for fault in [*faults, *bar]]
    assert problems == [], "\n" + "\n".join(problems)


def test_on_a_lower_screen_the_keys_are_scrolled_to(make_scene):
    page = _drawn_in(LARGEST, make_scene("scene=auction_long"))
    _resize(page, 320, 454, letters=100)
    faults = page.evaluate("look()")
    assert [fault for fault in faults if "key" not in fault and "confirm" not in fault] == []
    for key in page.locator(".box button").all():
        key.scroll_into_view_if_needed()
        expect(key).to_be_in_viewport(ratio=0.95)


BOXES = """(selector) => [...document.querySelectorAll(selector)].map((each) => {
  const { left, top, right, bottom } = each.getBoundingClientRect(); return { left, top, right, bottom }; })"""


def _size(text: str) -> dict[str, int]:
    wide, high = map(int, text.split("x"))
    return {"width": wide, "height": high}


def _boxes(page: Page, selector: str) -> list[dict[str, float]]:
    return list(page.evaluate(BOXES, selector))


def _apart(box: dict[str, float], other: dict[str, float]) -> bool:
    across = box["right"] <= other["left"] + 1 or other["right"] <= box["left"] + 1
    return across or box["bottom"] <= other["top"] + 1 or other["bottom"] <= box["top"] + 1


@pytest.mark.parametrize(
    "size", ["390x664", "360x640", "390x844", "568x320", "844x390", "768x1024", "1024x768", "1280x600"]
)
def test_the_claimant_sees_both_dummies_and_their_own_hand(size, make_scene):
    page = make_scene("scene=play_full_mine", _size(size))
    page.locator("[data-key=claim]").click()
    (sheet,) = _boxes(page, ".sheet.claim")
    cards = _boxes(page, ".dummy .card") + _boxes(page, ".hand .card")
    assert len(cards) == 39
    assert all(card["top"] >= 0 and _apart(card, sheet) for card in cards)
    for key in _boxes(page, ".sheet.claim button"):
        assert key["bottom"] <= _size(size)["height"] and key["right"] - key["left"] >= 44


@pytest.mark.parametrize("scene", ["play_s", "play_full_mine", "refused"])
def test_an_end_card_keeps_its_top_on_a_phone_held_sideways(scene, make_scene):
    page = make_scene(f"scene={scene}", _size("844x390"))
    expect(page.locator(".run .end.yes")).to_have_count(1)
    (card,) = _boxes(page, ".run .end.yes")
    (rank,), (suit,), (tab,) = (_boxes(page, f".run .end.yes {part}") for part in ("b", ".suit", ".tab"))
    assert rank["top"] >= card["top"] + 2 and suit["bottom"] <= tab["top"] + 1


@pytest.mark.parametrize("size", ["390x664", "390x844", "844x390", "768x1024", "1024x768", "1440x900"])
def test_the_trick_stays_when_a_claim_is_refused(size, make_scene):
    def trick(scene: str) -> list[dict[str, float]]:
        page = make_scene(f"scene={scene}", _size(size))
        page.locator(".trick .card").nth(2).wait_for()
        return _boxes(page, ".trick .card")

    usual, refused = trick("play_s"), trick("refused")
    assert [card["top"] for card in refused] == pytest.approx([card["top"] for card in usual], abs=5)


def test_a_large_screen_is_used(make_scene):
    heights = {}
    for size in ("1440x900", "1920x1080"):
        page = make_scene("scene=play_full_mine", _size(size))
        heights[size] = [box["bottom"] - box["top"] for box in _boxes(page, ".hand .card, .dummy .end:not(.no)")]
        (table,) = _boxes(page, ".table")
    assert table["bottom"] >= 1060 and table["right"] - table["left"] >= 1700
    small, large = heights.values()
    assert all(big > little * 1.12 for little, big in zip(small, large, strict=True))


@pytest.mark.parametrize("size", ["390x664", "1024x768", "1440x900"])
def test_a_long_auction_shows_whole_lines(size, make_scene):
    page = make_scene("scene=auction_long", _size(size))
    (head,), (box,) = _boxes(page, ".callbox thead th:first-child"), _boxes(page, ".callbox")
    rows = _boxes(page, ".callbox tbody tr")
    assert rows[-1]["bottom"] <= box["bottom"] + 1
    assert not _cut(rows, head, box)
    for by in (-17, -29, -47, -1000, 13):  # a player stops anywhere
        page.locator(".callbox").evaluate("(box, by) => box.scrollBy({ top: by, behavior: 'instant' })", by)
        wait_for_paint(page)
        rows = _boxes(page, ".callbox tbody tr")
        assert not _cut(rows, head, box), f"after {by} px"


def _cut(rows: list[dict[str, float]], head: dict[str, float], box: dict[str, float]) -> list[dict[str, float]]:
    """Return the lines that are only partly visible."""
    return [
        row for row in rows for edge in (head["bottom"], box["bottom"]) if row["top"] + 3 < edge < row["bottom"] - 3
    ]


@pytest.mark.parametrize("size", ["320x568", "360x640", "390x664"])
def test_no_own_card_of_the_first_hand_lies_under_a_key(site, make_context, size):
    page: Any = make_context(_size(size)).new_page()
    for step in (1, 2, 8, 11, 20, 21):
        page.goto("about:blank")
        page.goto(f"{site.url}/learn/solo/first-hand/#step-{step}")
        expect(page.locator(".ln-coach")).to_be_visible()
        cards = _boxes(page, ".lesson .hand .card")
        over = _boxes(page, ".ln-coach, .ln-go")
        assert cards and all(_apart(card, each) for card in cards for each in over)
        assert all(card["bottom"] <= _size(size)["height"] for card in cards), f"step {step}"
