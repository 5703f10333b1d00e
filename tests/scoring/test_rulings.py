"""Weighted, split and assigned scores (Law 12C1), fouled boards, and boards with fewer results than others."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.board import in_proportion, neuberg, score_board
from scoring.errors import ScoreError
from scoring.evening import score_evening
from scoring.lines import Line, Status, parse_score_text, score_text
from scoring.settings import ScoringSettings
from tests.scoring.sessions import board_lines, line, lines, travellers

OWN_TOP = ScoringSettings(fewer_results="own_top")
FACTORING = ScoringSettings(fewer_results="factoring")


@pytest.mark.parametrize(
    ("texts", "ns", "ew"),
    [
        # Each part is converted before it is weighted. Against 100 200 300 400: 400 earns 7 match points, 100 only 1.
        (("100", "200", "300", "400", "60% 400, 40% 100"), {4: Fraction(46, 10)}, {4: Fraction(34, 10)}),
        (("200", "60% 400, 40% 100"), {0: Fraction(8, 10), 1: Fraction(12, 10)}, {}),
        (("0", "10", "50% 400, 50% -400"), {0: 1, 1: 3, 2: 2}, {}),  # not the average of its scores
        (("100", "50", "620 / 0"), {0: 2, 1: 0, 2: 4}, {0: 0, 1: 2, 2: 4}),
        # E/W compare two results in a field of three.
        (
            ("100", "50", "-100 / A60"),
            {0: 4, 1: 2, 2: 0},
            {0: neuberg(0, 2, 3), 1: neuberg(2, 2, 3), 2: Fraction(12, 5)},
        ),
    ],
    ids=["weighted", "weighted against one", "equal weights", "split", "a percentage and a score"],
)
def test_law_12c1_a_weighted_or_split_score_counts_in_each_direction_as_that_side_has_it(texts, ns, ew):
    scored = score_board(lines(*texts))
    assert {key: scored[key].ns for key in ns} == ns
    assert {key: scored[key].ew for key in ew} == ew


@given(board_lines())
def test_match_points_of_each_direction_sum_to_the_average_whatever_was_ruled(rows):
    scored = score_board(rows)
    top = scored[0].top
    for side, percent in (("ns", "ns_pct"), ("ew", "ew_pct")):
        compared = [row for row in rows if row.status in (Status.PLAYED, Status.ASSIGNED)]
        total = sum(getattr(scored[row.key], side) for row in compared if getattr(row, percent) is None)
        assert total == len(compared) * Fraction(top, 2)


def test_a_board_fouled_twice_has_three_groups_and_lines_without_a_named_group_are_one():
    rows = [line(n, str(10 * n), group) for n, group in enumerate("AAAABBBCC")]
    scored = score_board(rows)
    for members in ((0, 1, 2, 3), (4, 5, 6), (7, 8)):
        expected = [neuberg(2 * place, len(members), 9) for place in range(len(members))]
        assert [scored[key].ns for key in members] == expected
    rows = [*lines("10", "20"), Line("f", Status.FOULED, 500), Line("g", Status.FOULED, 600)]
    assert score_board(rows)["f"].ns == neuberg(0, 2, 4)


@pytest.mark.parametrize(
    ("settings", "expected", "top"),
    [(OWN_TOP, [0, 2, 4], 4), (FACTORING, [0, 4, 8], 8), (ScoringSettings(), [Fraction(2, 3), 4, Fraction(22, 3)], 8)],
)
def test_fewer_results_than_the_field(settings, expected, top):
    scored = score_board(lines("10", "20", "30"), 5, settings)
    assert [row.ns for row in scored.values()] == expected
    assert {row.top for row in scored.values()} == {top}


def test_factoring_gives_the_same_percentage_as_the_boards_own_top_and_a_lone_result_an_average():
    rows = lines("10", "20", "20", "50")
    for own, factored in zip(
        score_board(rows, 9, OWN_TOP).values(), score_board(rows, 9, FACTORING).values(), strict=True
    ):
        assert own.ns is not None and factored.ns is not None
        assert own.ns / own.top == factored.ns / factored.top
    assert in_proportion(0, 1, 7) == 6


def test_law_12c2_percentages_are_of_the_full_top_even_where_a_boards_own_top_counts():
    scored = score_board(lines("10", "20", "30", "A6040"), 6, OWN_TOP)
    assert (scored[3].ns, scored[3].ew, scored[3].top) == (6, 4, 10)
    assert scored[2].top == 4


def test_rounding_to_a_tenth_and_towards_average():
    # Neuberg of 10 results in a field of 11: 0.1 and 19.9; of 8 in 10: 0.25, 2.75 and so on.
    def scores(rounding):
        scored = score_board(lines(*[str(10 * n) for n in range(8)]), 10, ScoringSettings(rounding=rounding))
        return [None if row.ns is None else float(row.ns) for row in scored.values()]

    assert scores("exact") == [0.25, 2.75, 5.25, 7.75, 10.25, 12.75, 15.25, 17.75]
    assert scores("tenth") == [0.2, 2.7, 5.2, 7.7, 10.3, 12.8, 15.3, 17.8]
    assert scores("tenth_to_average") == [0.3, 2.8, 5.3, 7.8, 10.2, 12.7, 15.2, 17.7]


def test_a_weighted_score_in_a_tiny_group_is_rounded_as_any_other():
    settings = ScoringSettings(tiny_groups=True, rounding="tenth")
    points = score_board(lines("0", "20% 100, 80% -50"), 9, settings)
    # 2/5 of a match point against one other: 57 percent of a top of 16 is 9.12.
    assert (points[1].ns, points[1].ew) == (Fraction(91, 10), Fraction(101, 10))


@given(board_lines(rulings=False), st.integers(0, 6), st.sampled_from(["tenth", "tenth_to_average"]))
def test_rounded_to_a_tenth_the_two_sides_still_add_up(rows, missing, rounding):
    settings = ScoringSettings(rounding=rounding)
    for row in score_board(rows, len(rows) + missing, settings).values():
        assert row.ns is not None and row.ew is not None
        assert row.ns + row.ew == row.top
        assert (row.ns * 10).denominator == 1


@pytest.mark.parametrize(("elsewhere", "imps"), [("500", 11), ("0", 3)])
def test_law_12c2_at_imps_the_mean_of_the_other_boards_replaces_three(elsewhere, imps):
    rows = [(1, 1, 2, "A6040"), (1, 3, 4, "0"), (2, 1, 2, elsewhere), (2, 3, 4, "0")]
    scored = score_evening(travellers(rows), ScoringSettings(method="cross_imps"))
    assert (scored[0].points.ns, scored[0].points.ew) == (imps, -imps)


@pytest.mark.parametrize(
    ("ruling", "ns", "ew"), [("A6040", 4, 0), ("100 / A60", 4, 4), ("A60 / +100", 4, 0), ("A40 / A60", 0, 4)]
)
def test_law_12c2_average_plus_grows_with_the_other_boards_and_average_minus_shrinks(ruling, ns, ew):
    # The ruled contestants, 1 and 2, have every other top of their direction, or every bottom.
    own, other = ("0", "100") if ruling.startswith("A40") or ruling.endswith("A60") else ("100", "0")
    rows = [(1, 1, 2, ruling), (1, 3, 4, "50"), (1, 5, 6, "50")]
    rows += [(board, 1, 2, own) for board in (2, 3, 4)]
    rows += [(board, south, south + 1, other) for board in (2, 3, 4) for south in (3, 5)]
    scored = score_evening(travellers(rows))
    assert (scored[0].points.ns, scored[0].points.ew) == (ns, ew)


def test_law_12c2_compares_with_the_boards_that_were_not_so_awarded():
    rows = [
        (1, 1, 2, "A60/60"), (2, 1, 2, "A60/60"), (1, 3, 4, "0"), (2, 3, 4, "0"), (3, 1, 2, "0"),
        (3, 3, 4, "0"),
    ]  # fmt: skip
    scored = score_evening(travellers(rows))
    assert [scored[n].points.ns for n in (0, 1)] == [Fraction(12, 10), Fraction(12, 10)]


@pytest.mark.parametrize(
    ("text", "ns", "ew"),
    [
        ("60% 620, 40% -100", ((Fraction(3, 5), 620), (Fraction(2, 5), -100)), ()),
        ("620/-170", ((Fraction(1), 620),), ((Fraction(1), -170),)),
        ("33.5% 0, 66.5% 50 / 100% 50", ((Fraction(67, 200), 0), (Fraction(133, 200), 50)), ((Fraction(1), 50),)),
        ("100% 620", ((Fraction(1), 620),), ()),
    ],
)
def test_rulings_as_text(text, ns, ew):
    parsed = parse_score_text(text)
    assert (parsed.status, parsed.ns_parts, parsed.ew_parts) == (Status.ASSIGNED, ns, ew)


@pytest.mark.parametrize(
    "text",
    ["-400", "SIT", "LATE", "", "A6040", "A62.5/40", "60% 620, 40% -100", "620 / -170", "620 / A40", "A40 / +50",
     "12.3456% 0, 87.6544% 50 / +100", "100% 420"],
)  # fmt: skip
def test_a_score_is_written_as_it_is_read(text):
    assert score_text(parse_score_text(text)) == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("60% 620, 30% 0", "do not add up to 100"), ("100% 620, 0% 0", "do not add up to 100"),
        ("60% 620 40% 0", "no ruling"), ("620 / 0 / 50", "no score"), ("60% 625, 40% 0", "No contract gives .625"),
        ("A101 / 50", "more than 100"), ("50% 10," * 30 + "50% 10", "no ruling"), ("/", "no ruling"),
        *((text, ".") for text in ("4S", "A50", "A505", "A120/0", "12.5", "1e3", "425", "--50", "¹²0")),
    ],
)  # fmt: skip
def test_texts_that_are_no_score_and_no_ruling(text, message):
    with pytest.raises(ScoreError, match=message):
        parse_score_text(text)
