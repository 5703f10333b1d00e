"""Who sees what at Whist for two: the table of SW-21, row by row, and SW-22."""

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
    """Return a state with two tricks and two cards of the third."""
    return play_on(started(**options), 10)


@pytest.mark.parametrize(("viewer", "other"), ["SN", "NS"])
def test_sw_21_a_players_own_hand(viewer: str, other: str) -> None:
    state = started()
    assert len(seen(state, viewer)["hands"][viewer]["cards"]) == 13
    assert seen(state, other)["hands"][viewer] == {
        "owner": viewer,
        "dummy": False,
        "count": 13,
        "cards": None,
    }
    later = in_play()
    left = seen(later, viewer)["hands"][viewer]
    assert len(left["cards"]) == left["count"] < 13
    assert seen(later, other)["hands"][viewer]["cards"] is None
    assert (
        seen(over(), other)["dealt"][viewer]
        == seen(over(), viewer)["dealt"][viewer]
        == seen(state, viewer)["hands"][viewer]["cards"]
    )


def test_sw_21_a_players_own_hand_is_open_to_both_until_ready() -> None:
    state = started(inspection="open")
    for viewer in "SN":
        for half in (state, play(state, "S ready")):
            assert all(len(hand["cards"]) == 13 for hand in seen(half, viewer)["hands"].values())
    closed = play(state, "S ready", "N ready")
    assert (seen(closed, "S")["hands"]["N"]["cards"], seen(closed, "N")["hands"]["S"]["cards"]) == (
        None,
        None,
    )


@pytest.mark.parametrize("dealer", "SN")
def test_sw_21_the_turned_card(dealer: str) -> None:
    state = started(dealer=dealer)
    card = seen(state, "D")["more"]["turned"]
    assert card in seen(state, dealer)["hands"][dealer]["cards"]
    for viewer in "SN":
        assert seen(state, viewer)["more"]["turned"] == card
        taken_up = play_on(state, 4)
        assert seen(taken_up, viewer)["more"]["turned"] is None
        assert seen(play_on(state, 60), viewer)["more"]["turned"] == card
    assert seen(play_on(state, 4), "D")["more"]["turned"] == card


def test_sw_21_both_dummies_in_sequence() -> None:
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


def test_sw_21_trumps_dealer_and_counts_are_for_both_all_the_time() -> None:
    for state in (started(), in_play(), over(), started(inspection="open")):
        south, north = seen(state, "S"), seen(state, "N")
        for key in ("dealer", "tricks", "trick", "last_trick", "claim", "board", "phase"):
            assert south[key] == north[key]
        assert south["more"] == north["more"]
        assert south["more"]["trumps"] == seen(started(), "S")["more"]["trumps"]
        assert {name: hand["count"] for name, hand in south["hands"].items()} == {
            name: hand["count"] for name, hand in north["hands"].items()
        }


@pytest.mark.parametrize("viewer", "SN")
def test_sw_21_earlier_tricks_and_hands_as_dealt_only_when_over(viewer: str) -> None:
    for state in (started(), in_play(), started(inspection="open")):
        view = seen(state, viewer)
        assert (view["dealt"], view["history"], view["outcome"]) == (None, None, None)
    view = seen(over(), viewer)
    assert len(view["history"]) == 13
    assert {seat: len(cards) for seat, cards in view["dealt"].items()} == {"N": 13, "E": 13, "S": 13, "W": 13}
    assert (view["turn"], view["trick"], view["legal"], plain(view["prompt"])) == (
        None,
        None,
        [],
        "The deal is over",
    )


def test_sw_21_only_the_player_on_turn_gets_cards_to_play_and_reasons() -> None:
    state = play_on(started(), 1)
    south, north = seen(state, "S"), seen(state, "N")
    assert (north["legal"], north["why_not"]) == ([], {})
    assert set(south["why_not"]) | {action[2:] for action in south["legal"]} == set(
        south["hands"]["E"]["cards"]
    )
    assert (plain(south["prompt"]), plain(north["prompt"])) == (
        "Play an END card of the East dummy",
        "South plays from the East dummy",
    )


def test_sw_22_the_view_counts_nothing_for_the_player() -> None:
    """Exactly these keys exist. None of them holds unseen cards, least of all the hints."""
    view = seen(started(), "S")
    assert view["hints"] is None
    assert set(view["more"]) == {"trumps", "turned", "turned_by", "first_lead", "ready"}
    hidden = set(seen(started(), "D")["hands"]["N"]["cards"])
    assert not {card for card in hidden if card in str(view)}


def test_sw_22_the_director_sees_everything_and_a_stranger_has_no_view() -> None:
    view = seen(in_play(), "D")
    assert all(hand["cards"] is not None for hand in view["hands"].values())
    assert (len(view["dealt"]), view["history"][-1]["winner"], view["legal"]) == (4, None, [])
    assert plain(view["prompt"]).startswith(("South ", "North "))
    assert plain(seen(started(inspection="open"), "D")["prompt"]) == "The players look at all four hands"
    with pytest.raises(ValueError, match="no viewer"):
        seen(started(), "E")
