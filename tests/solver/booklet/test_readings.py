"""Each clause of a page is found twice, and a clause in which anything was changed is not found the second time."""

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

import pytest

from solver import engine
from solver.analysis import CallVerdict
from solver.verdicts.booklet import clauses as told
from solver.verdicts.booklet.clauses import Clause
from solver.verdicts.booklet.field import BookletBoard, JudgedLine, SolvedBoard
from solver.verdicts.booklet.pages import board_sentences, dearest_clauses
from solver.verdicts.booklet.play_clauses import TurnsAlike
from tests import needs
from tests.long import sample
from tests.solver.booklet.fields import RobotField, board_of, card_line, highest, logged, lowest, recorded_line
from tests.solver.booklet.second_reading import SecondReading

FIELD = [
    recorded_line("a", logged("3S P P")),
    recorded_line("b", logged("3S P P", lowest, lowest)),
    recorded_line("c", logged("3S P P", lowest, highest), north="Ann"),
    recorded_line("d", logged("3S X P P", highest, lowest), south="Bo"),
    card_line("e", "3S", "S", 9, "C2"),
    card_line("f", "5C", "N", 12),
    card_line("g", "PASS"),
]


class TwiceRead:
    def __init__(self, board: BookletBoard) -> None:
        self.board = board
        self.solved = SolvedBoard(board, engine())
        self.sentences = board_sentences(board, self.solved)
        self.second = SecondReading(board, engine())

    @property
    def clauses(self) -> list[Clause]:
        return [clause for sentence in self.sentences for clause in sentence.clauses]

    def one(self, kind: type) -> Any:
        return next(clause for clause in self.clauses if isinstance(clause, kind))


@pytest.fixture(scope="module")
def by_hand() -> TwiceRead:
    return TwiceRead(board_of(FIELD))


def changed(value: Any) -> Iterator[Any]:
    """Yield values like this one that are not equal to it."""
    if isinstance(value, TurnsAlike):
        yield next(other for other in TurnsAlike if other is not value)
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1)
    elif isinstance(value, str):
        yield {"S": "N", "N": "S", "E": "W", "W": "E"}.get(value, "H7" if value != "H7" else "D8")
    elif isinstance(value, tuple) and value:
        yield from ((*value[:-1], other) for other in changed(value[-1]))


def planted(clause: Clause) -> Iterator[Clause]:
    """Yield the clause with one thing changed: a card, a count, a club, a player, a contract, a place."""
    for field in fields(clause):
        for value in changed(getattr(clause, field.name)):
            yield replace(clause, **{field.name: value})


def test_every_clause_of_a_page_is_found_again(by_hand):
    kinds = {type(clause) for clause in by_hand.clauses}
    assert {told.TurningCard, told.HoldingCards, told.BestLine, told.DearestCall, told.BestPlay} <= kinds
    assert all(by_hand.second.confirms(clause) for clause in by_hand.clauses)
    assert 3 <= len(by_hand.sentences) <= 6


def test_a_clause_in_which_one_thing_is_changed_is_refused(by_hand):
    false = [other for clause in by_hand.clauses for other in planted(clause)]
    assert {type(clause) for clause in false} == {type(clause) for clause in by_hand.clauses}
    assert [other for other in false if by_hand.second.confirms(other)] == []


def test_a_clause_is_true_of_its_own_field_only(by_hand):
    fewer = SecondReading(board_of(FIELD[:-1]), engine())
    assert not fewer.confirms(by_hand.one(told.UsualContract))
    assert not fewer.confirms(by_hand.one(told.ParScored))
    assert fewer.confirms(by_hand.one(told.ContractValue))
    unplayed = SecondReading(board_of(FIELD[2:]), engine())
    assert not unplayed.confirms(by_hand.one(told.TurningCard))


def test_the_table_that_lost_the_contract_with_which_card_and_the_club_of_the_best_play(by_hand):
    turning = by_hand.one(told.TurningCard)
    assert (turning.bid, turning.declarer, turning.made) == ("3S", "S", False)
    assert (turning.turns, turning.seat, turning.cards) == ((("b", 19),), "E", ("H5",))
    assert by_hand.one(told.HoldingCards).cards == ("HA",)
    best = by_hand.one(told.BestPlay)
    assert (best.club, best.name, best.player, best.card) == ("Club d", "Bo", "S", "SA")


@pytest.mark.parametrize(
    ("kind", "lines"),
    [
        (told.ManyContracts, [card_line("a", "3S", "S", 9), card_line("b", "4S", "S", 9), card_line("c", "PASS")]),
        (told.UsualContract, [card_line("a", "PASS"), card_line("b", "PASS"), card_line("c", "5C", "N", 11)]),
        (told.AuctionsDiffer, [recorded_line("a", logged("P P")), recorded_line("b", logged("P 1C P P"))]),
        (told.DearestCall, [recorded_line("a", logged("7S X P P")), recorded_line("b", logged("7H X P P"))]),
        (told.UnbidContract, [card_line("a", "2D", "N", 8), card_line("b", "1C", "N", 7)]),
    ],
)
def test_clauses_of_other_fields_are_found_and_planted_ones_refused(kind, lines):
    read = TwiceRead(board_of(lines))
    clause = read.one(kind)
    assert all(read.second.confirms(own_clause) for own_clause in read.clauses)
    assert [other for other in planted(clause) if read.second.confirms(other)] == []


def test_a_call_that_cost_next_to_nothing_is_left_out():
    def told_of(points: int) -> bool:
        verdict = CallVerdict("S", "3S", {}, ("P",), points)
        return bool(dearest_clauses([JudgedLine(FIELD[0], (verdict,), (), ())]))

    assert not told_of(told.LEAST_TOLD - 10) and told_of(told.LEAST_TOLD)


def test_without_a_solver_sentences_are_of_the_field_only():
    second = SecondReading(board_of(FIELD), engine())
    sentences = board_sentences(board_of(FIELD), None)
    clauses = [clause for sentence in sentences for clause in sentence.clauses]
    assert {type(clause) for clause in clauses} == {told.UsualContract, told.ContractMade, told.ScoreRange}
    assert all(second.confirms(clause) for clause in clauses)
    assert [other for clause in clauses for other in planted(clause) if second.confirms(other)] == []


def test_a_log_that_does_not_lead_to_the_result_is_not_used():
    """A ruling changed the result, the log is not complete, or it is of another board: only the line counts."""
    ruled = replace(FIELD[0], result=replace(FIELD[0].result, tricks=8, ns_score=-50))
    broken = replace(FIELD[1], log=replace(FIELD[1].log, events=FIELD[1].log.events[:20]))
    other = replace(FIELD[2], log=replace(FIELD[2].log, setup=FIELD[2].log.setup | {"vul": "All"}))
    board = board_of([ruled, broken, other, FIELD[3]])
    assert [line.key for line in board.recorded] == ["d"]
    assert len(board.compared) == 4


@needs.compiled_solver
@pytest.mark.parametrize("number", range(1, sample(2, 1000) + 1))
def test_every_clause_on_a_board_that_robots_played_is_found_again(number):
    """So the README of the booklet promises. On some boards clauses in which one thing is changed are refused."""
    ends = ("two_passes", "first_pass")[number % 2]
    read = TwiceRead(RobotField("test", number, ends).board(tables=8, logs=6))
    assert read.second.table == read.solved.values
    assert [clause for clause in read.clauses if not read.second.confirms(clause)] == []
    false = [other for clause in read.clauses for other in planted(clause)] if number <= 20 else []
    assert [other for other in false if read.second.confirms(other)] == []
