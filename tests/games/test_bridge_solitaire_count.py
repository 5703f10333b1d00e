"""Counting a hand's tricks, and the stock's bid: BS-3, BS-3a, BS-4, BS-4a, BS-4b."""

from fractions import Fraction

import pytest

from games.variants.bridge_solitaire.count import count, quick_tricks, shortest_suit, stock_call, winners
from tests.games.bridge_solitaire_positions import BS, bidding, cards

SIX_WINNERS = "CA CK CQ CJ CT C8 HQ H8 H7 S9 S4 D3 JR"
FIVE_WINNERS = "HA HQ HT H3 H2 D3 CK C4 C3 SA S9 S3 JB"


def of_suit(ranks: str) -> tuple:
    return cards(" ".join(f"D{'T' if rank == '10' else rank}" for rank in ranks.split("-"))) if ranks else ()


@pytest.mark.parametrize(
    ("ranks", "tricks"),
    [("A-Q-10-9", 2), ("A-Q-10-3-2", 3), ("K-4-3", 1), ("A-9-3", 1), ("A-K-Q-J-10-8", 5), ("Q-8-7", 1)],
)
def test_bs_4_winning_tricks_of_the_printed_examples(ranks, tricks):
    assert winners(of_suit(ranks)) == tricks


@pytest.mark.parametrize(
    ("ranks", "tricks"),
    [
        ("J-10-7-2", 1), ("Q-8-5-4", 1), ("K-4-2", 1), ("A-10-3-2", 1), ("10-5-4", 0), ("7-6-2", 0),
        ("9-4", 0), ("3", 0), ("", 0),
    ],
)  # fmt: skip
def test_bs_4b_winning_tricks_of_more_holdings(ranks, tricks):
    assert winners(of_suit(ranks)) == tricks


def test_bs_4_a_suit_without_cards_outside_wins_all_its_tricks():
    assert winners(of_suit("A-K-Q-J-10-9-8-7-6-5-4-3-2")) == 13
    assert winners(of_suit("K-Q-J-10-9-8-7-6-5-4-3-2")) == 11, "the two falls under the ace"


@pytest.mark.parametrize(
    ("ranks", "tricks"),
    [
        ("A-K", "2"), ("A-K-Q", "2"), ("A-Q", "3/2"), ("A-Q-J", "3/2"), ("A-3", "1"), ("A", "1"),
        ("K-Q", "1"), ("K-Q-2", "1"), ("K-2", "1/2"), ("K", "0"), ("Q-J-10", "0"), ("", "0"),
    ],
)  # fmt: skip
def test_bs_4a_quick_tricks_are_the_best_single_entry(ranks, tricks):
    assert quick_tricks(of_suit(ranks)) == Fraction(tricks)


def test_bs_3_the_stock_bids_six_less_the_tricks_and_passes_at_zero_or_less():
    assert stock_call(cards(SIX_WINNERS), "winners") == "P"
    assert stock_call(cards(FIVE_WINNERS), "winners") == "1D"
    assert stock_call(cards("SA SK SQ SJ ST S9 S8 HA HK HQ HJ D2 C2"), "winners") == "P", "eleven tricks"


def test_bs_4a_by_quick_tricks_the_stock_bids_higher():
    assert stock_call(cards(SIX_WINNERS), "quick") == "4D"
    assert stock_call(cards(FIVE_WINNERS), "quick") == "3D"


def test_bs_4a_a_fractional_level_is_rounded_down_and_under_one_it_is_a_pass():
    one_and_a_half = cards("SA SQ S5 S4 H5 H4 H3 D5 D4 D3 C5 C4 C3")
    assert stock_call(one_and_a_half, "quick") == "4H", "four and a half"
    five_and_a_half = cards("SA SK S4 HA HK H4 DA D4 D3 CK C4 C3 C2")
    assert sum(count(five_and_a_half, "quick").values()) == Fraction(11, 2)
    assert stock_call(five_and_a_half, "quick") == "P"


def test_bs_3_of_equally_short_suits_it_bids_the_highest_ranking():
    assert shortest_suit(cards("S5 S4 S3 H5 H4 H3 D5 D4 D3 C5 C4 C3 C2")) == "S"
    assert shortest_suit(cards("S5 S4 S3 S2 H5 H4 H3 D5 D4 D3 C5 C4 C3")) == "H"
    assert shortest_suit(cards("S5 S4 S3 S2 H5 H4 H3 H2 D5 D4 C5 C4 C3")) == "D"


def test_bs_3_jokers_are_in_no_suit_and_a_void_is_the_shortest():
    assert shortest_suit(cards("S5 H5 H4 H3 H2 D5 D4 D3 D2 C5 C4 JR JB")) == "S"
    assert shortest_suit(cards("S5 H5 H4 H3 H2 D6 D5 D4 D3 D2 H7 JR JB")) == "C"


def test_bs_3a_the_levels_are_one_to_six_and_it_never_bids_no_trump():
    assert stock_call(cards("S8 S4 S3 H8 H4 H3 D8 D4 D3 C8 C4 C3 C2"), "winners") == "6S"
    for number in range(1, 80):
        state = BS.start(BS.deal("bids", {"board": number, "dealer": "", "vul": "None"}, {}), {})
        pick = BS.pick(state, "S")
        call = BS.apply(state, "S", pick.random(lambda of: of[0])).auction.calls
        assert len(call) == 1 and (call[0] == "P" or (call[0][0] in "123456" and call[0][1] in "SHDC"))


def test_bs_3a_the_stock_bids_as_soon_as_the_six_are_chosen():
    view = BS.view(bidding(FIVE_WINNERS), "S")
    assert view["auction"] == [{"by": "N", "call": "1D"}] and view["more"]["stock_bid"] == "1D"
    assert view["turn"] == {"player": "S", "hand": None, "what": "call"}


def test_bs_4a_the_screen_shows_the_count_by_suit():
    by_winners = BS.view(bidding(FIVE_WINNERS), "S")["more"]["count"]
    assert by_winners == {"S": 1, "H": 3, "D": 0, "C": 1, "total": 5, "by": "winners"}
    by_quick = BS.view(bidding(FIVE_WINNERS, count="quick"), "S")["more"]["count"]
    assert by_quick == {"S": 1, "H": "1.5", "D": 0, "C": "0.5", "total": 3, "by": "quick"}
