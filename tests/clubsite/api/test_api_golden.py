"""The exact answer from every API address (`golden.json`). Changes to it are reviewed like code.

Ids, row keys and times differ from run to run and are replaced by names. A new address needs an item with
`who`, `method`, `path` and, if there is a body, `sent`. Then write the answers again and review the difference:

    WRITE_GOLDEN=1 python -m pytest tests/clubsite/api/test_api_golden.py
"""

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from clubsite.analysis.models import BoardSolution
from clubsite.api.urls import urlpatterns
from clubsite.nights.models import Board
from tests.clubsite.api.staged import Staged

GOLDEN = Path(__file__).parent / "golden.json"
HEADERS = ["Content-Type", "Total-Count", "Link", "Cache-Control", "Allow", "WWW-Authenticate", "Retry-After"]
HEADERS += ["Access-Control-Allow-Origin", "Access-Control-Expose-Headers", "Vary"]
TIME = re.compile(r"^2[0-9]{3}-[0-9]{2}-[0-9]{2}T[0-9:.]+(?=[+-][0-9]{2}:[0-9]{2}$)")


def golden() -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = json.loads(GOLDEN.read_text(encoding="utf-8"))
    return cases


class Named:
    """Stable names for the values in an answer that differ from run to run."""

    def __init__(self, staged: Staged):
        self.ids = {
            "published": staged.published.public_id,
            "running": staged.running.public_id,
            "series": staged.series.public_id,
        }
        self.rows: dict[int, str] = {}

    def __call__(self, value, field: str = ""):
        if isinstance(value, dict):
            return {key: self(inner, key) for key, inner in value.items()}
        if isinstance(value, list):
            return [self(inner, field) for inner in value]
        if field == "table_board" and isinstance(value, int):
            return self.rows.setdefault(value, f"<{len(self.rows) + 1}>")
        if isinstance(value, str):
            for name, public_id in self.ids.items():
                value = value.replace(public_id, f"<{name}>")
            return TIME.sub("<time>", value)
        return value


def asked(staged: Staged, client: Client, item: dict[str, Any], named: Named) -> dict[str, Any]:
    board, played, waiting = staged.played.board.number, staged.played.pk, staged.waiting.pk
    path = item["path"].format(**named.ids, club=staged.club.slug, board=board, played=played, waiting=waiting)
    body = {"data": json.dumps(item["sent"]), "content_type": "application/json"} if item.get("sent") else {}
    answer = client.generic(item["method"], f"/api/v1/{path}", **body)
    return {name: item[name] for name in ("who", "method", "path", "sent") if name in item} | {
        "status": answer.status_code,
        "headers": {name: named(answer[name]) for name in HEADERS if name in answer},
        "body": named(answer.json()) if answer.content else None,
    }


@pytest.fixture
def answers(staged):
    """All the items of the golden file with their current answers, requested in the order of the file."""
    cache.clear()
    for board in Board.objects.filter(board_set__session=staged.published):
        tricks = {strain: {"S": 8, "N": 5} for strain in "CDHSN"}
        par = {"points": 110, "contracts": [["2S", "S"]], "line": ["2S", "P"]}
        BoardSolution.objects.create(board=board, values=tricks, par=par)
    wrong = Client(headers={"Authorization": "Bearer club_no"})
    clients = {"anybody": Client(), "program": staged.program, "wrong token": wrong}
    named = Named(staged)
    return [asked(staged, clients[item["who"]], item, named) for item in golden()]


def test_every_address_answers_as_it_did_and_is_in_the_golden_file(answers):
    text = json.dumps(answers, indent=1, ensure_ascii=False) + "\n"
    if os.environ.get("WRITE_GOLDEN"):
        GOLDEN.write_text(text, encoding="utf-8")
    assert answers == golden()
    assert text == GOLDEN.read_text(encoding="utf-8"), "the order of the fields has changed"
    described = {"schema.json", "docs/", r"^(?P<rest>.*)$"}
    shapes = {re.sub(r"<\w+:\w+>", "*", str(route.pattern)) for route in urlpatterns} - described
    shapes = {shape for shape in shapes if not shape.startswith(("events/", "heats/"))}  # test_event_api has them
    paths = {item["path"].split("?")[0] for item in golden()}
    assert shapes - {re.sub(r"\{\w+\}|(?<=boards/)\d+", "*", path) for path in paths} == set()


def test_answers_have_no_blanks_and_letters_as_they_are(staged):
    staged.club.name = "Café Ōtaki"
    staged.club.save()
    text = Client().get("/api/v1/clubs/").text
    assert text == '[{"slug":"lantern","name":"Café Ōtaki","venue":""}]'
