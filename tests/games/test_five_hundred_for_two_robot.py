"""The robot for 500 for two: it plays better than random cards."""

from collections.abc import Callable
from dataclasses import replace

from games.five_hundred import level_of
from games.robots import choose
from games.variants.five_hundred_for_two.state import FiveHundredState
from tests.games.five_hundred_positions import FIVE_HUNDRED, called, play, position, setup_of
from tests.games.random_plays import first


def action(state: FiveHundredState, chance: Callable[..., str] = first) -> str | None:
    return choose(FIVE_HUNDRED.view(state, str(FIVE_HUNDRED.turn(state))), chance)


# Particular moments


def test_the_robot_does_not_raise_a_bid_of_its_own_that_was_passed():
    assert action(called("7D P")) == "c:P"


def test_the_robot_keeps_trumps_and_aces_and_lays_low_cards_away():
    setup = setup_of()
    state = play(FIVE_HUNDRED.start(setup, {}), "c:7D", "c:P", "c:P")
    laid = str(action(state)).removeprefix("discard:").split(".")
    trumps = [card for card in laid if card[0] == "D" or card in ("JK", "HJ")]
    assert not trumps
    assert not any(card[1] == "A" for card in laid)
    assert FIVE_HUNDRED.view(play(state, str(action(state))), "S")["phase"] == "play"


def test_the_robot_bids_what_it_can_make_and_passes_what_it_cannot():
    """South holds all trumps and all high cards: ten tricks in hearts for South, and none for North."""
    hands = {
        "S": "JK HJ DJ HA HK HQ HT H9 H8 H7",
        "E": "SA H6 H5 H4 SK CA CK DA DK SQ",
        "N": "S5 S6 S7 S8 S9 C5 C6 C7 C8 C9",
        "W": "D4 D5 D6 D7 D8 D9 DT DQ ST SJ",
        "kitty": "CT CJ CQ",
    }
    setup = {"board": 1, "dealer": "N", "vul": "None", "hands": hands}
    state = FIVE_HUNDRED.start(setup, {})
    call = str(action(state))
    assert level_of(call[2:]) >= 9
    assert action(play(state, call)) == "c:P"


def test_the_robot_wins_cheaply_with_an_end():
    """West plays last. Its two ends, the jack and the ace of diamonds, both beat the ten, so the ace is not needed."""
    state = position("N", contract="8S", N="D5 D4 C5", E="DT S9 D7", S="D6 D8 C6", W="DJ C7 DA")
    state = play(state, "p:D5", "p:DT", "p:D6")
    assert action(state) == "p:DJ"


def test_the_robot_at_misere_plays_the_highest_card_that_loses():
    state = position("N", "D9", contract="M", declarer="N", E="DT C9 S9", S="D8 DQ C6", N="C5 S5")
    state = play(state, "p:DT")
    assert action(state) == "p:D8"
    duck = position("S", "D9", contract="M", declarer="N", N="D4 D8 DQ", S="C6 C7", E="D5 C8 C9")
    assert action(duck) == "p:D8"


# Claims

TOP = {"S": "JK HJ DJ HA", "N": "S5 S6 S7 S8", "E": "H4 H5 C5 C6", "W": "C7 C8 C9 CT"}


def test_the_robot_accepts_a_claim_that_it_must_lose():
    state = position("N", contract="8H", **TOP)
    assert action(play(state, "S claim:4")) == "accept"
    assert action(play(state, "S claim:0")) == "accept"


def test_the_robot_refuses_a_claim_that_it_can_beat_or_cannot_judge():
    state = position("N", contract="8H", **{**TOP, "S": "HT HJ DJ HA", "N": "JK S6 S7 S8"})
    assert action(play(state, "S claim:4")) == "refuse"
    hidden = position("N", contract="8H", claim_shows="no", **TOP)
    assert action(play(hidden, "S claim:4")) == "refuse"


def test_the_robot_at_misere_gives_up_nothing_that_can_still_fail():
    hands = {"S": "H5 C5 S5", "W": "H6 C6 S6", "N": "H7 C7 S7"}
    certain = position("S", contract="M", **hands)
    assert action(play(certain, "S claim:0")) == "refuse", "nothing shows that South can take none"
    opened = replace(certain, requests=replace(certain.requests, shown=("S",)))
    assert action(play(opened, "S claim:0")) == "accept"
    assert action(play(certain, "S claim:1")) == "accept"
    shaky = position("S", contract="M", **{**hands, "S": "H5 C5 S8"})
    assert action(play(shaky, "S claim:0")) == "refuse"
    assert action(play(shaky, "N claim:3")) == "accept"
