"""Claims, taking back and what may be looked at again: UM-17c."""

import pytest

from games.wording import plain
from tests.games.umbrage_positions import UMBRAGE, called, play, position, refused, run, seen
from tests.games.views_compared import but_told


def ending(**options: str):
    """Return a state: South declares 3NT and leads from hand with three tricks to go."""
    return position("S N D", S="SA SK D2", N="H2 H3 H4", D="C2 C3 C4", **options)


def test_um_17c_a_claim_names_a_number_and_shows_the_claimants_hand():
    state = play(ending(), "S claim:2")
    view = seen(state, "N")
    assert view["claim"] == {"by": "S", "takes": 2, "of": 3, "was": None, "cards": ["SA", "SK", "D2"]}
    assert view["hands"]["S"]["cards"] == ["SA", "SK", "D2"]
    assert view["turn"] == {"player": "N", "hand": None, "what": "claim"}
    assert view["legal"] == ["accept", "refuse"]
    assert plain(view["prompt"]) == "South claims 2 of the 3 tricks left: do you accept?"
    assert plain(seen(state, "S")["prompt"]) == "North is to answer the claim"
    assert seen(state, "S")["hands"]["N"]["cards"] is None


def test_um_17c_an_accepted_claim_ends_the_deal():
    state = play(ending(), "S claim:2", "N accept")
    outcome = UMBRAGE.outcome(state)
    assert (outcome["tricks"], outcome["claimed"]) == (12, True)
    assert seen(state, "N")["tricks"] == {"S": 12, "N": 1}


def test_um_17c_a_claim_in_the_middle_of_a_trick_counts_that_trick():
    state = play(ending(), "p:D2", "N claim:3")
    assert seen(state, "S")["claim"]["of"] == 3
    over = seen(play(state, "S accept"), "S")
    assert over["history"][-1]["winner"] is None
    assert over["history"][-1]["cards"] == [{"seat": "S", "card": "D2"}]


def test_um_17c_after_a_refusal_play_goes_on_with_the_hand_open():
    state = play(ending(), "S claim:3", "N refuse")
    assert seen(state, "N")["hands"]["S"]["cards"] == ["SA", "SK", "D2"]
    assert refused(state, "S", "claim:2").rule == "UM-17c"
    assert "play on until another trick" in refused(state, "N", "claim:0").reason
    state = play(state, "p:SA", "p:H2", "p:C2")
    assert "claim:2" in UMBRAGE.legal(state, "N")


def test_um_17c_tricks_are_claimed_in_the_play_alone():
    for state in (called(""), called("1S P")):
        assert seen(state, "S")["can"]["claim"] is False
        assert refused(state, "S", "claim:3").rule == "UM-17c"
    assert seen(ending(), "N")["can"]["claim"] is True
    assert (seen(ending(), "N")["claim_max"], seen(called(""), "N")["claim_max"]) == (3, 0)
    assert refused(ending(), "S", "claim:4").reason == "Only 3 tricks are left to claim"
    assert refused(ending(), "D", "claim:0").reason == "The director claims no tricks"


@pytest.mark.parametrize("story", ["1S", "1S X", "1S X XX", "1S P", "1S P 0", "1S P 1 0 1S", "1S P 0 0"])
def test_um_17c_the_last_call_goes_back_by_consent(story):
    """So does a draw of no card, because nobody has seen anything by it."""
    *earlier, last = story.split()
    state, before = called(story), called(" ".join(earlier))
    by = UMBRAGE.turn(before)
    asked = play(state, f"{by} undo")
    other = "N" if by == "S" else "S"
    view = seen(asked, other)
    assert view["undo"] == {"by": by, "action": "draw:" if last == "0" else f"c:{last}"}
    assert view["turn"] == {"player": other, "hand": None, "what": "undo"}
    assert view["legal"] == ["undo:yes", "undo:no"]
    assert view["pick"] is None and view["choices"] == []
    assert plain(view["prompt"]).endswith("asks to take back a call or card: do you agree?")
    back = play(asked, f"{other} undo:yes")
    for viewer in "SND":
        assert but_told(seen(back, viewer)) == but_told(seen(before, viewer))


def test_um_17c_without_consent_the_call_stands():
    state = play(called("1S"), "S undo", "N undo:no")
    assert seen(state)["auction"] == [{"by": "S", "call": "1S"}]
    assert refused(state, "S", "undo").reason == "There is no call or card that can still be taken back"


def test_um_17c_the_director_does_not_take_back():
    assert "by the players' consent" in refused(called("1S"), "D", "undo").reason


@pytest.mark.parametrize("story", ["1S P 1", "1S P 1 1", "1S P 0 1", "1S P 6 6 1S P 1"])
def test_um_17c_nothing_goes_back_once_anyone_has_seen_a_new_card(story):
    for player in "SN":
        error = refused(called(story), player, "undo")
        assert error.reason == "There is no call or card that can still be taken back"


def test_um_17c_a_draw_of_none_after_the_bidders_goes_back_alone():
    state = called("1S P 1 0")
    back = play(state, "N undo", "S undo:yes")
    assert seen(back)["more"]["draw"]["changed"] == {"S": 1, "N": None}
    assert refused(back, "N", "undo").rule == "UM-17c"


def test_um_17c_the_lead_opens_the_dummy_and_stands():
    state = play(called("1S P 0 0"), "p:HA")
    assert seen(state, "N")["can"]["undo"] is False
    assert refused(state, "N", "undo").rule == "UM-17c"


def test_um_17c_a_later_card_goes_back_by_consent():
    state = play(ending(), "p:SA", "p:H2")
    assert "North acted last" in refused(state, "S", "undo").reason
    back = play(state, "N undo", "S undo:yes")
    assert seen(back, "N")["trick"]["cards"] == [{"seat": "S", "card": "SA"}]
    assert seen(back, "N")["hands"]["N"]["cards"] == ["H4", "H3", "H2"]


def test_um_17c_only_the_current_and_the_last_complete_trick_are_shown():
    state = play(ending(), "p:SA", "p:H2", "p:C2", "p:SK", "p:H3", "p:C3", "p:D2")
    view = seen(state, "N")
    assert [play["card"] for play in view["last_trick"]["cards"]] == ["SK", "H3", "C3"]
    assert [play["card"] for play in view["trick"]["cards"]] == ["D2"]
    assert view["history"] is None and view["dealt"] is None
    assert "SA" not in str(view)


def test_um_17c_discards_are_not_looked_at_again():
    state = called("1S P 2 1")
    for viewer in "SN":
        assert seen(state, viewer)["more"]["notes"] is None


def test_um_17c_option_notes_shows_a_player_his_own_discards():
    state = called("1S P 2 1 1S P 1", notes="on")
    assert seen(state, "S")["more"]["notes"] == ["C3", "C2", "C4"]
    assert seen(state, "N")["more"]["notes"] == ["H2"]
    assert seen(state, "D")["more"]["notes"] is None
    assert "C2" not in str(seen(run(state, "0"), "N"))
