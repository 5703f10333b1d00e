"""Who sees what in Whist for two: the table in SW-21, row by row, and SW-22."""

from typing import Any

import pytest

from games.variants.whist_for_two.state import WhistState
from games.wording import plain
from tests.games.whist_for_two_positions import WHIST, play, play_on, started


def seen(state: WhistState, viewer: str) -> dict[str, Any]:
    return WHIST.view(state, viewer)


def over(**options: str) -> WhistState:
    return play_on(started(**options), 60)


def in_play(**options: str) -> WhistState:
    """Return a state after two complete tricks and two cards of the third trick."""
    return play_on(started(**options), 10)


@pytest.mark.parametrize(("viewer", "other"), ["SN", "NS"])
def test_sw_21_a_players_own_hand(viewer, other):
    state, later = started(), in_play()
    own = seen(state, viewer)["hands"][viewer]["cards"]
    closed = {"owner": viewer, "dummy": False, "count": 13, "cards": None}
    assert len(own) == 13 and seen(state, other)["hands"][viewer] == closed
    left = seen(later, viewer)["hands"][viewer]
    assert len(left["cards"]) == left["count"] < 13
    assert seen(later, other)["hands"][viewer]["cards"] is None
    assert seen(over(), other)["dealt"][viewer] == seen(over(), viewer)["dealt"][viewer] == own


def test_sw_21_a_players_own_hand_is_open_to_both_until_ready():
    state = started(inspection="open")
    for viewer, other in ("SN", "NS"):
        for half in (state, play(state, "S ready")):
            assert all(len(hand["cards"]) == 13 for hand in seen(half, viewer)["hands"].values())
        assert seen(play(state, "S ready", "N ready"), viewer)["hands"][other]["cards"] is None


@pytest.mark.parametrize("dealer", "SN")
def test_sw_21_the_turned_card(dealer):
    state = started(dealer=dealer)
    card = seen(state, "D")["more"]["turned"]
    assert card in seen(state, dealer)["hands"][dealer]["cards"]
    for viewer in "SN":
        assert seen(state, viewer)["more"]["turned"] == card
        taken_up = play_on(state, 4)
        assert seen(taken_up, viewer)["more"]["turned"] is None
        assert seen(play_on(state, 60), viewer)["more"]["turned"] == card
    assert seen(play_on(state, 4), "D")["more"]["turned"] == card


def test_sw_21_both_dummies_in_sequence():
    state = started()
    sequences = {seat: [c.text for c in state.table.deal.hands()[seat]] for seat in state.table.deal.hands()}
    for viewer in "SN":
        at_start, later, end = (seen(s, viewer) for s in (state, in_play(), over()))
        for dummy in "EW":
            assert at_start["hands"][dummy]["cards"] == sequences[dummy]
            left = later["hands"][dummy]
            start = left["from"]
            assert left["cards"] == sequences[dummy][start : start + left["count"]]
            assert left["count"] == len(left["cards"]) < 13
            assert end["dealt"][dummy] == sequences[dummy]


def test_sw_21_who_is_asked_and_who_waits_read_it_in_words():
    told = [plain(seen(play_on(started(), 1), viewer)["prompt"]) for viewer in "SND"]
    assert told[:2] == ["Play an END card of the East dummy", "South plays from the East dummy"]
    assert told[2].startswith("South ")
    assert plain(seen(started(inspection="open"), "D")["prompt"]) == "The players look at all four hands"
    assert plain(seen(over(), "S")["prompt"]) == "The deal is over"


def test_sw_22_the_view_counts_nothing_for_the_player():
    """The view has exactly these keys for both players. No value in it, not even a hint, depends on unseen cards."""
    for state in (started(), in_play(), over(), started(inspection="open")):
        south, north = seen(state, "S"), seen(state, "N")
        assert south["hints"] is None and south["more"] == north["more"]
        assert set(south["more"]) == {"trumps", "turned", "turned_by", "first_lead", "ready"}
        assert south["more"]["trumps"] == seen(started(), "S")["more"]["trumps"]
    hidden = set(seen(started(), "D")["hands"]["N"]["cards"])
    assert not {card for card in hidden if card in str(seen(started(), "S"))}
