"""Boards are solved in the background: once each, even if messages are lost, and without delaying the session."""

import threading
from html import unescape
from itertools import count, cycle
from typing import Any

import pytest
from celery import current_app

from clubsite.analysis.models import BoardSolution
from clubsite.analysis.services import solving
from clubsite.analysis.services.solving import board_solve, boards_solve_some, orders_solve_some, pars_anew
from clubsite.core import jobs
from clubsite.nights.models import Board, Session
from clubsite.nights.services.boards import boards_deal, boards_import
from games.deals import Deal
from games.notation.pbn_write import write_pbn
from games.notation.records import DealRecord
from games.seats import Seat
from games.shuffle import deal_from_seed
from scoring.contracts import score
from solver.tables import Table
from tests.kit.meanwhile import before_statement
from tests.needs import compiled_solver

VALUES: Table = {strain: {"S": 8, "N": 5} for strain in "CDHSN"}


@pytest.fixture
def quick(monkeypatch):
    """A fake solver that gives ten values without searching. The list records the searches."""
    searches = []
    monkeypatch.setattr(solving, "ten_values", lambda hands, engine: searches.append(len(hands)) or VALUES)
    return searches


@pytest.fixture
def draft(make_night):
    return make_night(start=False)


def asked_of(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int, bool]]:
    dispatches: list[tuple[str, int, bool]] = []
    monkeypatch.setattr(jobs, "_dispatch", lambda name, pk, *, slow, **_: dispatches.append((name, pk, slow)))
    return dispatches


@compiled_solver
def test_a_board_is_solved_exactly(make_night):
    make_night(start=False)
    board = Board.objects.order_by("number")[1]
    assert board_solve(board.pk)
    values, par = board.solution.found()
    assert set(values) == set("CDHSN")
    assert all(0 <= values[s][d] <= 13 for s in "CDHSN" for d in "SN")
    contract, declarer = par["contracts"][0]
    tricks = values[contract[1]][declarer]
    side = {"S": "NS", "N": "EW"}[declarer]
    assert par["points"] == score(contract, side, board.vulnerability, tricks)
    assert par["line"][-2:] == ["P", "P"]


@compiled_solver
@pytest.mark.parametrize(("options", "passes"), [({}, 2), ({"auction_end": "first_pass"}, 1)])
def test_solo_8a_par_follows_the_end_of_the_auction(draft, quick, options, passes):
    Session.objects.update(options=options)
    board = Board.objects.earliest("number")
    assert board_solve(board.pk)
    line = board.solution.found()[1]["line"]
    assert line[-passes:] == ["P"] * passes
    assert line[-passes - 1] != "P"


@compiled_solver
def test_dealing_and_importing_ask_for_every_board_on_the_slow_side(draft, dee, monkeypatch, on_commit):
    dispatches = asked_of(monkeypatch)
    with on_commit():
        dealt = boards_deal(session=draft.session, count=4, user=dee)
    pks = list(dealt.boards.values_list("pk", flat=True))
    assert dispatches == [("analysis.solve_board", pk, True) for pk in pks]
    dispatches.clear()
    file = write_pbn([DealRecord(7, Seat.N, "None", deal_from_seed("tests", 7), True)])
    with on_commit():
        imported = boards_import(session=draft.session, data=file.encode(), file_name="a.pbn", user=dee)
    assert dispatches == [("analysis.solve_board", imported.boards.get().pk, True)]


@compiled_solver
def test_a_lost_message_is_healed_a_few_boards_at_a_time(draft, dee, quick, monkeypatch):
    boards_deal(session=draft.session, count=20, user=dee)
    assert boards_solve_some() == solving.A_FEW
    assert [boards_solve_some(), boards_solve_some(), boards_solve_some()] == [8, 4, 0]
    assert BoardSolution.objects.count() == 20
    boards_deal(session=draft.session, count=20, user=dee)
    monkeypatch.setattr(solving, "SECONDS_A_SWEEP", 0.0)
    assert boards_solve_some() == 1


@compiled_solver
def test_the_sweep_leaves_old_nights_alone_and_a_bad_board_holds_up_nobody(draft, dee, quick, monkeypatch):
    first = Board.objects.order_by("number")[0]
    real = solving.board_solve
    monkeypatch.setattr(solving, "board_solve", lambda pk: 1 // 0 if pk == first.pk else real(pk))
    assert boards_solve_some() == 2
    session = draft.session
    session.status, session.ended_at = "ended", session.created_at - solving.RECENT_SESSIONS
    session.save()
    assert not solving.boards_unsolved().exists()


@compiled_solver
def test_run_twice_it_searches_and_stores_once(draft, quick):
    board = Board.objects.order_by("number")[0]
    assert board_solve(board.pk)
    solved_at = board.solution.solved_at
    assert not board_solve(board.pk)
    assert len(quick) == 1
    assert BoardSolution.objects.get().solved_at == solved_at


def test_a_board_thrown_away_during_the_search_is_no_error(draft, dee, monkeypatch):
    board = Board.objects.order_by("number")[0]

    def replaced(hands, engine):
        boards_deal(session=draft.session, count=3, user=dee)
        return VALUES

    monkeypatch.setattr(solving, "ten_values", replaced)
    assert not board_solve(board.pk)
    assert not board_solve(board.pk)
    assert not BoardSolution.objects.exists()


@compiled_solver
@pytest.mark.django_db(transaction=True)
def test_two_at_once_store_one(draft, at_once, monkeypatch):
    both = threading.Barrier(2, timeout=20)

    def together(hands, engine):
        both.wait()
        return VALUES

    monkeypatch.setattr(solving, "ten_values", together)
    board = Board.objects.order_by("number")[0]
    assert sorted(at_once(*[lambda: board_solve(board.pk)] * 2)) == [False, True]


def test_a_slow_job_does_not_hold_up_the_others(settings, monkeypatch):
    settings.SWEEPS, settings.SLOW_SWEEPS, settings.SWEEP_SECONDS = [], ["slow.sweep"], 3600
    searching, scored, done = threading.Event(), threading.Event(), []

    def run(name, *args):
        if name == "analysis.solve_board":
            searching.set()
            assert scored.wait(10)
        if name == "rankings.score_session":
            scored.set()
        done.append(name)

    monkeypatch.setattr(jobs, "run", run)
    monkeypatch.setattr(jobs.connections, "close_all", lambda: None)
    usual, slow = jobs.Worker(), jobs.Worker("slow jobs", "SLOW_SWEEPS")
    for worker in (usual, slow):
        worker.start()
    slow.put("analysis.solve_board", 1)
    assert searching.wait(10)
    usual.put("rankings.score_session", 1)
    for worker in (usual, slow):
        worker.stop()
    assert done == ["slow.sweep", "rankings.score_session", "analysis.solve_board"]


def test_on_the_club_server_slow_jobs_have_a_queue_of_their_own(settings, monkeypatch, on_commit):
    sent: list[Any] = []
    settings.EMBEDDED_JOBS, settings.SLOW_QUEUE = False, "club-slow"
    monkeypatch.setattr(current_app, "send_task", lambda name, **how: sent.append((name, how.get("queue"))))
    with on_commit():
        jobs.enqueue("analysis.solve_board", 1, slow=True)
        jobs.enqueue("rankings.score_session", 1)
    assert sent == [("analysis.solve_board", "club-slow"), ("rankings.score_session", None)]


FEW_ORDERS = 12


def values(south: int) -> Table:
    return {strain: {"S": south, "N": 13 - south} for strain in "CDHSN"}


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The hands for which the ten values were asked. South makes 7, 8 or 9 tricks in turn."""
    deals: list[Any] = []
    made = cycle((7, 8, 9))
    monkeypatch.setattr(solving, "ten_values", lambda hands, engine: deals.append(hands) or values(next(made)))
    monkeypatch.setattr(solving, "solves_whole_deals", lambda: True)
    monkeypatch.setattr(solving, "ORDERS_A_BOARD", FEW_ORDERS)
    monkeypatch.setattr(solving, "ORDER_SECONDS_A_SWEEP", 600)
    return deals


@pytest.fixture
def solved(published_night: Any) -> BoardSolution:
    """The solution of the first board of a published night, on which South makes 8 tricks in any strain."""
    row = BoardSolution(board=Board.objects.get(board_set__session=published_night.session, number=1))
    row.put(values(8), {"points": 120, "contracts": [["1N", "S"]], "line": ["1N", "P", "P"]}, sealed=False)
    row.save()
    return row


def test_the_orders_are_new_and_the_hands_are_the_same(solved, searches):
    assert orders_solve_some() == FEW_ORDERS
    dealt = Deal.from_setup(solved.board.setup()).all_hands
    assert all(set(map(frozenset, hands)) == set(map(frozenset, dealt)) for hands in searches)
    assert len({tuple(hands) for hands in searches}) == FEW_ORDERS
    assert all(hands[0] == dealt[0] and hands[2] == dealt[2] for hands in searches)
    assert orders_solve_some() == 0, "it is done once"


def test_it_goes_on_where_the_last_sweep_stopped(solved, searches, monkeypatch):
    seconds = count()
    monkeypatch.setattr(solving.time, "monotonic", lambda: float(next(seconds)))
    monkeypatch.setattr(solving, "ORDER_SECONDS_A_SWEEP", 5)
    assert (orders_solve_some(), orders_solve_some()) == (4, 4)
    solved.refresh_from_db()
    assert len(solved.other_orders) == 8 and not solved.orders_done
    assert len({tuple(hands) for hands in searches}) == 8


def test_the_board_s_page_says_it_and_another_end_of_auctions_asks_again(solved, searches, client, published_night):
    address = f"/results/{published_night.session.public_id}/board/1/"
    assert "other orders" not in client.get(address).text
    orders_solve_some()
    body = " ".join(unescape(client.get(address).text).split())
    assert f"{FEW_ORDERS} other orders of the two dummies" in body
    assert "others are worse for South" in body
    pars_anew(solved.board.board_set.session)
    solved.refresh_from_db()
    assert (solved.other_orders, solved.orders_done) == ([], False)


def test_nothing_is_worked_out_before_the_night_has_ended(scored_night, searches):
    row = BoardSolution(board=Board.objects.filter(board_set__session=scored_night.session).first())
    row.put(values(8), {"points": 120, "contracts": [], "line": []}, sealed=False)
    row.save()
    assert orders_solve_some() == 0 and not searches


@compiled_solver
def test_a_real_order_is_solved_exactly(published_night, monkeypatch):
    board = Board.objects.get(board_set__session=published_night.session, number=1)
    BoardSolution.objects.filter(board=board).delete()
    assert board_solve(board.pk)
    monkeypatch.setattr(solving, "ORDERS_A_BOARD", 2)
    monkeypatch.setattr(solving, "ORDER_SECONDS_A_SWEEP", 600)
    assert orders_solve_some() == 2
    assert len(BoardSolution.objects.get(board=board).other_orders) == 2


def test_what_another_sweep_stored_meanwhile_is_kept(solved, searches):
    theirs = {"other_orders": [110] * FEW_ORDERS, "orders_done": True}
    with before_statement('UPDATE "analysis_boardsolution"', lambda: BoardSolution.objects.update(**theirs)):
        orders_solve_some()
    solved.refresh_from_db()
    assert solved.other_orders == theirs["other_orders"]
