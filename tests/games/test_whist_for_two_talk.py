"""Claims, taking back, the last trick and the tricks shown at Whist for two: SW-13 with its four options."""

import pytest

from games.variants.whist_for_two.state import WhistState
from games.wording import plain
from tests.games.whist_for_two_positions import WHIST, cards_to_play, dealt, play, play_on, refused, started, turn


def mid_play(**options: str) -> WhistState:
    """Return a state: North has led a diamond to the first trick; South is to play from East, then from hand."""
    return play(dealt(N="D5", E="D2 .. DT", S="D9 D3", W="D8 .. D4", **options), "p:D5")


def test_sw_13_an_accepted_claim_ends_the_deal():
    state = play(mid_play(), "N claim:4")
    view = WHIST.view(state, "S")
    assert view["claim"] == {"by": "N", "takes": 4, "of": 13, "was": None, "cards": view["hands"]["N"]["cards"]}
    assert view["turn"] == {"player": "S", "hand": None, "what": "claim"}
    assert view["legal"] == ["accept", "refuse"]
    assert plain(view["prompt"]) == "North claims 4 of the 13 tricks left: do you accept?"
    assert refused(state, "S", "p:D2").reason == "Play has stopped: North's claim must be answered first"
    over = play(state, "accept")
    outcome = WHIST.outcome(over)
    assert (outcome["tricks"], outcome["claimed"]) == ({"S": 9, "N": 4}, True)
    cut_short = WHIST.view(over, "S")["history"][-1]
    assert (cut_short["winner"], len(cut_short["cards"])) == (None, 1)


def test_sw_13_a_refused_claim_plays_on_with_the_claimants_hand_open():
    state = play(mid_play(), "S claim:13", "N refuse")
    assert WHIST.view(state, "N")["hands"]["S"]["cards"] == WHIST.view(state, "S")["hands"]["S"]["cards"]
    assert WHIST.view(state, "S")["hands"]["N"]["cards"] is None
    assert "another trick is complete" in refused(state, "N", "claim:1").reason
    assert refused(state, "N", "claim:1").rule == "SW-13"
    assert turn(state) == {"player": "S", "hand": "E", "what": "card"}
    state = play(state, "p:DT", "p:D3", "p:D4")
    assert WHIST.view(state, "N")["can"]["claim"] is True
    assert WHIST.view(state, "N")["claim_max"] == 12


def test_sw_13_option_claim_shows_no():
    state = play(mid_play(claim_shows="no"), "N claim:4")
    assert WHIST.view(state, "S")["claim"]["cards"] is None
    assert WHIST.view(state, "S")["hands"]["N"]["cards"] is None


def test_sw_13_a_concession_of_everything_shows_nothing():
    state = play(mid_play(), "N claim:0")
    assert WHIST.view(state, "S")["claim"]["cards"] is None
    assert WHIST.view(state, "S")["hands"]["N"]["cards"] is None


def test_sw_13_undo_at_home_is_asked_of_the_opponent():
    before = mid_play()
    state = play(before, "p:DT")
    assert "not by the director" in refused(state, "D", "undo").reason
    asked = play(state, "S undo")
    view = WHIST.view(asked, "N")
    assert (view["undo"], view["turn"]["what"]) == ({"by": "S", "action": "p:DT"}, "undo")
    assert (view["legal"], plain(view["prompt"])) == (
        ["undo:yes", "undo:no"],
        "South asks to take back a call or card: do you agree?",
    )
    back = play(asked, "undo:yes")
    assert WHIST.view(back, "S")["trick"] == WHIST.view(before, "S")["trick"]
    assert cards_to_play(back) == {"D2", "DT"}
    stands = play(asked, "undo:no")
    assert WHIST.view(stands, "S")["trick"]["cards"][-1]["card"] == "DT"
    assert refused(stands, "S", "undo").rule == "SW-13"


def test_sw_13_undo_never_after_the_opponent_has_acted_on_it():
    state = play(mid_play(undo="director"), "p:DT")
    back = play(state, "D undo")
    assert turn(back)["hand"] == "E"
    assert "can still be taken back" in refused(back, "D", "undo").reason


@pytest.mark.parametrize(("undo", "words"), [("director", "Only the director"), ("off", "are not taken back here")])
def test_sw_13_options_of_undo(undo, words):
    state = play(mid_play(undo=undo), "p:DT")
    assert words in refused(state, "S", "undo").reason
    assert WHIST.view(state, "S")["can"]["undo"] is False
    assert WHIST.view(state, "D")["can"]["undo"] is (undo == "director")


def test_sw_13_the_last_trick_plays_itself_and_no_forced_card_before():
    state = play_on(started(), 47)
    assert WHIST.view(state, "S")["phase"] == "play"
    view = WHIST.view(play_on(state, 1), "S")
    assert (view["phase"], view["last_trick"]["number"], sum(view["tricks"].values())) == ("over", 13, 13)


def test_sw_13_option_autoplay_off():
    state = play_on(started(autoplay="off"), 48)
    assert WHIST.view(state, "S")["phase"] == "play"
    assert WHIST.view(play_on(state, 4), "S")["phase"] == "over"


def test_sw_13_only_the_trick_on_the_table_and_the_last_are_shown():
    state = play_on(started(), 10)
    view, all_tricks = WHIST.view(state, "S"), WHIST.view(state, "D")["history"]
    assert view["history"] is None
    assert view["last_trick"] == all_tricks[1]
    assert view["trick"]["cards"] == all_tricks[2]["cards"]
    for play_of_first in all_tricks[0]["cards"]:
        assert play_of_first["card"] not in str(view)


def test_sw_13_option_all_shows_every_trick():
    state = play_on(started(tricks_shown="all"), 10)
    assert WHIST.view(state, "S")["history"] == WHIST.view(state, "D")["history"]
    assert len(WHIST.view(state, "S")["history"]) == 3
