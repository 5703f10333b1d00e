"""Victory points compared with published tables, matches between teams of two, and the team table."""

import csv
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import ScoreError
from scoring.teams import Match, TeamBoard, score_match, team_table
from scoring.victory_points import victory_points, wbf_ranges
from tests.scoring.sessions import line

# The WBF's continuous tables of 2013 for ten lengths of match, copied by
# github.com/jfklorenz/Bridge-Scoring-Package.
CONTINUOUS = Path(__file__).parent / "data" / "wbf-continuous-vps.csv"

# The EBU's table of the WBF's discrete scale (White Book 3.1.1), copied by github.com/rhindonltd/bridge-box-scorer: the
# first margin of each award.
WHOLE = Path(__file__).parent / "data" / "wbf-whole-vps.csv"

# https://www.bridgehands.com/V/Victory_Points.htm, 20-point scale: last margin of each award.
ACBL = {7: (0, 2, 4, 7, 10, 13, 16, 19, 23, 27), 10: (0, 2, 5, 9, 13, 17, 21, 25, 30, 35)}


def published(file: Path) -> list[dict[str, str]]:
    with file.open(newline="") as rows:
        return list(csv.DictReader(rows))


@pytest.mark.parametrize("boards", [6, 7, 8, 9, 10, 12, 14, 16, 20, 32])
def test_the_continuous_scale_is_the_published_one(boards):
    expected = {int(row["imps"]): Fraction(row[str(boards)]) for row in published(CONTINUOUS)}
    assert len(expected) == 86
    assert {margin: victory_points(margin, boards) for margin in expected} == expected


@pytest.mark.parametrize(("boards", "last"), ACBL.items())
def test_the_older_scale_is_the_published_one(boards, last):
    for worth, margin in enumerate(last, start=10):
        assert victory_points(margin, boards, "acbl_20") == worth
        assert victory_points(margin + 1, boards, "acbl_20") == worth + 1
    assert victory_points(1000, boards, "acbl_20") == 20


@pytest.mark.parametrize("boards", [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 20, 24, 28, 32, 40, 48, 56, 64])
def test_the_whole_number_scale_is_the_published_one(boards):
    (row,) = (row for row in published(WHOLE) if int(row["boards"]) == boards)
    for worth in range(10, 21):
        first = int(row[str(worth)])
        assert victory_points(first, boards, "wbf_whole") == worth
        assert first == 0 or victory_points(first - 1, boards, "wbf_whole") == worth - 1


@pytest.mark.parametrize("boards", range(1, 65))
def test_ranges_of_whole_victory_points_never_narrow(boards):
    firsts = wbf_ranges(boards)
    widths = [2 * firsts[1] - 1, *(after - before for before, after in pairwise(firsts[1:]))]
    assert widths == sorted(widths)


@given(st.integers(-300, 300), st.integers(1, 64), st.sampled_from(["wbf", "wbf_whole"]))
def test_both_sides_share_twenty_and_more_is_never_worth_less(margin, boards, scale):
    worth = victory_points(margin, boards, scale)
    assert worth + victory_points(-margin, boards, scale) == 20
    assert 0 <= worth <= victory_points(margin + 1, boards, scale) <= 20


@given(st.integers(1, 64), st.integers(1, 120))
def test_no_imp_is_worth_more_than_the_one_before(boards, margin):
    here, before, after = (victory_points(margin + step, boards) for step in (0, -1, 1))
    assert after - here <= here - before


@pytest.mark.parametrize(("margin", "whole"), [("5/2", 3), ("-5/2", -3), ("12/5", 2)])
def test_a_margin_with_a_fraction_is_rounded_first(margin, whole):
    assert victory_points(Fraction(margin), 8) == victory_points(whole, 8)


@pytest.mark.parametrize(
    ("boards", "scale", "said"), [(0, "wbf", "1 to 128"), (8, "wbf2", "no scale"), (20, "acbl_20", "6 to 11")]
)
def test_what_no_scale_can_say_is_refused(boards, scale, said):
    with pytest.raises(ScoreError, match=said):
        victory_points(3, boards, scale)


def boards(*scores: tuple[str, str]) -> list[TeamBoard]:
    return [TeamBoard(n, line(n, home), line(n, away)) for n, (home, away) in enumerate(scores, start=1)]


def test_a_match_is_the_difference_of_its_two_tables():
    # +420 and -170 from N/S's side at the second table: 250 to the first team is 6 IMPs (Taupo Bridge Club's example).
    match = score_match(boards(("420", "170"), ("-50", "-50"), ("100", "400")))
    assert [swing.first for swing in match.swings] == [6, 0, -7]
    assert (match.first, match.second, match.boards) == (-1, 1, 3)
    assert match.first_vps + match.second_vps == 20
    assert match.first_vps == victory_points(-1, 3)


def test_a_board_that_only_one_table_played_does_not_count():
    match = score_match([*boards(("420", "170"), ("50", "NP")), TeamBoard(3, line(3, "50"), None)], length=8)
    assert (match.boards, match.first) == (1, 6)
    assert match.first_vps == victory_points(6, 8)


def test_law_86a_an_artificial_score_is_three_imps_to_each_side_as_ruled():
    (swing,) = score_match(boards(("A6060", "170"))).swings
    assert (swing.first, swing.second) == (3, 3)
    (swing,) = score_match(boards(("420", "A6040"))).swings
    assert (swing.first, swing.second) == (-3, 3)


def test_weighted_scores_at_both_tables_are_converted_pair_by_pair():
    (swing,) = score_match(boards(("50% 420, 50% -50", "50% 400, 50% 0"))).swings
    # 20, 420, -450, -50 points: 1, 9, -10, -2 IMPs.
    assert swing.first == Fraction(1 + 9 - 10 - 2, 4) == -(swing.second or 0)


def test_board_a_match_gives_two_for_a_board_won():
    match = score_match(boards(("420", "410"), ("50", "50"), ("0", "10"), ("A6040", "0")), method="board_a_match")
    assert [swing.first for swing in match.swings] == [2, 1, 0, Fraction(6, 5)]
    assert (match.first_vps, match.second_vps) == (Fraction(21, 5), Fraction(19, 5))


def test_a_match_not_begun_has_nothing():
    empty = score_match([])
    assert (empty.boards, empty.first_vps, empty.second_vps) == (0, 0, 0)


def test_a_way_to_score_that_is_none_is_refused():
    with pytest.raises(ScoreError, match="board_a_match"):
        score_match([], method="bam")


def test_the_table_of_a_swiss_with_a_bye_and_an_adjustment():
    won, drawn = score_match(boards(("420", "-50"))), score_match(boards(("50", "50")))
    table = team_table(
        [
            Match("A", "B", won), Match("C", None, None), Match("C", "A", drawn), Match("B", None, None),
            Match("D", "B", None),
        ],
        adjustments={"A": Fraction(-1, 2)},
    )  # fmt: skip
    rows = {row.team: row for row in table}
    assert [row.team for row in table] == ["A", "C", "B", "D"]
    assert (rows["A"].won, rows["A"].drawn, rows["A"].played, rows["A"].net) == (1, 1, 2, 10)
    assert (rows["C"].vps, rows["C"].played, rows["C"].drawn) == (22, 1, 1)
    assert rows["A"].vps == victory_points(10, 1) + 10 - Fraction(1, 2)
    assert rows["B"].vps == victory_points(-10, 1) + 12


def test_byes_are_no_matches_and_a_match_without_a_board_is_none_yet():
    not_yet = score_match([TeamBoard(1, line(1, "50"), None)])
    won = score_match(boards(("420", "-50")))
    found = team_table([Match("C", None, None), Match("C", None, None), Match("C", "D", not_yet), Match("A", "B", won)])
    rows = {row.team: (row.vps, row.played, row.won, row.drawn, row.lost) for row in found}
    assert rows["C"] == (24, 0, 0, 0, 0)
    assert rows["D"] == (0, 0, 0, 0, 0)
    assert rows["A"][1:] == (1, 1, 0, 0)


def test_at_board_a_match_the_team_with_more_points_has_won():
    match = score_match(boards(("420", "410"), ("50", "0"), ("0", "10")), method="board_a_match")
    rows = {row.team: (row.vps, row.won, row.drawn, row.lost) for row in team_table([Match("A", "B", match)])}
    assert rows == {"A": (4, 1, 0, 0), "B": (2, 0, 0, 1)}


def test_teams_level_on_victory_points_share_the_place_and_stand_by_imps():
    drawn = score_match(boards(("50", "50")))
    more = score_match(boards(("4000", "0")), length=1)
    most = score_match(boards(("8000", "0"), ("1000", "0")), length=1)
    table = team_table([Match("A", "B", drawn), Match("C", "D", more), Match("E", "F", most)])
    assert [(row.team, row.place) for row in table][:4] == [
        ("E", "1="), ("C", "1="), ("A", "3="), ("B", "3="),
    ]  # fmt: skip
