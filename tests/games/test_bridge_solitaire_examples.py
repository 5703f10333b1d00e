"""Both printed examples, card by card, as far as the text describes them: BS-16, BS-17."""

import pytest

from games.cards import cards_text
from games.variants.bridge_solitaire.state import PACK
from tests.games.bridge_solitaire_positions import (
    BS,
    EXAMPLE_1,
    EXAMPLE_1_CARDS,
    EXAMPLE_2_DOWN,
    EXAMPLE_2_FACE_UP,
    cards,
    last_trick,
    play,
    tricks,
)

KEPT = "keep:CA.CK.CT.C8.HQ.H8/SJ"
HAND_2 = {"HA", "HQ", "HT", "H3", "H2", "D3", "CK", "C4", "C3", "SA", "S9", "S3", "JB"}
HAND_1 = "CA CK CQ CJ CT C8 HQ H8 H7 S9 S4 D3 JR"
# Trick: leader, the player's card, the cards turned over, the stock's card, winner, score. None if the text
# leaves it open.
STORY_1 = [
    ("N", "C8", [], "C3", "S", (1, 0)),
    ("S", "CA", ["D7", "D5", "HA"], "C9", "S", (2, 0)),
    ("S", "CK", None, "C7", "S", (3, 0)),
    ("S", "CQ", None, "C6", "S", (4, 0)),
    ("S", "CJ", None, "C2", "S", (5, 0)),
    ("S", "HQ", ["DT"], "C4", "N", (5, 1)),
    ("N", "S4", [], "SK", "N", (5, 2)),
    ("N", "D3", [], "D4", "N", (5, 3)),
    ("N", "JR", [], "DQ", "N", (5, 4)),
    ("N", "H7", [], "H2", "S", (6, 4)),
    ("S", "S9", None, "JB", "N", (6, 5)),
    ("N", "CT", [], "D6", "S", (7, 5)),
    ("S", "H8", None, "C5", "N", (7, 6)),
]


def test_bs_16_the_six_kept_and_the_seven_make_the_hand_and_the_stock_passes():
    state = play(BS.start(EXAMPLE_1, {}), KEPT)
    view = BS.view(state, "S")
    assert set(view["hands"]["S"]["cards"]) == set(HAND_1.split())
    assert view["more"]["count"] == {"S": 0, "H": 1, "D": 0, "C": 5, "total": 6, "by": "winners"}
    assert view["more"]["stock_bid"] == "P" and view["more"]["top"] == "SJ"


def test_bs_16_example_1_card_by_card():
    state = play(BS.start(EXAMPLE_1, {}), KEPT, "c:1C")
    assert state.contract.text == "1CX"
    assert [row[1] for row in STORY_1] == EXAMPLE_1_CARDS
    for leader, own, over, answer, by, score in STORY_1:
        state = play(state, f"p:{own}")
        led, played, turned, winner = last_trick(state)
        assert (led, winner, tricks(state)) == (leader, by, score)
        assert played == ([own, answer] if leader == "S" else [answer, own])
        assert over is None or turned == over


def test_bs_16_example_1_is_just_made_with_five_honours():
    state = play(BS.start(EXAMPLE_1, {}), KEPT, "c:1C", *(f"p:{card}" for card in EXAMPLE_1_CARDS))
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


@pytest.mark.parametrize("top", ["ST", "C2", "D6"])
def test_bs_17_the_hand_counts_five_and_the_stock_bids_1d(top):
    view = BS.view(second(top), "S")
    assert set(view["hands"]["S"]["cards"]) == HAND_2
    assert view["more"]["count"] == {"S": 1, "H": 3, "D": 0, "C": 1, "total": 5, "by": "winners"}
    assert view["more"]["stock_bid"] == "1D"


def test_bs_17_example_2_as_far_as_it_is_told():
    state = play(second("ST"), "c:1H")
    assert state.contract.text == "1HX"
    state = play(state, "p:HQ")
    assert last_trick(state) == ("N", ["HJ", "HQ"], [], "S")
    state = play(state, "p:HA")
    assert last_trick(state) == ("S", ["HA", "JR"], ["DQ"], "N")
    assert tricks(state) == (1, 1)
