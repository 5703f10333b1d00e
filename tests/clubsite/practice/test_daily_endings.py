"""Endings with one right card: proved by the Python engine, the same with both engines, and as hard as requested."""

from datetime import date
from itertools import islice

import pytest

from clubsite.practice.position import choices_of, groups_of
from clubsite.practice.selectors.puzzles import LEAST_POINTS, MAX_PER_SESSION, Decision, chosen, next_time
from games.cards import parse_cards
from games.seats import Seat
from solver import Position, engine
from solver.endings import (
    FEWEST_CHOICES,
    FULL_DEAL_TRICKS,
    WISHES_BY_WEEKDAY,
    Ending,
    Rating,
    best_line,
    choose,
    endings,
    is_obvious,
    is_unique,
    position_from_seed,
    refutation,
)

DAYS = range(7)
WITHOUT_FULL = 7


def some(seed: str, tricks: int, count: int) -> list[Ending]:
    return list(islice(endings(seed, tricks, engine(), deals=200), count))


@pytest.mark.parametrize("tricks", [4, 5, 6])
def test_one_card_holds_the_goal_and_every_other_misses_by_the_reference_engine(tricks):
    reference = engine(reference=True)
    endings = some("proof", tricks, 6)
    assert len(endings) == 6
    for ending in endings:
        values = reference.values(ending.at)
        holding = [card for card, value in values.items() if value >= ending.needs]
        assert holding == [ending.answer]
        assert len(values) >= FEWEST_CHOICES
        assert ending.at.now.trick.to_play == Seat.S
        assert 1 <= ending.needs <= ending.tricks == tricks


def test_what_is_obvious_is_left_out():
    hands = [parse_cards(text) for text in ("S5 H5 D5 C5", "S6 H6 D6 C6", "SA H9 D2 C2", "S7 H7 DA CA")]
    at = Position.of(hands, "N", "S")
    values = dict(zip(at.now.legal, (2, 1, 1, 1), strict=True))
    assert is_obvious(at, values)
    assert not is_obvious(at, dict(zip(at.now.legal, (1, 1, 2, 1), strict=True)))
    for number in range(60):
        drawn = position_from_seed("plain", 5, number)
        by_card = engine().values(drawn)
        if len(by_card) >= FEWEST_CHOICES and is_unique(by_card) and is_obvious(drawn, by_card):
            break
    else:
        pytest.fail("nothing obvious among sixty deals: the filter is not tried")
    assert drawn not in [each.at for each in endings("plain", 5, engine(), deals=60)]


def test_the_same_seed_gives_the_same_problem_by_both_engines_and_another_seed_another():
    first, again, other = (choose(seed, 1, engine(), WITHOUT_FULL) for seed in ("a", "a", "b"))
    assert first == again
    assert first is not None and other is not None
    assert first.ending.at.hands != other.ending.at.hands
    assert choose("both", 0, engine(), 4) == choose("both", 0, engine(reference=True), 4)


@pytest.mark.parametrize("weekday", DAYS)
def test_every_weekday_has_a_problem_near_its_wish(weekday):
    problem = choose("week", weekday, engine(), WITHOUT_FULL)
    wish = WISHES_BY_WEEKDAY[weekday]
    assert problem.ending.tricks <= min(wish.tricks, WITHOUT_FULL)
    assert problem.rating.tries == 60
    assert abs(problem.rating.percent - wish.percent) <= 12


def test_a_slow_engine_gets_shorter_endings_and_a_full_deal_is_south_s_lead():
    assert choose("short", 6, engine(), 6).ending.tricks == 6, "on Sunday"
    at = position_from_seed("full", FULL_DEAL_TRICKS, 0)
    assert (at.now.trick.to_play, at.played, len(at.now.legal)) == (Seat.S, (), 13)


def test_the_week_gets_harder():
    for seed in ("one", "two"):
        percents = [problem.rating.percent for day in (0, 2, 5) if (problem := choose(seed, day, engine()))]
        assert percents == sorted(percents, reverse=True)
        assert len(set(percents)) == 3


def test_levels_go_with_the_figure():
    levels = [Rating(percent, 60).level for percent in (60, 45, 44, 30, 29, 19, 18, 0)]
    assert levels == ["easy", "easy", "medium", "medium", "hard", "hard", "very hard", "very hard"]


def test_the_line_holds_the_goal_and_each_refutation_is_what_the_card_is_worth():
    solver = engine()
    for ending in some("lines", 5, 5):
        at = ending.at.after(ending.answer)
        for card in best_line(at, solver):
            at = at.after(card)
        assert (at.now.left, at.now.south) == (0, ending.needs)
        for wrong in ending.values.keys() - {ending.answer}:
            defence = refutation(ending, wrong, solver)
            assert defence.takes == ending.values[wrong] < ending.needs
            assert (defence.by is None) == (defence.card is None)
            assert defence.by in (None, Seat.N, Seat.W)


TODAY = date(2026, 11, 23)
PLAYED = {"contract": "2C", "declarer": "N", "lead": "", "tricks": 6}


def decision(points: int, night: int = 1, board: int = 1, seq: int = 5) -> Decision:
    return Decision(night, board, 100 + board, seq, "S", points)


def test_of_each_night_the_dearest_decision_of_each_board_and_three_at_most():
    night = [decision(points, board=board) for board, points in enumerate((100, 500, 50, 300, 800), start=1)]
    assert [pick.table_board for pick in chosen(night)] == [2, 4, 5] and MAX_PER_SESSION == 3
    same_board = [decision(100, seq=5), decision(400, seq=9), decision(400, seq=13)]
    assert [pick.seq for pick in chosen(same_board)] == [9]
    assert chosen([decision(LEAST_POINTS - 1)]) == [], "what cost less is no puzzle"
    assert len(chosen([decision(LEAST_POINTS)])) == 1
    picks = chosen(decision(100 * night, night=night, board=10 * night + n) for night in (1, 2) for n in range(5))
    assert [pick.session for pick in picks].count(1) == [pick.session for pick in picks].count(2) == MAX_PER_SESSION


def test_wrong_comes_back_the_next_day_right_after_3_days_then_10_then_it_is_solved():
    assert next_time(TODAY, 0) == date(2026, 11, 24)
    assert next_time(TODAY, 1) == date(2026, 11, 26)
    assert next_time(TODAY, 2) == date(2026, 12, 3)
    assert next_time(TODAY, 3) is None


def test_whatever_gives_nothing_away_is_right_and_the_rest_has_its_price():
    entry = {
        "a": "p:C6", "by": "N", "before": 8, "after": 6, "held": ["p:CJ", "p:CQ"], "seq": 29,
        "worth": {"p:CJ": 8, "p:CQ": 8, "p:C9": 7, "p:C6": 6},
    }  # fmt: skip
    choices = choices_of(entry, PLAYED, "None")
    assert {a for a, choice in choices.items() if choice.right} == set(entry["held"])
    held, one_less, two_less = groups_of(choices)
    assert [choice.name for choice in held.choices] == ["queen of clubs", "jack of clubs"]
    assert (held.leads_to, held.costs) == ("you make 8 tricks", "costs nothing")
    assert one_less.costs == "costs 1 trick, 140 points"
    assert next(iter(choices_of({**entry, "by": "S"}, PLAYED, "None").values())).leads_to.startswith("declarer makes")
    assert two_less.costs == "costs 2 tricks, 190 points"


def test_a_call_is_worth_points_to_one_side():
    entry = {"a": "c:P", "by": "N", "before": -110, "worth": {"c:P": 90, "c:2C": -110, "c:3C": -110, "c:X": 470}}
    best, passed, doubled = groups_of(choices_of(entry, {"declarer": "S"}, "None"))
    assert (best.leads_to, best.right) == ("+110 to you", True)
    assert (passed.leads_to, passed.costs) == ("+90 to South", "costs 200 points")
    assert doubled.costs == "costs 580 points"
