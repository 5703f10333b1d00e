"""The robot for Umbrage: it plays better than chance."""

import pytest

from games.cards import CARD_BY_TEXT, hcp, parse_cards
from games.robots import choose
from games.variants.umbrage.robot.bidding import tricks
from tests.games.random_plays import first
from tests.games.umbrage_positions import UMBRAGE, called, play, position, seen, setup


def test_umbrage_a_robot_is_dissatisfied_with_a_poor_hand_alone():
    poor = "S2 S3 S4 H2 H3 H4 H5 D2 D3 D4 C2 C3 C4"
    good = "SA SK SQ SJ ST HA HK H5 D2 D3 D4 C2 C3"
    for hand, action in ((poor, "umbrage:take"), (good, "umbrage:stay")):
        others = [card.text for card in CARD_BY_TEXT.values() if card not in parse_cards(hand)]
        places = {"left": others[:13], "opponent": others[13:26], "right": others[26:]}
        hands = {"dealer": hand, **{place: " ".join(cards) for place, cards in places.items()}}
        state = UMBRAGE.start(setup(hands=hands), {})
        assert choose(seen(state, "S"), first) == action


def test_umbrage_a_robot_values_trumps_and_points():
    strong, weak = (parse_cards("SA SK SQ S5 S4 S3 HA DK D3 D2 C4 C3 C2"), parse_cards("ST S9 H9 D9 D8 D7 D4 C9"))
    assert hcp(strong) > hcp(weak)
    assert tricks(strong, "S") > tricks(strong, "H") > 3
    assert tricks(strong, "S") > tricks(weak, "S")


def test_umbrage_a_robot_leads_an_ace_and_wins_third_in_hand_cheaply():
    """The robot follows the advice in UM-18e."""
    state = called("1S P 0 0")
    assert choose(seen(state, "N"), first) == "p:HA"
    third = play(position("N S D", N="H5 C9", S="HJ C8", D="HK HA"), "p:H5", "p:HJ")
    assert choose(seen(third, "N"), first) == "p:HK"


def test_umbrage_a_robot_that_loses_throws_a_high_card_from_the_dummy():
    """UM-18e: otherwise the other player could cash the card."""
    state = play(position("N S D", "3N", N="H5 C9", S="HJ C8", D="DA C2"), "p:H5", "p:HJ")
    assert choose(seen(state, "N"), first) == "p:DA"
    winning = play(position("N S D", "3N", N="HQ C9", S="HJ C8", D="DA C2"), "p:HQ", "p:HJ")
    assert choose(seen(winning, "N"), first) == "p:C2"


@pytest.mark.parametrize(
    ("hand", "claim", "answer"),
    [
        ("SA SK SQ", "claim:3", "accept"),
        ("SA SK D2", "claim:2", "accept"),
        ("SA SK D2", "claim:3", "refuse"),
        ("H2 D3 D2", "claim:1", "refuse"),
        ("H2 D3 D2", "claim:0", "accept"),
    ],
)
def test_umbrage_a_robot_accepts_a_claim_of_what_it_must_lose(hand, claim, answer):
    state = play(position("S N D", S=hand, N="HA HK DA", D="C2 C3 C4"), f"S {claim}")
    assert choose(seen(state, "N"), first) == answer
