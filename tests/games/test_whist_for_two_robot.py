"""The robot of Whist for two: legal, the same for the same chance, and better than cards at random."""

import random

import pytest

from games.robots import choose
from games.variants.whist_for_two.state import OPTIONS, WhistState
from tests.games.whist_for_two_positions import WHIST, dealt, play, started
from tests.long import sample


def action(state: WhistState, chance=None) -> str | None:
    player = str(WHIST.turn(state))
    return choose(WHIST.view(state, player), chance or random.Random(1).choice)


def played(state: WhistState, seed: int, *robots: str) -> tuple[WhistState, list[str]]:
    """Play the deal to its end, with players who are no robots choosing at random. Return it and all actions."""
    rng, actions = random.Random(seed), []
    while (player := WHIST.turn(state)) is not None:
        view = WHIST.view(state, player)
        found = choose(view, rng.choice) if player in robots else rng.choice(view["legal"])
        assert found in view["legal"]
        actions.append(found)
        state = WHIST.apply(state, player, found)
    return state, actions


@pytest.mark.parametrize("number", range(sample(4, 40)))
def test_the_robot_plays_legally_to_the_end_under_every_option(number):
    for turn in range(5):
        rng = random.Random(number * 5 + turn)
        options = {name: rng.choice(values) for name, values in OPTIONS.items()}
        state, _ = played(started(f"robot {number} {turn}", "SNEW"[turn % 4], number + 1, **options), number, "S", "N")
        assert sum(WHIST.view(state, "S")["tricks"].values()) == 13


def test_the_robot_chooses_the_same_for_the_same_chance():
    assert played(started("same"), 5, "S", "N") == played(started("same"), 5, "S", "N")


def test_the_robot_needs_no_chance():
    state = started("none")
    while WHIST.turn(state):
        state = play(state, str(action(state, lambda equals: equals[0])))
    assert WHIST.outcome(state) is not None


def test_the_robot_beats_cards_at_random_in_games_of_five_points():
    """Ten games, with the players dealing in turn, and the robot South in half of them."""
    won = 0
    for game in range(10):
        robot, points, number = "SN"[game % 2], {"S": 0, "N": 0}, 0
        while max(points.values()) < 5:
            state, _ = played(started(f"game {game} {number}", "SN"[number % 2]), number, robot)
            number += 1
            for player, tricks in WHIST.view(state, "D")["tricks"].items():
                points[player] += max(0, tricks - 6)
        won += points[robot] == max(points.values())
    assert won >= 9


def test_the_robot_says_nothing_out_of_turn():
    state = started()
    waits = {"S": "N", "N": "S"}[str(WHIST.turn(state))]
    assert choose(WHIST.view(state, waits), random.Random(1).choice) is None


def test_the_robot_is_ready_and_lets_take_back():
    state = started(inspection="open")
    for player in "SN":
        assert choose(WHIST.view(state, player), random.Random(1).choice) == "ready"
    asked = play(dealt(N="D5", E="D2 .. DT"), "p:D5", "N undo")
    assert action(asked) == "undo:yes"


SOUTH_LONG = "HA HK HQ HJ HT H9 H8 H7 H6 H5 H4 H3 H2"  # every trump of board 1


def test_the_robot_accepts_a_claim_that_it_must_lose():
    state = dealt(S=SOUTH_LONG)
    assert action(play(state, "S claim:13")) == "accept"
    assert action(play(state, "S claim:0")) == "accept"


def test_the_robot_refuses_a_claim_that_it_can_beat():
    state = dealt(N="HA SA DA CA")
    assert action(play(state, "S claim:13")) == "refuse"
    assert action(play(dealt(S=SOUTH_LONG, claim_shows="no"), "S claim:13")) == "refuse"


def test_the_robot_answers_claims_of_the_last_tricks_by_playing_them_out():
    """It accepts one number of tricks and all below, and refuses all above; the number depends on the deal."""
    found = set()
    for number in range(8):
        rng, state = random.Random(number), started(f"end {number}", tricks_shown="all")
        while WHIST.view(state, "D")["claim_max"] > 3:
            player = str(WHIST.turn(state))
            state = WHIST.apply(state, player, rng.choice(WHIST.view(state, player)["legal"]))
        answers = [action(play(state, f"S claim:{takes}")) for takes in range(4)]
        assert answers == sorted(answers, key=["accept", "refuse"].index)
        found.add(answers.count("accept"))
    assert len(found) > 2


def test_the_robot_knows_the_ends_and_wins_cheaply():
    """North, playing West last but one, has the queen and the ace at its ends over a jack. The ace is not needed."""
    state = dealt(N="D2 D3", E="DJ .. D4", S="D5 D6", W="DQ .. DA")
    state = play(state, "p:D2", "p:DJ", "p:D5")
    assert action(state) == "p:DQ"


def test_the_robot_throws_its_lowest_card_on_a_trick_that_is_lost():
    state = dealt(N="D2 D3", E="DA .. D4", S="D5 D6", W="D7 .. DQ")
    assert action(play(state, "p:D2", "p:DA", "p:D5")) == "p:D7"
