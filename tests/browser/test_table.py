"""The card table: two seats play a board, join by a code, claim, and are told why a card cannot be played."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from games.cards import parse_card
from tests.browser.conftest import PHONE, TABLET
from tests.browser.seats import SeatPage, TableOfTwo
from tests.browser.site import Site


def _notes(seat: SeatPage) -> str:
    note = seat.page.locator(".note")
    expect(note).to_be_visible()
    return note.inner_text()


def _play_until(table: TableOfTwo, wanted: Callable[[SeatPage], bool]) -> SeatPage:
    """Play cards until the page of the player whose turn it is shows the desired state."""
    for _ in range(40):
        seat = table.on_turn()
        assert seat is not None
        expect(seat.playable.first).to_be_visible()
        if wanted(seat):
            return seat
        table.play_one()
    raise AssertionError("No such position in forty cards")


def test_a_card_that_cannot_be_played_says_why(make_table):
    """Tapping a buried card shows its depth; tapping one in hand shows the law. Nothing is sent (SOLO-13, SOLO-14)."""
    table = make_table()
    table.sit()
    table.auction("2H", "P", "P")

    for run in (".dummy.mine", ".opp-dummy"):
        table.south.page.locator(f"{run} .run button.card").nth(2).click(position={"x": 8, "y": 12})
        assert _notes(table.south) == "2 cards from the end"
    assert [act["a"] for act in table.south.acts if act["a"].startswith("p:")] == []

    seat = _play_until(table, lambda seat: seat.page.locator(".held button.card.no").count() > 0)
    before, sent = seat.seen["seq"], len(seat.acts)
    led = seat.seen["view"]["trick"]["cards"][0]["card"][0]
    seat.page.locator(".held button.card.no").first.click()
    suit = {"S": "Spades", "H": "Hearts", "D": "Diamonds", "C": "Clubs"}[led]
    name = {"S": "South", "N": "North"}[seat.player]
    assert _notes(seat) == f"{suit} were led: {name} must follow suit."
    assert len(seat.acts) == sent and seat.seen["seq"] == before
    table.play_one()  # and the table goes on


@pytest.mark.smoke
def test_a_claim_is_refused_then_play_goes_on_then_one_is_accepted(make_table):
    """SOLO-21: the other player is shown the claimant's hand and answers. A refused claim produces no result."""
    table = make_table()
    table.sit()
    table.auction("3N", "P", "P")
    table.play_one()
    south, north = table.south, table.north

    south.key("claim").click()
    south.key("claim-5").click()
    south.key("claim-send").click()
    expect(north.page.locator(".turn.asks")).to_contain_text("claims 5 of 13")
    expect(south.page.locator(".turn")).to_contain_text("You claimed 5 of 13")
    north.key("refuse").click()
    expect(south.page.locator("[data-sheet=result]")).to_have_count(0)
    refusal = re.compile(r"\S+ refused your claim of 5\. Claim again after this trick\.")
    expect(south.page.locator(".turn")).to_have_text(refusal)
    south.page.reload()
    expect(south.page.locator(".turn")).to_have_text(refusal)
    for _ in range(3):
        table.play_one()
    expect(south.page.locator(".turn")).to_contain_text("You can claim again.")

    left = int(south.seen["view"]["claim_max"])
    won = south.seen["view"]["tricks"]["S"]
    south.key("claim").click()
    south.key(f"claim-{left}").click()
    south.key("claim-send").click()
    north.key("accept").click()
    for seat in table.seats.values():
        expect(seat.page.locator("[data-sheet=result]")).to_be_visible()
        result = seat.seen["table"]["result"]
        assert result["tricks"] == (won + left if result["declarer"] == "S" else 13 - won - left)


WORDS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "10"}
SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
OTHER = {"S": "N", "N": "S"}


@pytest.mark.timeout(120)
def test_two_devices_play_the_demo_board_by_the_printed_links(site, make_context):
    """South has a tablet and North a phone. They get ready, bid, play 52 cards, see the same result, and go on. SOLO-9:
    after the auction, neither page contains a card from the other player's own hand.
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


def _agree_and_go_on(table: TableOfTwo):
    """Let one player agree, whose page then waits. Then let the other player agree, which brings up the next board."""
    coming = table.south.seen["table"]["next"]["board"]
    table.south.key("agree").click()
    expect(table.south.page.locator("[data-sheet=result] .waiting")).to_contain_text("Waiting for")
    table.north.key("agree").click()
    for seat in table.seats.values():
        expect(seat.page.locator(".table.auction .board")).to_have_accessible_name(re.compile(f"Board {coming},"))


def _join(page: Page, url: str, code: str, side: str):
    """Type the code as people do, in lower case with a space, and tap the name of the player on this side."""
    page.goto(f"{url}/join/")
    page.get_by_label("Table code").fill(f" {code[:3].lower()} {code[3:].lower()}")
    page.get_by_role("button", name="Find my table").click()
    page.get_by_role("button", name=f"sits {side}").click()


@pytest.mark.smoke
def test_two_phones_join_by_code_and_one_cannot_take_both_sides(site, staged, make_context):
    code = staged["free"]["code"]
    first, second = make_context(PHONE), make_context(PHONE)
    south = SeatPage(first.new_page(), "S")
    _join(south.page, site.url, code, "South")
    expect(south.key("ready")).to_be_visible()

    greedy = first.new_page()
    _join(greedy, site.url, code, "North")
    expect(greedy.locator(".msg")).to_contain_text("One device plays one side")

    stranger = second.new_page()
    _join(stranger, site.url, code, "South")
    expect(stranger.locator(".msg")).to_contain_text("Another device holds that seat")
    expect(south.page.locator(".topbar .called")).to_be_visible()  # the director is called

    north = SeatPage(second.new_page(), "N")
    _join(north.page, site.url, code, "North")
    greedy.close()
    table = TableOfTwo(south, north)
    table.sit()
    table.auction("1D")


@pytest.mark.smoke
def test_nobody_else_on_the_machine_reads_the_database(site):
    """The database and its journal hold hidden cards. The folder already existed and was open to all."""
    files = list(site.data.glob("*.sqlite3*"))
    assert {file.suffix for file in files} >= {".sqlite3"}
    assert [file.name for file in files if file.stat().st_mode & 0o077] == []
