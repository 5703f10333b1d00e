"""The scores for contracts by Law 77."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.contracts import ScoreError, score, score_for_declarer

contracts = st.builds(
    lambda level, strain, doubled: f"{level}{strain}{doubled}",
    st.integers(1, 7),
    st.sampled_from("CDHSN"),
    st.sampled_from(["", "X", "XX"]),
)
tricks = st.integers(0, 13)


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
        ("1NXX", 560),
    ],
)  # fmt: skip
def test_law_77_game_is_reached_by_the_doubled_trick_score(contract, part_score_or_game):
    assert score(contract, "NS", "None", int(contract[0]) + 6) == part_score_or_game


@given(contracts, tricks)
def test_sides_are_symmetric(contract, taken):
    assert score(contract, "NS", "NS", taken) == -score(contract, "EW", "EW", taken)
    assert score(contract, "NS", "All", taken) == score(contract, "NS", "NS", taken)
    assert score(contract, "NS", "None", taken) == score(contract, "NS", "EW", taken)


@given(contracts, st.integers(0, 12), st.sampled_from(["None", "NS", "EW", "All"]))
def test_a_trick_more_is_always_worth_more(contract, taken, vul):
    assert score(contract, "NS", vul, taken + 1) > score(contract, "NS", vul, taken)


@given(contracts, tricks)
def test_doubling_raises_what_is_at_stake(contract, taken):
    plain = contract.rstrip("X")
    stakes = [abs(score(plain + doubled, "NS", "All", taken)) for doubled in ("", "X", "XX")]
    assert stakes == sorted(set(stakes))


def test_passed_out_scores_nothing_for_anybody():
    assert score("PASS", "NS", "All", None) == 0
    assert score_for_declarer("PASS", "", "All", None) == 0


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
