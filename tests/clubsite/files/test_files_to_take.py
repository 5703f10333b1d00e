"""Downloads of a published session: what they contain, what they leave out, and what is never available too early."""

import json
import os
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from clubsite.analysis.models import BoardSolution
from clubsite.clubs.models import Person
from clubsite.clubs.services import token_make
from clubsite.files.selectors import RESULT_FORMATS, members_report, result_file
from clubsite.files.services.import_preview import incoming
from clubsite.files.services.import_results import file_read, lines_alone, results_import
from clubsite.installation import site_version
from clubsite.nights.models import Board, Contestant, Session, TableBoard, TableBoardState
from clubsite.nights.services.directing import session_end
from clubsite.rankings.models import Ranking
from clubsite.rankings.selectors.published import published_or_404
from clubsite.rankings.services.publications import publish, unpublish
from clubsite.rankings.services.settings import ContestantFacts, contestants_set, penalty_add
from clubsite.readers.visitor import Visitor
from clubsite.scores.models import ScoreEntry
from clubsite.scores.selectors.entries import latest_of
from clubsite.season.selectors.records import honours
from scoring.__main__ import traveller
from scoring.files.csv_files import read_ranking
from scoring.files.reading import read_results
from scoring.files.usebio import write_usebio
from scoring.lines import parse_score_text
from scoring.session_scores import RankingRow
from tests.clubsite.files.every_state import close
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
    for name, form in RESULT_FORMATS.items():
        assert address(published_night, name) in page
        answer = client.get(address(published_night, name))
        public_id = published_night.session.public_id
        expected = f'attachment; filename="2026-11-17-{public_id}-{name.partition(".")[0]}.{form.ending}"'
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
    (section,) = read_ranking(text_of(client, published_night, "ranking.csv"))
    first = section.contestants[0]
    assert (first.number, first.names, first.direction) == ("1", ("Bo",), "NS"), "as the page names them"
    assert (first.place, first.percentage) == ("1", "100.00")


def test_north_s_contract_stands_under_west_and_scores_for_east_west_solo_11a(scored_night, dee, client):
    row = TableBoard.objects.select_related("board").get(board__number=1, ns__number=1)
    enter_score(row, dee, "4S N 10", why="was typed wrong")
    end_and_publish(scored_night.session, dee)
    for name in RESULTS:
        lines = read_results(text_of(client, scored_night, name).encode()).lines
        result = next(line for line in lines if line.board == 1 and line.ns == "1")
        assert (result.contract, result.declarer, result.score) == ("4S", "W", "-420")


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


def test_members_numbers_are_in_the_report_alone_by_which_a_system_of_two_players_credits_each_once(
    published_night, client
):
    Person.objects.filter(name="Bo").update(number="12345")
    for name in RESULT_FORMATS:
        assert "12345" not in text_of(client, published_night, name)
    published = published_or_404(published_night.session.public_id)
    assert "12345" in write_usebio(result_file(published, ids=True))
    shown = show(members_report(published))
    assert (shown.event, shown.winners, shown.credited) == (published.session.name, "2", ["12345"])
    assert ("1", "NS", 1, "Bo & Dummy", 100.0) in shown.ranking
    assert len(shown.ranking) == 6
    assert {number: len(lines) for number, lines in shown.travellers.items()} == {1: 3, 2: 3, 3: 3}
    assert set(shown.hands) == {1, 2, 3}


GOLDEN = Path(__file__).parent / "golden"
PROGRAM_VERSION = f"<PROGRAM_VERSION>{site_version()}</PROGRAM_VERSION>"
SCORING = {
    "ordinary": {"method": "match_points"},
    "imps": {"method": "cross_imps"},
    "strata": {"strata": ["A", "B"], "handicap": {}, "sections": "together"},
}
OF_PAYLOAD = {"id": "id", "table_board": "table_board", "contestant": "entry", "ns": "entry", "ew": "entry"}
OF_API = {"table_board": "table_board"}
PUBLISHED = ["ranking/", "travellers/?page_size=100", *(f"boards/{number}/" for number in range(1, 6))]
CLUBS_OWN = ["ranking/", "scores/?page_size=100"]


class Numbered:
    """A mapping that replaces row keys by numbers. Each kind is numbered from 1 in order of appearance."""

    def __init__(self, kinds: dict[str, str]):
        self.kinds = kinds
        self.seen: dict[str, dict[int, int]] = {kind: {} for kind in kinds.values()}

    def __call__(self, value, field: str = ""):
        if isinstance(value, dict):
            return {key: self(inner, key) for key, inner in value.items()}
        if isinstance(value, list):
            return [self(inner, field) for inner in value]
        if field in self.kinds and isinstance(value, int):
            numbers = self.seen[self.kinds[field]]
            return numbers.setdefault(value, len(numbers) + 1)
        return value


@pytest.fixture(params=SCORING)
def published(request, make_session, play, dee):
    """The name of a scoring method, and a session scored by that method."""
    session = make_session("match_points")
    session.scoring = SCORING[request.param]
    session.save(update_fields=["scoring"])
    play(session)
    first, second, *_ = Contestant.objects.filter(section__session=session).order_by("section__name", "number")
    for contestant, amount in ((first, "0.5"), (second, "-2.5")):
        penalty_add(
            session=session, contestant_id=contestant.pk, amount=Decimal(amount), unit="points", why="late", user=dee
        )
    if request.param == "strata":
        noted = {
            first.pk: ContestantFacts(stratum="B", handicap=Decimal("2.5")),
            second.pk: ContestantFacts(stratum="A"),
        }
        contestants_set(session=session, noted=noted, user=dee)
    close(session, dee)
    for board in Board.objects.filter(board_set__session=session):
        tricks = {strain: {"S": 8, "N": 5} for strain in "CDHSN"}
        BoardSolution.objects.create(
            board=board, values=tricks, par={"points": 110, "contracts": [["2S", "S"]], "line": ["2S", "P"]}
        )
    return request.param, session


def check(name: str, text: str):
    """Raise AssertionError if `text` differs from the golden file. If WRITE_GOLDEN is set, write the file first."""
    path = GOLDEN / name
    if os.environ.get("WRITE_GOLDEN"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    assert text == path.read_bytes().decode(), name


def as_text(value) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def test_published_results_are_stored_served_and_exported_as_they_were(published, dee):
    name, session = published
    check(f"{name}/publication.json", as_text(Numbered(OF_PAYLOAD)(session.publications.get().payload)))
    check(f"{name}/api.json", as_text(Numbered(OF_API)(_answers(session, dee))))
    check(f"{name}/honours.json", as_text(_honours(session)))
    for file in RESULT_FORMATS if name != "strata" else ["ranking.csv"]:  # a file only has the whole list
        text = Client().get(f"/results/{session.public_id}/files/{file}").text
        check(f"{name}/{file}", text.replace(session.public_id, "<session>").replace(PROGRAM_VERSION, "<version>"))


def _answers(session: Session, user) -> dict[str, Any]:
    """Return the API's answers about a published session, by address, as a program of the session's club gets them."""
    secret = token_make(club=session.club, user=user, name="Reader", write=False)[1]
    program = Client(headers={"Authorization": f"Bearer {secret}"})
    addresses = [f"sessions/{{}}/{path}" for path in PUBLISHED] + [f"nights/{{}}/{path}" for path in CLUBS_OWN]
    return {at: program.get(f"/api/v1/{at.format(session.public_id)}").json() for at in addresses}


def _honours(session: Session) -> list[Any]:
    lists = honours([session.pk], Visitor.as_public().at(session.club))[session.pk]
    return [[honour.title, honour.lead, [[row.place, row.name, row.figure] for row in honour.rows]] for honour in lists]


WAYS = [
    ("match_points", ["results.xml", "boards.pbn", "travellers.csv"]),
    ("cross_imps", ["results-1.3.xml"]),  # there a ruling is no percentage of anything
]


def scores(session: Session) -> dict[tuple[int, str, str], tuple[Any, ...]]:
    """Return the score that counts for each (board, N/S, E/W). An assigned score may be written in several ways."""
    rows = TableBoard.objects.filter(round__section__session=session).exclude(state=TableBoardState.VOID)
    rows = rows.select_related("board", "ns__section", "ew__section")
    latest = latest_of(rows)
    lines = {}
    for row in rows:
        entry = latest[row.pk]
        given = parse_score_text(entry.ruling or f"100% {entry.ns_score or 0}")
        ruling = (given.ns_pct, given.ew_pct, given.ns_parts, given.ew_parts)
        played = (entry.contract, entry.declarer, entry.tricks, entry.lead)
        lines[row.board.number, row.ns.label, row.ew.label] = (entry.status, entry.group, *played, ruling)
    return lines


def rankings(session: Session) -> dict[tuple[str, str], list[RankingRow]]:
    """Return the ranking lists with their exact figures, identifying people by their labels."""
    labels = {player.pk: player.label for section in session.sections.all() for player in section.contestants.all()}
    return {
        (ranking.section.name, ranking.line): [replace(row, contestant=labels[row.contestant]) for row in ranking.rows]
        for ranking in Ranking.objects.filter(section__session=session).select_related("section")
    }


@pytest.mark.parametrize(("method", "names"), WAYS)
def test_a_night_with_every_state_comes_into_an_empty_twin_with_the_same_rankings(
    make_session, play, dee, method, names, on_commit
):
    first = make_session(method)
    play(first)
    close(first, dee)
    out = result_file(published_or_404(first.public_id))
    before = scores(first)
    assert len({(status, bool(group), ruling) for status, group, *_, ruling in before.values()}) >= 12
    assert len(rankings(first)) == 2
    for name in names:
        data = RESULT_FORMATS[name].write(out).encode()
        assert incoming(first, lines_alone(file_read(session=first, data=data)), None).todo == 0, name
        twin = make_session(method)
        sections = lines_alone(file_read(session=twin, data=data))
        with on_commit():
            stored = results_import(session=twin, sections=sections, file_name=name, user=dee)
        close(twin, dee)
        assert stored == len(before), name
        assert scores(twin) == before, name
        plain = {"status": "assigned", "ns_score": 140, "ruling": ""}
        assert ScoreEntry.objects.filter(table_board__round__section__session=twin, **plain).exists(), name
        assert rankings(twin) == rankings(first), name
        assert result_file(published_or_404(twin.public_id)) == out, name
