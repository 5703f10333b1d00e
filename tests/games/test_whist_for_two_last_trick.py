"""The last trick in Whist for two: SW-13. `test_requests_of_every_game` tests claims and taking back."""

from tests.games.whist_for_two_positions import WHIST, play_on, started


def test_sw_13_the_last_trick_plays_itself_and_no_forced_card_before():
    state = play_on(started(), 47)
    assert WHIST.view(state, "S")["phase"] == "play"
    view = WHIST.view(play_on(state, 1), "S")
    assert (view["phase"], view["last_trick"]["number"], sum(view["tricks"].values())) == ("over", 13, 13)


def test_sw_13_option_autoplay_off():
    state = play_on(started(autoplay="off"), 48)
    assert WHIST.view(state, "S")["phase"] == "play"
    assert WHIST.view(play_on(state, 4), "S")["phase"] == "over"
