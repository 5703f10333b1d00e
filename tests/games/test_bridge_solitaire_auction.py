"""Bridge Solitaire: the deal, the six cards, the call, worked examples and counts (BS-1 to BS-6, BS-12 to BS-17)."""

from fractions import Fraction

import pytest

from games.calls import BIDS
from games.cards import cards_text
from games.variants.bridge_solitaire.bid import no_trump_refusal
from games.variants.bridge_solitaire.count import quick_tricks, shortest_suit, stock_call, winners
from games.variants.bridge_solitaire.state import PACK
from tests.games.bridge_solitaire_positions import (
    BS,
    EXAMPLE_1,
    EXAMPLE_1_CARDS,
    EXAMPLE_2_DOWN,
    EXAMPLE_2_FACE_UP,
    bidding,
    cards,
    last_trick,
    play,
    playing,
    random_setup,
    refused,
    tricks,
)

KEPT = "keep:CA.CK.CT.C8.HQ.H8/SJ"
PASSED = "CA CK CQ CJ CT C8 HQ H8 H7 S9 S4 D3 JR"  # the stock passes
ONE_DIAMOND = "HA HQ HT H3 H2 D3 CK C4 C3 SA S9 S3 JB"  # the stock bids 1D
BALANCED = "SA SK S4 S3 H5 H4 H3 D5 D4 D3 C5 C4 C3"  # 4-3-3-3; the stock bids 4H
START = BS.start(EXAMPLE_1, {})


def calls(state) -> list[str]:
    return [action[2:] for action in BS.legal(state, "S")]


def test_bs_1_seven_lie_face_down_thirteen_face_up_and_34_are_the_stock():
    hands = random_setup(3)["hands"]
    assert [len(hands[name].split()) for name in ("down", "face_up", "stock")] == [7, 13, 34]
    dealt = [card for text in hands.values() for card in text.split()]
    assert len(set(dealt)) == 54 and {"JR", "JB"} <= set(dealt)


def test_bs_2_2a_the_player_chooses_six_of_the_thirteen_and_the_discard_on_top_and_both_are_final():
    view = BS.view(START, "S")
    assert view["turn"] == {"player": "S", "hand": "S", "what": "pick"}
    assert view["pick"]["verb"] == "keep" and view["pick"]["least"] == view["pick"]["most"] == 6
    assert sorted(view["pick"]["cards"]) == sorted(EXAMPLE_1["hands"]["face_up"].split())
    state = play(START, KEPT)
    assert set(state.hand) == set(cards(PASSED))
    assert BS.view(state, "S")["more"]["top"] == "SJ"
    assert BS.view(play(START, "keep:CA.CK.CT.C8.HQ.H8/D9"), "S")["more"]["top"] == "D9"
    assert len(state.discards) == 7
    refused(state, KEPT, "BS-2a", "final")
    refused(play(state, "c:1C"), KEPT, "BS-2a", "final")


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("keep:CA.CK.CT.C8.HQ/SJ", "Choose 6 cards"), ("keep:CA.CK.CT.C8.HQ.H8.H5/SJ", "Choose 6 cards"),
        ("keep:CA.CK.CT.C8.HQ.CQ/SJ", "do not hold"), ("keep:CA.CK.CT.C8.HQ.HQ/SJ", "named twice"),
        ("keep:CA.CK.CT.C8.HQ.H8", "do not hold"), ("keep:CA.CK.CT.C8.HQ.H8/CA", "did not choose"),
    ],
)  # fmt: skip
def test_bs_2_any_other_choice_is_refused(action, words):
    refused(START, action, "BS-2", words)


def test_bs_2_a_joker_face_up_must_be_taken():
    hands = EXAMPLE_1["hands"]
    swapped = {**hands, "down": hands["down"].replace("JR", "SJ"), "face_up": hands["face_up"].replace("SJ", "JR")}
    state = BS.start({**EXAMPLE_1, "hands": swapped}, {})
    assert BS.view(state, "S")["pick"]["forced"] == ["JR"]
    refused(state, "keep:CA.CK.CT.C8.HQ.H8/ST", "BS-2", "the red joker")
    assert BS.view(play(state, "keep:CA.CK.CT.C8.HQ.JR/ST"), "S")["more"]["jokers"] == 1


def test_bs_2_nothing_else_happens_before_the_choice():
    refused(START, "c:1C", "BS-2", "choose the six")
    refused(START, "p:CA", "BS-7", "choose the six")
    refused(START, "concede", "BS-7", "choose the six")
    refused(play(START, KEPT), "p:CA", "BS-7", "make your call")


def test_bs_5_after_the_stocks_pass_the_player_must_bid_and_over_its_bid_he_overcalls_or_passes():
    state = bidding(PASSED)
    assert calls(state) == [bid for bid in BIDS if not bid.endswith("N")]
    refused(state, "c:P", "BS-5", "you must bid")
    assert calls(bidding(ONE_DIAMOND)) == ["P", *(bid for bid in BIDS[2:] if not bid.endswith("N"))]
    assert playing(ONE_DIAMOND, "P").contract.declarer == "N"
    assert playing(ONE_DIAMOND, "1H").contract.declarer == "S"


def test_bs_5a_a_bid_must_be_sufficient_and_one_call_ends_the_auction():
    for call, rule, words in (
        ("1C", "BS-5a", "not enough"), ("1D", "BS-5a", "not enough"), ("X", "BS-6", "cannot double"),
        ("XX", "BS-6", "cannot double"),
    ):  # fmt: skip
        refused(bidding(ONE_DIAMOND), f"c:{call}", rule, words)
    assert "4N" in calls(bidding(BALANCED)) and "3N" not in calls(bidding(BALANCED))
    state = playing(ONE_DIAMOND, "P")
    assert state.phase == "play" and state.contract.text == "1DX"
    refused(state, "c:1H", "BS-5a", "auction has ended")


@pytest.mark.parametrize(
    ("hand", "shape"),
    [
        (BALANCED, ""), ("SA SK S4 H6 H5 H4 D5 D4 D3 C5 C4 C3 JR", ""), ("SA SK S4 H5 H4 H3 D5 D4 D3 C5 C4 JB JR", ""),
        ("SA SK S4 S3 H5 H4 H3 H2 D4 D3 C5 C4 C3", "4-4-3-2"),
        ("SA SK S4 S3 H5 H4 H3 D5 D4 D3 C5 C4 JR", "4-3-3-2 with a joker"),
        ("SA SK S4 S3 H5 H4 H3 D4 D3 C5 C4 JB JR", "4-3-2-2 with two jokers"),
        ("SA SK SQ SJ ST S9 S8 S7 S6 S5 S4 S3 S2", "13-0-0-0"),
    ],
)  # fmt: skip
def test_bs_5_5b_no_trump_is_for_the_flattest_hands_and_greyed_with_the_shape_of_others(hand, shape):
    state = bidding(hand)
    reason = BS.view(state, "S")["more"]["no_trump"]
    assert reason == (no_trump_refusal(cards(hand)) if shape else "")
    if not shape:
        assert play(state, "c:7N").contract.strain == "N"
        return
    assert reason.endswith(f"yours is {shape}")
    assert not [call for call in calls(state) if call.endswith("N")]
    refused(state, "c:7N", "BS-5", shape)


@pytest.mark.parametrize(
    ("hand", "call", "contract"),
    [
        (BALANCED, "P", "4H by N"), (BALANCED, "4S", "4S by S"), (ONE_DIAMOND, "P", "1DX by N"),
        (ONE_DIAMOND, "2C", "2CX by S"), ("HA HQ HT H3 H2 D3 CK C4 C3 SA S9 JR JB", "P", "1DXX by N"),
        ("HA HQ HT H3 H2 D3 CK C4 C3 SA S9 JR JB", "3S", "3SXX by S"),
    ],
)  # fmt: skip
def test_bs_6_one_joker_doubles_and_both_redouble_whoever_declares(hand, call, contract):
    state = playing(hand, call)
    assert f"{state.contract.text} by {state.contract.declarer}" == contract


def of_suit(ranks: str) -> tuple:
    return cards(" ".join(f"D{'T' if rank == '10' else rank}" for rank in ranks.split("-"))) if ranks else ()


@pytest.mark.parametrize(
    ("ranks", "tricks"),
    [
        ("A-Q-10-9", 2), ("A-Q-10-3-2", 3), ("K-4-3", 1), ("A-9-3", 1), ("A-K-Q-J-10-8", 5), ("Q-8-7", 1),  # printed
        ("J-10-7-2", 1), ("Q-8-5-4", 1), ("K-4-2", 1), ("A-10-3-2", 1), ("10-5-4", 0), ("7-6-2", 0),
        ("9-4", 0), ("3", 0), ("", 0),
        ("A-K-Q-J-10-9-8-7-6-5-4-3-2", 13), ("K-Q-J-10-9-8-7-6-5-4-3-2", 11),  # the two falls under the ace
    ],
)  # fmt: skip
def test_bs_4_4b_winning_tricks(ranks, tricks):
    assert winners(of_suit(ranks)) == tricks


@pytest.mark.parametrize(
    ("ranks", "tricks"),
    [
        ("A-K", "2"), ("A-K-Q", "2"), ("A-Q", "3/2"), ("A-Q-J", "3/2"), ("A-3", "1"), ("A", "1"),
        ("K-Q", "1"), ("K-Q-2", "1"), ("K-2", "1/2"), ("K", "0"), ("Q-J-10", "0"), ("", "0"),
    ],
)  # fmt: skip
def test_bs_4a_quick_tricks_are_the_best_single_entry(ranks, tricks):
    assert quick_tricks(of_suit(ranks)) == Fraction(tricks)


@pytest.mark.parametrize(
    ("hand", "by", "call"),
    [
        (PASSED, "winners", "P"),
        (ONE_DIAMOND, "winners", "1D"),
        ("SA SK SQ SJ ST S9 S8 HA HK HQ HJ D2 C2", "winners", "P"),  # eleven tricks
        ("S8 S4 S3 H8 H4 H3 D8 D4 D3 C8 C4 C3 C2", "winners", "6S"),
        (PASSED, "quick", "4D"),
        (ONE_DIAMOND, "quick", "3D"),
        ("SA SQ S5 S4 H5 H4 H3 D5 D4 D3 C5 C4 C3", "quick", "4H"),  # four and a half is rounded down
        ("SA SK S4 HA HK H4 DA D4 D3 CK C4 C3 C2", "quick", "P"),  # a half is under one
    ],
)
def test_bs_3_3a_4a_the_stock_bids_six_less_the_tricks_and_passes_at_zero_or_less(hand, by, call):
    assert stock_call(cards(hand), by) == call


@pytest.mark.parametrize(
    ("hand", "suit"),
    [
        ("S5 S4 S3 H5 H4 H3 D5 D4 D3 C5 C4 C3 C2", "S"),
        ("S5 S4 S3 S2 H5 H4 H3 D5 D4 D3 C5 C4 C3", "H"),
        ("S5 S4 S3 S2 H5 H4 H3 H2 D5 D4 C5 C4 C3", "D"),
        ("S5 H5 H4 H3 H2 D5 D4 D3 D2 C5 C4 JR JB", "S"),  # jokers are in no suit
        ("S5 H5 H4 H3 H2 D6 D5 D4 D3 D2 H7 JR JB", "C"),  # a void
    ],
)
def test_bs_3_of_equally_short_suits_it_bids_the_highest_ranking(hand, suit):
    assert shortest_suit(cards(hand)) == suit


def test_bs_3a_the_levels_are_one_to_six_and_it_never_bids_no_trump():
    for number in range(1, 80):
        state = BS.start(BS.deal("bids", {"board": number, "dealer": "", "vul": "None"}, {}), {})
        pick = BS.pick(state, "S")
        call = BS.apply(state, "S", pick.random(lambda of: of[0])).auction.calls
        assert len(call) == 1 and (call[0] == "P" or (call[0][0] in "123456" and call[0][1] in "SHDC"))


def test_bs_3a_the_stock_bids_as_soon_as_the_six_are_chosen_and_bs_4a_the_count_is_shown_by_suit():
    view = BS.view(bidding(ONE_DIAMOND), "S")
    assert view["auction"] == [{"by": "N", "call": "1D"}] and view["more"]["stock_bid"] == "1D"
    assert view["turn"] == {"player": "S", "hand": None, "what": "call"}
    assert view["more"]["count"] == {"S": 1, "H": 3, "D": 0, "C": 1, "total": 5, "by": "winners"}
    by_quick = BS.view(bidding(ONE_DIAMOND, count="quick"), "S")["more"]["count"]
    assert by_quick == {"S": 1, "H": "1.5", "D": 0, "C": "0.5", "total": 3, "by": "quick"}


HAND_2 = {"HA", "HQ", "HT", "H3", "H2", "D3", "CK", "C4", "C3", "SA", "S9", "S3", "JB"}
# Trick: leader, the player's card, the cards turned over, the stock's card, winner, score. None if the text
# leaves it open.
STORY_1 = [
    ("N", "C8", [], "C3", "S", (1, 0)), ("S", "CA", ["D7", "D5", "HA"], "C9", "S", (2, 0)),
    ("S", "CK", None, "C7", "S", (3, 0)), ("S", "CQ", None, "C6", "S", (4, 0)), ("S", "CJ", None, "C2", "S", (5, 0)),
    ("S", "HQ", ["DT"], "C4", "N", (5, 1)), ("N", "S4", [], "SK", "N", (5, 2)), ("N", "D3", [], "D4", "N", (5, 3)),
    ("N", "JR", [], "DQ", "N", (5, 4)), ("N", "H7", [], "H2", "S", (6, 4)), ("S", "S9", None, "JB", "N", (6, 5)),
    ("N", "CT", [], "D6", "S", (7, 5)), ("S", "H8", None, "C5", "N", (7, 6)),
]  # fmt: skip


def test_bs_16_example_1_card_by_card_is_just_made_with_five_honours():
    state = play(BS.start(EXAMPLE_1, {}), KEPT)
    view = BS.view(state, "S")
    assert view["more"]["count"] == {"S": 0, "H": 1, "D": 0, "C": 5, "total": 6, "by": "winners"}
    assert view["more"]["stock_bid"] == "P" and view["more"]["top"] == "SJ"
    state = play(state, "c:1C")
    assert state.contract.text == "1CX"
    assert [row[1] for row in STORY_1] == EXAMPLE_1_CARDS
    for leader, own, over, answer, by, score in STORY_1:
        state = play(state, f"p:{own}")
        led, played, turned, winner = last_trick(state)
        assert (led, winner, tricks(state)) == (leader, by, score)
        assert played == ([own, answer] if leader == "S" else [answer, own])
        assert over is None or turned == over
    outcome = BS.outcome(state)
    assert outcome == {
        "contract": "1CX", "declarer": "S", "tricks": 7, "lead": "C3", "claimed": False,
        "honours": {"S": 150}, "jokers": 1,
    }  # fmt: skip
    assert BS.result_text(outcome) == "1CX by South, made 7 tricks"
    assert BS.view(state, "S")["more"]["stock"] == 13


def second(top: str):
    """Return example 2 after the six cards are chosen. The stock begins as described, and 2H is used where the text
    leaves the card open.
    """
    stock = cards("HJ DQ JR")
    dealt = (*cards(EXAMPLE_2_DOWN), *cards(EXAMPLE_2_FACE_UP), *stock)
    rest = [card for card in PACK if card not in dealt]
    hands = {"down": EXAMPLE_2_DOWN, "face_up": EXAMPLE_2_FACE_UP, "stock": cards_text((*stock, *rest))}
    setup = {"board": 2, "dealer": "", "vul": "None", "hands": hands}
    return play(BS.start(setup, {}), f"keep:HA.HT.H3.H2.CK.C4/{top}")


def test_bs_17_example_2_as_far_as_it_goes():
    for top in ("ST", "C2", "D6"):
        view = BS.view(second(top), "S")
        assert set(view["hands"]["S"]["cards"]) == HAND_2
        assert view["more"]["count"] == {"S": 1, "H": 3, "D": 0, "C": 1, "total": 5, "by": "winners"}
        assert view["more"]["stock_bid"] == "1D"
    state = play(second("ST"), "c:1H")
    assert state.contract.text == "1HX"
    state = play(state, "p:HQ")
    assert last_trick(state) == ("N", ["HJ", "HQ"], [], "S")
    state = play(state, "p:HA")
    assert last_trick(state) == ("S", ["HA", "JR"], ["DQ"], "N")
    assert tricks(state) == (1, 1)
