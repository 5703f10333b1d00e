"""The recommendations for a field of any size (design page, What to recommend), by boards, minutes and room."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from movements.balance import quality
from movements.checks import problems
from movements.choose import READ_AT_ONCE, Option, options
from movements.errors import MovementError
from tests.long import sample
from tests.movements.fields import FIELDS

# Contestants -> the movements that directors expect, as (family, rounds, boards a round).
EXPECTED = {
    4: {("howell", 3, 8), ("half-rounds", 6, 4)},
    6: {("howell", 5, 5), ("half-rounds", 10, 2)},
    8: {("howell", 7, 3), ("howell", 7, 4)},
    10: {("howell", 9, 3), ("howell", 8, 3)},
    12: {("howell", 11, 2), ("howell", 9, 3), ("howell", 8, 3)},
    14: {("howell", 13, 2), ("mitchell", 7, 4)},
    16: {("relay-mitchell", 8, 3), ("skip-mitchell", 7, 4)},
    18: {("mitchell", 9, 3)},
    20: {("relay-mitchell", 10, 2), ("skip-mitchell", 9, 3), ("web", 9, 3)},
    22: {("mitchell", 11, 2), ("web", 9, 3)},
    24: {("relay-mitchell", 12, 2), ("web", 9, 3)},
    26: {("mitchell", 13, 2)},
    **{contestants: {("web", 13, 2), ("web", 9, 3)} for contestants in sample((28, 36, 46, 54), range(28, 55, 2))},
    **{contestants: {("sections", 13, 2), ("sections", 9, 3)} for contestants in (56, 58, 60)},
}


def named(option: Option) -> tuple[str, int, int]:
    return option.plan.name, option.rounds, option.boards_per_round


@pytest.mark.parametrize("contestants", EXPECTED)
def test_what_to_recommend(contestants):
    assert named(options(contestants)[0]) in EXPECTED[contestants]
    if contestants > 4:
        assert named(options(contestants - 1)[0]) in EXPECTED[contestants]


@pytest.mark.parametrize("contestants", EXPECTED)
def test_everything_that_directors_expect_is_on_the_list(contestants):
    found = {named(option) for option in options(contestants)}
    for family, rounds, _ in EXPECTED[contestants]:
        if family != "web" or rounds < contestants // 2 <= 2 * rounds + 1:
            assert any((name, r) == (family, rounds) for name, r, _ in found), (family, rounds)


@settings(max_examples=sample(20, 200), deadline=None)
@given(
    st.integers(2, 60),
    st.none() | st.integers(1, 9),
    st.none() | st.integers(1, 60),
    st.none() | st.integers(20, 300),
    st.booleans(),
)
def test_the_figures_are_those_of_the_plan(contestants, per_round, boards, minutes, live):
    found = options(contestants, per_round, boards, minutes=minutes, live=live, physical=not live)
    for option in found:
        plan = option.plan
        assert problems(plan) == []
        assert len(plan.present) == contestants
        assert option.quality == quality(plan)
        assert option.boards_each == plan.rounds * option.boards_per_round
        assert option.boards_needed == plan.board_sets * option.boards_per_round
        assert option.minutes == 8 * option.boards_each
        assert option.shares == len(plan.shares())
        fits = (boards is None or option.boards_needed <= boards) and (minutes is None or option.minutes <= minutes)
        assert (option.problem is None) == fits
    assert len({option.key for option in found}) == len(found)
    assert [option.more for option in found] == [place >= READ_AT_ONCE for place in range(len(found))]


@pytest.mark.parametrize("contestants", FIELDS)
def test_something_fits_into_two_hours_or_one_and_few_boards(contestants):
    for boards, minutes in ((24, 120), (10, 60)):
        best = options(contestants, boards_available=boards, minutes=minutes)[0]
        assert best.recommended, (boards, minutes, best.problem)


def test_a_longer_night_than_there_is_time_for_is_told():
    found = options(18, 3, minutes=200)
    (whole,) = [o for o in found if (o.plan.name, o.rounds, o.winners) == ("mitchell", 9, 2)]
    assert whole.problem == "Takes 3 h 36, there are 3 h 20."
    assert found[0].minutes <= 200


def test_minutes_a_board_count():
    assert options(18, 3, minutes_per_board=5)[0].minutes == 135
    assert options(18, minutes=100, minutes_per_board=4)[0].boards_each in range(20, 26)


def test_where_boards_must_be_carried_sharing_speaks_against_a_movement():
    assert options(4, live=False)[0].plan.name == "half-rounds"
    assert options(20, 3, live=False)[0].shares == 0
    assert not any(o.plan.name == "barometer" for o in options(20, 3, live=False))
    assert "need copies" in next(o.why for o in options(20, 3, live=False) if o.shares)


@pytest.mark.parametrize("contestants", [2, 3, 4, 5, 29, 60, 61, 200])
def test_there_is_always_something_even_for_very_long_rounds(contestants):
    for live in (True, False):
        assert options(contestants, 36, live=live)
        assert options(contestants, 36, 1, minutes=1, live=live)


def test_guide_card_howells_are_offered_beside_the_free_ones():
    """Everyone follows the player with the next lower number. Both values of Q are given."""
    found = [o for o in options(16, 2, physical=True) if (o.plan.name, o.rounds) == ("howell", 13)]
    assert [o.cyclic for o in found] == [False, True]
    assert found[0].quality > found[1].quality
    assert "everybody follows the same number" in found[1].title
    assert not any(o.cyclic for o in options(16, 2))


def test_one_winner_by_an_arrow_switch_is_offered_and_named():
    switched = next(o for o in options(18, 3) if o.switched)
    assert switched.title == "Mitchell with arrow switch, 9 tables, 9 rounds of 3 boards"
    assert (switched.plan.name, switched.winners, switched.switched) == ("mitchell", 1, 1)
    assert "In the last round all change seats" in switched.why
    assert "ranked apart" not in switched.why


def test_sections_are_told_with_their_tables():
    option = options(57, 2)[0]
    assert option.title == "2 sections ranked together, 14 and 15 tables, 13 rounds of 2 boards"
    assert [len(part.present) for part in option.parts] == [28, 29]
    assert "All sections play the same boards." in option.why


def test_a_skip_that_never_comes_is_not_announced():
    short = next(o for o in options(16, 7) if o.plan.name == "skip-mitchell" and o.rounds == 4)
    assert "two tables" not in short.why


@pytest.mark.parametrize("asked", [{"minutes": 0}, {"minutes": -5}, {"minutes_per_board": 0}])
def test_impossible_times_are_refused(asked):
    with pytest.raises(MovementError, match="at least a minute"):
        options(12, 2, **asked)


def test_three_boards_are_no_long_evening_however_little_time_there_is():
    (shortest, *_) = options(4, minutes=10)
    assert shortest.boards_each == 3
    assert "long evening" not in shortest.why
    assert shortest.problem == "Takes 24 minutes, there are 10 minutes."
    assert any("A long evening: 36 boards." in option.why for option in options(4, 12))
