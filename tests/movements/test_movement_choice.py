"""The movements that are recommended for tonight's field, and a club's own plans."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from movements.balance import quality
from movements.catalogue import build
from movements.checks import problems
from movements.choose import READ_AT_ONCE, Option, options
from movements.errors import MovementError
from movements.notes import plays
from movements.plan import Plan
from tests.long import sample
from tests.movements.repairs import FIELDS


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
        # Many tables play few boards in copies instead of a Mitchell cut short.
        (24, 3, ("web", 12, 9)), (28, 2, ("web", 14, 13)), (30, 3, ("web", 15, 9)), (54, 2, ("web", 27, 13)),
    ],
)  # fmt: skip
def test_what_directors_expect(contestants, per_round, expected):
    assert best(contestants, per_round) == expected


def test_past_27_tables_there_are_sections():
    for contestants in (55, 56, 60):
        option = options(contestants, 2)[0]
        assert option.title.startswith("2 sections ranked together")
        sizes = sorted(len(part.present) for part in option.parts)
        assert sum(sizes) == contestants
        assert sizes[1] - sizes[0] <= 2
        assert {(part.rounds, part.board_sets) for part in option.parts} == {(13, 13)}
    option = options(57, 2)[0]
    assert option.title == "2 sections ranked together, 14 and 15 tables, 13 rounds of 2 boards"
    assert "All sections play the same boards." in option.why


def test_too_few_boards_are_shown_with_the_counts_and_come_last():
    offers = options(18, 3, 24)
    (mitchell,) = [o for o in offers if (o.plan.name, o.rounds, o.winners) == ("mitchell", 9, 2)]
    assert mitchell.problem == "Needs 27 boards, the set has 24. With 2 boards a round it would need 18."
    assert not mitchell.recommended
    assert (offers[0].plan.name, offers[0].boards_needed, offers[0].problem) == ("web", 21, None)
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
    for option, words in (
        (options(6, 5)[0], "all tables play the same boards"),
        (options(8, 2)[0], "4 boards a round would make it 28"),
        (next(o for o in options(20, 3, live=False) if o.shares), "need copies"),
        *((options(contestants, 6)[0], "nothing to compare") for contestants in (2, 3)),
    ):
        assert words in option.why
    short = next(o for o in options(16, 7) if o.plan.name == "skip-mitchell" and o.rounds == 4)
    assert "two tables" not in short.why, "a skip that never comes is not announced"


@pytest.mark.parametrize(
    "numbers",
    [
        {"contestants": 1}, {"contestants": 0}, {"contestants": 201}, {"boards_per_round": 0},
        {"boards_available": -1}, {"minutes": 0}, {"minutes": -5}, {"minutes_per_board": 0},
    ],
)  # fmt: skip
def test_impossible_numbers_are_refused(numbers):
    with pytest.raises(MovementError):
        options(**{"contestants": 8, "boards_per_round": 3, **numbers})


# Contestants -> the movements that directors expect, as (family, rounds, boards a round).
EXPECTED = {
    4: {("howell", 3, 8), ("half-rounds", 6, 4)}, 6: {("howell", 5, 5), ("half-rounds", 10, 2)},
    8: {("howell", 7, 3), ("howell", 7, 4)}, 10: {("howell", 9, 3), ("howell", 8, 3)},
    12: {("howell", 11, 2), ("howell", 9, 3), ("howell", 8, 3)}, 14: {("howell", 13, 2), ("mitchell", 7, 4)},
    16: {("relay-mitchell", 8, 3), ("skip-mitchell", 7, 4)}, 18: {("mitchell", 9, 3)},
    20: {("relay-mitchell", 10, 2), ("skip-mitchell", 9, 3), ("web", 9, 3)}, 22: {("mitchell", 11, 2), ("web", 9, 3)},
    24: {("relay-mitchell", 12, 2), ("web", 9, 3)}, 26: {("mitchell", 13, 2)},
    **{contestants: {("web", 13, 2), ("web", 9, 3)} for contestants in sample((28, 36, 46, 54), range(28, 55, 2))},
    **{contestants: {("sections", 13, 2), ("sections", 9, 3)} for contestants in (56, 58, 60)},
}  # fmt: skip


def named(option: Option) -> tuple[str, int, int]:
    return option.plan.name, option.rounds, option.boards_per_round


@pytest.mark.parametrize("contestants", EXPECTED)
def test_what_directors_expect_is_recommended_and_all_of_it_is_on_the_list(contestants):
    first, *others = map(named, options(contestants))
    assert first in EXPECTED[contestants]
    if contestants > 4:
        assert named(options(contestants - 1)[0]) in EXPECTED[contestants]
    offers = {first, *others}
    for family, rounds, _ in EXPECTED[contestants]:
        if family != "web" or rounds < contestants // 2 <= 2 * rounds + 1:
            assert any((name, r) == (family, rounds) for name, r, _ in offers), (family, rounds)


@settings(max_examples=sample(35, 350), deadline=None)
@given(
    st.integers(2, 60),
    st.none() | st.integers(1, 9),
    st.none() | st.integers(0, 100),
    st.none() | st.integers(20, 300),
    st.booleans(),
)
def test_every_field_gets_sound_options(contestants, per_round, boards, minutes, live):
    offers = options(contestants, per_round, boards, minutes=minutes, live=live, physical=not live)
    assert offers
    for option in offers:
        plan = option.plan
        assert problems(plan) == []
        assert len(plan.present) == contestants
        assert option.quality == quality(plan)
        assert (option.rounds, option.winners, option.shares) == (plan.rounds, plan.winners, len(plan.shares()))
        assert option.sit_outs == (plan.rounds if contestants % 2 else 0)
        assert option.boards_each == plan.rounds * option.boards_per_round
        assert option.boards_needed == plan.board_sets * option.boards_per_round
        assert option.minutes == 8 * option.boards_each
        fits = (boards is None or option.boards_needed <= boards) and (minutes is None or option.minutes <= minutes)
        assert (option.problem is None) == fits
        assert option.title.strip() and option.why.endswith(".")
    assert len({option.key for option in offers}) == len(offers)
    assert len({option.plan.schedule for option in offers}) == len(offers) or not live
    assert [option.more for option in offers] == [place >= READ_AT_ONCE for place in range(len(offers))]
    troubled = [option.problem is not None for option in offers]
    assert troubled == sorted(troubled)
    assert [option.recommended for option in offers] == [not troubled[0], *[False] * (len(offers) - 1)]


@pytest.mark.parametrize("contestants", FIELDS)
def test_something_fits_into_an_evening_two_hours_or_one_and_few_boards(contestants):
    for per_round in (2, 3, 4):
        assert options(contestants, per_round)[0].rounds * per_round <= 28
    for boards, minutes in ((24, 120), (10, 60)):
        best = options(contestants, boards_available=boards, minutes=minutes)[0]
        assert best.recommended, (boards, minutes, best.problem)


def test_a_longer_night_than_there_is_time_for_is_marked_and_minutes_a_board_count():
    offers = options(18, 3, minutes=200)
    (whole,) = [o for o in offers if (o.plan.name, o.rounds, o.winners) == ("mitchell", 9, 2)]
    assert whole.problem == "Takes 3 h 36, there are 3 h 20."
    assert offers[0].minutes <= 200
    assert options(18, 3, minutes_per_board=5)[0].minutes == 135
    assert options(18, minutes=100, minutes_per_board=4)[0].boards_each in range(20, 26)


def test_where_boards_must_be_carried_sharing_speaks_against_a_movement():
    assert options(4, live=False)[0].plan.name == "half-rounds"
    assert options(20, 3, live=False)[0].shares == 0
    assert not any(o.plan.name == "barometer" for o in options(20, 3, live=False))


@pytest.mark.parametrize("contestants", [2, 3, 4, 5, 29, 60, 61, 200])
def test_there_is_always_something_even_for_very_long_rounds(contestants):
    for live in (True, False):
        assert options(contestants, 36, live=live)
        assert options(contestants, 36, 1, minutes=1, live=live)


def test_guide_card_howells_are_offered_beside_the_free_ones():
    """Everyone follows the player with the next lower number. Both values of Q are given."""
    offers = [o for o in options(16, 2, physical=True) if (o.plan.name, o.rounds) == ("howell", 13)]
    assert [o.cyclic for o in offers] == [False, True]
    assert offers[0].quality > offers[1].quality
    assert "everybody follows the same number" in offers[1].title
    assert not any(o.cyclic for o in options(16, 2))


def test_one_winner_by_an_arrow_switch_is_offered_and_named():
    switched = next(o for o in options(18, 3) if o.switched)
    assert switched.title == "Mitchell with arrow switch, 9 tables, 9 rounds of 3 boards"
    assert (switched.plan.name, switched.winners, switched.switched) == ("mitchell", 1, 1)
    assert "In the last round all change seats" in switched.why
    assert "ranked apart" not in switched.why


def test_three_boards_are_no_long_evening_however_little_time_there_is():
    (shortest, *_) = options(4, minutes=10)
    assert shortest.boards_each == 3
    assert "long evening" not in shortest.why
    assert shortest.problem == "Takes 24 minutes, there are 10 minutes."
    assert any("A long evening: 36 boards." in option.why for option in options(4, 12))


OURS = build("mitchell", 3, 2).to_json()


def with_row(**changes) -> dict[str, Any]:
    rows = [dict(row) for row in OURS["schedule"]]
    rows[2] |= changes
    return {**OURS, "schedule": rows}


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("", "line 1, column 1: Expecting value, so it is not JSON."),
        ('{"name": "x",\n"tables": 3 "rounds": 2}', "line 2, column 13"),
        ("null", "a movement must be an object such as {...}, not None."),
        ({k: v for k, v in OURS.items() if k != "winners"}, "'winners' is missing."),
        ({**OURS, "tables": "three"}, "'tables' must be a whole number, not 'three'."),
        ({**OURS, "tables": 3.0}, "'tables' must be a whole number, not 3.0."),
        ({**OURS, "tables": True}, "'tables' must be a whole number, not True."),
        ({**OURS, "rounds": 10**9}, "'rounds' must be from 0 to 500, not 1000000000."),
        ({**OURS, "rounds": -1}, "'rounds' must be from 0 to 500, not -1."),
        ({**OURS, "tables": 10**400}, "must be from 0 to 500"),
        ({**OURS, "name": None}, "'name' must be text, not None."),
        ({**OURS, "absent": ["6"]}, "a number in 'absent' must be a whole number, not '6'."),
        ({**OURS, "schedule": {}}, "'schedule' must be a list such as [...], not {}."),
        ({**OURS, "schedule": [1]}, "row 1 of the schedule must be an object such as {...}, not 1."),
        ({**OURS, "schedule": [{"round": 1}]}, "row 1 of the schedule: 'table' is missing."),
        (with_row(ew="4"), "row 3 of the schedule: 'ew' must be a whole number, not '4'."),
        ({**OURS, "declares": [1]}, "a word in 'declares' must be text, not 1."),
        ({**OURS, "away": [[1, 2]]}, "'away' must hold lists of contestant, first round and last round (or null)."),
    ],
)
def test_what_is_wrong_is_refused_with_its_place(source, sentence):
    with pytest.raises(MovementError) as refused:
        Plan.from_json(source)
    assert str(refused.value).startswith("This is no movement: ")
    assert sentence in str(refused.value) and len(str(refused.value)) < 150


@pytest.mark.parametrize(
    ("word", "plan", "fault"),
    [
        ("shares", build("web", 6, 5), "Tables 1 and 5 share"),
        ("rematches", build("half-rounds", 2), "meet in rounds"),
        ("byes", build("half-rounds", 2, contestants=3), "sits out 2 times"),
    ],
)
def test_only_what_is_declared_is_accepted(word, plan, fault):
    assert problems(plan) == []
    assert word in plan.to_json()["declares"] and "declares" not in OURS
    silent = Plan.from_json({**plan.to_json(), "declares": [w for w in plan.declares if w != word]})
    assert any(fault in sentence for sentence in problems(silent))
    (unknown,) = problems(Plan.from_json({**OURS, "declares": ["magic"]}))
    assert unknown.startswith("A movement cannot declare 'magic', only shares, rematches, byes")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 600) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(list(OURS)), inner, max_size=8),
    max_leaves=12,
)


@given(st.sampled_from(list(OURS)), json_values, st.text(max_size=30))
def test_any_value_in_any_field_and_any_text_is_read_or_refused_with_a_sentence(key, value, text):
    with pytest.raises(MovementError, match="This is no movement"):
        Plan.from_json(text)
    try:
        plan = Plan.from_json(json.dumps({**OURS, key: value}))
    except MovementError as refused:
        assert str(refused).endswith(".")
    else:
        assert all(sentence.endswith(".") for sentence in problems(plan))


@pytest.mark.parametrize("name", ["\ud800", "a\0b", "two\nlines", "x" * 81])
def test_a_name_that_no_page_and_no_database_can_hold_is_refused(name):
    with pytest.raises(MovementError, match="'name' has") as refused:
        Plan.from_json(json.dumps({**OURS, "name": name}))
    str(refused.value).encode()


def test_a_set_that_nobody_plays_is_counted_0():
    unused = Plan.from_json({**OURS, "board_sets": 4})
    assert plays(unused) == {1: 2, 2: 2, 3: 2, 4: 0}
