"""Claims, take-backs and the last trick in the secret-card game: SC-16g."""

import pytest

from games.variants.secret_card.state import SecretCardState
from tests.games.secret_card_positions import GAME, SUITS, called, ending, in_play, may, play, refused, started


def middle() -> SecretCardState:
    return ending("S", N="HA H2 H3", D="D2 D3", S="SA S2 S3", secret="C4")


def test_sc_16g_a_claim_shows_the_declarers_hand_with_the_secret_card():
    view = GAME.view(play(middle(), "S claim:2"), "N")
    assert view["claim"]["cards"] == ["SA", "S3", "S2"]
    assert view["more"]["secret"]["card"] == "C4"


def test_sc_16g_the_defenders_claim_shows_his_hand_and_not_the_secret_card():
    state = play(middle(), "N claim:2")
    assert GAME.view(state, "S")["hands"]["N"]["cards"] == ["HA", "H3", "H2"]
    assert GAME.view(state, "N")["more"]["secret"]["card"] is None
    assert GAME.view(state, "N")["hands"]["S"]["cards"] is None


def test_sc_16g_accepted_it_ends_the_deal():
    state = play(middle(), "S claim:2", "accept")
    assert GAME.outcome(state) == {
        "contract": "1N", "declarer": "S", "tricks": 12, "lead": "C2", "claimed": True,
    }  # fmt: skip


def test_sc_16g_refused_play_goes_on_and_what_was_shown_stays_open():
    state = play(middle(), "S claim:2", "refuse")
    view = GAME.view(state, "N")
    assert (view["phase"], view["claim"]) == ("play", None)
    assert view["hands"]["S"]["cards"] == ["SA", "S3", "S2"]
    assert view["hands"]["D"]["cards"] == ["D3", "D2", "C4"]
    assert refused(state, "S", "claim:1").rule == "SC-16g"
    after = play(state, "p:SA", "p:H2", "p:D2")
    assert "claim:1" in GAME.legal(after, "S")


def test_sc_16g_a_claim_may_be_made_while_a_card_of_the_dummy_waits():
    state = play(ending("DN", N="HA H2", D="D2 D3", S="SA S2", secret="C4"), "p:D2", "N claim:1")
    assert may(state, "S") == {"accept", "refuse"}
    assert refused(state, "S", "let").rule == "SC-16g"
    assert may(play(state, "refuse")) == {"let", "stop"}
    assert play(state, "accept").phase == "over"
    assert GAME.view(play(state, "accept"), "S")["more"]["intended"] is None


def test_sc_16g_a_claim_before_the_lead_names_no_lead():
    state = play(in_play(SUITS, "D2"), "S claim:0", "accept")
    assert GAME.outcome(state) == {
        "contract": "1N", "declarer": "S", "tricks": 0, "lead": None, "claimed": True,
    }  # fmt: skip


@pytest.mark.parametrize("calls", ["", "1S", "1S P P"])
def test_sc_16g_nothing_is_claimed_before_the_play(calls):
    assert refused(called(calls), "S", "claim:1").rule == "SC-16g"


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


@pytest.mark.parametrize("action", ["keep", "reject"])
def test_sc_16g_nothing_of_the_draft_is_taken_back(action):
    state = play(started("S2 S3"), action)
    assert refused(state, "S", "undo").rule == "SC-16g"
    assert refused(play(state, "seen"), "S", "undo").rule == "SC-16g"


def test_sc_16g_the_closing_pass_stands_for_the_declarer_has_seen_the_dummy():
    assert refused(called("1S P P"), "S", "undo").rule == "SC-16g"


def test_sc_16g_the_opening_lead_stands_for_the_dummy_is_open():
    state = play(in_play(SUITS, "D2"), "p:H2")
    assert refused(state, "N", "undo").rule == "SC-16g"


def test_sc_16g_the_secret_card_once_played_stands():
    state = play(ending("DS", N="HA H2", D="D2 D3", S="SA S2", secret="C4"), "p:C4")
    assert refused(state, "S", "undo").rule == "SC-16g"
    forced = play(ending("N", first_phase=True, N="H5 H2", D="D2 D3", S="SA S2", secret="H4"), "p:H5")
    assert refused(forced, "N", "undo").rule == "SC-16g"
