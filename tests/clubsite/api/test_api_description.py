"""The API matches its description: Schemathesis tries allowed and forbidden requests at a club with two sessions."""

from pathlib import Path

import pytest
import schemathesis
import yaml
from django.core.cache import cache
from django.core.handlers.wsgi import WSGIHandler
from hypothesis import HealthCheck, settings
from schemathesis.config import SchemathesisConfig

from clubsite.api.authentication import ByAddress, ByToken
from tests.kit.events import make_event
from tests.kit.heat_servers import HeatServer
from tests.long import sample

COMMITTED = Path(__file__).resolve().parents[3] / "docs" / "openapi.yaml"
# Well written, and not possible at this table: no description can tell a program what a hand holds.
ACCEPTED = ["2xx", "404", "409", "422"]
CHECKS = {"positive_data_acceptance": {"expected-statuses": ACCEPTED}}


def test_the_description_in_docs_is_the_one_that_is_served(client):
    served = client.get("/api/v1/schema.json").json()
    assert yaml.safe_load(COMMITTED.read_text(encoding="utf-8")) == served, "run: make openapi"


@pytest.fixture
def api(staged, dee, monkeypatch):
    """The API description with the addresses of a published session, one of its plays, a session in play, and a heat
    of another server.
    """
    event = make_event(staged.club, dee)
    server = HeatServer(event, dee)
    heat = {"path.heat_id": server.heat.public_id}
    program = {"Authorization": f"Bearer {staged.secret}"}
    its_token = {"Authorization": f"Bearer {server.token}"}
    for throttle in (ByAddress, ByToken):
        monkeypatch.setattr(throttle, "allow_request", lambda *_: True)
    published = {
        "path.public_id": staged.published.public_id,
        "path.key": str(staged.played.board.number),
        "path.table_board": staged.played.pk,
    }
    running = {"path.public_id": staged.running.public_id, "path.table_board": staged.waiting.pk}
    config = {
        "checks": CHECKS,
        # schemathesis would read compressed answers as text
        "headers": {"Accept-Encoding": "identity"},
        "parameters": {"path.slug": staged.club.slug},
        "operations": [
            {"include-path-regex": "/series/", "parameters": {"path.public_id": staged.series.public_id}},
            {"include-path-regex": "/sessions/", "parameters": published},
            {"include-path-regex": "/nights/.", "parameters": running, "headers": program},
            {"include-path-regex": "/nights/$", "headers": program},
            {"include-path-regex": "/events/", "parameters": {"path.event_id": event.public_id}},
            {"include-path-regex": "/state/", "parameters": heat, "headers": its_token | {"If-None-Match": "*"}},
            {"include-path-regex": "/heats/.*[^e]/$", "parameters": heat, "headers": its_token},
        ],
        "generation": {"allow-x00": False, "deterministic": True, "database": "none"},
    }
    return schemathesis.openapi.from_wsgi(
        "/api/v1/schema.json", WSGIHandler(), config=SchemathesisConfig.from_dict(config)
    )


pytest_plugins = ["schemathesis.pytest.plugin"]
schema = schemathesis.pytest.from_fixture("api")


@schema.parametrize()
@settings(max_examples=sample(3, 100), suppress_health_check=list(HealthCheck), deadline=None)
def test_every_address_keeps_its_description(case):
    cache.clear()  # each case also tries a wrong token, and an address has twenty of those in five minutes
    case.call_and_validate()
