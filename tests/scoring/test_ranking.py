"""Places, ties, factored totals and percentages, the only rounding in the ranking, and its settings."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.board import SIDES
from scoring.errors import ScoreError
from scoring.figures import fixed_text, percent_text, rounded
from scoring.handicap import SCHEMES, Handicap
from scoring.percentage_parts import (
    GIFTS,
    OWN,
    BoardParts,
    PercentagePart,
    PercentageStep,
    Prices,
    board_parts,
    percentage_parts,
    unknown_parts,
)
from scoring.ranking import Place, Standing, rank
from scoring.session_scores import Outcome, worth_of
from scoring.settings import CHOICES, ScoringSettings, SettingsError

standings_lists = st.lists(
    st.builds(lambda won, extra: (Fraction(won, 2), Fraction(won, 2) + extra), st.integers(0, 12), st.integers(0, 5)),
    max_size=12,
).map(lambda rows: [Standing(n, won, possible, Fraction(20)) for n, (won, possible) in enumerate(rows)])


@pytest.mark.parametrize(("text", "place"), [("3", Place(3)), ("12=", Place(12, tied=True)), ("", None)])
def test_a_place_is_read_from_its_own_text(text, place):
    assert Place.read(text) == place
    assert str(place or "") == text


def test_equal_percentages_of_different_totals_tie_and_totals_are_factored_for_a_board_less():
    placed = rank(
        [Standing(name, Fraction(won), Fraction(2 * won), Fraction(270)) for name, won in (("a", 130), ("b", 135))]
    )
    assert [(p.place, p.factored) for p in placed] == [("1=", 135), ("1=", 135)]
    nearly = rank(Standing(n, Fraction(50) + n * Fraction(1, 10**6), Fraction(100), Fraction(100)) for n in (0, 1))
    assert [p.place for p in nearly] == ["1", "2"], "what only looks equal after rounding is no tie"
    (standing,) = rank([Standing(1, Fraction(124), Fraction(260), Fraction(270))])
    assert (fixed_text(standing.factored, 2), percent_text(standing.percentage)) == ("128.77", "47.69")


def test_one_who_played_nothing_comes_last_without_a_place():
    nothing = Standing("x", Fraction(0), Fraction(0), Fraction(10))
    bottom = Standing("y", Fraction(0), Fraction(10), Fraction(10))
    assert [(p.entry, p.place) for p in rank([nothing, bottom])] == [("y", "1"), ("x", "")]


@given(standings_lists, st.randoms(use_true_random=False))
def test_ranking_is_a_total_preorder_by_percentage_whatever_the_order_of_rows(rows, shuffler):
    placed = rank(rows)
    assert {p.entry: p for p in rank(shuffler.sample(rows, len(rows)))} == {p.entry: p for p in placed}
    assert sorted(str(p.entry) for p in placed) == sorted(str(row.entry) for row in rows)
    ranked = [p for p in placed if p.possible]
    for standing in ranked:
        better = sum(other.percentage > standing.percentage for other in ranked)
        level = sum(other.percentage == standing.percentage for other in ranked)
        assert standing.place == f"{better + 1}{'=' if level > 1 else ''}"
    assert [p.percentage for p in ranked] == sorted((p.percentage for p in ranked), reverse=True)


@given(st.fractions(-1000, 1000), st.integers(0, 4))
def test_rounding_never_moves_more_than_half_a_unit(value, decimals):
    near = rounded(value, decimals)
    assert abs(near - value) <= Fraction(1, 2 * 10**decimals)
    assert Fraction(fixed_text(value, decimals)) == near


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("1/3", "0.33"), ("2/3", "0.67"), ("56475/1000", "56.48"), ("-1/200", "-0.01"), ("-1/1000", "0.00"),
        ("100", "100.00"),
    ],
)  # fmt: skip
def test_halves_are_rounded_away_from_zero(value, text):
    assert percent_text(Fraction(value)) == text


SCORES = st.sampled_from([-800, -500, -420, -110, -50, 0, 50, 110, 140, 420, 450, 620, 1430])
SETTINGS = [ScoringSettings(), ScoringSettings(rounding="tenth"), ScoringSettings(fewer_results="factoring")]


def played(score: int, group: str = "") -> Outcome:
    return Outcome("played", score, group=group)


@st.composite
def plays(draw: st.DrawFn) -> tuple[list[PercentageStep], str]:
    """Draw a contestant's steps from par to a score, and their side. Own steps cost points; opponents' steps gain."""
    side = draw(st.sampled_from(["ns", "ew"]))
    sign = 1 if side == "ns" else -1
    value, steps = draw(SCORES), []
    for part in draw(st.lists(st.sampled_from([*OWN, *GIFTS]), max_size=6)):
        lost = draw(st.sampled_from([10, 30, 50, 170, 400]))
        after = value + (-lost if part in OWN else lost) * sign
        steps.append(PercentageStep(part, value, after))
        value = after
    return steps, side


@st.composite
def boards(draw: st.DrawFn, settings: ScoringSettings) -> BoardParts:
    steps, side = draw(plays())
    score = steps[-1].after if steps else draw(SCORES)
    others = draw(st.lists(SCORES, max_size=8))
    full = 1 + len(others) + draw(st.integers(0, 3))
    times = Counter([played(score), *map(played, others)])
    worth = worth_of(times, full, settings)[played(score)]
    won = worth.ns if side == "ns" else worth.ew
    assert won is not None
    ruled = won + draw(st.sampled_from([Fraction(0), Fraction(0), Fraction(1, 3)]))
    prices = Prices(times, played(score), full, side, settings)
    return board_parts(prices, steps, score, ruled, worth.top)


@given(st.data(), st.sampled_from(SETTINGS), st.sampled_from([Fraction(0), Fraction(7, 3)]))
def test_parts_sum_to_the_percentage_to_the_last_digit(data, settings, penalty):
    board_parts = data.draw(st.lists(boards(settings), min_size=1, max_size=5))
    board_parts.append(unknown_parts(Fraction(5, 7), 12))
    won = sum((board.won for board in board_parts), Fraction(0)) - penalty
    possible = Fraction(sum(board.top for board in board_parts))
    parts = percentage_parts(board_parts, won, possible, penalty)
    assert 50 + sum(parts.values()) == 100 * won / possible
    assert PercentagePart.OTHER not in parts


@given(st.data())
def test_own_steps_never_gain_gifts_never_lose_and_the_parts_sum_to_what_the_board_brought(data):
    board = data.draw(boards(ScoringSettings()))
    for priced in board.steps:
        assert priced.points <= 0 if priced.step.part in OWN else priced.points >= 0
    assert sum(board.parts.values()) == board.won - Fraction(board.top, 2), "above average"


def test_a_step_is_priced_against_the_field_as_it_was():
    times = Counter([played(110), played(140), played(100), played(-50)])
    prices = Prices(times, played(110), 4, "ns")
    assert (prices.of(140), prices.of(110)) == (5, 4)
    board = board_parts(prices, [PercentageStep(PercentagePart.DECLARING, 140, 110)], 110, Fraction(4), 6)
    assert board.parts == {PercentagePart.FIELD: 2, PercentagePart.DECLARING: -1, PercentagePart.RULING: 0}
    assert percentage_parts([board], Fraction(4), Fraction(6)) == {
        PercentagePart.FIELD: Fraction(100, 3),
        PercentagePart.DECLARING: Fraction(-50, 3),
    }


def test_law_87b_a_board_fouled_for_some_is_priced_in_its_own_group():
    times = Counter([played(110, "2"), played(100, "2"), played(620), played(650)])
    prices = Prices(times, played(110, "2"), 4, "ns")
    worth = worth_of(times, 4)
    assert prices.of(110) == worth[played(110, "2")].ns
    assert prices.of(600) == prices.of(110)
    assert prices.of(90) < prices.of(110)
    south, north = (Prices(times, played(110, "2"), 4, side.lower()) for side in SIDES)
    assert south.of(105) + north.of(105) == 6, "what two sides won is opposite"


@pytest.mark.parametrize("values", [[(140, 90)], [(140, 120), (130, 110)]])
def test_steps_that_do_not_follow_one_another_are_refused(values):
    prices = Prices(Counter([played(110)]), played(110), 1, "ns")
    steps = [PercentageStep(PercentagePart.CALLS, before, after) for before, after in values]
    with pytest.raises(ValueError, match="do not lead to 110"):
        board_parts(prices, steps, 110, Fraction(0), 0)


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


@given(settings.filter(lambda scoring: scoring.handicap is None or not scoring.imps))
def test_settings_come_back_from_json_as_they_were(scoring):
    assert ScoringSettings.from_json(scoring.to_json()) == scoring


def test_an_ordinary_session_is_an_empty_object_and_has_the_first_choice_of_everything():
    assert ScoringSettings().to_json() == {}
    assert ScoringSettings.from_json({}) == ScoringSettings()
    for field, choices in CHOICES.items():
        default = getattr(ScoringSettings(), field)
        assert next(iter(choices)) == ("" if default is None else default)


@pytest.mark.parametrize(
    ("stored", "field", "message"),
    [
        ({"method": "imps"}, "method", "match_points, cross_imps, butler"), ({"winners": 3}, "winners", "1 or 2"),
        ({"winners": True}, "winners", "1 or 2"), ({"tiny_groups": "yes"}, "tiny_groups", "true or false"),
        ({"butler_trim": -1}, "butler_trim", "0 to 5"), ({"butler_trim": True}, "butler_trim", "0 to 5"),
        ({"strata": "AB"}, "strata", "list of different names"),
        ({"strata": ["A", "A"]}, "strata", "list of different names"),
        ({"carry_over": "1/0"}, "carry_over", "sessions"), ({"carry_over": -1}, "carry_over", "sessions"),
        ({"handicap": "mine"}, "handicap", "fifty_minus_average"), ({"handicap": {"top": 3}}, "handicap", "no top"),
        ({"handicap": {"cap": "x"}}, "handicap", "cap is a number"),
        ({"handicap": {"sessions": "5/2"}}, "handicap", "whole number"),
        ({"handicap": {"floor": 5, "cap": "-5"}}, "handicap", "floor is above cap"),
        ({"handicap": "fifty_minus_average", "method": "butler"}, "handicap", "match points"),
        ({"neubreg": True}, "neubreg", "no setting"), ([], "scoring", "JSON object"),
    ],
)  # fmt: skip
def test_a_bad_setting_is_named_with_what_it_may_be(stored, field, message):
    with pytest.raises(SettingsError) as raised:
        ScoringSettings.from_json(stored)
    assert list(raised.value.problems) == [field]
    assert message in raised.value.problems[field]
    assert isinstance(raised.value, ScoreError)


def test_every_bad_setting_is_refused_at_once():
    with pytest.raises(SettingsError) as raised:
        ScoringSettings.from_json({"method": 1, "winners": 9, "ties": "shared"})
    assert set(raised.value.problems) == {"method", "winners"}
