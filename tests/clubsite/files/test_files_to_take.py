"""Downloads of a published session: what they contain, what they leave out, and what is never available too early."""

import pytest
from django.test import Client

from clubsite.analysis.models import BoardSolution
from clubsite.clubs.models import Person
from clubsite.files.selectors import RESULT_FORMATS, members_report, result_file
from clubsite.nights.models import Board, Session, TableBoard
from clubsite.nights.services.directing import session_end
from clubsite.rankings.selectors.published import published_or_404
from clubsite.rankings.services.publications import publish, unpublish
from scoring.__main__ import traveller
from scoring.files.csv_files import read_ranking
from scoring.files.reading import read_results
from scoring.files.usebio import write_usebio
from tests.kit.dealt import dealt
from tests.kit.nights import end_and_publish
from tests.kit.typed_scores import enter_score
from tests.scoring.files.two_player_reader import show

TRICKS = {strain: {"S": 8, "N": 3} for strain in "CDHSN"}
PAR = {"points": -420, "contracts": [["4S", "N"]], "line": ["P", "4S", "P"]}
RESULTS = ["results.xml", "results-1.3.xml", "boards.pbn", "travellers.csv"]


def address(night, name: str = "") -> str:
    return f"/results/{night.session.public_id}/files/{name}"


def text_of(client: Client, night, name: str) -> str:
    return client.get(address(night, name)).text


def solve(night):
    for board in Board.objects.filter(board_set__session=night.session):
        BoardSolution.objects.create(board=board, values=TRICKS, par=PAR)


@pytest.mark.parametrize("name", RESULT_FORMATS)
def test_nothing_of_a_night_is_there_before_it_is_published_or_after_it_is_withdrawn(scored_night, dee, client, name):
    assert [client.get(address(scored_night, part)).status_code for part in ("", name)] == [404, 404]
    client.force_login(dee)
    assert client.get(address(scored_night, name)).status_code == 404
    session_end(session=scored_night.session, user=dee)
    assert client.get(address(scored_night, name)).status_code == 404
    publish(scored_night.session, dee)
    assert client.get(address(scored_night, name)).status_code == 200
    unpublish(scored_night.session, dee)
    assert client.get(address(scored_night, name)).status_code == 404


def test_the_page_leads_to_every_file_and_each_is_saved_under_a_name(published_night, client):
    page = text_of(client, published_night, "")
    assert "in none of these files" not in page
    for name, one in RESULT_FORMATS.items():
        assert address(published_night, name) in page
        answer = client.get(address(published_night, name))
        public_id = published_night.session.public_id
        expected = f'attachment; filename="2026-11-17-{public_id}-{name.partition(".")[0]}.{one.ending}"'
        assert answer["Content-Disposition"] == expected
    for page in ("", "boards/"):
        assert f"/results/{public_id}/files/" in client.get(f"/results/{public_id}/{page}").text


@pytest.mark.parametrize("name", ["x.pbn", "boards.exe", "..", "results.xml/"])
def test_a_file_that_there_is_not(published_night, client, name):
    assert client.get(address(published_night, name)).status_code == 404
    assert client.get(address(published_night, "boards.pbn") + "?section=Z").status_code == 404


def test_the_travellers_are_scored_by_the_command_as_the_site_scored_them(published_night, client):
    ranking = traveller(text_of(client, published_night, "travellers.csv"))["ranking"]
    assert [(row["entry"], row["percentage"], row["place"]) for row in ranking[:3]] == [
        (1, 100, "1"), (2, 50, "2"), (3, 0, "3"),
    ]  # fmt: skip


def test_the_ranking_names_players_as_the_page_does(published_night, client):
    (section,) = read_ranking(text_of(client, published_night, "ranking.csv"))
    first = section.contestants[0]
    assert (first.number, first.names, first.direction) == ("1", ("Bo",), "NS")
    assert (first.place, first.percentage) == ("1", "100.00")


def test_north_s_contract_stands_under_west_and_scores_for_east_west_solo_11a(scored_night, dee, client):
    row = TableBoard.objects.select_related("board").get(board__number=1, ns__number=1)
    enter_score(row, dee, "4S N 10", why="was typed wrong")
    end_and_publish(scored_night.session, dee)
    for name in RESULTS:
        lines = read_results(text_of(client, scored_night, name).encode()).lines
        found = next(line for line in lines if line.board == 1 and line.ns == "1")
        assert (found.contract, found.declarer, found.score) == ("4S", "W", "-420")


def test_it_is_scored_as_it_was_published_though_the_session_is_set_otherwise(published_night):
    Session.objects.update(scoring={"method": "cross_imps"})
    published = published_or_404(published_night.session.public_id)
    assert result_file(published).method == "match_points"


def test_the_solution_is_in_pbn_and_usebio_and_comes_back(published_night, client):
    solve(published_night)
    pbn = text_of(client, published_night, "boards.pbn")
    assert pbn.count('[OptimumScore "NS -420"]\n[ParContract "W 4S"]') == 3
    usebio = read_results(text_of(client, published_night, "results.xml").encode())
    boards = result_file(published_or_404(published_night.session.public_id)).boards
    assert [board.optimum for board in usebio.boards] == [board.optimum for board in boards]
    assert boards[0].optimum.points == -420


def test_solo_31_a_board_owed_late_is_in_no_file(published_night, dee, client):
    solve(published_night)
    row = TableBoard.objects.filter(board__number=2).latest("pk")
    enter_score(row, dee, "late", why="to be played on Thursday")
    publish(published_night.session, dee)
    for name in RESULT_FORMATS:
        text = text_of(client, published_night, name)
        assert not any(trace in text for trace in (dealt(row.board).east, '[Board "2"]', "<BOARD_NUMBER>2<"))
    lines = read_results(text_of(client, published_night, "results.xml").encode()).lines
    assert {line.board for line in lines} == {1, 3}
    page = " ".join(text_of(client, published_night, "").split())
    assert "Board 2 is in none of these files" in page


def test_members_numbers_are_in_the_director_s_file_only(published_night, client):
    Person.objects.filter(name="Bo").update(number="EBU-12345")
    for name in RESULT_FORMATS:
        assert "EBU-12345" not in text_of(client, published_night, name)
    published = published_or_404(published_night.session.public_id)
    assert "EBU-12345" in write_usebio(result_file(published, ids=True))


def test_a_system_of_two_players_shows_the_report_and_credits_each_member_once(published_night, client):
    Person.objects.filter(name="Bo").update(number="12345")
    published = published_or_404(published_night.session.public_id)
    shown = show(members_report(published))
    assert (shown.event, shown.winners, shown.credited) == (published.session.name, "2", ["12345"])
    assert ("1", "NS", 1, "Bo & Dummy", 100.0) in shown.ranking
    assert len(shown.ranking) == 6
    assert {number: len(lines) for number, lines in shown.travellers.items()} == {1: 3, 2: 3, 3: 3}
    assert set(shown.hands) == {1, 2, 3}
