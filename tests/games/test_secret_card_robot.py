"""The robot for the secret-card game: it bids and plays better than chance."""

import pytest

from games.robots import choose
from games.variants.secret_card.state import SecretCardState
from tests.games.random_plays import at_random, first, played, robot
from tests.games.secret_card_positions import GAME, ending, play, started


def deal(number: int, **options: str) -> SecretCardState:
    header = {"board": number, "dealer": "SN"[number % 2], "vul": ("None", "NS", "EW", "All")[number % 4]}
    return GAME.start(GAME.deal("robot", header, options), options)


def test_secret_card_robot_takes_more_tricks_with_the_cards_than_aimless_play():
    """The contract is always one spade by A, so that only the card play is compared."""
    taken = {}
    for name, declarer, defender in (("robot", robot, at_random), ("aimless", at_random, robot)):
        taken[name] = 0
        for number in range(1, 17):
            state = deal(number)
            while state.phase == "draft":
                state = play(state, str(choose(GAME.view(state, str(GAME.turn(state))), first)))
            state = play(state, "c:1S", "c:P", "c:P")
            a = state.table.a
            state, _ = played(GAME, state, number, *((declarer, defender) if a == "S" else (defender, declarer)))
            taken[name] += state.won["SN".index(a)]
    assert taken["robot"] > taken["aimless"] + 16


def test_secret_card_robot_keeps_high_cards_and_rejects_small_ones():
    assert choose(GAME.view(started("SK S2", ace_procedure="off"), "S"), first) == "keep"
    assert choose(GAME.view(started("S2 SK", ace_procedure="off"), "S"), first) == "reject"
    assert choose(GAME.view(started("SA S2"), "S"), first) == "seen"


def test_secret_card_robot_stops_a_card_when_that_wins_the_trick():
    state = ending("N", N="H3 H2", D="HK D3", S="SA S2", secret="HA")
    state = play(state, "p:H3", "p:S2", "p:HK")
    assert choose(GAME.view(state, "S"), first) == "stop"
    state = ending("N", N="H3 H2", D="H5 D3", S="HA S2", secret="H4")
    state = play(state, "p:H3", "p:HA", "p:H5")
    assert choose(GAME.view(state, "S"), first) == "let"


def test_secret_card_robot_wins_as_cheaply_as_it_can_and_throws_away_low():
    state = play(ending("S", N="SK SQ H2", D="D2 D3 D4", S="SJ H3 H4"), "p:SJ")
    assert choose(GAME.view(state, "N"), first) == "p:SQ"
    state = play(ending("S", N="SK S3 H2", D="D2 D3 D4", S="SA H3 H4"), "p:SA")
    assert choose(GAME.view(state, "N"), first) == "p:S3"


@pytest.mark.parametrize(
    ("claim", "answer"), [("S claim:0", "accept"), ("S claim:2", "refuse"), ("S claim:3", "refuse")]
)
def test_secret_card_robot_accepts_no_claim_of_whoever_is_not_on_lead(claim, answer):
    state = ending("N", N="SA H2 D5", D="D2 D3 D4", S="SK HA DA", secret="D6")
    assert choose(GAME.view(play(state, claim), "N"), first) == answer


def test_secret_card_robot_accepts_a_claim_of_winners_that_run():
    state = ending("S", N="D5 D6 D7", D="D2 D3 D4", S="SK SQ SJ", secret="C9")
    assert choose(GAME.view(play(state, "S claim:3"), "N"), first) == "accept"
    state = ending("S", contract="1D", N="D5 D6 D7", D="D2 D3 D4", S="SK SQ SJ", secret="C9")
    assert choose(GAME.view(play(state, "S claim:3"), "N"), first) == "refuse"
