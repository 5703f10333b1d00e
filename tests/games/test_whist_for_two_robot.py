"""The robot for Whist for two: it plays better than random cards."""

import random

from games.robots import choose
from games.variants.whist_for_two.state import WhistState
from tests.games.whist_for_two_positions import WHIST, dealt, play, started


def action(state: WhistState) -> str | None:
    return choose(WHIST.view(state, str(WHIST.turn(state))), random.Random(1).choice)


def test_the_robot_is_ready():
    state = started(inspection="open")
    for player in "SN":
        assert choose(WHIST.view(state, player), random.Random(1).choice) == "ready"


SOUTH_LONG = "HA HK HQ HJ HT H9 H8 H7 H6 H5 H4 H3 H2"  # every trump of board 1


def test_the_robot_accepts_a_claim_that_it_must_lose():
    state = dealt(S=SOUTH_LONG)
    assert action(play(state, "S claim:13")) == "accept"
    assert action(play(state, "S claim:0")) == "accept"


def test_the_robot_knows_the_ends_and_wins_cheaply():
    """North plays third, from West. Both ends, the queen and the ace, beat the jack, so the ace is not needed."""
    state = dealt(N="D2 D3", E="DJ .. D4", S="D5 D6", W="DQ .. DA")
    state = play(state, "p:D2", "p:DJ", "p:D5")
    assert action(state) == "p:DQ"


def test_the_robot_throws_its_lowest_card_on_a_trick_that_is_lost():
    state = dealt(N="D2 D3", E="DA .. D4", S="D5 D6", W="D7 .. DQ")
    assert action(play(state, "p:D2", "p:DA", "p:D5")) == "p:D7"
