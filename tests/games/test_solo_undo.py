"""Taking back a call or a card: SOLO-22b and its option."""

from tests.games.solo_positions import SOLO, called, mid_trick, play, refused
from tests.games.views_compared import but_told


def test_solo_22b_the_director_takes_back_the_last_call():
    state = play(called("1S 2S"), "D undo")
    assert [entry["call"] for entry in SOLO.view(state, "S")["auction"]] == ["1S"]
    assert SOLO.turn(state) == "N"


def test_solo_22b_a_closing_pass_taken_back_reopens_the_auction():
    state = play(called("1S P P"), "D undo")
    assert SOLO.view(state, "S")["phase"] == "auction"
    assert SOLO.view(play(state, "S c:2S"), "S")["turn"]["player"] == "N"


def test_solo_22b_never_after_the_opponent_has_acted_on_it():
    """Two of South's cards are taken back one after the other, but North's card before them cannot be taken back."""
    state = play(called("1S P P"), SOLO.view(called("1S P P"), "N")["legal"][0])
    two = play(state, *(SOLO.view(state, "S")["legal"][:1]))
    two = play(two, SOLO.view(two, "S")["legal"][0])
    back = play(two, "D undo", "D undo")
    assert but_told(SOLO.view(back, "D")) == but_told(SOLO.view(state, "D"))
    assert "can still be taken back" in refused(back, "D", "undo").reason


def test_solo_22b_a_claim_in_between_ends_the_chance():
    state = play(mid_trick(), "p:HT", "N claim:0")
    assert "must be answered first" in refused(state, "D", "undo").reason
    assert "can still be taken back" in refused(play(state, "S refuse"), "D", "undo").reason


def test_solo_22b_consent_only_for_ones_own_last_act():
    state = play(called("1S", undo="consent"), "N c:2S")
    assert "North acted last" in refused(state, "S", "undo").reason
    assert SOLO.view(state, "N")["can"]["undo"] is True
    assert "not by the director" in refused(state, "D", "undo").reason


def test_solo_22b_a_hand_shown_with_a_claim_stays_open_through_an_undo():
    state = play(mid_trick(), "S claim:2", "N refuse", "p:HT", "D undo")
    assert SOLO.view(state, "N")["hands"]["S"]["cards"] is not None
    assert "until another trick" in refused(state, "S", "claim:2").reason


def test_solo_22b_nothing_is_taken_back_once_the_board_is_over():
    assert refused(called("P P"), "D", "undo").reason == "This board is over"
