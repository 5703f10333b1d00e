"""Every published worked example, by name. Each example's source is given next to its figures."""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from games.notation.dlm import read_dlm
from scoring.board import match_points, neuberg, score_board, tiny_group_percent
from scoring.contracts import score_for_declarer
from scoring.evening import Result, score_evening, sums
from scoring.figures import number
from scoring.handicap import Handicap, entry_handicap, player_handicap
from scoring.imps import datum, weighted_imps
from scoring.lines import Line, Status
from scoring.methods import score_lines
from scoring.ranking import Standing, rank
from scoring.session import with_handicap
from scoring.settings import ScoringSettings
from tests.scoring.sessions import lines

EXAMPLES = json.loads((Path(__file__).parent / "data" / "worked-examples.json").read_text(encoding="utf-8"))
Figures = dict[str, Any]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["id"])
def test_worked_example(example):
    KINDS[example["kind"]](example["input"], example["expected"])


def check_neuberg(given: Figures, expected: Figures):
    found = [neuberg(points, given["A"], given["E"]) for points in given["M"]]
    if "exact" in expected:
        assert found == [Fraction(text) for text in expected["exact"]]
    for key, places in (("rounded_0_1", 1), ("rounded_4", 4)):
        if key in expected:
            assert [number(points, places) for points in found] == expected[key]
    if "sum" in expected:
        assert sum(found) == expected["sum"]


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
    found = match_points(scores)
    assert (found if frequencies is None else list(dict.fromkeys(found))) == expected["mp"]
    assert sum(found) == expected.get("total", sum(found)) == len(scores) * (len(scores) - 1)


def check_match_points_half(given: Figures, expected: Figures):
    found = [Fraction(points, 2) for points in match_points(given["ns"])]
    top = Fraction(len(found) - 1)
    assert found == [Fraction(str(points)) for points in expected["mp"]]
    if "pct" in expected:
        assert [points * 100 / top for points in found] == expected["pct"]
    if "rank" in expected:
        places = {p.entry: p.place for p in rank(Standing(n, won, top, top) for n, won in enumerate(found))}
        assert [places[n] for n in range(len(found))] == expected["rank"]


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
    """Return twice an element in the field of eight, which makes the squares orthogonal."""
    return element << 1 if element < 4 else (element << 1) ^ 0b1011


def check_handicap(given: Figures, expected: Figures):
    if "player_avgs" in given:
        players = [player_handicap(Handicap(), [Fraction(str(average))]) for average in given["player_avgs"]]
        assert players == [Fraction(str(one)) for one in expected["player_handicaps"]]
        assert entry_handicap(players) == Fraction(str(expected["pair_handicap"]))
        return
    handicap = entry_handicap([Fraction(one) for one in given["handicaps"]])
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
    found = [
        score_for_declarer(contract, seat, vulnerable[vul], tricks) for contract, vul, seat, tricks in given["cases"]
    ]
    assert found == expected["ns"]


KINDS: dict[str, Callable[[Figures, Figures], None]] = {
    "neuberg": check_neuberg,
    "small_subfield_pct": check_small_subfield,
    "matchpoints": check_match_points,
    "matchpoints_half": check_match_points_half,
    "cross_imps_mean": check_cross_imps,
    "butler_trim1_near10": check_butler,
    "weighted_imps": check_weighted_imps,
    "artificial": check_artificial,
    "one_winner_mitchell": check_arrow_switch,
    "handicap": check_handicap,
    "dlm": check_dlm,
    "contract_score_ns": check_contract_scores,
}
