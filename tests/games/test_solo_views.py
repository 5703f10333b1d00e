"""Who sees what: SOLO-22d, SOLO-29, SOLO-30 and SOLO-31 (the director)."""

from games.cards import parse_cards
from games.variants.solo.hints import hint
from games.variants.solo.state import SoloState
from tests.games.solo_positions import SOLO, called, play, position, started

HANDS = {
    "N": "H2 C2 S2 D2 D7 D8", "E": "HA C3 S3 D3 D4 C9", "S": "HK CA SA DA DK D9", "W": "H5 C5 S5 D5 D6 CJ",
}  # fmt: skip


def two_tricks(**options: str) -> SoloState:
    """Return a state of a play that began with six cards in each hand, after two complete tricks and one more card."""
    state = position(leader="N", **HANDS, **options)
    return play(state, "p:H2", "p:HA", "p:HK", "p:H5", "p:C3", "p:CA", "p:C5", "p:C2", "p:DA")


def finished() -> SoloState:
    state = called("1S P P")
    while SOLO.turn(state):
        state = play(state, SOLO.view(state, str(SOLO.turn(state)))["legal"][-1])
    return state


def test_solo_29_points_lengths_and_depth_of_a_dummy():
    hand = parse_cards("SA SK SQ SJ S2 HA H3 D4 D5 D6 CA C2 C3")
    dummy = parse_cards("HK S9 S8 DQ S7 S6 D2 D3 D7 HQ H4 H5 CJ")
    assert hint(hand, dummy) == {
        "hand": 18,
        "dummy": 8,
        "both": 26,
        "suits": {"S": [5, 4], "H": [2, 4], "D": [3, 4], "C": [3, 1]},
        "depth": {"HK": 0, "DQ": 3, "HQ": 3, "CJ": 0},
    }


def test_solo_29_everybody_sees_both_counts_in_the_auction():
    south, north = (SOLO.view(started(), viewer)["hints"] for viewer in "SN")
    assert south == north
    assert south["S"]["both"] + south["N"]["both"] == 40


def test_solo_29_option_hints_off():
    assert SOLO.view(started(hints="off"), "S")["hints"] is None
    assert SOLO.view(two_tricks(hints="off"), "S")["hints"] is None


def test_solo_29a_in_play_the_opponents_hand_is_not_counted():
    hints = SOLO.view(two_tricks(), "S")["hints"]
    assert (hints["S"]["hand"], hints["S"]["dummy"], hints["S"]["both"]) == (7, 0, 7)
    assert hints["N"]["hand"] is None
    assert hints["N"]["both"] is None
    assert hints["N"]["dummy"] == 1
    assert hints["N"]["suits"] == {"S": [None, 1], "H": [None, 0], "D": [None, 2], "C": [None, 1]}
    assert SOLO.view(play(two_tricks(), "S claim:1"), "N")["hints"]["S"]["hand"] is None
    assert SOLO.view(two_tricks(), "D")["hints"]["N"]["both"] is not None, "SOLO-31: the director sees everything"


def test_solo_30_over_everything_is_open_as_dealt():
    state = finished()
    view = SOLO.view(state, "N")
    assert {seat: len(cards) for seat, cards in view["dealt"].items()} == {"N": 13, "E": 13, "S": 13, "W": 13}
    assert view["dealt"]["E"] == [card.text for card in state.table.deal.east]
    assert len(view["history"]) == 13
    assert view["hints"]["S"]["both"] + view["hints"]["N"]["both"] == 40


def test_solo_30_the_contract_as_it_is_sent():
    facts = {"text": "3N", "level": 3, "strain": "N", "doubled": "", "declarer": "S", "needs": 9}
    assert SOLO.view(two_tricks(), "N")["contract"] == facts
