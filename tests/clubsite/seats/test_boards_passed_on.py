"""Two tables with cards need the same boards in one round: each starts with half of them and gets the rest later."""

import pytest

from clubsite.nights.models import TableBoard
from clubsite.nights.selectors.cardboard import in_turn
from clubsite.play.models import Room
from movements.files import read_plan
from tests.kit.terminal import SHARED, boards, told
from tests.kit.typed_scores import enter_score


@pytest.fixture
def start(make_night):
    plan = read_plan(SHARED).plan
    return lambda per_round: make_night(players=4, plan=plan, boards_per_round=per_round, with_cards=True)


def test_each_table_begins_with_its_half(start):
    night = start(4)
    assert told(boards(night, 1)) == [(1, "", False), (2, "", False), (3, "2", False), (4, "2", False)]
    assert told(boards(night, 3)) == [(3, "", False), (4, "", False), (1, "1", False), (2, "1", False)]


def test_the_table_that_waits_hears_when_a_board_has_been_played(start, dee, on_commit):
    night = start(4)
    row = TableBoard.objects.get(table__number=2, round__number=1, board__number=3)
    before = Room.objects.get(table__number=1).rev
    with on_commit():
        enter_score(row, dee, "p")
    assert told(boards(night, 1)) == [(1, "", False), (2, "", False), (3, "2", True), (4, "2", False)]
    assert Room.objects.get(table__number=1).rev > before


def test_with_more_tables_than_boards_there_are_copies_and_nothing_is_said(start, dee, on_commit):
    night = start(1)
    assert told(boards(night, 1)) == told(boards(night, 3)) == [(1, "", False)]
    before = Room.objects.get(table__number=1).rev
    row = TableBoard.objects.get(table__number=2, round__number=1)
    with on_commit():
        enter_score(row, dee, "p")
    assert Room.objects.get(table__number=1).rev == before, "in a large field each score would ask for every table"


def test_three_tables_pass_five_boards_round():
    orders = ["".join(board for board, _ in in_turn("ABCDE", place, 3)) for place in range(3)]
    assert orders == ["ABCDE", "BCDEA", "DEABC"]
    assert [passed for _, passed in in_turn("ABCDE", 0, 3)] == [False, True, True, True, True]
