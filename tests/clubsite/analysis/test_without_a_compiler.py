"""A server whose solver runs in Python: it starts no long searches, and pages say why there are no results."""

import pytest

from clubsite.analysis.models import BoardSolution, PlayAnalysis
from clubsite.analysis.selectors.verdicts import verdicts
from clubsite.analysis.services import solving
from clubsite.analysis.services.play_analysis import play_analyse, plays_analyse_some
from clubsite.analysis.services.solving import board_solve, boards_solve_some
from clubsite.core import jobs
from clubsite.nights.models import Board
from clubsite.rankings.services.sweep import results_sweep
from solver import thread_engines
from tests.kit.nights import end_and_publish


@pytest.fixture
def asked(monkeypatch):
    """The jobs that were put into the slow queue when only the Python solver is available."""
    found: list[tuple[str, int]] = []
    monkeypatch.setattr(thread_engines, "why_not_compiled", lambda: "it is forbidden here")
    monkeypatch.setattr(jobs, "_dispatch", lambda name, pk, *, slow, **_: slow and found.append((name, pk)))
    return found


@pytest.fixture
def unsolved(asked, night, dee, open_boards, play_out):
    row = open_boards()[0]
    row.play = play_out(row)
    results_sweep()
    end_and_publish(night.session, dee)
    return row


def test_no_board_is_solved(make_night, asked, on_commit):
    make_night(start=False)
    board = Board.objects.order_by("pk")[0]
    with on_commit():
        solving.boards_ask(board.board_set_id)
    assert asked == []
    assert (board_solve(board.pk), boards_solve_some()) == (False, 0)
    assert not BoardSolution.objects.exists()


def test_the_director_reads_why(make_night, asked, director):
    night = make_night(start=False)
    said = director.get(f"/director/{night.session.public_id}/solving/").text
    assert "are not solved on this server" in said
    assert "hx-get" not in said  # nothing to wait for


def test_no_play_is_judged_and_the_replay_says_so(unsolved, night, client, asked, on_commit):
    assert (play_analyse(unsolved.play.pk), plays_analyse_some()) == (False, 0)
    assert verdicts(unsolved.play) == {"state": "never", "why": "no_solver"}
    url = f"/results/{night.session.public_id}/board/{unsolved.board.number}/replay/{unsolved.pk}/"
    with on_commit():
        assert client.get(url + "verdicts/").json() == {"state": "never", "why": "no_solver"}
    assert asked == [] and not PlayAnalysis.objects.exists()


def test_what_another_process_has_worked_out_is_shown(unsolved):
    PlayAnalysis.objects.create(play=unsolved.play, calls=[], cards=[])
    found = verdicts(unsolved.play)
    assert found is not None and found["state"] == "ready"
