"""Match points by Law 78A, Neuberg's formula and adjusted scores (Law 12C2), for each board separately."""

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.artificial import session_award
from scoring.board import Line, Status, field_size, neuberg, parse_score_text, score_board, tiny_group_percent
from scoring.errors import ScoreError
from scoring.figures import mp_text, number
from scoring.settings import ORDINARY, ScoringSettings

TINY = ScoringSettings(tiny_groups=True)

point_lists = st.lists(st.integers(-40, 40).map(lambda tens: tens * 10), min_size=1, max_size=14)
artificial_percent = st.sampled_from([(60, 60), (60, 40), (50, 50), (40, 40)])


def played(scores: Sequence[int], status: Status = Status.PLAYED) -> list[Line]:
    return [Line((status, place), status, value) for place, value in enumerate(scores)]


def adjusted(key: str, ns: int, ew: int) -> Line:
    return Line(key, Status.ARTIFICIAL, ns_pct=Fraction(ns), ew_pct=Fraction(ew))


def ns_points(
    lines: Sequence[Line], field: int | None = None, settings: ScoringSettings = ORDINARY
) -> list[Fraction | None]:
    scored = score_board(lines, field, settings)
    return [scored[line.key].ns for line in lines]


def test_neuberg_group_of_7_in_a_field_of_10_through_a_whole_board():
    points = ns_points(played([60, 50, 40, 30, 20, 10, 0]), field=10)
    assert [number(p, 1) for p in points if p is not None] == [17.6, 14.7, 11.9, 9, 6.1, 3.3, 0.4]
    assert sum(p for p in points if p is not None) == 63


def test_small_subfield_percentages_are_an_option():
    assert tiny_group_percent(0, 1) == 60
    top = 2 * 8
    assert ns_points(played([100, 50, 0]), 9, TINY) == [Fraction(p, 100) * top for p in (70, 60, 50)]
    assert ns_points(played([100, 50, 0]), 9) == [neuberg(p, 3, 9) for p in (4, 2, 0)]


def test_small_subfield_rule_needs_a_field_thrice_as_large():
    lines = played([0, 100])
    assert ns_points(lines, 5, TINY) == [Fraction(3, 2), Fraction(13, 2)]


def test_a_lone_result_is_average_or_60_percent_for_both_by_option():
    lone = played([620])
    assert ns_points(lone, 6) == [5]
    scored = score_board(lone, 6, TINY)[lone[0].key]
    assert [scored.ns, scored.ew] == [6, 6]


def test_law_12c2_average_plus_to_both_does_not_add_up_to_the_top():
    scored = score_board([*played([10, 20, 30, 40, 50]), adjusted("A", 60, 60)])["A"]
    assert [scored.ns, scored.ew, scored.top] == [6, 6, 10]


@pytest.mark.parametrize(
    ("awarded", "elsewhere", "given_percent"),
    [(60, 65, 65), (60, 55, 60), (40, 35, 35), (40, 45, 40), (50, 70, 50), (50, 30, 50), (60, None, 60)],
)
def test_law_12c2_average_of_the_other_boards_can_replace_it(awarded, elsewhere, given_percent):
    other = None if elsewhere is None else Fraction(elsewhere)
    assert session_award(Fraction(awarded), other) == given_percent


def test_fouled_results_are_compared_among_themselves_and_neuberged():
    before, after = played([100, 50, 0, -50]), played([600, -600], Status.FOULED)
    scored = score_board([*before, *after])
    assert [scored[line.key].ns for line in before] == [neuberg(p, 4, 6) for p in (6, 4, 2, 0)]
    assert [scored[line.key].ns for line in after] == [neuberg(p, 2, 6) for p in (2, 0)]


def test_passed_out_counts_as_nought_points():
    lines = [*played([50, -50]), Line("out", Status.PASSED_OUT)]
    assert ns_points(lines) == [4, 0, 2]


def test_assigned_scores_are_compared_and_weighted_ones_are_percentages():
    weighted = Line("w", Status.ASSIGNED, ns_pct=Fraction(70), ew_pct=Fraction(30))
    scored = score_board([*played([50, -50]), Line("a", Status.ASSIGNED, 100), weighted])
    assert scored["a"].ns == neuberg(4, 3, 4)
    assert (scored["w"].ns, scored["w"].ew) == (Fraction(42, 10), Fraction(18, 10))


@pytest.mark.parametrize("status", [Status.NOT_PLAYED, Status.LATE, Status.SIT_OUT])
def test_a_board_that_was_not_played_gives_nobody_anything(status):
    scored = score_board([*played([50, -50]), Line("x", status)])["x"]
    assert (scored.ns, scored.ew) == (None, None)


def test_not_played_stays_in_the_field_and_a_sit_out_does_not():
    assert field_size([[*played([0, 10]), Line("x", Status.NOT_PLAYED)]]) == 3
    assert field_size([[*played([0, 10]), Line("x", Status.SIT_OUT)]]) == 2
    assert field_size([played([0, 10]), played([0, 10, 20, 30])]) == 4
    assert field_size([]) == 0


@given(point_lists)
def test_law_78a_match_points_of_a_board_sum_to_n_times_n_minus_1(scores):
    n = len(scores)
    scored = score_board(played(scores)).values()
    assert sum(row.ns or 0 for row in scored) == sum(row.ew or 0 for row in scored) == n * (n - 1)
    assert all((row.ns or 0) + (row.ew or 0) == row.top == 2 * (n - 1) for row in scored)


@given(point_lists, st.integers(0, 10))
def test_neuberg_keeps_the_average_and_the_order(scores, missing):
    field = len(scores) + missing
    points = [p for p in ns_points(played(scores), field) if p is not None]
    assert sum(points) == len(scores) * Fraction(field - 1)
    assert all(0 <= p <= 2 * (field - 1) for p in points)
    by_score = sorted(zip(scores, points, strict=True))
    assert [p for _, p in by_score] == sorted(points)


@given(point_lists, st.lists(artificial_percent, min_size=1, max_size=3))
def test_artificial_scores_leave_the_field_and_its_average_as_they_were(scores, given_percents):
    lines = [*played(scores), *(adjusted(f"A{n}", *both) for n, both in enumerate(given_percents))]
    scored = score_board(lines)
    field = len(lines)
    assert sum(scored[line.key].ns or 0 for line in lines[: len(scores)]) == len(scores) * (field - 1)
    for n, (ns, ew) in enumerate(given_percents):
        row = scored[f"A{n}"]
        assert (row.ns, row.ew) == (Fraction(ns * row.top, 100), Fraction(ew * row.top, 100))


@pytest.mark.parametrize(
    ("lines", "field", "named"),
    [
        ([Line("a", ns_score=10), Line("a", ns_score=20)], None, "Line a"),
        ([Line("a")], None, "no score"),
        ([Line("a", Status.ARTIFICIAL, ns_pct=Fraction(60))], None, "percentages"),
        (played([1, 2, 3]), 2, "field of 2"),
    ],
)
def test_unscorable_boards_are_refused(lines, field, named):
    with pytest.raises(ScoreError, match=named):
        score_board(lines, field)


@pytest.mark.parametrize(
    ("text", "status", "score", "ns", "ew"),
    [
        ("-400", Status.PLAYED, -400, None, None),
        (" +620 ", Status.PLAYED, 620, None, None),
        ("0", Status.PLAYED, 0, None, None),
        ("A5050", Status.ARTIFICIAL, None, 50, 50),
        ("a6040", Status.ARTIFICIAL, None, 60, 40),
        ("A62.5/40", Status.ARTIFICIAL, None, Fraction(125, 2), 40),
        ("A100/0", Status.ARTIFICIAL, None, 100, 0),
        ("", Status.NOT_PLAYED, None, None, None),
        ("NP", Status.NOT_PLAYED, None, None, None),
        ("sit", Status.SIT_OUT, None, None, None),
        ("LATE", Status.LATE, None, None, None),
    ],
)
def test_scores_as_text(text, status, score, ns, ew):
    parsed = parse_score_text(text)
    assert (parsed.status, parsed.ns_score, parsed.ns_pct, parsed.ew_pct) == (status, score, ns, ew)


@pytest.mark.parametrize("text", ["4S", "A50", "A505", "A120/0", "12.5", "1e3", "425", "--50", "¹²0"])
def test_texts_that_are_no_score(text):
    with pytest.raises(ScoreError):
        parse_score_text(text)


def test_match_points_are_shown_with_two_decimals_at_most():
    shown = [mp_text(Fraction(text)) for text in ("12", "13/5", "103/7", "0", "20", "1/200")]
    assert shown == ["12", "2.6", "14.71", "0", "20", "0.01"]
