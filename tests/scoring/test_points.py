"""Match points, IMPs (Law 78B) and the scores of contracts."""

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.artificial import session_award
from scoring.board import Line, Status, field_size, neuberg, parse_score_text, score_board, tiny_group_percent
from scoring.contracts import score, score_for_declarer
from scoring.errors import ScoreError
from scoring.evening import Result, score_boards
from scoring.figures import mp_text
from scoring.imps import datum, imps
from scoring.methods import score_lines
from scoring.settings import ORDINARY, ScoringSettings
from tests.scoring.sessions import any_settings, board_lines, contracts, line, lines

CROSS = ScoringSettings(method="cross_imps")
BUTLER = ScoringSettings(method="butler")

# Law 78B as printed: the first and last difference of each number of IMPs.
PRINTED = """0-10 20-40 50-80 90-120 130-160 170-210 220-260 270-310 320-360 370-420 430-490 500-590 600-740 750-890
900-1090 1100-1290 1300-1490 1500-1740 1750-1990 2000-2240 2250-2490 2500-2990 3000-3490 3500-3990 4000-7600"""


@pytest.mark.parametrize(("worth", "printed"), enumerate(PRINTED.split()))
def test_law_78b_scale(worth, printed):
    first, last = (int(edge) for edge in printed.split("-"))
    assert [imps(first), imps(last), imps(-first), imps(-last)] == [worth, worth, -worth, -worth]


@pytest.mark.parametrize(
    ("scores", "trim", "expected"),
    [
        ([], 1, 0), ([420], 1, 420), ([420, -50], 1, 190), ([100, 110, 2000], 1, 110), ([50, 60], 0, 60),
        ([-50, -60], 0, -60), ([10, 20, 30, 40, 1000], 2, 30), ([10, 20, 30, 40], 5, 30),
    ],
)  # fmt: skip
def test_the_datum_drops_what_it_may_and_rounds_halves_away_from_nought(scores, trim, expected):
    assert datum(scores, trim) == expected


@pytest.mark.parametrize(
    ("divisor", "first", "plus"), [("field", 8, 3), ("mean", 12, 3), ("sum", 36, 9), ("results", 6, 3)]
)
def test_cross_imps_of_a_board_with_two_of_four_results(divisor, first, plus):
    # 620 and -100 are 12 IMPs apart. EBU White Book 4.2.4: 12 x 4/2 over 3. ACBLscore's total: 12 x 3.
    settings = ScoringSettings(method="cross_imps", imp_divisor=divisor)
    evening = [Result(1, f"S{n}", f"N{n}", line) for n, line in enumerate(lines("620", "-100", "A6040", "NP"))]
    scored = [row.points for row in score_boards(evening, settings)]
    assert [(mp.ns, mp.ew) for mp in scored[:2]] == [(first, -first), (-first, first)]
    assert (scored[2].ns, scored[2].ew) == (plus, -plus)
    assert score_lines(lines("620", "-100"), 4, settings)[0].ns == first


@pytest.mark.parametrize(("ruling", "counts"), [("100% 400", True), ("400 / 0", False)])
def test_an_assigned_score_counts_in_the_datum_however_it_is_written(ruling, counts):
    points = score_lines(lines("400", ruling, "-100"), None, BUTLER)
    # The middle one of three is 400. The mean of 400 and -100 is 150, and 250 points are 6 IMPs.
    assert points[0].ns == (0 if counts else 6)


@pytest.mark.parametrize("method", ["cross_imps", "butler"])
def test_law_86a_average_plus_is_three_imps(method):
    scored = score_lines(lines("50", "0", "A6040", "A50/50"), None, ScoringSettings(method=method))
    assert (scored[2].ns, scored[2].ew, scored[3].ns) == (3, -3, 0)


@pytest.mark.parametrize("settings", [CROSS, BUTLER])
def test_what_was_not_played_has_no_imps_and_a_lone_result_none_to_win(settings):
    scored = score_lines(lines("620", "NP", "LATE"), None, settings)
    assert [(row.ns, row.ew) for row in scored.values()] == [(0, 0), (None, None), (None, None)]


def test_a_weighted_score_in_cross_imps_goes_part_by_part():
    scored = score_lines(lines("400", "60% 430, 10% 400, 20% -50, 10% -150"), None, CROSS)
    assert (scored[0].ns, scored[1].ns) == (Fraction(5, 2), Fraction(-5, 2))


def test_fouled_groups_are_compared_by_themselves_in_imps_too():
    scored = score_lines([line(0, "400"), line(1, "-50"), line(2, "600", "B"), line(3, "600", "B")], None, CROSS)
    assert [row.ns for row in scored.values()] == [Fraction(20, 3), -Fraction(20, 3), 0, 0]  # 10 x 4/2 over 3


@given(board_lines(rulings=False), board_lines(), any_settings)
def test_imps_are_zero_sum_at_each_table_and_cross_imps_on_the_board_in_each_direction(rows, ruled, settings):
    scored = score_lines(rows, None, settings)
    if settings.imps:
        assert all((row.ns or 0) + (row.ew or 0) == 0 for row in scored.values())
    if settings.method == "cross_imps" and settings.rounding == "exact":
        assert sum(row.ns or 0 for row in scored.values()) == 0
    scored = score_lines(ruled, None, CROSS)
    for side in ("ns", "ew"):
        assert sum(getattr(scored[row.key], side) or 0 for row in ruled if row.ns_pct is None) == 0


@given(board_lines(), any_settings, st.randoms(use_true_random=False))
def test_order_of_entry_does_not_matter_under_any_settings(rows, settings, shuffler):
    mixed = list(rows)
    shuffler.shuffle(mixed)
    assert score_lines(mixed, None, settings) == score_lines(rows, None, settings)


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


def test_small_subfield_percentages_are_an_option_in_a_field_thrice_as_large():
    assert tiny_group_percent(0, 1) == 60
    top = 2 * 8
    assert ns_points(played([100, 50, 0]), 9, TINY) == [Fraction(p, 100) * top for p in (70, 60, 50)]
    assert ns_points(played([100, 50, 0]), 9) == [neuberg(p, 3, 9) for p in (4, 2, 0)]
    assert ns_points(played([0, 100]), 5, TINY) == [Fraction(3, 2), Fraction(13, 2)]
    lone = played([620])
    assert ns_points(lone, 6) == [5]
    scored = score_board(lone, 6, TINY)[lone[0].key]
    assert [scored.ns, scored.ew] == [6, 6]


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


@pytest.mark.parametrize(
    ("line", "worth"),
    [
        (Line("x", Status.NOT_PLAYED), (None, None)),
        (Line("x", Status.LATE), (None, None)),
        (Line("x", Status.SIT_OUT), (None, None)),
        (Line("x", Status.PASSED_OUT), (2, 2)),  # nought points
        (Line("x", Status.ARTIFICIAL, ns_pct=Fraction(60), ew_pct=Fraction(60)), (Fraction(12, 5), Fraction(12, 5))),
        (Line("x", Status.ASSIGNED, 100), (4, 0)),
        (Line("x", Status.ASSIGNED, ns_pct=Fraction(70), ew_pct=Fraction(30)), (Fraction(14, 5), Fraction(6, 5))),
    ],
    ids="not-played late sit-out passed-out average-plus-to-both assigned weighted".split(),
)
def test_what_a_line_is_worth_beside_50_and_minus_50(line, worth):
    scored = score_board([*played([50, -50]), line])["x"]
    assert (scored.ns, scored.ew) == worth


def test_not_played_stays_in_the_field_and_a_sit_out_does_not():
    assert field_size([[*played([0, 10]), Line("x", Status.NOT_PLAYED)]]) == 3
    assert field_size([[*played([0, 10]), Line("x", Status.SIT_OUT)]]) == 2
    assert field_size([played([0, 10]), played([0, 10, 20, 30])]) == 4
    assert field_size([]) == 0


@given(point_lists, st.integers(0, 10))
def test_law_78a_match_points_sum_to_n_times_n_minus_1_and_neuberg_keeps_the_average_and_the_order(scores, missing):
    n, field = len(scores), len(scores) + missing
    scored = score_board(played(scores)).values()
    assert sum(row.ns or 0 for row in scored) == sum(row.ew or 0 for row in scored) == n * (n - 1)
    assert all((row.ns or 0) + (row.ew or 0) == row.top == 2 * (n - 1) for row in scored)
    points = [p for p in ns_points(played(scores), field) if p is not None]
    assert sum(points) == n * Fraction(field - 1)
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
        ([Line("a", Status.ASSIGNED, ns_parts=((Fraction(1, 2), 50),))], None, "ine a "),  # half a ruling
        ([Line("a", Status.ASSIGNED, ew_parts=((Fraction(1), 50),))], None, "ine a "),
        ([Line("a", Status.ASSIGNED, ns_pct=Fraction(60))], None, "ine a "),
    ],
)
def test_unscorable_boards_are_refused(lines, field, named):
    with pytest.raises(ScoreError, match=named):
        score_board(lines, field)


@pytest.mark.parametrize(
    ("text", "status", "score", "ns", "ew"),
    [
        ("-400", Status.PLAYED, -400, None, None), (" +620 ", Status.PLAYED, 620, None, None),
        ("0", Status.PLAYED, 0, None, None), ("A5050", Status.ARTIFICIAL, None, 50, 50),
        ("a6040", Status.ARTIFICIAL, None, 60, 40), ("A62.5/40", Status.ARTIFICIAL, None, Fraction(125, 2), 40),
        ("A100/0", Status.ARTIFICIAL, None, 100, 0), ("", Status.NOT_PLAYED, None, None, None),
        ("NP", Status.NOT_PLAYED, None, None, None), ("sit", Status.SIT_OUT, None, None, None),
        ("LATE", Status.LATE, None, None, None),
    ],
)  # fmt: skip
def test_scores_as_text(text, status, score, ns, ew):
    parsed = parse_score_text(text)
    assert (parsed.status, parsed.ns_score, parsed.ns_pct, parsed.ew_pct) == (status, score, ns, ew)


def test_match_points_are_shown_with_two_decimals_at_most():
    shown = [mp_text(Fraction(text)) for text in ("12", "13/5", "103/7", "0", "20", "1/200")]
    assert shown == ["12", "2.6", "14.71", "0", "20", "0.01"]


@pytest.mark.parametrize(
    ("doubled", "not_vulnerable", "vulnerable"),
    [
        ("", [50, 100, 150, 200, 250], [100, 200, 300, 400, 500]),
        ("X", [100, 300, 500, 800, 1100], [200, 500, 800, 1100, 1400]),
        ("XX", [200, 600, 1000, 1600, 2200], [400, 1000, 1600, 2200, 2800]),
    ],
)
def test_law_77_undertricks(doubled, not_vulnerable, vulnerable):
    lost = {vul: [-score(f"4S{doubled}", "NS", vul, 10 - down) for down in range(1, 6)] for vul in ("EW", "NS")}
    assert lost == {"EW": not_vulnerable, "NS": vulnerable}


@pytest.mark.parametrize(
    ("contract", "part_score_or_game"),
    [
        ("3N", 400), ("4H", 420), ("5C", 400), ("2N", 120), ("3S", 140), ("4D", 130), ("2SX", 470),
        ("1NXX", 560), ("PASS", 0),
    ],
)  # fmt: skip
def test_law_77_game_is_reached_by_the_doubled_trick_score(contract, part_score_or_game):
    tricks = None if contract == "PASS" else int(contract[0]) + 6
    assert score(contract, "NS", "None", tricks) == part_score_or_game


@given(contracts, st.integers(0, 13))
def test_sides_are_symmetric_a_trick_more_is_worth_more_and_doubling_raises_what_is_at_stake(contract, taken):
    assert score(contract, "NS", "NS", taken) == -score(contract, "EW", "EW", taken)
    assert score(contract, "NS", "All", taken) == score(contract, "NS", "NS", taken)
    assert score(contract, "NS", "None", taken) == score(contract, "NS", "EW", taken)
    for vul in ("None", "NS") if taken < 13 else ():
        assert score(contract, "NS", vul, taken + 1) > score(contract, "NS", vul, taken)
    stakes = [abs(score(contract.rstrip("X") + doubled, "NS", "All", taken)) for doubled in ("", "X", "XX")]
    assert stakes == sorted(set(stakes))


@pytest.mark.parametrize(
    ("contract", "declarer", "vul", "taken", "named"),
    [
        ("8S", "S", "None", 10, "'8S'"), ("4SXXX", "S", "None", 10, "'4SXXX'"), ("4S", "Q", "None", 10, "'Q'"),
        ("4S", "S", "Both", 10, "'Both'"), ("4S", "S", "None", 14, "14"), ("4S", "S", "None", -1, "-1"),
        ("4S", "S", "None", None, "tricks"),
    ],
)  # fmt: skip
def test_impossible_scores_are_refused_by_name(contract, declarer, vul, taken, named):
    with pytest.raises(ScoreError, match=named):
        score_for_declarer(contract, declarer, vul, taken)
