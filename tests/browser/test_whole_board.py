"""The main journey: two strangers open the printed links and play a board to its end."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from games.cards import parse_card
from tests.browser.conftest import PHONE, TABLET
from tests.browser.seats import SeatPage, TableOfTwo
from tests.browser.site import Site

WORDS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "10"}
SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
OTHER = {"S": "N", "N": "S"}


@pytest.mark.timeout(120)
def test_two_devices_play_the_demo_board_by_the_printed_links(site, make_context):
    """South has a tablet and North a phone. They get ready, bid, play 52 cards, see the same result, and go on.

    SOLO-9: after the auction, neither page contains or receives a card from the other player's own hand.
    """
    table = TableOfTwo(
        *(_sit_down(site, make_context, seat, size) for seat, size in (("South", TABLET), ("North", PHONE)))
    )
    table.sit()
    table.auction("1N", "P", "P")
    played = _play_out(table)
    assert len(played) >= 48  # forced cards at the end may play themselves

    for seat in table.seats.values():
        expect(seat.page.locator("[data-sheet=result]")).to_be_visible()
    sentences = [seat.page.locator("[data-sheet=result] .sentence").inner_text() for seat in table.seats.values()]
    scores = [seat.page.locator("[data-sheet=result] .score").inner_text() for seat in table.seats.values()]
    assert sentences[0] == sentences[1] and scores[0] == scores[1]
    result = table.south.seen["table"]["result"]
    assert str(abs(result["ns_score"])) in scores[0]

    _no_frame_told_the_hidden_hand(table)
    _agree_and_go_on(table)
    assert not table.south.errors and not table.north.errors


def _sit_down(site: Site, make_context: Callable[..., BrowserContext], seat: str, size: dict[str, int]) -> SeatPage:
    link = site.printed(rf"Table 1, {seat}\s+(http\S+)").group(1)
    return SeatPage(make_context(size).new_page(), seat[0]).open(link)


def _play_out(table: TableOfTwo) -> list[str]:
    played: list[str] = []
    while done := table.play_one():
        played.append(done[1])
        if len(played) % 4 == 1:
            for seat in table.seats.values():
                _page_hides(seat, table.seats[OTHER[seat.player]])
    return played


def _page_hides(seat: SeatPage, other: SeatPage):
    """Check that no card still held by the other player is on this page as text, label or attribute."""
    view = other.seen["view"]
    if view["phase"] != "play":
        return
    content = seat.page.content()
    for card in view["hands"][other.player]["cards"]:
        assert f'"{card}"' not in content and _words(card) not in content.lower(), f"{seat.player} can read {card}"


def _words(card: str) -> str:
    suit, rank = parse_card(card).text
    return f"{WORDS.get(rank, rank)} of {SUITS[suit]}"


def _no_frame_told_the_hidden_hand(table: TableOfTwo):
    over = table.south.seen["view"]
    in_order = {
        player: [laid["card"] for trick in over["history"] for laid in trick["cards"] if laid["seat"] == player]
        for player in OTHER
    }
    for seat in table.seats.values():
        other = OTHER[seat.player]
        frames = [said for said in seat.received if said["t"] == "view" and (said["view"] or {}).get("phase") == "play"]
        assert len(frames) >= 40
        for said in frames:
            hidden = in_order[other][13 - said["view"]["hands"][other]["count"] :]
            assert not set(hidden) & _strings(said["view"]), f"event {said['seq']} told {seat.player} of {hidden}"
            assert said["view"]["hands"][other]["cards"] is None


def _strings(value) -> set[str]:
    """Return every word in every string and key of a frame."""
    if isinstance(value, str):
        return set(value.replace(":", " ").split())
    if isinstance(value, dict):
        return set().union(*(_strings(part) for pair in value.items() for part in pair))
    if isinstance(value, list):
        return set().union(*map(_strings, value))
    return set()


def _agree_and_go_on(table: TableOfTwo):
    """Let one player agree, whose page then waits. Then let the other player agree, which brings up the next board."""
    now = table.south.seen["table"]
    coming = now["next"]["board"]
    table.south.key("agree").click()
    expect(table.south.page.locator("[data-sheet=result] .waiting")).to_contain_text("Waiting for")
    table.north.key("agree").click()
    for seat in table.seats.values():
        expect(seat.page.locator(".table.auction .board")).to_have_accessible_name(re.compile(f"Board {coming},"))
