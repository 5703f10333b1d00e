"""Which decisions become puzzles, when puzzles return, and the values of the choices. No database is used."""

from datetime import date

from clubsite.practice.position import choices_of, groups_of
from clubsite.practice.selectors.puzzles import LEAST_POINTS, MAX_PER_SESSION, Decision, chosen, next_time

TODAY = date(2026, 11, 23)
PLAYED = {"contract": "2C", "declarer": "N", "lead": "", "tricks": 6}


def decision(points: int, night: int = 1, board: int = 1, seq: int = 5) -> Decision:
    return Decision(night, board, 100 + board, seq, "S", points)


def test_of_a_night_the_dearest_decision_of_each_board_and_three_at_most():
    night = [decision(points, board=board) for board, points in enumerate((100, 500, 50, 300, 800), start=1)]
    assert [one.table_board for one in chosen(night)] == [2, 4, 5] and MAX_PER_SESSION == 3
    same_board = [decision(100, seq=5), decision(400, seq=9), decision(400, seq=13)]
    assert [one.seq for one in chosen(same_board)] == [9]


def test_what_cost_less_is_no_puzzle():
    assert chosen([decision(LEAST_POINTS - 1)]) == []
    assert len(chosen([decision(LEAST_POINTS)])) == 1


def test_each_night_has_its_own():
    found = chosen(decision(100 * night, night=night, board=10 * night + n) for night in (1, 2) for n in range(5))
    assert [one.session for one in found].count(1) == [one.session for one in found].count(2) == MAX_PER_SESSION


def test_wrong_comes_back_the_next_day_right_after_3_days_then_10_then_it_is_solved():
    assert next_time(TODAY, 0) == date(2026, 11, 24)
    assert next_time(TODAY, 1) == date(2026, 11, 26)
    assert next_time(TODAY, 2) == date(2026, 12, 3)
    assert next_time(TODAY, 3) is None


def test_whatever_gives_nothing_away_is_right_and_the_rest_is_told_with_its_price():
    entry = {
        "a": "p:C6", "by": "N", "before": 8, "after": 6, "held": ["p:CJ", "p:CQ"], "seq": 29,
        "worth": {"p:CJ": 8, "p:CQ": 8, "p:C9": 7, "p:C6": 6},
    }  # fmt: skip
    choices = choices_of(entry, PLAYED, "None")
    assert {a for a, one in choices.items() if one.right} == set(entry["held"])
    held, one_less, two_less = groups_of(choices)
    assert [one.name for one in held.choices] == ["queen of clubs", "jack of clubs"]
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
