"""A board's result at a table: made from a play, compared with its contract, and scored as a line."""

from fractions import Fraction

import pytest

from scoring.lines import Line, Status
from scoring.result import BoardResult


def test_a_play_gives_its_result_and_the_score_of_its_declarers_side():
    outcome = {"contract": "4S", "declarer": "N", "tricks": 9, "lead": "HQ", "claimed": False}
    result = BoardResult.of_play(outcome, "EW")
    assert result == BoardResult(Status.PLAYED, "4S", "N", "HQ", 9, 100)
    assert result.over == -1


def test_a_board_that_was_passed_out_scores_0_and_has_no_tricks():
    outcome = {"contract": "PASS", "declarer": None, "tricks": None, "lead": None, "claimed": False}
    result = BoardResult.of_play(outcome, "None")
    assert result == BoardResult(Status.PASSED_OUT, "PASS", ns_score=0)
    assert result.over is None


@pytest.mark.parametrize(("tricks", "over"), [(10, 1), (9, 0), (7, -2)])
def test_tricks_are_counted_against_the_contract(tricks, over):
    assert BoardResult(Status.PLAYED, "3NX", "S", tricks=tricks).over == over


def test_a_ruling_is_read_when_it_is_scored():
    line = BoardResult(Status.ARTIFICIAL, ruling="A6040", group="B").line("a", times=2)
    assert line == Line("a", Status.ARTIFICIAL, ns_pct=Fraction(60), ew_pct=Fraction(40), group="B", times=2)
