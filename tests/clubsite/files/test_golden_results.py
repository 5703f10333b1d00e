"""A published session with a board in every state: stored, served and exported, to the letter (`golden/`).

Row keys differ from run to run and are replaced by numbers. To rewrite the files and review the difference:

    WRITE_GOLDEN=1 python -m pytest tests/clubsite/files/test_golden_results.py
"""

import json
import os
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from clubsite.analysis.models import BoardSolution
from clubsite.clubs.services import token_make
from clubsite.files.selectors import RESULT_FORMATS
from clubsite.installation import site_version
from clubsite.nights.models import Board, Contestant, Session
from clubsite.rankings.services.settings import ContestantFacts, contestants_set, penalty_add
from clubsite.readers.visitor import Visitor
from clubsite.season.selectors.records import honours
from tests.clubsite.files.every_state import close

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
    addresses = [f"sessions/{{}}/{one}" for one in PUBLISHED] + [f"nights/{{}}/{one}" for one in CLUBS_OWN]
    return {at: program.get(f"/api/v1/{at.format(session.public_id)}").json() for at in addresses}


def _honours(session: Session) -> list[Any]:
    found = honours([session.pk], Visitor.as_public().at(session.club))[session.pk]
    return [[one.title, one.lead, [[row.place, row.name, row.figure] for row in one.rows]] for one in found]
