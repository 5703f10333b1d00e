"""A session's scoring settings: converted to JSON and back, and the messages for faults."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import ScoreError
from scoring.handicap import SCHEMES, Handicap
from scoring.settings import CHOICES, ScoringSettings, SettingsError

settings = st.builds(
    ScoringSettings,
    method=st.sampled_from(list(CHOICES["method"])),
    winners=st.sampled_from([None, 1, 2]),
    fewer_results=st.sampled_from(list(CHOICES["fewer_results"])),
    tiny_groups=st.booleans(),
    rounding=st.sampled_from(list(CHOICES["rounding"])),
    butler_trim=st.integers(0, 5),
    strata=st.sampled_from([(), ("A", "B"), ("Open", "Intermediate", "Junior")]),
    handicap=st.sampled_from([None, *SCHEMES.values(), Handicap(cap=Fraction(7, 2), minimum=3)]),
    carry_over=st.sampled_from([Fraction(0), Fraction(1), Fraction(1, 3)]),
)


@given(settings.filter(lambda one: one.handicap is None or not one.imps))
def test_settings_come_back_from_json_as_they_were(one):
    assert ScoringSettings.from_json(one.to_json()) == one


def test_an_ordinary_session_is_an_empty_object():
    assert ScoringSettings().to_json() == {}
    assert ScoringSettings.from_json({}) == ScoringSettings()


@pytest.mark.parametrize("field", CHOICES)
def test_the_first_choice_is_the_default(field):
    default = getattr(ScoringSettings(), field)
    assert next(iter(CHOICES[field])) == ("" if default is None else default)


@pytest.mark.parametrize(
    ("stored", "field", "said"),
    [
        ({"method": "imps"}, "method", "match_points, cross_imps, butler"),
        ({"winners": 3}, "winners", "1 or 2"),
        ({"winners": True}, "winners", "1 or 2"),
        ({"tiny_groups": "yes"}, "tiny_groups", "true or false"),
        ({"butler_trim": -1}, "butler_trim", "0 to 5"),
        ({"butler_trim": True}, "butler_trim", "0 to 5"),
        ({"strata": "AB"}, "strata", "list of different names"),
        ({"strata": ["A", "A"]}, "strata", "list of different names"),
        ({"carry_over": "1/0"}, "carry_over", "sessions"),
        ({"carry_over": -1}, "carry_over", "sessions"),
        ({"handicap": "mine"}, "handicap", "fifty_minus_average"),
        ({"handicap": {"top": 3}}, "handicap", "no top"),
        ({"handicap": {"cap": "x"}}, "handicap", "cap is a number"),
        ({"handicap": {"sessions": "5/2"}}, "handicap", "whole number"),
        ({"handicap": {"floor": 5, "cap": "-5"}}, "handicap", "floor is above cap"),
        ({"handicap": "fifty_minus_average", "method": "butler"}, "handicap", "match points"),
        ({"neubreg": True}, "neubreg", "no setting"),
        ([], "scoring", "JSON object"),
    ],
)
def test_a_bad_setting_is_named_with_what_it_may_be(stored, field, said):
    with pytest.raises(SettingsError) as raised:
        ScoringSettings.from_json(stored)
    assert list(raised.value.problems) == [field]
    assert said in raised.value.problems[field]
    assert isinstance(raised.value, ScoreError)


def test_every_bad_setting_is_told_at_once():
    with pytest.raises(SettingsError) as raised:
        ScoringSettings.from_json({"method": 1, "winners": 9, "ties": "shared"})
    assert set(raised.value.problems) == {"method", "winners"}
