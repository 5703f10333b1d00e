"""The movements that are recommended to a director for the number of contestants tonight."""

import doctest

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import movements
from movements.checks import problems
from movements.choose import Option, options
from movements.errors import MovementError
from tests.long import sample
from tests.movements.fields import FIELDS


def best(contestants: int, per_round: int, available: int | None = None) -> tuple[str, int, int]:
    option = options(contestants, per_round, available)[0]
    return option.plan.name, option.plan.tables, option.rounds


@pytest.mark.parametrize(
    ("contestants", "per_round", "expected"),
    [
        (4, 8, ("howell", 2, 3)), (6, 5, ("howell", 3, 5)), (7, 3, ("howell", 4, 7)),
        (8, 3, ("howell", 4, 7)), (8, 4, ("howell", 4, 7)), (9, 3, ("howell", 5, 9)),
        (10, 3, ("howell", 5, 9)), (11, 2, ("howell", 6, 11)), (12, 2, ("howell", 6, 11)),
        (13, 2, ("howell", 7, 13)), (14, 2, ("howell", 7, 13)), (14, 4, ("mitchell", 7, 7)),
        (16, 4, ("skip-mitchell", 8, 7)), (17, 3, ("mitchell", 9, 9)), (18, 3, ("mitchell", 9, 9)),
        (22, 2, ("mitchell", 11, 11)), (25, 2, ("mitchell", 13, 13)), (26, 2, ("mitchell", 13, 13)),
    ],
)  # fmt: skip
def test_what_directors_expect(contestants, per_round, expected):
    assert best(contestants, per_round) == expected


def check_option(option: Option, contestants: int, per_round: int, available: int | None):
    plan = option.plan
    assert problems(plan) == []
    assert len(plan.present) == contestants
    assert (option.rounds, option.winners) == (plan.rounds, plan.winners)
    assert option.sit_outs == (plan.rounds if contestants % 2 else 0)
    used = {p.boardset for p in plan.schedule} - {0}
    assert len(used) * per_round <= option.boards_needed
    assert (option.problem is None) == (available is None or option.boards_needed <= available)
    assert option.title.strip()
    assert option.why.endswith(".")


@settings(max_examples=sample(25, 250), deadline=None)
@given(st.integers(2, 60), st.integers(1, 9), st.none() | st.integers(0, 100))
def test_every_field_gets_sound_options(contestants, per_round, available):
    found = options(contestants, per_round, available)
    assert found
    for option in found:
        check_option(option, contestants, per_round, available)
    seatings = [option.plan.schedule for option in found]
    assert len(set(seatings)) == len(seatings)
    troubled = [option.problem is not None for option in found]
    assert troubled == sorted(troubled)
    assert [option.recommended for option in found] == [not troubled[0], *[False] * (len(found) - 1)]


@pytest.mark.parametrize("contestants", FIELDS)
@pytest.mark.parametrize("per_round", [2, 3, 4])
def test_nothing_recommended_is_longer_than_an_evening(contestants, per_round):
    assert options(contestants, per_round)[0].rounds * per_round <= 28


def test_many_tables_play_few_boards_in_copies_instead_of_a_mitchell_cut_short():
    assert best(30, 3) == ("web", 15, 9)
    assert best(24, 3) == ("web", 12, 9)
    assert best(28, 2) == ("web", 14, 13)


def test_past_27_tables_there_are_sections():
    """From 28 contestants upwards there are web movements, and with more than 27 tables there are sections."""
    assert best(54, 2) == ("web", 27, 13)
    for contestants in (55, 56, 60):
        option = options(contestants, 2)[0]
        assert option.title.startswith("2 sections ranked together")
        sizes = sorted(len(part.present) for part in option.parts)
        assert sum(sizes) == contestants
        assert sizes[1] - sizes[0] <= 2
        assert {(part.rounds, part.board_sets) for part in option.parts} == {(13, 13)}


def test_too_few_boards_are_told_with_the_counts_and_come_last():
    found = options(18, 3, 24)
    (mitchell,) = [o for o in found if (o.plan.name, o.rounds, o.winners) == ("mitchell", 9, 2)]
    assert mitchell.problem == "Needs 27 boards, the set has 24. With 2 boards a round it would need 18."
    assert not mitchell.recommended
    assert (found[0].plan.name, found[0].boards_needed, found[0].problem) == ("web", 21, None)
    first = options(10, 3, 24)[0]
    assert (first.plan.name, first.rounds, first.problem) == ("howell", 8, None)
    assert options(18, 3, 8)[0].problem == "Needs 27 boards, the set has 8."
    assert options(18, 3, 27)[0].problem is None


def test_words_a_director_understands():
    mitchell = options(17, 3)[0]
    assert mitchell.title == "Mitchell, 9 tables, 9 rounds of 3 boards"
    assert mitchell.why == (
        "South players keep their table, North players move up one table each round. "
        "Two winners: South players and North players are ranked apart. "
        "Each contestant without a sit-out plays all 27 boards. "
        "One contestant sits out each round: 9 contestants once, nobody twice."
    )
    pairs = options(16, 4, stay="N/S pairs", move="E/W pairs")[0]
    assert pairs.why.startswith("N/S pairs keep their table, E/W pairs move up one table each round and two")
    assert "all tables play the same boards" in options(6, 5)[0].why
    assert "4 boards a round would make it 28" in options(8, 2)[0].why


@pytest.mark.parametrize("contestants", [2, 3])
def test_fields_too_small_to_compare_are_told_so(contestants):
    (option,) = options(contestants, 6)
    assert "nothing to compare" in option.why
    assert option.recommended


@pytest.mark.parametrize(
    ("contestants", "per_round", "available"), [(1, 3, None), (0, 3, None), (201, 3, None), (8, 0, None), (8, 3, -1)]
)
def test_impossible_numbers_are_refused(contestants, per_round, available):
    with pytest.raises(MovementError):
        options(contestants, per_round, available)


def test_the_example_in_the_packages_docstring_is_true():
    assert doctest.testmod(movements) == (0, 6)
