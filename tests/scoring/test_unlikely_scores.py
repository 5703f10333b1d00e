"""Probable mistakes in a typed result, unlikely scores, the spread of a board, and luck."""

import csv
import random
from fractions import Fraction
from math import erf
from pathlib import Path
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.boards import VULNERABILITIES
from scoring.contracts import score
from scoring.lines import Status
from scoring.luck import NightLuck, OrderGave, night_luck, order_gave
from scoring.plausible import possible_scores, result_hint
from scoring.result import BoardResult
from scoring.spread import Compared, Sample, chance_beyond, compare, running, sample_of, t_975, welch_freedom
from scoring.unlikely import unlikely_text
from tests.scoring.sessions import contracts

FOUR_SPADES = {"contract": "4S", "declarer": "S", "tricks": 10}
BY_NORTH = {"declarer": "N", "four_handed": True}


@pytest.mark.parametrize(
    ("typed", "field", "sentence"),
    [
        ({**FOUR_SPADES, "score": -420}, "score", "the sign is reversed"),
        ({**FOUR_SPADES, "score": 620}, "score", "vulnerable, and the side is not vulnerable"),
        ({**FOUR_SPADES, "score": 420, "vul": "NS"}, "score", "the side is vulnerable on this board"),
        ({**FOUR_SPADES, "score": -620, "vul": "EW"}, "declarer", "by North it would be \u2212620"),
        ({**FOUR_SPADES, **BY_NORTH, "score": -620, "vul": "EW"}, "declarer", "the other side"),
        ({**FOUR_SPADES, "score": 450}, "tricks", "its score with 11 tricks"),
        ({**FOUR_SPADES, "score": -50}, "tricks", "its score with 9 tricks"),
        ({**FOUR_SPADES, "score": 590}, "contract", "the score of 4SX"),
        ({**FOUR_SPADES, "score": 430}, "contract", "the score of 4N"),
        ({**FOUR_SPADES, "score": 410}, "score", "is +420, not +410"),
        ({"contract": "PASS", "score": 50}, "score", "passed out scores 0"),
        ({"score": 620}, "score", "another vulnerability"),
        ({"score": 620, "vul": "EW"}, "score", "\u2212620. Is the sign reversed?"),
        ({"score": -42}, "score", "\u2212420 is possible, if a nought is missing"),
        ({"score": 4200}, "score", "+420 is possible, if there is a nought too many"),
        ({"score": 7777}, "score", "No contract gives +7777"),
        ({"score": -420, "others": [420, 420, 450]}, "score", "+420 among them. Is it +420?"),
    ],
)
def test_what_cannot_be_is_refused_at_its_field_with_what_was_likely_meant(typed, field, sentence):
    hint = result_hint(**{"vul": "None", **typed})
    assert hint.field == field and sentence in hint.text


@pytest.mark.parametrize("others", [[420, -50], [450, 400]])
def test_a_score_is_not_asked_about_unless_somebody_has_its_opposite_and_nobody_its_sign(others):
    assert result_hint(score=-420, vul="None", others=others) is None


@given(contracts, st.sampled_from("SN"), st.integers(7, 13), st.sampled_from(VULNERABILITIES))
def test_a_result_that_is_right_has_no_hint_and_its_score_is_possible(contract, declarer, tricks, vul):
    points = score(contract, {"S": "NS", "N": "EW"}[declarer], vul, tricks)
    assert points in possible_scores(vul)
    assert result_hint(contract=contract, declarer=declarer, tricks=tricks, score=points, vul=vul) is None


def played(contract: str, tricks: int, score: int) -> BoardResult:
    return BoardResult(Status.PLAYED, contract, "S", "", tricks, score)


@pytest.mark.parametrize(
    ("contract", "tricks", "score"),
    [("7NXX", 0, -7600), ("2SXX", 8, 640), ("3N", 3, -300), ("4HX", 5, -1100), ("7SX", 13, 1770)],
)
def test_redoubled_far_down_doubled_grand_slams_and_the_only_score_of_its_sign_are_looked_at(contract, tricks, score):
    assert "rare" in unlikely_text(played(contract, tricks, score), "None")
    assert "other sign" in unlikely_text(played("4S", 10, 420), "None", others=[-420, -450])


@pytest.mark.parametrize(
    ("result", "vul", "others"),
    [
        (played("4S", 10, 420), "None", []),
        (played("3N", 4, -250), "None", []),
        (played("4HX", 6, -800), "None", []),
        (played("4S", 10, 420), "None", [-420, 420]),
        (played("4S", 10, 620), "All", [620, 650]),  # a vulnerable game is as usual as any
        (BoardResult(Status.ARTIFICIAL, ruling="A6040"), "None", []),  # a ruling is never asked about
    ],
)
def test_what_happens_every_evening_is_not(result, vul, others):
    assert unlikely_text(result, vul, others=others) == ""


WELCH = Path(__file__).parent / "data" / "welch.csv"
"""A thousand pairs of random samples, with degrees of freedom and p by SciPy 1.17.1, `ttest_ind(equal_var=False)`."""
PUBLISHED_T = {
    1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 8: 2.306, 9: 2.262, 10: 2.228,
    15: 2.131, 20: 2.086, 25: 2.060, 30: 2.042, 40: 2.021, 60: 2.000, 100: 1.984, 1000: 1.962,
}  # fmt: skip
"""Degrees of freedom -> the 97.5 % point as printed: NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2."""


def figures(*values: int) -> list[Fraction]:
    return [Fraction(value) for value in values]


def test_the_band_of_a_mean_by_students_t():
    sample = sample_of(figures(50, 56, 47))
    assert sample.mean == 51
    # s² = (1 + 25 + 16) / 2 = 21, s / √3 = 2.6458, t for 2 degrees of freedom 4.3027
    assert sample.half_width is not None
    assert float(sample.half_width) == pytest.approx(11.3838, abs=0.0001)


def test_a_sample_is_exact_whatever_the_denominators():
    values = [Fraction(1, 3), Fraction(5, 2), Fraction(7), Fraction(2, 3)]
    *_, last = running(values)
    assert sample_of(values) == last == Sample(4, Fraction(21, 2), sum(value * value for value in values))
    assert sample_of([]) == Sample()


def test_no_band_below_three_figures_and_one_of_no_width_for_equal_ones():
    assert [sample.half_width is None for sample in running(figures(50, 51, 52))] == [True, True, True, False]
    assert Sample().mean is None
    assert sample_of(figures(50, 50, 50)).half_width == 0


def test_students_t_is_as_printed():
    assert {freedom: round(t_975(freedom), 3) for freedom in PUBLISHED_T} == PUBLISHED_T
    assert t_975(200_000) == pytest.approx(1.95997, abs=1e-5)


def test_two_means_are_compared_as_welch_does_it():
    with WELCH.open() as lines:
        rows = list(csv.DictReader(lines))
    assert len(rows) == 1000
    for row in rows:
        left, other = (
            Sample(int(row[f"n{n}"]), Fraction(row[f"sum{n}"]), Fraction(row[f"squares{n}"])) for n in (1, 2)
        )
        assert welch_freedom(left, other) == pytest.approx(float(row["freedom"])), row
        if float(row["p"]) >= 0.05:
            verdict = Compared.LEVEL
        else:
            verdict = Compared.LESS if left.mean < other.mean else Compared.MORE
        assert compare(left, other) == verdict, row


def test_the_chance_of_a_difference_is_scipys():
    # scipy.stats.t.sf, twice
    assert chance_beyond(2, 7.5) == pytest.approx(0.08290, abs=1e-5)
    assert chance_beyond(0, 3) == 1


def test_a_band_ends_where_figures_end():
    costs = sample_of(figures(0, 0, 30))
    assert costs.mean == 10 and costs.half_width is not None and costs.half_width > 10
    assert costs.band(least=0) == (0, 10 + costs.half_width)
    assert sample_of(figures(0, 90, 100)).band(0, 100) == (0, 100)
    assert sample_of(figures(1, 2)).band(0) is None


def test_figures_without_spread_are_compared_as_they_are():
    none, some = sample_of(figures(0, 0, 0)), sample_of(figures(1, 1, 1))
    assert compare(none, sample_of(figures(30, 31))) is None, "two figures are too few"
    assert compare(none, some) == Compared.LESS
    assert compare(none, none) == Compared.LEVEL


def test_the_scatter_is_pooled_over_the_field_and_takes_two_boards_that_differ():
    # (20² + 20² + 0) + (40² + 40² + 0) = 4000, with 2 + 2 degrees of freedom: variance 1000
    luck = night_luck([figures(30, 50, 70), figures(10, 50, 90)])
    assert luck is not None
    assert luck.scatter == pytest.approx(1000**0.5)
    assert luck.deviation() == pytest.approx((1000 / 3) ** 0.5)
    assert luck.deviation(12) == pytest.approx((1000 / 12) ** 0.5)
    for nothing in ([], [figures(40), figures(60)], [figures(50, 50), figures(50, 50)]):
        assert night_luck(nothing) is None


def test_a_usual_night_of_24_boards():
    luck = NightLuck(scatter=29.4, boards=24)
    assert luck.deviation() == pytest.approx(6, abs=0.01)
    assert luck.chance_ahead(5) == pytest.approx(0.72, abs=0.005)
    assert luck.chance_ahead(0) == 0.5
    assert luck.chance_ahead(-5) == pytest.approx(1 - luck.chance_ahead(5))
    wide = NightLuck(scatter=30, boards=9)
    assert [float(end) for end in wide.band(Fraction(50), 9)] == pytest.approx([30.4, 69.6])
    assert (wide.band(Fraction(5), 9)[0], wide.band(Fraction(95), 9)[1]) == (0, 100), (
        "a band ends where percentages end"
    )


@pytest.mark.parametrize("spread", [0.0, 0.4])
def test_95_of_100_bands_hold_what_the_play_was_worth(spread):
    """On nights of 12 players whose true percentages are known: the chance to beat each of the others on a board."""
    rng, held = random.Random(f"luck {spread}"), []
    for _ in range(200):
        skills = [rng.gauss(0, spread) for _ in range(12)]
        boards = [[rng.gauss(skill, 1) for skill in skills] for _ in range(24)]
        own = [[Fraction(100 * sorted(board).index(board[n]), 11) for board in boards] for n in range(12)]
        luck = night_luck(own)
        assert luck is not None
        for skill, shares in zip(skills, own, strict=True):
            worth = 100 * (sum(1 + erf((skill - other) / 2) for other in skills) - 1) / 22
            low, high = luck.band(sum(shares) / 24, 24)
            held.append(low <= worth <= high)
    assert 0.94 <= fmean(held) <= 0.97


def test_what_the_order_of_the_dummies_gave():
    assert order_gave(120, [90, -50, 120, 140]) == OrderGave(4, 75, -50, 140, 45, 50)
    assert order_gave(-100, [-100]) == OrderGave(1, -100, -100, -100, 0, 0)
