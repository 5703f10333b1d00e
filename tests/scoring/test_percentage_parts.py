"""The parts of a percentage: they add up to the percentage exactly."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.board import SIDES
from scoring.percentage_parts import (
    GIFTS,
    OWN,
    BoardParts,
    PercentagePart,
    PercentageStep,
    Prices,
    board_parts,
    percentage_parts,
    unknown_parts,
)
from scoring.session_scores import Outcome, worth_of
from scoring.settings import ScoringSettings

SCORES = st.sampled_from([-800, -500, -420, -110, -50, 0, 50, 110, 140, 420, 450, 620, 1430])
SETTINGS = [ScoringSettings(), ScoringSettings(rounding="tenth"), ScoringSettings(fewer_results="factoring")]


def played(score: int, group: str = "") -> Outcome:
    return Outcome("played", score, group=group)


@st.composite
def plays(draw: st.DrawFn) -> tuple[list[PercentageStep], str]:
    """Draw a contestant's steps from par to a score, and their side. Own steps cost points; opponents' steps gain."""
    side = draw(st.sampled_from(["ns", "ew"]))
    sign = 1 if side == "ns" else -1
    value, steps = draw(SCORES), []
    for part in draw(st.lists(st.sampled_from([*OWN, *GIFTS]), max_size=6)):
        lost = draw(st.sampled_from([10, 30, 50, 170, 400]))
        after = value + (-lost if part in OWN else lost) * sign
        steps.append(PercentageStep(part, value, after))
        value = after
    return steps, side


@st.composite
def boards(draw: st.DrawFn, settings: ScoringSettings) -> BoardParts:
    steps, side = draw(plays())
    score = steps[-1].after if steps else draw(SCORES)
    others = draw(st.lists(SCORES, max_size=8))
    full = 1 + len(others) + draw(st.integers(0, 3))
    times = Counter([played(score), *map(played, others)])
    worth = worth_of(times, full, settings)[played(score)]
    won = worth.ns if side == "ns" else worth.ew
    assert won is not None
    ruled = won + draw(st.sampled_from([Fraction(0), Fraction(0), Fraction(1, 3)]))
    prices = Prices(times, played(score), full, side, settings)
    return board_parts(prices, steps, score, ruled, worth.top)


@given(st.data(), st.sampled_from(SETTINGS), st.sampled_from([Fraction(0), Fraction(7, 3)]))
def test_parts_sum_to_the_percentage_to_the_last_digit(data, settings, penalty):
    found = data.draw(st.lists(boards(settings), min_size=1, max_size=5))
    found.append(unknown_parts(Fraction(5, 7), 12))
    won = sum((board.won for board in found), Fraction(0)) - penalty
    possible = Fraction(sum(board.top for board in found))
    parts = percentage_parts(found, won, possible, penalty)
    assert 50 + sum(parts.values()) == 100 * won / possible
    assert PercentagePart.OTHER not in parts


@given(st.data())
def test_own_steps_never_gain_and_gifts_never_lose(data):
    board = data.draw(boards(ScoringSettings()))
    for priced in board.steps:
        assert priced.points <= 0 if priced.step.part in OWN else priced.points >= 0


@given(st.data())
def test_the_parts_of_a_board_sum_to_what_it_brought_above_average(data):
    board = data.draw(boards(ScoringSettings()))
    assert sum(board.parts.values()) == board.won - Fraction(board.top, 2)


def test_a_step_is_priced_against_the_field_as_it_was():
    """Par (140) would share the top with one of the four results. A trick lost as declarer cost South 1 of 6 points."""
    times = Counter([played(110), played(140), played(100), played(-50)])
    prices = Prices(times, played(110), 4, "ns")
    assert (prices.of(140), prices.of(110)) == (5, 4)
    board = board_parts(prices, [PercentageStep(PercentagePart.DECLARING, 140, 110)], 110, Fraction(4), 6)
    assert board.parts == {PercentagePart.FIELD: 2, PercentagePart.DECLARING: -1, PercentagePart.RULING: 0}
    assert percentage_parts([board], Fraction(4), Fraction(6)) == {
        PercentagePart.FIELD: Fraction(100, 3),
        PercentagePart.DECLARING: Fraction(-50, 3),
    }


def test_a_board_fouled_for_some_is_priced_in_its_own_group():
    """Law 87B: only results on the same deal are compared."""
    times = Counter([played(110, "2"), played(100, "2"), played(620), played(650)])
    prices = Prices(times, played(110, "2"), 4, "ns")
    worth = worth_of(times, 4)
    assert prices.of(110) == worth[played(110, "2")].ns
    assert prices.of(600) == prices.of(110)
    assert prices.of(90) < prices.of(110)


def test_what_two_sides_won_is_opposite():
    times = Counter([played(110), played(140), played(-50)])
    south, north = (Prices(times, played(110), 3, side.lower()) for side in SIDES)
    assert south.of(0) + north.of(0) == 4


def test_steps_that_do_not_follow_one_another_are_refused():
    prices = Prices(Counter([played(110)]), played(110), 1, "ns")
    with pytest.raises(ValueError, match="do not lead to 110"):
        board_parts(prices, [PercentageStep(PercentagePart.CALLS, 140, 90)], 110, Fraction(0), 0)
    with pytest.raises(ValueError, match="do not lead to 110"):
        board_parts(
            prices,
            [PercentageStep(PercentagePart.CALLS, 140, 120), PercentageStep(PercentagePart.CALLS, 130, 110)],
            110,
            Fraction(0),
            0,
        )
