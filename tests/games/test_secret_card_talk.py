"""Claims and take-backs in the secret-card game (SC-16g), and its robot."""

import pytest

from games.variants.secret_card.state import SecretCardState
from tests.games.secret_card_positions import GAME, SUITS, called, ending, in_play, may, play, refused, started


def middle() -> SecretCardState:
    return ending("S", N="HA H2 H3", D="D2 D3", S="SA S2 S3", secret="C4")


def test_sc_16g_a_claim_shows_the_declarers_hand_with_the_secret_card_and_they_stay_open():
    claim_state = play(middle(), "S claim:2")
    for state in (claim_state, play(claim_state, "refuse")):
        view = GAME.view(state, "N")
        assert view["hands"]["S"]["cards"] == ["SA", "S3", "S2"]
        assert view["more"]["secret"]["card"] == "C4"
    assert view["hands"]["D"]["cards"] == ["D3", "D2", "C4"]
    assert GAME.outcome(play(in_play(SUITS, "D2"), "S claim:0", "accept"))["lead"] is None, "before the lead"


def test_sc_16g_the_defenders_claim_shows_his_hand_and_may_be_made_while_a_card_of_the_dummy_waits():
    state = play(middle(), "N claim:2")
    assert GAME.view(state, "S")["hands"]["N"]["cards"] == ["HA", "H3", "H2"]
    assert GAME.view(state, "N")["more"]["secret"]["card"] is None
    assert GAME.view(state, "N")["hands"]["S"]["cards"] is None
    state = play(ending("DN", N="HA H2", D="D2 D3", S="SA S2", secret="C4"), "p:D2", "N claim:1")
    assert may(state, "S") == {"accept", "refuse"}
    assert refused(state, "S", "let").rule == "SC-16g"
    assert may(play(state, "refuse")) == {"let", "stop"}
    assert play(state, "accept").phase == "over"
    assert GAME.view(play(state, "accept"), "S")["more"]["intended"] is None


def test_sc_16g_a_call_is_taken_back_until_it_is_answered():
    assert play(called("1S"), "S undo", "undo:yes").auction.calls == ()
    assert refused(called("1S 2S"), "S", "undo").rule == "SC-16g"


def test_sc_15_only_the_director_takes_back_a_card_that_was_shown():
    state = play(ending("DN", N="HA H2", D="D2 D3", S="SA S2", secret="C4"), "p:D2")
    for player in "SN":
        assert [refused(state, player, action).rule for action in ("undo", "undo:misclick")] == ["SC-15", "SC-15"]
        can = GAME.view(state, player)["can"]
        assert (can["undo"], can["misclick"]) == (False, False)
    assert GAME.legal(state, "D") == ("undo",)
    assert may(play(state, "D undo")) == {"p:D2", "p:D3"}
    for answer in ("let", "stop"):
        after = play(state, answer)
        for player in "SN":
            assert refused(after, player, "undo").rule == "SC-16g"


@pytest.mark.parametrize(
    ("state", "player"),
    [
        (play(started("S2 S3"), "keep"), "S"),
        (play(started("S2 S3"), "reject"), "S"),
        (play(started("S2 S3"), "reject", "seen"), "S"),
        (called("1S P P"), "S"),  # the declarer has seen the dummy
        (play(in_play(SUITS, "D2"), "p:H2"), "N"),  # the dummy is open
        (play(ending("DS", N="HA H2", D="D2 D3", S="SA S2", secret="C4"), "p:C4"), "S"),
        (play(ending("N", first_phase=True, N="H5 H2", D="D2 D3", S="SA S2", secret="H4"), "p:H5"), "N"),
    ],
    ids="kept rejected seen closing-pass opening-lead secret-card forced-secret-card".split(),
)
def test_sc_16g_what_has_shown_a_card_is_not_taken_back(state, player):
    assert refused(state, player, "undo").rule == "SC-16g"
