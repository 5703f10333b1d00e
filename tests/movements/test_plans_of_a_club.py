"""A club's own plan: which plans are accepted, and the message for each fault."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from movements.catalogue import build
from movements.checks import problems
from movements.errors import MovementError
from movements.notes import plays
from movements.plan import Plan

OURS = build("mitchell", 3, 2).to_json()


def with_row(**changes) -> dict[str, Any]:
    rows = [dict(row) for row in OURS["schedule"]]
    rows[2] |= changes
    return {**OURS, "schedule": rows}


@pytest.mark.parametrize(
    ("source", "told"),
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
        ({**OURS, "name": None}, "'name' must be text, not None."),
        ({**OURS, "absent": 6}, "'absent' must be a list such as [...], not 6."),
        ({**OURS, "absent": ["6"]}, "a number in 'absent' must be a whole number, not '6'."),
        ({**OURS, "schedule": {}}, "'schedule' must be a list such as [...], not {}."),
        ({**OURS, "schedule": [1]}, "row 1 of the schedule must be an object such as {...}, not 1."),
        ({**OURS, "schedule": [{"round": 1}]}, "row 1 of the schedule: 'table' is missing."),
        (with_row(ew="4"), "row 3 of the schedule: 'ew' must be a whole number, not '4'."),
        ({**OURS, "declares": "shares"}, "'declares' must be a list such as [...], not 'shares'."),
        ({**OURS, "declares": [1]}, "a word in 'declares' must be text, not 1."),
        ({**OURS, "away": [[1, 2]]}, "'away' must hold lists of contestant, first round and last round (or null)."),
    ],
)
def test_what_is_wrong_is_told_with_its_place(source, told):
    with pytest.raises(MovementError) as refused:
        Plan.from_json(source)
    assert str(refused.value).startswith("This is no movement: ")
    assert told in str(refused.value)


def test_an_unknown_declaration_is_a_problem_of_the_plan():
    (told,) = problems(Plan.from_json({**OURS, "declares": ["magic"]}))
    assert told.startswith("A movement cannot declare 'magic', only shares, rematches, byes")


def test_what_is_declared_is_written_only_if_there_is_something():
    assert "declares" not in OURS
    assert build("web", 6, 5).to_json()["declares"] == ["shares"]


@pytest.mark.parametrize(
    ("word", "plan", "told"),
    [
        ("shares", build("web", 6, 5), "Tables 1 and 5 share"),
        ("rematches", build("half-rounds", 2), "meet in rounds"),
        ("byes", build("half-rounds", 2, contestants=3), "sits out 2 times"),
    ],
)
def test_only_what_is_declared_is_accepted(word, plan, told):
    assert problems(plan) == []
    silent = Plan.from_json({**plan.to_json(), "declares": [w for w in plan.declares if w != word]})
    assert any(told in sentence for sentence in problems(silent))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 600) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(list(OURS)), inner, max_size=8),
    max_leaves=12,
)


@given(st.sampled_from(list(OURS)), json_values)
def test_any_value_in_any_field_is_read_or_refused_with_a_sentence(key, value):
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


def test_a_figure_of_hundreds_of_digits_is_not_read_out():
    with pytest.raises(MovementError, match="must be from 0 to 500") as refused:
        Plan.from_json(json.dumps({**OURS, "tables": 10**400}))
    assert len(str(refused.value)) < 120


@given(st.text(max_size=30))
def test_any_text_is_refused_with_a_sentence(text):
    with pytest.raises(MovementError, match="This is no movement"):
        Plan.from_json(text)


def test_a_set_that_nobody_plays_is_counted_0():
    unused = Plan.from_json({**OURS, "board_sets": 4})
    assert plays(unused) == {1: 2, 2: 2, 3: 2, 4: 0}
