"""500 for two: misère, which is an option. FH-30 to FH-32."""

import pytest

from games.five_hundred import BIDS, value
from tests.games.five_hundred_positions import FIVE_HUNDRED, called, play, position, refused, started, to_play


def test_fh_30_misere_is_off_unless_chosen():
    assert FIVE_HUNDRED.options["misere"][0] == "off"


def test_fh_31_a_call_above_every_seven_and_below_every_eight_worth_250():
    assert value("M") == value("MIS") == 250
    assert play(started(misere="on"), "c:7N", "c:M")
    after = FIVE_HUNDRED.legal(called("M", misere="on"), "N")
    assert [action[2:] for action in after if action[:2] == "c:"] == ["P", *BIDS[10:]]
    assert play(called("M", misere="on"), "c:8S").auction.last_bid() == ("N", "8S")
    refusal = refused(called("8S", misere="on"), "N", "c:M")
    assert refusal.reason == "Misère is not enough: the bid to beat is 8 spades, worth 240"
    assert refused(called("M", misere="on"), "N", "c:7N").rule == "FH-9"


@pytest.mark.parametrize(("calls", "contractor", "aside"), [("M P P", "S", "E"), ("P M P P", "N", "W")])
def test_fh_31_no_kitty_no_trump_the_dummy_aside_and_the_contractor_leads(calls, contractor, aside):
    state = called(calls, misere="on")
    view = FIVE_HUNDRED.view(state, "SN"[contractor == "S"])
    assert view["phase"] == "play"
    assert view["turn"] == {"player": contractor, "hand": contractor, "what": "card"}
    assert view["contract"] == {
        "text": "MIS", "level": 0, "strain": "N", "doubled": "", "declarer": contractor, "needs": 0,
    }  # fmt: skip
    more = view["more"]
    assert (more["misere"], more["aside"], more["value"], more["kitty_count"]) == (True, aside, 250, 3)
    assert (more["discards_count"], more["bowers"]) == (0, [])
    assert view["hands"][aside]["count"] == 10


def test_fh_31_three_cards_a_trick_south_west_north():
    state = position("S", contract="M", S="H5 C5 S5", W="H6 C6 S6", N="H7 C7 S7")
    state = play(state, "p:H5", "p:H6")
    assert FIVE_HUNDRED.view(state, "N")["turn"]["hand"] == "N"
    state = play(state, "p:H7")
    view = FIVE_HUNDRED.view(state, "S")
    assert [entry["seat"] for entry in view["last_trick"]["cards"]] == ["S", "W", "N"]
    assert view["turn"]["hand"] == "N"  # the winner leads, and the order skips East
    state = play(state, "p:C7")
    assert FIVE_HUNDRED.view(state, "S")["turn"]["hand"] == "S"


def test_fh_31_three_cards_a_trick_north_east_south():
    state = position("N", contract="M", declarer="N", S="H7 C7 S7", E="H6 C6 S6", N="H5 C5 S5")
    state = play(state, "p:H5", "p:H6", "p:H7")
    view = FIVE_HUNDRED.view(state, "S")
    assert [entry["seat"] for entry in view["last_trick"]["cards"]] == ["N", "E", "S"]
    assert view["turn"]["hand"] == "S"


def test_fh_31_the_joker_wins_the_trick_it_is_in():
    state = position("S", contract="M", S="H5 C5 S5", W="JK C6 S6", N="HA C7 S7")
    assert to_play(play(state, "p:H5")) == {"JK", "S6"}
    state = play(state, "p:H5", "p:JK", "p:HA")
    assert FIVE_HUNDRED.view(state, "N")["last_trick"]["winner"] == "W"


def test_fh_32_it_fails_with_the_first_trick_that_the_contractor_wins():
    state = position("S", contract="M", S="HA C5 S5", W="H6 C6 S6", N="H7 C7 S7")
    state = play(state, "p:HA", "p:H6", "p:H7")
    assert FIVE_HUNDRED.turn(state) is None
    outcome = FIVE_HUNDRED.outcome(state)
    assert (outcome["contract"], outcome["declarer"], outcome["tricks"]) == ("MIS", "S", 1)
    assert FIVE_HUNDRED.result_text(outcome) == "Misère by South, failed"


def test_fh_32_no_trick_in_ten_makes_it_the_last_one_by_itself():
    state = position("S", contract="M", S="H5 C5", W="H6 C6", N="H7 C7")
    state = play(state, "p:H5", "p:H6", "p:H7")
    outcome = FIVE_HUNDRED.outcome(state)
    assert (outcome["tricks"], FIVE_HUNDRED.result_text(outcome)) == (0, "Misère by South, made")
    lost = play(position("S", contract="M", S="H5 CA", W="H6 C6", N="H7 C7"), "p:H5", "p:H6", "p:H7")
    assert FIVE_HUNDRED.outcome(lost)["tricks"] == 1


def test_fh_32_a_claim_of_no_trick_is_a_claim_of_misere():
    state = position("S", contract="M", S="H5 C5 S5", W="H6 C6 S6", N="H7 C7 S7")
    made = play(state, "S claim:0", "N accept")
    assert FIVE_HUNDRED.outcome(made)["tricks"] == 0
    given_up = play(state, "S claim:2", "N accept")
    assert FIVE_HUNDRED.outcome(given_up)["tricks"] == 2
    assert FIVE_HUNDRED.result_text(FIVE_HUNDRED.outcome(given_up)) == "Misère by South, failed"
