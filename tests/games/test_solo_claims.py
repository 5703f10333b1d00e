"""Claims and concessions in Two Handed Solo Bridge: SOLO-21 and SOLO-21a."""

from games.variants.solo.state import SoloState
from tests.games.solo_positions import SOLO, called, play, position, refused


def mid_play(**options: str) -> SoloState:
    """Return a state in which South is declarer in 3NT, each hand has five cards, North has led the nine of hearts,
    and South is to play from East.
    """
    hands = {"N": "H2 C2 S2 D2", "E": "HA C3 S3 D3 D4", "S": "HK CA SA DA DK", "W": "H5 C5 S5 D5 D6"}
    return position(leader="N", trick="H9", **hands, **options)


def test_solo_21_the_defenders_claim_counts_for_the_defender():
    before = SOLO.view(mid_play(), "S")["tricks"]
    state = play(mid_play(), "N claim:2", "S accept")
    assert SOLO.outcome(state)["tricks"] == before["S"] + 3


def test_solo_21a_both_are_told_that_a_claim_was_refused_and_when_one_may_be_made_again():
    before = SOLO.view(mid_play(), "S")
    assert before["claim_refused"] is None
    trick = (before["last_trick"] or {"number": 0})["number"] + 1
    told = {"by": "S", "takes": 4, "of": 5, "trick": trick}
    state = play(mid_play(), "S claim:4", "N refuse")
    assert [SOLO.view(state, player)["claim_refused"] for player in "SN"] == [told, told]
    state = play(state, "p:HA", "p:HK", "p:H5")
    view = SOLO.view(state, "S")
    assert view["last_trick"]["number"] == trick and view["can"]["claim"]
    assert view["claim_refused"] == told, "a page that missed the refusal still learns of it"
    assert SOLO.view(play(state, "S claim:3"), "N")["claim_refused"] is None


def test_solo_21a_a_claim_may_come_out_of_turn_and_stops_play():
    state = play(mid_play(), "N claim:2")
    view = SOLO.view(state, "S")
    assert view["turn"] == {"player": "S", "hand": None, "what": "claim"}
    assert view["legal"] == ["accept", "refuse"]
    assert SOLO.view(state, "N")["legal"] == []
    assert refused(state, "S", "p:HA").reason == "Play has stopped: North's claim must be answered first"
    assert refused(state, "N", "accept").reason == "South answers this claim"
    assert refused(state, "S", "claim:3").rule == "SOLO-21a"


def test_solo_21a_a_claim_can_be_made_before_the_opening_lead():
    state = play(called("7N P P"), "N claim:0", "accept")
    assert SOLO.outcome(state) == {
        "contract": "7N", "declarer": "S", "tricks": 13, "lead": None, "claimed": True,
    }  # fmt: skip


def test_solo_21a_a_claim_is_withdrawn_while_it_waits_and_the_shown_hand_stays_open():
    state = play(mid_play(), "S claim:4")
    assert refused(state, "N", "withdraw").reason == "Only South can withdraw this claim"
    state = play(state, "S withdraw")
    for player in "SN":
        view = SOLO.view(state, player)
        assert view["claim"] is None
        assert view["taken_back"] == {"by": "S", "action": "claim:4", "how": "withdrawn"}
        assert "until another trick is complete" in refused(state, player, "claim:1").reason
    assert SOLO.view(state, "N")["hands"]["S"]["cards"] is not None
    assert refused(state, "N", "accept").reason == "There is no claim to answer"
    assert refused(state, "S", "withdraw").reason == "There is no claim that could be withdrawn"
    assert SOLO.view(play(state, "p:HA"), "S")["taken_back"] is None, "told until the next act"


def test_solo_21a_a_claim_is_corrected_once_while_it_waits():
    state = play(mid_play(), "S claim:4")
    assert "already" in refused(state, "S", "claim:4").reason
    assert refused(state, "S", "claim:6").reason == "Only 5 tricks are left to claim"
    state = play(state, "S claim:5")
    claim = SOLO.view(state, "N")["claim"]
    assert (claim["takes"], claim["of"], claim["was"]) == (5, 5, 4)
    assert "corrected your claim once" in refused(state, "S", "claim:3").reason
    assert SOLO.outcome(play(state, "N accept"))["tricks"] is not None
    assert play(state, "S withdraw").requests.claim is None


def test_solo_21a_a_concession_corrected_to_a_claim_shows_the_hand():
    state = play(mid_play(), "S claim:0")
    assert SOLO.view(state, "N")["claim"]["cards"] is None
    assert SOLO.view(play(state, "S claim:2"), "N")["claim"]["cards"] is not None
