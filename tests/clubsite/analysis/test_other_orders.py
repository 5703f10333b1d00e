"""What the order of the dummies' cards gave: worked out bit by bit after the night, and shown with the solution."""

from html import unescape
from itertools import count, cycle
from typing import Any

import pytest

from clubsite.analysis import tasks
from clubsite.analysis.models import BoardSolution
from clubsite.analysis.services import other_orders
from clubsite.analysis.services.other_orders import orders_solve_some
from clubsite.analysis.services.solving import board_solve, pars_anew
from clubsite.nights.models import Board
from games.deals import Deal
from solver.tables import Table
from tests.kit.meanwhile import before_statement
from tests.needs import compiled_solver

FEW_ORDERS = 12


def values(south: int) -> Table:
    return {strain: {"S": south, "N": 13 - south} for strain in "CDHSN"}


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The hands for which the ten values were asked. South makes 7, 8 or 9 tricks in turn."""
    asked: list[Any] = []
    made = cycle((7, 8, 9))
    monkeypatch.setattr(other_orders, "ten_values", lambda hands, engine: asked.append(hands) or values(next(made)))
    monkeypatch.setattr(other_orders, "solves_whole_deals", lambda: True)
    monkeypatch.setattr(other_orders, "ORDERS_A_BOARD", FEW_ORDERS)
    monkeypatch.setattr(other_orders, "ORDER_SECONDS_A_SWEEP", 600)
    return asked


@pytest.fixture
def solved(published_night: Any) -> BoardSolution:
    """The solution of the first board of a published night, on which South makes 8 tricks in any strain."""
    row = BoardSolution(board=Board.objects.get(board_set__session=published_night.session, number=1))
    row.put(values(8), {"points": 120, "contracts": [["1N", "S"]], "line": ["1N", "P", "P"]}, sealed=False)
    row.save()
    return row


def test_the_orders_are_new_and_the_hands_are_the_same(solved: BoardSolution, searches: list[Any]) -> None:
    assert orders_solve_some() == FEW_ORDERS
    dealt = Deal.from_setup(solved.board.setup()).all_hands
    assert all(set(map(frozenset, hands)) == set(map(frozenset, dealt)) for hands in searches)
    assert len({tuple(hands) for hands in searches}) == FEW_ORDERS
    assert all(hands[0] == dealt[0] and hands[2] == dealt[2] for hands in searches)
    assert orders_solve_some() == 0, "it is done once"


def test_it_goes_on_where_the_last_sweep_stopped(
    solved: BoardSolution, searches: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = count()
    monkeypatch.setattr(other_orders.time, "monotonic", lambda: float(next(seconds)))
    monkeypatch.setattr(other_orders, "ORDER_SECONDS_A_SWEEP", 5)
    assert (orders_solve_some(), orders_solve_some()) == (4, 4)
    solved.refresh_from_db()
    assert len(solved.other_orders) == 8 and not solved.orders_done
    assert len({tuple(hands) for hands in searches}) == 8


def test_the_sweep_solves_boards_and_plays_first(
    solved: BoardSolution, searches: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "boards_solve_some", lambda: 1)
    monkeypatch.setattr(tasks, "plays_analyse_some", lambda: 0)
    tasks.slow_sweep()
    assert not searches
    monkeypatch.setattr(tasks, "boards_solve_some", lambda: 0)
    tasks.slow_sweep()
    assert len(searches) == FEW_ORDERS


def test_the_board_s_page_says_it(
    solved: BoardSolution, searches: list[Any], client: Any, published_night: Any
) -> None:
    address = f"/results/{published_night.session.public_id}/board/1/"
    assert "other orders" not in client.get(address).text
    orders_solve_some()
    body = " ".join(unescape(client.get(address).text).split())
    assert f"{FEW_ORDERS} other orders of the two dummies" in body
    assert "others are worse for South" in body


def test_another_rule_for_the_auction_asks_for_it_again(solved: BoardSolution, searches: list[Any]) -> None:
    orders_solve_some()
    pars_anew(solved.board.board_set.session)
    solved.refresh_from_db()
    assert (solved.other_orders, solved.orders_done) == ([], False)


def test_nothing_is_worked_out_before_the_night_has_ended(scored_night: Any, searches: list[Any]) -> None:
    row = BoardSolution(board=Board.objects.filter(board_set__session=scored_night.session).first())
    row.put(values(8), {"points": 120, "contracts": [], "line": []}, sealed=False)
    row.save()
    assert orders_solve_some() == 0 and not searches


@compiled_solver
def test_a_real_order_is_solved_exactly(published_night: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board.objects.get(board_set__session=published_night.session, number=1)
    BoardSolution.objects.filter(board=board).delete()
    assert board_solve(board.pk)
    monkeypatch.setattr(other_orders, "ORDERS_A_BOARD", 2)
    monkeypatch.setattr(other_orders, "ORDER_SECONDS_A_SWEEP", 600)
    assert orders_solve_some() == 2
    assert len(BoardSolution.objects.get(board=board).other_orders) == 2


def test_what_another_sweep_stored_meanwhile_is_kept(solved: BoardSolution, searches: list[Any]) -> None:
    theirs = {"other_orders": [110] * FEW_ORDERS, "orders_done": True}
    with before_statement('UPDATE "analysis_boardsolution"', lambda: BoardSolution.objects.update(**theirs)):
        orders_solve_some()
    solved.refresh_from_db()
    assert solved.other_orders == theirs["other_orders"]
