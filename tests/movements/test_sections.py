"""Several sections that are ranked together."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from movements.catalogue import build
from movements.checks import problems
from movements.errors import MovementError
from movements.howell import howell
from movements.mitchell import straight
from movements.plan import with_sit_out
from movements.sections import even_split, sections_for, split, together
from movements.web import web


@given(st.integers(4, 400), st.integers(1, 20))
def test_a_field_is_split_as_evenly_as_can_be(contestants, count):
    if (contestants + 1) // 2 < 2 * count:
        with pytest.raises(MovementError, match="cannot be split"):
            even_split(contestants, count)
        return
    sizes = even_split(contestants, count)
    assert (sum(sizes), len(sizes)) == (contestants, count)
    tables = [(size + 1) // 2 for size in sizes]
    assert max(tables) - min(tables) <= 1
    assert [size % 2 for size in sizes] == [0] * (count - 1) + [contestants % 2]


@pytest.mark.parametrize("contestants", range(12, 61))
def test_the_sections_of_a_field_play_the_same_boards_and_make_one_sound_plan(contestants):
    for rounds in (3, 5, 9, 13):
        count = sections_for(contestants, rounds)
        if count is None:
            continue
        parts = split(contestants, count, rounds)
        assert [problems(part) for part in parts] == [[]] * count
        assert {(p.rounds, p.board_sets) for p in parts} == {(rounds, rounds)}
        whole = together(parts)
        assert problems(whole) == []
        assert len(whole.present) == contestants
        assert whole.tables == sum(part.tables for part in parts)


def test_numbers_count_on_from_section_to_section():
    """N/S come first: 1 to 5 in the first section and 6 to 10 in the second. Then come E/W, 11 to 15 and 16 to 20."""
    whole = together([straight(5, 5), straight(5, 5)])
    first, second = whole.round(2)[:5], whole.round(2)[5:]
    assert [(p.table, p.ns, p.ew, p.boardset) for p in first] == [
        (1, 1, 15, 2), (2, 2, 11, 3), (3, 3, 12, 4), (4, 4, 13, 5), (5, 5, 14, 1),
    ]  # fmt: skip
    assert [(p.table, p.ns, p.ew, p.boardset) for p in second] == [
        (p.table + 5, p.ns + 5, p.ew + 5, p.boardset) for p in first
    ]


@pytest.mark.parametrize(("tables", "rounds"), [(24, 11), (29, 13), (15, 7), (30, 9)])
def test_by_name_an_odd_field_gets_the_same_sections(tables, rounds):
    contestants = 2 * tables - 1
    count = sections_for(contestants, rounds)
    assert count is not None
    assert build("sections", tables, rounds, contestants) == together(split(contestants, count, rounds))


def test_sections_of_different_sizes_and_one_sit_out():
    whole = together([with_sit_out(web(6, 5), 12), straight(5, 5)])
    assert (whole.tables, whole.absent, whole.contestants) == (11, (17,), 22)
    assert problems(whole) == []
    assert together([howell(4), howell(4)]).winners == 1


@pytest.mark.parametrize(
    ("plans", "told"),
    [
        ([straight(5, 5), straight(7, 7)], "same rounds"),
        ([straight(5, 5), straight(5, 4)], "same rounds"),
        ([with_sit_out(straight(5, 5), 10), with_sit_out(straight(5, 5), 10)], "Only one"),
    ],
)
def test_sections_that_do_not_fit_together_are_refused(plans, told):
    with pytest.raises(MovementError, match=told):
        together(plans)


def test_a_section_too_small_or_too_large_for_the_rounds_is_refused():
    for contestants, count in ((40, 4), (60, 1)):
        with pytest.raises(MovementError, match="an odd number of rounds and 9 to 19 tables"):
            split(contestants, count, 9)
