"""The messages to a seat contain nothing that it may not know: SW-23."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.players import OPPONENT
from tests.games.whist_for_two_positions import WHIST, setup_of
from tests.long import sample


def setup(number: int) -> dict[str, Any]:
    return setup_of("secrecy", "SN"[number % 2], number)


@settings(max_examples=sample(20, 200), deadline=None)
@given(
    number=st.integers(1, 200),
    viewer=st.sampled_from("SN"),
    order=st.permutations(range(13)),
    way=st.sampled_from(("turned", "rotate", "rotate_nt")),
)
def test_sw_23_before_the_first_card_no_arrangement_of_the_hidden_hand_shows(number, viewer, order, way):
    """The thirteen cards are the ones that the 39 seen cards leave. Nobody may know the order in which they came."""
    one = setup(number)
    hidden = one["hands"][OPPONENT[viewer]].split()
    hands = {**one["hands"], OPPONENT[viewer]: " ".join(hidden[place] for place in order)}
    for options in ({"trumps": way}, {"trumps": way, "first_lead": "eldest"}):
        before, after = WHIST.start(one, options), WHIST.start({**one, "hands": hands}, options)
        assert WHIST.view(before, viewer) == WHIST.view(after, viewer)


@settings(max_examples=sample(17, 175), deadline=None)
@given(number=st.integers(1, 200), viewer=st.sampled_from("SN"), data=st.data())
def test_sw_23_the_opponents_hand_changed_for_a_card_of_ones_own_changes_only_ones_own_hand(number, viewer, data):
    """The opponent's hands of two deals differ only where the viewer's own differ. All else is the same."""
    one, hand = setup(number), OPPONENT[viewer]
    mine = data.draw(st.sampled_from([c for c in one["hands"][viewer].split() if c != one["turned"]]))
    theirs = data.draw(st.sampled_from([c for c in one["hands"][hand].split() if c != one["turned"]]))
    hands = {
        **one["hands"],
        viewer: one["hands"][viewer].replace(mine, theirs),
        hand: one["hands"][hand].replace(theirs, mine),
    }
    first, second = (WHIST.view(WHIST.start({**one, "hands": h}, {}), viewer) for h in (one["hands"], hands))
    assert set(first["hands"][viewer]["cards"]) ^ set(second["hands"][viewer]["cards"]) == {mine, theirs}
    for view in (first, second):
        view["hands"].pop(viewer)
        if view["turn"]["player"] == viewer:
            view["legal"] = []
    assert first == second
