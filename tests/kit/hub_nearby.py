"""The organiser's server of an event, as this same process: the client's requests go to this site's own API."""

import datetime
import json
from urllib.parse import urlsplit

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from clubsite.clubs.models import NamesFor, ResultsFor
from clubsite.core.other_servers import ServerAnswer, ServerSilent
from clubsite.events.models import Event, Heat, HeatAccess, HubHeat
from clubsite.events.services import at_hub_events
from clubsite.events.services.at_hub_events import hub_join
from clubsite.events.services.at_hub_telling import hubs_sweep
from clubsite.events.services.events import event_publish
from clubsite.events.services.heats import heat_confirm
from clubsite.events.services.hub_heats import server_invite
from clubsite.nights.services.directing import session_end
from tests.clubsite.events.two_clubs import AT_QUAY, QUAY, close_and_score
from tests.kit.events import heat_night, make_club, play_heat, take_lines

HUB = "https://lantern.example"


class HubNearby:
    """The organiser's server. It notes each request as "PUT state/", and answers unless it is `down`. `loses` has
    requests whose answers are lost on the way. `says` replaces the answer to a request, once.
    """

    def __init__(self):
        self.down, self.heard, self.loses, self.says = False, [], set(), {}

    def asked(self, method, address, *, body=None, headers=None, most=0, seconds=0):
        assert address.startswith(HUB)
        path = urlsplit(address).path
        what = f"{method} {'/'.join(path.split('/')[5:])}"
        self.heard.append(what)
        if self.down:
            raise ServerSilent
        if what in self.says:
            return self.says.pop(what)
        HeatAccess.objects.update(seen_at=None)  # two seconds have passed
        client = Client(enforce_csrf_checks=True, headers=headers or {})
        data = "" if body is None else json.dumps(body)
        answer = client.generic(method, path, data, "application/json", headers={"Host": "testserver"})
        if answer.status_code in (429, 503):
            raise ServerSilent(datetime.timedelta(seconds=2))
        if what in self.loses:
            self.loses.discard(what)
            raise ServerSilent
        return ServerAnswer(answer.status_code, answer.headers.get("ETag", ""), answer.content)

    def sweep(self):
        """Let everything be due and be swept. Return what the hub heard meanwhile."""
        HubHeat.objects.update(due_at=None)
        self.heard.clear()
        hubs_sweep()
        return self.heard


@pytest.fixture
def hub(monkeypatch, settings) -> HubNearby:
    settings.PUBLIC_URL = "https://quay.example"
    hub = HubNearby()
    monkeypatch.setattr(at_hub_events, "server_asked", hub.asked)
    return hub


@pytest.fixture
def quay(cy):
    """A club on its own server, whose results everybody may read, with names."""
    club = make_club("Quay Street", cy)
    club.names_for, club.results_for = NamesFor.NAMES, ResultsFor.EVERYBODY
    club.save()
    return club


def pages_of_quay(user):
    """Return a function that reads a page of Quay Street's directors, or posts to it. It returns the answer's text."""
    client = Client()
    client.force_login(user)

    def ask(url, data=None):
        url = f"/director/clubs/quay-street/{url}"
        answer = client.get(url) if data is None else client.post(url, data, follow=True)
        return " ".join(answer.text.split())

    return ask


def a_file(text):
    return SimpleUploadedFile("a.json", text.encode())


def invited(event, organiser, club) -> str:
    """Return the letters of an invitation for a club."""
    return server_invite(event=event, name=club.name, user=organiser)[1]


def joined(event, organiser, club, user, **facts) -> Heat:
    """Return the heat of a club of this process that takes part in an event as if it was organised elsewhere."""
    return hub_join(club=club, user=user, hub=HUB, letters=invited(event, organiser, club), **facts)


def there(heat: Heat) -> Heat:
    """Return the same heat as the hub has it."""
    return Heat.objects.select_related("event").get(event__hub="", public_id=heat.hub_id)


def fresh(heat: Heat) -> Heat:
    return Heat.objects.select_related("event", "club", "session", "at_hub").get(pk=heat.pk)


def soon():
    return timezone.now().replace(second=0, microsecond=0) + datetime.timedelta(minutes=10)


def night_of(heat: Heat, user):
    """Return the night of a heat, which has started."""
    return heat_night(heat, user, names=("Jo Marsh", *AT_QUAY[1:]))


def play_out(heat: Heat, user):
    """Play the night of a heat to its end, and confirm the heat."""
    night = fresh(heat).session
    play_heat(night, user, QUAY)
    session_end(session=night, user=user)
    take_lines(heat)
    heat_confirm(heat=fresh(heat), user=user)


def publish(event, organiser):
    """Close the window, and publish the event at its hub."""
    close_and_score(event)
    Event.objects.update(window_closes=event.window_closes)
    event_publish(event=event, user=organiser)
