"""Results that are possible but deserve a second look."""

import pytest

from scoring.lines import Status
from scoring.result import BoardResult
from scoring.unlikely import unlikely_text


def played(contract: str, tricks: int, score: int) -> BoardResult:
    return BoardResult(Status.PLAYED, contract, "S", "", tricks, score)


@pytest.mark.parametrize(
    ("contract", "tricks", "score"),
    [("7NXX", 0, -7600), ("2SXX", 8, 640), ("3N", 3, -300), ("4HX", 5, -1100), ("7SX", 13, 1770)],
)
def test_redoubled_far_down_and_doubled_grand_slams_are_looked_at(contract, tricks, score):
    assert "rare" in unlikely_text(played(contract, tricks, score), "None")


@pytest.mark.parametrize(("contract", "tricks", "score"), [("4S", 10, 420), ("3N", 4, -250), ("4HX", 6, -800)])
def test_what_happens_every_evening_is_not(contract, tricks, score):
    assert unlikely_text(played(contract, tricks, score), "None") == ""


def test_the_only_score_of_its_sign_is_looked_at():
    assert "other sign" in unlikely_text(played("4S", 10, 420), "None", others=[-420, -450])
    assert unlikely_text(played("4S", 10, 420), "None", others=[-420, 420]) == ""


def test_a_ruling_is_never_asked_about():
    assert unlikely_text(BoardResult(Status.ARTIFICIAL, ruling="A6040"), "None") == ""


def test_a_vulnerable_game_is_as_usual_as_any():
    assert unlikely_text(played("4S", 10, 620), "All", others=[620, 650]) == ""
