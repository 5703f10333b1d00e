"""The robot for Umbrage: it plays better than chance."""

import random
from functools import cache

import pytest

from games.cards import CARD_BY_TEXT, hcp, parse_cards
from games.robots import choose
from games.variants.umbrage.robot.bidding import tricks
from games.variants.umbrage.state import UmbrageState
from tests.games.random_plays import Player, at_random, first, played, robot
from tests.games.umbrage_positions import UMBRAGE, called, play, position, seen, setup


def modest(rules, state: UmbrageState, player: str, chance: random.Random) -> str:
    """Return a random legal card or a low bid."""
    low = [a for a in seen(state, player)["legal"] if a in ("c:P", "c:1C", "c:1D", "c:1H", "c:1S", "c:1N")]
    return chance.choice(low) if low else at_random(rules, state, player, chance)


@cache
def deal_played(number: int, south: Player, north: Player) -> UmbrageState:
    header = {"board": number, "dealer": "SN"[number % 2], "vul": "None"}
    return played(UMBRAGE, UMBRAGE.start(UMBRAGE.deal("robots", header, {}), {}), number, south, north)[0]


def won_by_south(state: UmbrageState) -> bool:
    """True if the contract's result favoured South. A deal that was thrown in favours nobody."""
    contract, tricks_of = state.contract, dict(zip("SN", state.won, strict=True))
    if contract is None:
        return False
    return (tricks_of[contract.declarer] >= contract.needs) == (contract.declarer == "S")


@pytest.mark.parametrize("other", [at_random, modest])
def test_umbrage_a_robot_beats_chance(other):
    won = [won_by_south(deal_played(number, robot, other)) for number in range(1, 21)]
    lost = [won_by_south(deal_played(number, other, robot)) for number in range(21, 41)]
    assert sum(won) >= 17 and sum(lost) <= 3


def test_umbrage_robots_bid_what_they_make_and_draw_and_take_umbrage():
    """The robots are neither too timid nor too bold: they make between half and nine tenths of their contracts."""
    states = [deal_played(number, robot, robot) for number in range(1, 51)]
    made = [s.contract.needs <= s.won["SN".index(s.contract.declarer)] for s in states if s.contract]
    assert len(made) > 40
    assert 0.5 < sum(made) / len(made) < 0.9
    assert {True, False} == {took for state in states for took in state.took}
    assert sum(bool(state.out[0]) for state in states) > 40


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


def test_umbrage_a_robot_refuses_a_claim_while_it_holds_a_trump():
    state = play(position("S N D", "3H", S="SA SK SQ", N="H2 DK DA", D="C2 C3 C4"), "S claim:3")
    assert choose(seen(state, "N"), first) == "refuse"
