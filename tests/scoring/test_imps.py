"""IMPs (Law 78B): the scale, cross-IMPs, Butler, and rulings in IMPs."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.evening import Result, score_boards
from scoring.imps import datum, imps
from scoring.methods import score_lines
from scoring.settings import ScoringSettings
from tests.scoring.sessions import any_settings, board_lines, line, lines

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
    evening = [Result(1, f"S{n}", f"N{n}", one) for n, one in enumerate(lines("620", "-100", "A6040", "NP"))]
    scored = [row.points for row in score_boards(evening, settings)]
    assert [(mp.ns, mp.ew) for mp in scored[:2]] == [(first, -first), (-first, first)]
    assert (scored[2].ns, scored[2].ew) == (plus, -plus)
    assert score_lines(lines("620", "-100"), 4, settings)[0].ns == first


@pytest.mark.parametrize(("ruling", "counts"), [("100% 400", True), ("400 / 0", False)])
def test_an_assigned_score_counts_in_the_datum_however_it_is_written(ruling, counts):
    found = score_lines(lines("400", ruling, "-100"), None, BUTLER)
    # The middle one of three is 400. The mean of 400 and -100 is 150, and 250 points are 6 IMPs.
    assert found[0].ns == (0 if counts else 6)


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


@given(board_lines(rulings=False), any_settings)
def test_imps_are_zero_sum_at_each_table_and_cross_imps_on_the_board(rows, settings):
    scored = score_lines(rows, None, settings)
    if settings.imps:
        assert all((row.ns or 0) + (row.ew or 0) == 0 for row in scored.values())
    if settings.method == "cross_imps" and settings.rounding == "exact":
        assert sum(row.ns or 0 for row in scored.values()) == 0


@given(board_lines())
def test_cross_imps_with_rulings_are_zero_sum_in_each_direction(rows):
    compared = [row for row in rows if row.ns_pct is None]
    scored = score_lines(rows, None, CROSS)
    assert sum(scored[row.key].ns or 0 for row in compared) == 0
    assert sum(scored[row.key].ew or 0 for row in compared) == 0


@given(board_lines(), any_settings, st.randoms(use_true_random=False))
def test_order_of_entry_does_not_matter_under_any_settings(rows, settings, shuffler):
    mixed = list(rows)
    shuffler.shuffle(mixed)
    assert score_lines(mixed, None, settings) == score_lines(rows, None, settings)
