"""Places, ties, factored totals, and the only rounding in the ranking."""

import doctest
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scoring
from scoring.figures import fixed_text, percent_text, rounded
from scoring.ranking import Place, Standing, rank

standings_lists = st.lists(
    st.builds(lambda won, extra: (Fraction(won, 2), Fraction(won, 2) + extra), st.integers(0, 12), st.integers(0, 5)),
    max_size=12,
).map(lambda rows: [Standing(n, won, possible, Fraction(20)) for n, (won, possible) in enumerate(rows)])


def places(*won: int | Fraction) -> list[str]:
    hundred = Fraction(100)
    return [p.place for p in rank(Standing(n, Fraction(w), hundred, hundred) for n, w in enumerate(won))]


@pytest.mark.parametrize(("text", "place"), [("3", Place(3)), ("12=", Place(12, tied=True)), ("", None)])
def test_a_place_is_read_from_its_own_text(text, place):
    assert Place.read(text) == place
    assert str(place or "") == text


def test_what_only_looks_equal_after_rounding_is_no_tie():
    assert places(Fraction(50), Fraction(50) + Fraction(1, 10**6)) == ["1", "2"]


def test_equal_percentages_of_different_totals_tie():
    placed = rank(
        [
            Standing("a", Fraction(130), Fraction(260), Fraction(270)),
            Standing("b", Fraction(135), Fraction(270), Fraction(270)),
        ]
    )
    assert [p.place for p in placed] == ["1=", "1="]
    assert [p.factored for p in placed] == [135, 135]


def test_totals_are_factored_for_a_board_less():
    (placed,) = rank([Standing(1, Fraction(124), Fraction(260), Fraction(270))])
    assert fixed_text(placed.factored, 2) == "128.77"
    assert percent_text(placed.percentage) == "47.69"


def test_one_who_played_nothing_comes_last_without_a_place():
    nothing = Standing("x", Fraction(0), Fraction(0), Fraction(10))
    bottom = Standing("y", Fraction(0), Fraction(10), Fraction(10))
    assert [(p.entry, p.place) for p in rank([nothing, bottom])] == [("y", "1"), ("x", "")]


@given(standings_lists)
def test_ranking_is_a_total_preorder_by_percentage(rows):
    placed = rank(rows)
    assert sorted(str(p.entry) for p in placed) == sorted(str(row.entry) for row in rows)
    ranked = [p for p in placed if p.possible]
    for one in ranked:
        better = sum(other.percentage > one.percentage for other in ranked)
        level = sum(other.percentage == one.percentage for other in ranked)
        assert one.place == f"{better + 1}{'=' if level > 1 else ''}"
    assert [p.percentage for p in ranked] == sorted((p.percentage for p in ranked), reverse=True)


@given(standings_lists, st.randoms(use_true_random=False))
def test_order_of_rows_does_not_change_anybodys_place(rows, shuffler):
    mixed = list(rows)
    shuffler.shuffle(mixed)
    assert {p.entry: p for p in rank(mixed)} == {p.entry: p for p in rank(rows)}


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("1/3", "0.33"), ("2/3", "0.67"), ("56475/1000", "56.48"), ("-1/200", "-0.01"), ("-1/1000", "0.00"),
        ("100", "100.00"),
    ],
)  # fmt: skip
def test_halves_are_rounded_away_from_zero(value, text):
    assert percent_text(Fraction(value)) == text


@given(st.fractions(-1000, 1000), st.integers(0, 4))
def test_rounding_never_moves_more_than_half_a_unit(value, decimals):
    near = rounded(value, decimals)
    assert abs(near - value) <= Fraction(1, 2 * 10**decimals)
    assert Fraction(fixed_text(value, decimals)) == near


def test_the_example_in_the_packages_docstring_is_true():
    assert doctest.testmod(scoring) == (0, 7)
