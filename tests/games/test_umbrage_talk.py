"""Claims, take-backs and the cards that may be seen again in Umbrage: UM-17c."""

import pytest

from games.wording import plain
from tests.games.umbrage_positions import UMBRAGE, called, play, refused, run, seen
from tests.games.views_compared import but_told


@pytest.mark.parametrize("story", ["1S", "1S X", "1S X XX", "1S P", "1S P 0", "1S P 1 0 1S", "1S P 0 0"])
def test_um_17c_the_last_call_goes_back_by_consent(story):
    """A draw of no cards is taken back in the same way, because the draw shows nobody anything."""
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
