"""Card play in Whist for two: SW-8 to SW-12, the outcome for scoring (SW-14, SW-18), and the worked example."""

import pytest

from tests.games.whist_for_two_positions import WHIST, cards_to_play, dealt, play, play_on, refused, started, turn


@pytest.mark.parametrize(
    ("dealer", "first_lead", "hands", "players"),
    [
        ("S", "hand", "NESW", "NSSN"),
        ("N", "eldest", "ESWN", "SSNN"),
        ("N", "hand", "SWNE", "SNNS"),
        ("S", "eldest", "WNES", "NNSS"),
    ],
)
def test_sw_8_clockwise_and_partners_are_neighbours(dealer, first_lead, hands, players):
    state = started(dealer=dealer, first_lead=first_lead)
    found = []
    for _ in range(4):
        found.append((turn(state)["hand"], turn(state)["player"]))
        state = play_on(state, 1)
    assert found == list(zip(hands, players, strict=True))
    assert len(WHIST.view(state, "S")["last_trick"]["cards"]) == 4


@pytest.mark.parametrize(
    ("board", "trick", "winner"),
    [
        (5, "D5 D2 DA D4", "S"),
        (5, "D5 H2 DA D4", "E"),  # hearts are trumps
        (5, "D5 H2 DA H4", "W"),
        (5, "D5 SA D3 C2", "N"),
        (2, "D5 H2 CA C4", "S"),
    ],
)
def test_sw_11_highest_trump_else_highest_of_the_suit_led_wins_and_leads(board, trick, winner):
    north, east, south, west = trick.split()
    fill = {"D": "CA CK CQ CJ CT C9 C8 C7 C6 C5 C3 SK", "C": "CK CQ CJ CT C9 C8 C7 C6 C5 C3 SK SQ"}[south[0]]
    state = dealt(board=board, N=north, E=f"{east} .. S2", S=f"{south} {fill}", W=f"{west} .. S3")
    state = play(state, *(f"p:{card}" for card in trick.split()))
    view = WHIST.view(state, "N")
    assert (view["last_trick"]["winner"], view["turn"]["hand"]) == (winner, winner)


def test_sw_12_tricks_of_hand_and_dummy_count_together():
    state = play_on(started(), 60, seed=3)
    view = WHIST.view(state, "S")
    winners = [trick["winner"] for trick in view["history"]]
    assert view["tricks"] == {
        "S": sum(winner in "SE" for winner in winners),
        "N": sum(winner in "NW" for winner in winners),
    }
    assert len(set(winners)) > 2
    assert refused(state, "S", "p:S2").reason == "This deal is over"


def test_sw_14_the_outcome_is_what_scoring_needs():
    state = play(dealt("S5", S="S5 D9", N="D5", E="S2 .. CK"), "p:D5", "S claim:9", "accept")
    outcome = WHIST.outcome(state)
    assert {**outcome, "honours": None} == {
        "trumps": "S", "dealer": "S", "tricks": {"S": 9, "N": 4}, "claimed": True, "lead": "D5",
        "honours": None,
    }  # fmt: skip
    assert WHIST.result_text(outcome) == "South 9 tricks, North 4"
    assert WHIST.result_text({"tricks": {"S": 1, "N": 12}}) == "South 1 trick, North 12"


@pytest.mark.parametrize(
    ("hands", "trumps", "honours"),
    [
        ({"S": "HA HK", "E": "HQ", "W": "HJ"}, "rotate", {"S": 3, "N": 1}),
        ({"N": "HA HK", "W": "HQ HJ"}, "rotate", {"S": 0, "N": 4}),
        ({"S": "HA HQ", "N": "HK HJ HT"}, "rotate", {"S": 2, "N": 2}),
    ],
)
def test_sw_18_honours_dealt_to_hand_and_dummy_together(hands, trumps, honours):
    state = play(dealt(board=1, trumps=trumps, **hands), "claim:0", "accept")
    assert WHIST.outcome(state)["honours"] == honours
    none = play(dealt(board=5, trumps="rotate_nt", **hands), "claim:0", "accept")
    assert WHIST.outcome(none)["honours"] == {"S": 0, "N": 0}


def test_sw_worked_example():
    """South deals, spades are trumps, and North leads D5. East's ends are S2 and CK, and West's are D9 and DA."""
    west = "D9 .. DA"
    state = dealt("S3", S="S3 SA D3", N="D5 H2", E="S2 D4 .. C5 CK", W=west)
    state = play(state, "p:D5")
    assert cards_to_play(state) == {"S2", "CK"}
    assert refused(state, "S", "p:D4").rule == "SW-10"
    ruffed = play(state, "p:S2")
    assert turn(ruffed) == {"player": "S", "hand": "S", "what": "card"}
    assert {card[0] for card in cards_to_play(ruffed)} == {"D"}
    followed = play(ruffed, "p:D3")
    assert cards_to_play(followed) == {"D9", "DA"}
    won = play(followed, "p:D9")
    assert turn(won)["hand"] == "E"
    assert cards_to_play(won) == {"CK", "D4"}


def test_sw_worked_example_without_a_diamond_south_may_throw_or_overruff():
    south = "S3 SA SK SQ HA HK HQ CA CQ CJ CT C9 C8"
    state = play(dealt("S3", S=south, N="D5", E="S2 .. CK", W="D9 .. DA"), "p:D5", "p:S2")
    assert cards_to_play(state) == set(south.split())
    assert turn(play(state, "p:S3", "p:DA"))["hand"] == "S"
