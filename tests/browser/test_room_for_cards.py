"""Nothing covers the cards a player needs, and no card or line is cut off, at sizes where that once happened."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.checks import wait_for_paint

BOXES = """(selector) => [...document.querySelectorAll(selector)].map((each) => {
  const { left, top, right, bottom } = each.getBoundingClientRect(); return { left, top, right, bottom }; })"""


def _size(text: str) -> dict[str, int]:
    wide, high = map(int, text.split("x"))
    return {"width": wide, "height": high}


def _boxes(page: Page, selector: str) -> list[dict[str, float]]:
    return list(page.evaluate(BOXES, selector))


def _apart(one: dict[str, float], other: dict[str, float]) -> bool:
    across = one["right"] <= other["left"] + 1 or other["right"] <= one["left"] + 1
    return across or one["bottom"] <= other["top"] + 1 or other["bottom"] <= one["top"] + 1


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
    usual, refused = (
        _boxes(make_scene(f"scene={scene}", _size(size)), ".trick .card") for scene in ("play_s", "refused")
    )
    assert len(usual) == 3
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
