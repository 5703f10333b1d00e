"""Ratings: the fit, the band of a player's rate, what no rating may depend on, and Glicko."""

import random
from dataclasses import replace
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mpmath import mp

from scoring.glicko import GlickoRating, MatchResult, ratings_after
from scoring.ratings import (
    HALF_LIFE_DAYS,
    RatedBoard,
    RatingScale,
    Reference,
    RobotBoards,
    dispersion,
    fitted,
    hardness,
    nearest_robot,
    paule_mandel,
)

EASY, HARD, DEFENCE = hardness("call", 1), hardness("call", 6), hardness("defending", 2)
WORTH = {EASY: 1, HARD: 4, DEFENCE: 2}
ROBOT_RATES = {"weak": 6, "middle": 3, "strong": 1, "perfect": 0}
TODAY = 740_000


def sums(rate, **numbers):
    """Return decisions that cost exactly what a player of this rate gives away, in units of `WORTH`."""
    kinds = {"easy": EASY, "hard": HARD, "defence": DEFENCE}
    return {kinds[name]: (number, number * rate * WORTH[kinds[name]]) for name, number in numbers.items()}


def reference(boards=100):
    robots = {
        name: RobotBoards(boards, sums(rate, easy=4 * boards, hard=boards, defence=boards))
        for name, rate in ROBOT_RATES.items()
    }
    return Reference(robots, 5)


def played(rate, boards, day=TODAY, **numbers):
    return [RatedBoard(day, sums(rate, **(numbers or {"easy": 4, "hard": 1, "defence": 1}))) for _ in range(boards)]


@pytest.fixture(scope="module", name="scale")
def the_scale():
    return fitted(reference(), [])


some_boards = st.lists(
    st.builds(
        RatedBoard,
        st.integers(TODAY - 2000, TODAY),
        st.dictionaries(
            st.sampled_from([EASY, HARD, DEFENCE]), st.tuples(st.integers(1, 9), st.integers(0, 60)), max_size=3
        ),
    ),
    max_size=30,
)


def test_a_fit_finds_the_rates_that_made_the_costs(scale):
    # An average board has 4 easy decisions, one hard and one in defence: 4 + 4 + 2 units for a rate of 1.
    assert scale.robots == pytest.approx({name: 10 * rate for name, rate in ROBOT_RATES.items()})
    assert {kind: 10 * cost for kind, cost in scale.expected.items()} == pytest.approx(WORTH)


def test_players_of_equal_rate_are_rated_alike_though_they_met_decisions_of_different_hardness():
    only_easy, only_hard = played(2, 200, easy=10), played(2, 200, hard=1, defence=3)
    scale = fitted(reference(), [only_easy, only_hard])
    rating, other = scale.rating(only_easy, TODAY), scale.rating(only_hard, TODAY)
    assert rating.rate == pytest.approx(20, rel=0.01)
    assert other.rate == pytest.approx(rating.rate, rel=0.01)
    assert sum(board.cost for board in only_easy) == sum(board.cost for board in only_hard)


def test_somebody_who_has_not_played_is_anybody(scale):
    nobody = scale.rating([], TODAY)
    assert (nobody.rate, nobody.error) == pytest.approx((scale.mean, scale.mean / sqrt(scale.shape)))
    assert (nobody.decisions, nobody.boards) == (0, 0)
    assert nobody.low < scale.robots["strong"] < scale.robots["weak"] < nobody.high
    strange = scale.rating([RatedBoard(TODAY, {"call 99": (5, 50)})], TODAY)
    assert (strange.rate, strange.decisions) == (pytest.approx(scale.mean), 0), "a class that the fit has not seen"


def test_the_band_narrows_about_the_rate(scale):
    course = [scale.rating(played(2, boards), TODAY) for boards in (0, 1, 5, 25, 125, 625)]
    widths = [rating.high - rating.low for rating in course]
    assert widths == sorted(widths, reverse=True)
    off = [abs(rating.rate - 20) for rating in course]
    assert off == sorted(off, reverse=True)
    assert off[-1] < 0.1
    assert all(rating.low < 20 < rating.high for rating in course)
    assert [rating.boards for rating in course] == [0, 1, 5, 25, 125, 625]
    assert course[2].decisions == 30


def test_a_board_counts_half_after_the_half_life(scale):
    old = scale.rating(played(3, 20, TODAY - HALF_LIFE_DAYS), TODAY)
    new = scale.rating(played(3, 10), TODAY)
    assert (old.rate, old.error) == pytest.approx((new.rate, new.error))
    assert (old.boards, new.boards) == (20, 10)
    assert scale.rating(played(3, 20), TODAY).error < old.error


@given(boards=some_boards, rng=st.randoms())
def test_neither_the_order_of_the_boards_nor_one_without_decisions_changes_anything(scale, boards, rng):
    other = rng.sample(boards, len(boards))
    first, same = scale.rating(boards, TODAY), scale.rating(other, TODAY)
    assert (first.rate, first.low, first.high) == pytest.approx((same.rate, same.low, same.high))
    assert scale.rating([*boards, RatedBoard(TODAY, {})], TODAY) == first
    for day, rating in scale.ratings(boards):
        assert scale.rating(boards, day) == rating, "at the last night it is the last of its course"
        assert 0 <= rating.low < rating.rate < rating.high


@given(boards=some_boards, kind=st.sampled_from([EASY, HARD, DEFENCE]))
def test_a_decision_that_costs_more_makes_the_rate_higher_and_one_without_cost_lower(scale, boards, kind):
    before = scale.rating(boards, TODAY)
    with_dear = scale.rating([*boards, RatedBoard(TODAY, {kind: (1, 24)})], TODAY)
    with_free = scale.rating([*boards, RatedBoard(TODAY, {kind: (1, 0)})], TODAY)
    assert with_free.rate < with_dear.rate
    assert with_free.rate < before.rate


@given(st.lists(some_boards, max_size=6))
def test_any_players_can_be_fitted_and_every_class_gets_its_cost(players):
    scale = fitted(reference(), players)
    whole = [sums for boards in players for sums in (board.sums for board in boards)]
    assert all(cost >= 0 for cost in scale.expected.values())
    assert scale.shape > 0
    assert scale.robots["perfect"] == 0
    assert {kind for sums in whole for kind in sums} <= set(scale.expected)


def test_the_scale_moves_little_when_a_small_club_comes_to_it(scale):
    club = [played(rate, 24) for rate in (2, 3, 4, 5)]
    after = fitted(reference(1000), club)
    assert after.robots == pytest.approx(scale.robots, rel=0.01)


def test_costs_that_vary_like_poisson_counts_have_a_dispersion_of_one():
    rng = random.Random("poisson")
    counts = [sum(rng.random() < 0.01 for _ in range(500)) for _ in range(400)]
    boards = [RatedBoard(TODAY, {EASY: (1, count)}) for count in counts]
    spread = dispersion(boards, 1, {EASY: 5})
    assert spread == pytest.approx(1, abs=0.2)
    tripled = [RatedBoard(TODAY, {EASY: (1, 3 * count)}) for count in counts]
    assert dispersion(tripled, 1, {EASY: 15}) == pytest.approx(3 * spread)
    assert dispersion(boards[:1], 1, {EASY: 5}) is None
    assert dispersion(boards, 0, {EASY: 5}) is None


@pytest.mark.parametrize("shape", [1.5, 3, 10, 100, 1000])
def test_the_band_is_that_of_the_gamma_distribution(shape):
    scale = RatingScale({}, {}, 1, 1, shape)
    rating = scale.rating([], TODAY)
    below = [float(mp.gammainc(shape, 0, shape * point, regularized=True)) for point in (rating.low, rating.high)]
    assert below == pytest.approx([0.008, 0.992], abs=0.006)


def test_the_spread_of_rates_is_found_beside_their_errors():
    rng = random.Random("spread")
    figures = []
    for _ in range(2000):
        variance = rng.choice([0.01, 0.05, 0.2])
        figures.append((rng.gauss(rng.gauss(5, 1), sqrt(5 * variance)), variance))
    assert paule_mandel(figures) == pytest.approx((5, 1), abs=0.1)
    assert paule_mandel([(2, 1), (2.1, 1), (1.9, 1)]) == pytest.approx((2, 0.1)), "they agree within their errors"


def test_bands_hold_the_true_rate_as_often_as_they_say():
    rng, scale = random.Random("bands"), replace(fitted(reference(), []), overdispersion=1, mean=20, shape=4)
    inside = 0
    for _ in range(1000):
        rate = rng.gammavariate(scale.shape, scale.mean / scale.shape)
        boards = [RatedBoard(TODAY, {EASY: (1, poisson(rng, rate * scale.expected[EASY]))}) for _ in range(20)]
        rating = scale.rating(boards, TODAY)
        inside += rating.low <= rate <= rating.high
    assert 960 <= inside <= 995
    assert scale.rating(played(0, 48), TODAY).low == 0, "whoever gave nothing away may be perfect"


def poisson(rng, mean):
    count, left = 0, rng.expovariate(1)
    while left < mean:
        count, left = count + 1, left + rng.expovariate(1)
    return count


def test_the_nearest_robot_and_the_steps_and_the_floor_of_hardness():
    robots = {"weak": 9.0, "middle": 4.0, "perfect": 0.0}
    assert [nearest_robot(rate, robots) for rate in (20, 6.5, 6, 1.1, 0.9)] == [
        "weak", "weak", "middle", "middle", "perfect"
    ]  # fmt: skip
    assert hardness("call", 0.001) == hardness("call", 0.05) == "call 0"
    assert hardness("call", 1) == hardness("call", 1.2) != hardness("call", 1.7)
    assert hardness("call", 1) != hardness("defending", 1)


some_ratings = st.builds(GlickoRating, st.floats(800, 2400), st.floats(30, 350), st.floats(0.03, 0.1))
some_results = st.lists(st.tuples(some_ratings, st.sampled_from([0, 0.5, 1])), min_size=1, max_size=12)


def test_the_published_example():
    opponents = [(GlickoRating(1400, 30), 1), (GlickoRating(1550, 100), 0), (GlickoRating(1700, 300), 0)]
    rating = GlickoRating(1500, 200, 0.06).after(opponents)
    assert (round(rating.rating, 2), round(rating.deviation, 2)) == (1464.05, 151.52)  # printed: 1464.06, 151.52
    assert round(rating.volatility, 5) == 0.06  # printed: 0.05999


def test_somebody_who_does_not_play_is_known_less_well_up_to_a_newcomer():
    rating = GlickoRating(1700, 50).after([])
    assert rating.rating == pytest.approx(1700) and 50 < rating.deviation < 55
    assert GlickoRating(1700, 350).after([]).deviation == 350
    matches = [MatchResult(1, "ann", "bo", 1)]
    widths = [ratings_after(matches, now)["ann"].deviation for now in (1, 2, 50, 5000)]
    assert widths == sorted(widths) and widths[-1] == 350
    assert ratings_after([], 9) == {}


@given(some_ratings, some_results)
def test_a_win_more_is_worth_more_and_play_narrows_the_band(player, results):
    rating = player.after(results)
    assert rating.deviation <= player.after([]).deviation + 1
    assert rating.band[0] < rating.rating < rating.band[1]
    if all(result < 1 for _, result in results):
        assert rating.rating < player.after([(opponent, 1) for opponent, _ in results]).rating


@given(some_ratings, some_ratings)
def test_a_draw_brings_two_players_nearer_together(player, other):
    first, second = player.after([(other, 0.5)]), other.after([(player, 0.5)])
    assert abs(first.rating - second.rating) <= abs(player.rating - other.rating) + 1e-6


def test_all_matches_of_a_period_count_at_once_whatever_their_order():
    matches = [MatchResult(3, "ann", "bo", 1), MatchResult(3, "bo", "cy", 0.5), MatchResult(5, "cy", "ann", 0)]
    ratings = ratings_after(matches, 5)
    new = GlickoRating()
    ann, bo = new.after([(new, 1)]), new.after([(new, 0), (new, 0.5)])
    assert ratings["bo"] == bo.after([]).after([])
    assert ratings["ann"] == ann.after([]).after([(new.after([(new, 0.5)]).after([]), 1)])
    assert ratings_after(reversed(matches), 5) == ratings
    assert ratings["ann"].rating > ratings["cy"].rating > ratings["bo"].rating
