"""The deal, choosing the six cards, and the player's call: BS-1, BS-2, BS-2a, BS-5, BS-5a, BS-5b, BS-6, BS-13c."""

import pytest

from games.calls import BIDS
from games.errors import BadSetup
from games.variants.bridge_solitaire.bid import no_trump_refusal
from tests.games.bridge_solitaire_positions import BS, EXAMPLE_1, bidding, cards, play, playing, random_setup, refused

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


def test_bs_2_the_player_chooses_six_of_the_thirteen_before_he_sees_the_seven():
    view = BS.view(START, "S")
    assert view["turn"] == {"player": "S", "hand": "S", "what": "pick"}
    assert view["pick"]["verb"] == "keep" and view["pick"]["least"] == view["pick"]["most"] == 6
    assert sorted(view["pick"]["cards"]) == sorted(EXAMPLE_1["hands"]["face_up"].split())
    state = play(START, KEPT)
    assert set(state.hand) == set(cards(PASSED))


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("keep:CA.CK.CT.C8.HQ/SJ", "Choose 6 cards"),
        ("keep:CA.CK.CT.C8.HQ.H8.H5/SJ", "Choose 6 cards"),
        ("keep:CA.CK.CT.C8.HQ.CQ/SJ", "do not hold"),
        ("keep:CA.CK.CT.C8.HQ.HQ/SJ", "named twice"),
        ("keep:CA.CK.CT.C8.HQ.H8", "do not hold"),
        ("keep:CA.CK.CT.C8.HQ.H8/CA", "did not choose"),
    ],
)
def test_bs_2_any_other_choice_is_refused(action, words):
    refused(START, action, "BS-2", words)


def test_bs_2_a_joker_face_up_must_be_taken():
    hands = EXAMPLE_1["hands"]
    swapped = {**hands, "down": hands["down"].replace("JR", "SJ"), "face_up": hands["face_up"].replace("SJ", "JR")}
    state = BS.start({**EXAMPLE_1, "hands": swapped}, {})
    assert BS.view(state, "S")["pick"]["forced"] == ["JR"]
    refused(state, "keep:CA.CK.CT.C8.HQ.H8/ST", "BS-2", "the red joker")
    assert BS.view(play(state, "keep:CA.CK.CT.C8.HQ.JR/ST"), "S")["more"]["jokers"] == 1


def test_bs_2a_he_names_the_discard_on_top_and_both_are_final():
    state = play(START, KEPT)
    assert BS.view(state, "S")["more"]["top"] == "SJ"
    assert BS.view(play(START, "keep:CA.CK.CT.C8.HQ.H8/D9"), "S")["more"]["top"] == "D9"
    assert len(state.discards) == 7
    refused(state, KEPT, "BS-2a", "final")
    refused(play(state, "c:1C"), KEPT, "BS-2a", "final")


def test_bs_2_nothing_else_happens_before_the_choice():
    refused(START, "c:1C", "BS-2", "choose the six")
    refused(START, "p:CA", "BS-7", "choose the six")
    refused(START, "concede", "BS-7", "choose the six")
    refused(play(START, KEPT), "p:CA", "BS-7", "make your call")


def test_bs_5_after_the_stocks_pass_the_player_must_bid():
    state = bidding(PASSED)
    assert calls(state) == [bid for bid in BIDS if not bid.endswith("N")]
    refused(state, "c:P", "BS-5", "you must bid")


def test_bs_5_over_the_stocks_bid_he_overcalls_or_passes():
    assert calls(bidding(ONE_DIAMOND)) == ["P", *(bid for bid in BIDS[2:] if not bid.endswith("N"))]
    assert playing(ONE_DIAMOND, "P").contract.declarer == "N"
    assert playing(ONE_DIAMOND, "1H").contract.declarer == "S"


def test_bs_5a_a_bid_must_be_sufficient():
    refused(bidding(ONE_DIAMOND), "c:1C", "BS-5a", "not enough")
    refused(bidding(ONE_DIAMOND), "c:1D", "BS-5a", "not enough")
    assert "4N" in calls(bidding(BALANCED)) and "3N" not in calls(bidding(BALANCED))


def test_bs_5a_one_call_ends_the_auction_and_nobody_passes_a_deal_out():
    state = playing(ONE_DIAMOND, "P")
    assert state.phase == "play" and state.contract.text == "1DX"
    refused(state, "c:1H", "BS-5a", "auction has ended")


def test_bs_5a_he_cannot_double():
    refused(bidding(ONE_DIAMOND), "c:X", "BS-6", "cannot double")
    refused(bidding(ONE_DIAMOND), "c:XX", "BS-6", "cannot double")


@pytest.mark.parametrize(
    "hand",
    [
        BALANCED,
        "SA SK S4 H6 H5 H4 D5 D4 D3 C5 C4 C3 JR",
        "SA SK S4 H5 H4 H3 D5 D4 D3 C5 C4 JB JR",
    ],
)
def test_bs_5_no_trump_is_for_the_flattest_hands(hand):
    state = bidding(hand)
    assert BS.view(state, "S")["more"]["no_trump"] == ""
    assert play(state, "c:7N").contract.strain == "N"


@pytest.mark.parametrize(
    ("hand", "shape"),
    [
        ("SA SK S4 S3 H5 H4 H3 H2 D4 D3 C5 C4 C3", "4-4-3-2"),
        ("SA SK S4 S3 H5 H4 H3 D5 D4 D3 C5 C4 JR", "4-3-3-2 with a joker"),
        ("SA SK S4 S3 H5 H4 H3 D4 D3 C5 C4 JB JR", "4-3-2-2 with two jokers"),
        ("SA SK SQ SJ ST S9 S8 S7 S6 S5 S4 S3 S2", "13-0-0-0"),
    ],
)
def test_bs_5b_no_trump_is_greyed_with_the_shape_of_the_thirteen_held(hand, shape):
    state = bidding(hand)
    reason = BS.view(state, "S")["more"]["no_trump"]
    assert reason == no_trump_refusal(cards(hand)) and reason.endswith(f"yours is {shape}")
    assert not [call for call in calls(state) if call.endswith("N")]
    refused(state, "c:7N", "BS-5", shape)


@pytest.mark.parametrize(
    ("hand", "call", "contract"),
    [
        (BALANCED, "P", "4H by N"),
        (BALANCED, "4S", "4S by S"),
        (ONE_DIAMOND, "P", "1DX by N"),
        (ONE_DIAMOND, "2C", "2CX by S"),
        ("HA HQ HT H3 H2 D3 CK C4 C3 SA S9 JR JB", "P", "1DXX by N"),
        ("HA HQ HT H3 H2 D3 CK C4 C3 SA S9 JR JB", "3S", "3SXX by S"),
    ],
)
def test_bs_6_one_joker_doubles_and_both_redouble_whoever_declares(hand, call, contract):
    state = playing(hand, call)
    assert f"{state.contract.text} by {state.contract.declarer}" == contract


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"board": 0}, "board"),
        ({"board": True}, "board"),
        ({"dealer": "S"}, "dealer"),
        ({"vul": "both"}, "vul"),
        ({"hands": {}}, "hands"),
        ({"hands": {**EXAMPLE_1["hands"], "down": "CQ CJ H7 S9 S4 D3 JK"}}, "hands"),
        ({"hands": {**EXAMPLE_1["hands"], "down": "CQ CJ H7 S9 S4 D3"}}, "hands.down"),
        ({"hands": {**EXAMPLE_1["hands"], "down": "CQ CJ H7 S9 S4 D3 C3"}}, "hands"),
        ({"hands": {**EXAMPLE_1["hands"], "down": 7}}, "hands.down"),
        ({"hands": {**EXAMPLE_1["hands"], "stock": "X1"}}, "hands.stock"),
    ],
)
def test_bs_1_a_wrong_setup_is_refused_by_the_name_of_its_field(changes, field):
    with pytest.raises(BadSetup, match=f"{field}:"):
        BS.start({**EXAMPLE_1, **changes}, {})
