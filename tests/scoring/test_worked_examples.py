"""Every published worked example, with its source beside its figures, and victory points."""

import csv
import json
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.notation.dlm import read_dlm
from scoring.board import match_points, neuberg, score_board, tiny_group_percent
from scoring.contracts import score_for_declarer
from scoring.errors import ScoreError
from scoring.evening import Result, score_evening, sums
from scoring.figures import number
from scoring.handicap import Handicap, entry_handicap, player_handicap
from scoring.imps import datum, weighted_imps
from scoring.lines import Line, Status
from scoring.methods import score_lines
from scoring.ranking import Standing, rank
from scoring.session import with_handicap
from scoring.settings import ScoringSettings
from scoring.teams import Match, TeamBoard, score_match, team_table
from scoring.victory_points import victory_points, wbf_ranges
from tests.scoring.sessions import line, lines

EXAMPLES = json.loads((Path(__file__).parent / "data" / "worked-examples.json").read_text(encoding="utf-8"))
Figures = dict[str, Any]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["id"])
def test_worked_example(example):
    KINDS[example["kind"]](example["input"], example["expected"])


def check_neuberg(given: Figures, expected: Figures):
    figures = [neuberg(points, given["A"], given["E"]) for points in given["M"]]
    if "exact" in expected:
        assert figures == [Fraction(text) for text in expected["exact"]]
    for key, places in (("rounded_0_1", 1), ("rounded_4", 4)):
        if key in expected:
            assert [number(points, places) for points in figures] == expected[key]
    if "sum" in expected:
        assert sum(figures) == expected["sum"]


def check_small_subfield(given: Figures, expected: Figures):
    two, three = expected["A2"], expected["A3"]
    assert [tiny_group_percent(points, 2) for points in (2, 1, 0)] == [two["top"], two["tie"], two["bottom"]]
    assert [tiny_group_percent(points, 3) for points in (4, 2, 0)] == [three["top"], three["mid"], three["bottom"]]
    settings = ScoringSettings(tiny_groups=True)
    for field, percent in ((6, 65), (5, None)):
        best = score_board(lines("10", "0"), field, settings)[0]
        assert best.ns is not None
        assert (best.ns * 100 / best.top == 65) is (percent == 65)


def check_match_points(given: Figures, expected: Figures):
    frequencies = given.get("freq_top_down")
    scores = given.get("ns") or [-10 * n for n, times in enumerate(frequencies) for _ in range(times)]
    points = match_points(scores)
    assert (points if frequencies is None else list(dict.fromkeys(points))) == expected["mp"]
    assert sum(points) == expected.get("total", sum(points)) == len(scores) * (len(scores) - 1)


def check_match_points_half(given: Figures, expected: Figures):
    figures = [Fraction(points, 2) for points in match_points(given["ns"])]
    top = Fraction(len(figures) - 1)
    assert figures == [Fraction(str(points)) for points in expected["mp"]]
    if "pct" in expected:
        assert [points * 100 / top for points in figures] == expected["pct"]
    if "rank" in expected:
        places = {p.entry: p.place for p in rank(Standing(n, won, top, top) for n, won in enumerate(figures))}
        assert [places[n] for n in range(len(figures))] == expected["rank"]


def check_cross_imps(given: Figures, expected: Figures):
    scored = score_lines(lines(*map(str, given["ns"])), None, ScoringSettings(method="cross_imps"))
    assert [row.ns for row in scored.values()] == [Fraction(str(won)) for won in expected["imps"]]


def check_butler(given: Figures, expected: Figures):
    scored = score_lines(lines(*map(str, given["ns"])), None, ScoringSettings(method="butler"))
    assert (datum(given["ns"]), [row.ns for row in scored.values()]) == (expected["datum"], expected["imps"])


def check_weighted_imps(given: Figures, expected: Figures):
    parts = tuple((Fraction(str(weight)), points) for weight, points in given["parts"])
    assert weighted_imps(parts, given["other_table"]) == Fraction(str(expected["imps"]))


def check_artificial(given: Figures, expected: Figures):
    percent = Fraction(str(given["avg_plus"])) * 100
    rows = [*lines(*["0"] * (given["top"] // 2)), Line("A", Status.ARTIFICIAL, ns_pct=percent, ew_pct=percent)]
    scored = score_board(rows)["A"]
    assert (scored.ns, scored.top) == (expected["mp"], given["top"])


def check_arrow_switch(given: Figures, expected: Figures):
    """Check the figures for a session in which N/S 1 always gets the top and all other contestants are equal. Boards
    and opponents come from two orthogonal squares of order 8.
    """
    tables, switched = given["tables"], given["rounds"] - given["switch_rounds"]
    results = []
    for game in range(given["rounds"]):
        for table in range(tables):
            pair, opponent = f"NS{table + 1}", f"EW{(table ^ _doubled(game)) + 1}"
            seats = (pair, opponent) if game < switched else (opponent, pair)
            tops = {0: 1000 if game < switched else -1000}
            results.append(Result(table ^ game, *seats, Line((game, table), ns_score=tops.get(table, 0))))
    totals = {pair: won for pair, (won, _) in sums(score_evening(results), ("NS", "EW")).items()}
    met_switched = {row.ns for row in results if row.ew == "NS1"}
    others = {totals[f"NS{n}"] for n in range(2, tables + 1)}
    assert (totals["NS1"], others) == (expected["ns1"], {expected["other_ns"]})
    assert {totals[f"EW{n}"] for n in range(1, tables + 1)} - {totals[str(pair)] for pair in met_switched} == {
        expected.get("ew", expected.get("ew_not_switched_vs_ns1"))
    }


def _doubled(element: int) -> int:
    return element << 1 if element < 4 else (element << 1) ^ 0b1011


def check_handicap(given: Figures, expected: Figures):
    if "player_avgs" in given:
        players = [player_handicap(Handicap(), [Fraction(str(average))]) for average in given["player_avgs"]]
        assert players == [Fraction(str(figure)) for figure in expected["player_handicaps"]]
        assert entry_handicap(players) == Fraction(str(expected["pair_handicap"]))
        return
    handicap = entry_handicap([Fraction(figure) for figure in given["handicaps"]])
    net = with_handicap(Fraction(given["raw_mp"]), Fraction(given["max_mp"]), handicap)
    assert handicap == Fraction(str(expected["pair_handicap_pct"]))
    assert (net, net * 100 / given["max_mp"]) == (expected["net_mp"], expected["net_pct"])


def check_dlm(given: Figures, expected: Figures):
    (board,) = read_dlm(f"[Document]\nFrom board=1\nTo board=1\nBoard 01={given['board01']}\n")
    for seat, hand in board.deal.hands().items():
        suits = dict(zip("SHDC", expected[str(seat)].split("."), strict=True))
        assert {card.text for card in hand} == {suit + rank for suit, ranks in suits.items() for rank in ranks}


def check_contract_scores(given: Figures, expected: Figures):
    vulnerable = {"Nil": "None", "All": "All", "NS": "NS", "EW": "EW"}
    scores = [
        score_for_declarer(contract, seat, vulnerable[vul], tricks) for contract, vul, seat, tricks in given["cases"]
    ]
    assert scores == expected["ns"]


KINDS: dict[str, Callable[[Figures, Figures], None]] = {
    "neuberg": check_neuberg, "small_subfield_pct": check_small_subfield, "matchpoints": check_match_points,
    "matchpoints_half": check_match_points_half, "cross_imps_mean": check_cross_imps,
    "butler_trim1_near10": check_butler, "weighted_imps": check_weighted_imps, "artificial": check_artificial,
    "one_winner_mitchell": check_arrow_switch, "handicap": check_handicap, "dlm": check_dlm,
    "contract_score_ns": check_contract_scores,
}  # fmt: skip

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
def test_both_sides_share_twenty_more_is_never_worth_less_and_no_imp_more_than_the_one_before(margin, boards, scale):
    worth = victory_points(margin, boards, scale)
    assert worth + victory_points(-margin, boards, scale) == 20
    assert 0 <= worth <= victory_points(margin + 1, boards, scale) <= 20
    if margin > 0 and scale == "wbf":
        before, after = (victory_points(margin + step, boards) for step in (-1, 1))
        assert after - worth <= worth - before


@pytest.mark.parametrize(("margin", "whole"), [("5/2", 3), ("-5/2", -3), ("12/5", 2)])
def test_a_margin_with_a_fraction_is_rounded_first(margin, whole):
    assert victory_points(Fraction(margin), 8) == victory_points(whole, 8)


@pytest.mark.parametrize(
    ("boards", "scale", "message"), [(0, "wbf", "1 to 128"), (8, "wbf2", "no scale"), (20, "acbl_20", "6 to 11")]
)
def test_what_no_scale_can_say_is_refused(boards, scale, message):
    with pytest.raises(ScoreError, match=message):
        victory_points(3, boards, scale)


def boards(*scores: tuple[str, str]) -> list[TeamBoard]:
    return [TeamBoard(n, line(n, home), line(n, away)) for n, (home, away) in enumerate(scores, start=1)]


def test_a_match_is_the_difference_of_its_two_tables_without_boards_that_only_one_played():
    # +420 and -170 from N/S's side at the second table: 250 to the first team is 6 IMPs (Taupo Bridge Club's example).
    match = score_match(boards(("420", "170"), ("-50", "-50"), ("100", "400")))
    assert [swing.first for swing in match.swings] == [6, 0, -7]
    assert (match.first, match.second, match.boards) == (-1, 1, 3)
    assert match.first_vps + match.second_vps == 20
    assert match.first_vps == victory_points(-1, 3)
    match = score_match([*boards(("420", "170"), ("50", "NP")), TeamBoard(3, line(3, "50"), None)], length=8)
    assert (match.boards, match.first) == (1, 6)
    assert match.first_vps == victory_points(6, 8)


@pytest.mark.parametrize(
    ("home", "away", "first", "second"),
    [
        ("A6060", "170", 3, 3),
        ("420", "A6040", -3, 3),
        # 20, 420, -450, -50 points: 1, 9, -10, -2 IMPs.
        ("50% 420, 50% -50", "50% 400, 50% 0", Fraction(-1, 2), Fraction(1, 2)),
    ],
)
def test_law_86a_an_artificial_score_is_three_imps_as_ruled_and_weighted_ones_go_pair_by_pair(
    home, away, first, second
):
    (swing,) = score_match(boards((home, away))).swings
    assert (swing.first, swing.second) == (first, second)


def test_board_a_match_gives_two_for_a_board_won_and_the_team_with_more_points_has_won():
    match = score_match(boards(("420", "410"), ("50", "50"), ("0", "10"), ("A6040", "0")), method="board_a_match")
    assert [swing.first for swing in match.swings] == [2, 1, 0, Fraction(6, 5)]
    assert (match.first_vps, match.second_vps) == (Fraction(21, 5), Fraction(19, 5))
    match = score_match(boards(("420", "410"), ("50", "0"), ("0", "10")), method="board_a_match")
    rows = {row.team: (row.vps, row.won, row.drawn, row.lost) for row in team_table([Match("A", "B", match)])}
    assert rows == {"A": (4, 1, 0, 0), "B": (2, 0, 0, 1)}


def test_a_match_not_begun_has_nothing_and_a_way_to_score_that_is_none_is_refused():
    empty = score_match([])
    assert (empty.boards, empty.first_vps, empty.second_vps) == (0, 0, 0)
    with pytest.raises(ScoreError, match="board_a_match"):
        score_match([], method="bam")


def test_the_table_of_a_swiss_with_byes_that_are_no_matches_and_an_adjustment():
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
    not_yet = score_match([TeamBoard(1, line(1, "50"), None)])
    won = score_match(boards(("420", "-50")))
    teams = team_table([Match("C", None, None), Match("C", None, None), Match("C", "D", not_yet), Match("A", "B", won)])
    rows = {row.team: (row.vps, row.played, row.won, row.drawn, row.lost) for row in teams}
    assert rows["C"] == (24, 0, 0, 0, 0)
    assert rows["D"] == (0, 0, 0, 0, 0)
    assert rows["A"][1:] == (1, 1, 0, 0)


def test_teams_level_on_victory_points_share_the_place_and_stand_by_imps():
    drawn = score_match(boards(("50", "50")))
    more = score_match(boards(("4000", "0")), length=1)
    most = score_match(boards(("8000", "0"), ("1000", "0")), length=1)
    table = team_table([Match("A", "B", drawn), Match("C", "D", more), Match("E", "F", most)])
    assert [(row.team, row.place) for row in table][:4] == [
        ("E", "1="), ("C", "1="), ("A", "3="), ("B", "3="),
    ]  # fmt: skip
