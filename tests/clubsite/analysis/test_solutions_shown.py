"""No page shows any trace of a board's solution until the board is closed for the whole session. Then all see it."""

import re

import pytest

from clubsite.analysis.models import BoardSolution, PlayAnalysis
from clubsite.analysis.selectors.solutions import solutions_of
from clubsite.analysis.selectors.verdicts import lost_at, verdicts
from clubsite.analysis.services import solving
from clubsite.analysis.services.plays import play_analyse, plays_analyse_some
from clubsite.analysis.services.solving import board_solve, boards_solve_some
from clubsite.core import jobs
from clubsite.director.setup.boards import SOLVER_BEGINS_AGAIN
from clubsite.nights.models import Board, TableBoard, TableBoardState
from clubsite.nights.services.directing import session_end
from clubsite.rankings.selectors.published import published_or_404
from clubsite.rankings.services.publications import publish, unpublish
from clubsite.rankings.services.sweep import results_sweep
from clubsite.secrecy.facts import What
from clubsite.visibility.selectors import RESULTS_READER, may_see
from games.notation.pbn import read_pbn
from solver import thread_engines
from solver.verdicts.solution import Solution
from tests.kit.dealt import dealt
from tests.kit.nights import end_and_publish
from tests.kit.typed_scores import enter_score
from tests.needs import compiled_solver

POINTS = 876_543_219  # no score of any contract, and too long to be met in a code by chance
PAR = {"points": POINTS, "contracts": [["7CXX", "S"], ["1D", "N"]], "line": ["7C", "X", "XX", "P", "P"]}
TRICKS = {strain: {"S": 8, "N": 3} for strain in "CDHSN"}
TRACES = (
    str(POINTS), "With best play", "To par", "SoloResultTable", "OptimumScore", "7 clubs redoubled", "7CXX",
)  # fmt: skip


@pytest.mark.parametrize(
    ("contracts", "words"),
    [
        ([("2S", "S")], "2 spades by South"),
        ([("1C", "N"), ("2C", "N"), ("3C", "N")], "1, 2 or 3 clubs by North"),
        ([("1H", "S"), ("2H", "S")], "1 or 2 hearts by South"),
        ([("1DX", "N"), ("1N", "S")], "1 diamond doubled by North or 1 no trump by South"),
        ([("PASS", "")], "passed out"),
    ],
)
def test_par_in_words(contracts, words):
    assert Solution(TRICKS, 0, contracts, []).contract_words == words


def solve(night):
    for board in Board.objects.filter(board_set__session=night.session):
        BoardSolution.objects.create(board=board, values=TRICKS, par=PAR)


def visible(night) -> list[int]:
    boards = Board.objects.filter(board_set__session=night.session)
    return sorted(board.number for board in boards if may_see(RESULTS_READER, board, What.VERDICT))


def test_everybody_sees_what_is_solved_and_published_on_pages_in_the_api_and_on_hand_records(published_night, client):
    answer = client.get(f"/api/v1/sessions/{published_night.session.public_id}/boards/1/").json()
    assert answer["solution"] is None
    assert answer["traveller"][0]["to_par"] is None
    solve(published_night)
    assert visible(published_night) == [1, 2, 3]
    public_id = published_night.session.public_id
    page = re.sub("</?bdi[^>]*>", "", client.get(f"/results/{public_id}/board/1/").text)
    assert f"7 clubs redoubled by South or 1 diamond by North, +{POINTS} to South" in page
    assert '<th scope="row">South</th>' in page
    assert f'<td class="num tp" data-l="to par">−{POINTS - 120}</td>' in page
    answer = client.get(f"/api/v1/sessions/{public_id}/boards/1/").json()
    assert answer["solution"] == {
        "tricks": TRICKS,
        "par": {"ns_score": POINTS, "contracts": ["7CXX by S", "1D by N"], "line": PAR["line"]},
    }
    assert answer["traveller"][0]["to_par"] == 120 - POINTS
    answer = client.get(f"/results/{public_id}/hands/")
    assert [key for key, *_ in answer.context["page"]["records"]] == ["1", "2", "3"]
    assert answer.text.count("7 clubs redoubled by South") == 3
    assert f'href="/results/{public_id}/hands/"' in client.get(f"/results/{public_id}/boards/").text


def test_the_file_comes_back_as_it_went(published_night, client):
    solve(published_night)
    answer = client.get(f"/results/{published_night.session.public_id}/boards.pbn")
    assert answer["Content-Disposition"].startswith("attachment")
    text = answer.text
    assert f'[OptimumScore "NS {POINTS}"]' in text
    assert '[ParContract "S 7CXX,W 1D"]' in text
    again = read_pbn(text)
    boards = Board.objects.filter(board_set__session=published_night.session).order_by("number")
    assert [board.number for board in again] == [1, 2, 3]
    assert [str(b.deal.east[0]) for b in again] == [str(b.deal.east[0]) for b in again if b.sequences]
    for back, board in zip(again, boards, strict=True):
        assert " ".join(card.text for card in back.deal.east) == dealt(board).east
        assert " ".join(card.text for card in back.deal.west) == dealt(board).west
        assert (back.dealer, back.vul) == (board.dealer, board.vulnerability)


@compiled_solver
def test_the_director_sees_a_count_and_no_more(make_night, dee, cy, client):
    night = make_night(start=False)
    board = Board.objects.order_by("number")[0]
    BoardSolution.objects.create(board=board, values=TRICKS, par=PAR)
    address = f"/director/{night.session.public_id}/solving/"
    client.force_login(cy)
    assert client.get(address).status_code == 404
    client.force_login(dee)
    text = " ".join(client.get(address).text.split())
    assert "Solving the boards: <b>1 of 3</b>" in text
    assert '<progress id="solved" max="3" value="1">' in text
    assert "every 2s" in text
    boards = client.get(f"/director/{night.session.public_id}/setup/boards/").text
    assert "1 of 3" in " ".join(boards.split())
    for left in Board.objects.filter(solution__isnull=True):
        BoardSolution.objects.create(board=left, values=TRICKS, par=PAR)
    text = " ".join(client.get(address).text.split())
    assert "All 3 boards are solved; nobody sees it before the night is over." in text
    assert "every" not in text.replace("everybody", "")
    again = {"path": f"/director/{night.session.public_id}/setup/boards/", "data": {"how": "draw", "count": "3"}}
    assert [SOLVER_BEGINS_AGAIN in client.post(**again, follow=True).text for _ in range(2)] == [False, True]


@pytest.fixture
def known(open_boards, play_out):
    row = open_boards()[0]
    row.play = play_out(row)
    results_sweep()
    par = {"points": 0, "contracts": [["PASS", ""]], "line": []}
    BoardSolution.objects.create(board=row.board, values=TRICKS, par=par)
    PlayAnalysis.objects.create(play=row.play, calls=[], cards=[])
    return row


@pytest.fixture
def shown(known, night):
    def look():
        parts = {"closed"} if may_see(RESULTS_READER, known.board, What.VERDICT) else set()
        parts |= {"verdicts"} if verdicts(known.play) is not None else set()
        published = published_or_404(night.session.public_id)
        if known.board_id in solutions_of(published):
            parts.add("solution")
        if known.pk in lost_at(published, {known.pk: "ns"}):
            parts.add("given away")
        return parts

    return look


ALL = {"closed", "verdicts", "solution", "given away"}


def test_the_end_alone_and_a_publication_alone_close_nothing(known, night, dee, shown, client):
    board = f"board/{known.board.number}/"
    url = f"/results/{night.session.public_id}/{board}replay/{known.pk}/verdicts/"

    def hidden() -> bool:
        assert client.get(url).status_code == 404
        return not may_see(RESULTS_READER, known.board, What.VERDICT) and verdicts(known.play) is None

    assert hidden()
    session_end(session=night.session, user=dee)
    assert hidden()
    publish(night.session, dee)
    assert shown() == ALL and client.get(url).json()["state"] == "ready"
    unpublish(night.session, dee)
    assert hidden()
    for page in ("", board, "player/1/"):
        assert client.get(f"/results/{night.session.public_id}/{page}").status_code == 404


@pytest.mark.parametrize("owed", ["late", "waiting"])
def test_a_board_that_a_table_still_owes_withholds_it_all_solo_31(known, night, dee, shown, owed):
    end_and_publish(night.session, dee)
    if owed == "late":
        enter_score(known, dee, "late")
    else:
        TableBoard.objects.filter(pk=known.pk).update(state=TableBoardState.WAITING)
    assert shown() == set()


@pytest.fixture
def asked(monkeypatch):
    """The jobs that were put into the slow queue when only the Python solver is available."""
    dispatches: list[tuple[str, int]] = []
    monkeypatch.setattr(thread_engines, "why_not_compiled", lambda: "it is forbidden here")
    monkeypatch.setattr(jobs, "_dispatch", lambda name, pk, *, slow, **_: slow and dispatches.append((name, pk)))
    return dispatches


@pytest.fixture
def unsolved(asked, night, dee, open_boards, play_out):
    row = open_boards()[0]
    row.play = play_out(row)
    results_sweep()
    end_and_publish(night.session, dee)
    return row


def test_without_a_compiled_solver_no_board_is_solved_and_the_director_reads_why(
    make_night, asked, on_commit, director
):
    night = make_night(start=False)
    board = Board.objects.order_by("pk")[0]
    with on_commit():
        solving.boards_ask(board.board_set_id)
    assert asked == []
    assert (board_solve(board.pk), boards_solve_some()) == (False, 0)
    assert not BoardSolution.objects.exists()
    page = director.get(f"/director/{night.session.public_id}/solving/").text
    assert "are not solved on this server" in page and "hx-get" not in page


def test_no_play_is_judged_here_as_the_replay_says_until_another_has_done_it(unsolved, night, client, asked, on_commit):
    assert (play_analyse(unsolved.play.pk), plays_analyse_some()) == (False, 0)
    assert verdicts(unsolved.play) == {"state": "never", "why": "no_solver"}
    url = f"/results/{night.session.public_id}/board/{unsolved.board.number}/replay/{unsolved.pk}/"
    with on_commit():
        assert client.get(url + "verdicts/").json() == {"state": "never", "why": "no_solver"}
    assert asked == [] and not PlayAnalysis.objects.exists()
    PlayAnalysis.objects.create(play=unsolved.play, calls=[], cards=[])
    verdict = verdicts(unsolved.play)
    assert verdict is not None and verdict["state"] == "ready"
