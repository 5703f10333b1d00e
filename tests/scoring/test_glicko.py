"""Glicko-2: the published example, and what holds of every rating."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.glicko import GlickoRating, MatchResult, ratings_after

some_ratings = st.builds(GlickoRating, st.floats(800, 2400), st.floats(30, 350), st.floats(0.03, 0.1))
some_results = st.lists(st.tuples(some_ratings, st.sampled_from([0, 0.5, 1])), min_size=1, max_size=12)


def test_the_published_example():
    opponents = [(GlickoRating(1400, 30), 1), (GlickoRating(1550, 100), 0), (GlickoRating(1700, 300), 0)]
    found = GlickoRating(1500, 200, 0.06).after(opponents)
    assert (round(found.rating, 2), round(found.deviation, 2)) == (1464.05, 151.52)  # printed: 1464.06, 151.52
    assert round(found.volatility, 5) == 0.06  # printed: 0.05999


def test_somebody_who_does_not_play_is_known_less_well_up_to_a_newcomer():
    found = GlickoRating(1700, 50).after([])
    assert found.rating == pytest.approx(1700) and 50 < found.deviation < 55
    assert GlickoRating(1700, 350).after([]).deviation == 350


@given(some_ratings, some_results)
def test_a_win_more_is_worth_more_and_play_narrows_the_band(player, results):
    found = player.after(results)
    assert found.deviation <= player.after([]).deviation + 1
    assert found.band[0] < found.rating < found.band[1]
    if all(result < 1 for _, result in results):
        assert found.rating < player.after([(opponent, 1) for opponent, _ in results]).rating


@given(some_ratings, some_ratings)
def test_a_draw_brings_two_players_nearer_together(one, other):
    first, second = one.after([(other, 0.5)]), other.after([(one, 0.5)])
    assert abs(first.rating - second.rating) <= abs(one.rating - other.rating) + 1e-6


@given(some_ratings)
def test_a_draw_with_oneself_changes_no_rating(player):
    assert player.after([(player, 0.5)]).rating == pytest.approx(player.rating)


def test_all_matches_of_a_period_count_at_once_whatever_their_order():
    matches = [MatchResult(3, "ann", "bo", 1), MatchResult(3, "bo", "cy", 0.5), MatchResult(5, "cy", "ann", 0)]
    found = ratings_after(matches, 5)
    new = GlickoRating()
    ann, bo = new.after([(new, 1)]), new.after([(new, 0), (new, 0.5)])
    assert found["bo"] == bo.after([]).after([])
    assert found["ann"] == ann.after([]).after([(new.after([(new, 0.5)]).after([]), 1)])
    assert ratings_after(reversed(matches), 5) == found
    assert found["ann"].rating > found["cy"].rating > found["bo"].rating


def test_a_band_widens_while_nobody_plays():
    matches = [MatchResult(1, "ann", "bo", 1)]
    widths = [ratings_after(matches, now)["ann"].deviation for now in (1, 2, 50, 5000)]
    assert widths == sorted(widths) and widths[-1] == 350
    assert ratings_after([], 9) == {}
