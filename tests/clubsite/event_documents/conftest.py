"""An event of another server, whose hub is a script, and a heat of this site in it."""

import pytest

from clubsite.event_documents.services import outgoing
from clubsite.event_documents.services.answers import event_hear
from clubsite.event_documents.services.hub_sweep import hubs_sweep
from tests.clubsite.event_documents.scripted_hub import ScriptedHub, announced
from tests.kit.events import join


@pytest.fixture
def hub(monkeypatch):
    hub = ScriptedHub()
    monkeypatch.setattr(outgoing, "hub_request", hub.request)
    return hub


@pytest.fixture
def heat(hub, club, dee):
    """A heat of this site in an event of the hub, which has accepted it."""
    heat = join(event_hear(data=announced(), user=dee), club, dee)
    hubs_sweep()
    heat.refresh_from_db()
    return heat
