"""The API keeps its description: schemathesis asks what it allows, and what it forbids, of a club with two nights."""

from pathlib import Path
from typing import Any

import pytest
import schemathesis
import yaml
from django.core.cache import cache
from django.core.handlers.wsgi import WSGIHandler
from hypothesis import HealthCheck, settings
from schemathesis.config import SchemathesisConfig

from clubsite.api.authentication import ByAddress, ByToken
from clubsite.api.schema import document
from clubsite.clubs.api_tokens import token_make
from clubsite.duplicate.models import TableBoard
from clubsite.duplicate.services.directing import session_end
from clubsite.rankings.models import Publication
from clubsite.rankings.services.publications import publish
from clubsite.scores.services.entries import score_enter
from clubsite.season.services.series import nights_set, series_begin
from clubsite.season.services.standings import ladder_save, points_save
from tests.long import sample

pytestmark = pytest.mark.django_db
COMMITTED = Path(__file__).resolve().parents[3] / "docs" / "openapi.yaml"
# Well written, and not possible at this table: no description can tell a program what a hand holds.
ACCEPTED = ["2xx", "404", "409", "422"]
CHECKS = {"positive_data_acceptance": {"expected-statuses": ACCEPTED}}


def test_the_description_in_docs_is_the_one_that_is_served() -> None:
    assert yaml.safe_load(COMMITTED.read_text(encoding="utf-8")) == document(), "run: make openapi"


@pytest.fixture
def api(
    night: Any, open_boards: Any, play_out: Any, make_night: Any, club: Any, dee: Any, monkeypatch: Any
) -> schemathesis.BaseSchema:
    """The description, with the addresses of a published night, a play of it, and a night in play."""
    for throttle in (ByAddress, ByToken):
        monkeypatch.setattr(throttle, "allow_request", lambda *_: True)
    played, *typed = open_boards()
    play_out(played)
    for row in typed:
        score_enter(table_board=row, user=dee, contract="1N", declarer="S", tricks=8)
    session_end(session=night.session, user=dee)
    _with_a_season(club, dee, publish(night.session, dee))
    tonight = make_night()
    waiting = TableBoard.objects.filter(round__section=tonight.section).first()
    secret = token_make(club=club, user=dee, name="Schemathesis", write=True)[1]
    published = {
        "path.public_id": night.session.public_id,
        "path.key": str(played.board.number),
        "path.table_board": played.pk,
    }
    unpublished = {"path.public_id": tonight.session.public_id, "path.table_board": waiting.pk}
    config = {
        "checks": CHECKS,
        "headers": {"Authorization": f"Bearer {secret}"},
        "parameters": {"path.slug": club.slug},
        "operations": [
            {"include-path-regex": "/series/", "parameters": {"path.public_id": club.series.get().public_id}},
            {"include-path-regex": "/sessions/", "parameters": published},
            {"include-path-regex": "/nights/", "parameters": unpublished},
        ],
        "generation": {"allow-x00": False, "deterministic": True, "database": "none"},
    }
    return schemathesis.openapi.from_wsgi(
        "/api/v1/schema.json", WSGIHandler(), config=SchemathesisConfig.from_dict(config)
    )


def _with_a_season(club: Any, dee: Any, publication: Publication) -> None:
    """A series of the published night, a ladder, master points; and the night as one of teams."""
    since = publication.session.date
    series = series_begin(club=club, user=dee, name="Autumn", rules={"nights": 3})
    nights_set(series=series, chosen={1: publication.session_id}, user=dee)
    ladder_save(club=club, user=dee, rules={"minimum": 1}, since=since)
    points_save(club=club, user=dee, scheme="abf_club_e", since=since)
    first, second = (row["entry"] for row in publication.payload["sections"][0]["rankings"][0]["rows"][:2])
    row = {"place": "1", "vps": "12/1", "played": 1, "won": 1, "drawn": 0, "lost": 0, "net": "2/1"}
    match = {"first": 1, "second": 2, "round": None, "boards": 2, "net": "2/1", "vps": ["12/1", "8/1"]}
    rows = [row | {"team": team, "entries": [pk]} for team, pk in ((1, first), (2, second))]
    section = publication.payload["sections"][0] | {"teams": {"rows": rows, "matches": [match]}}
    payload = publication.payload | {"sections": [section]}
    Publication.objects.create(session=publication.session, version=2, payload=payload, by_user=dee)


schema = schemathesis.pytest.from_fixture("api")


@schema.parametrize()
@settings(max_examples=sample(8, 100), suppress_health_check=list(HealthCheck), deadline=None)
def test_every_door_keeps_its_description(case: Any) -> None:
    cache.clear()  # each case tries a wrong token too, and an address has twenty of those in five minutes
    case.call_and_validate()
