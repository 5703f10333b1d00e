"""A whole event between two servers without a line: every document is carried as a file, both ways.

Both servers are in one database. An event and its heats have the same ids on both, so those of the server where nobody
is at the moment are put away under other ids.
"""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db.models import F, Value
from django.db.models.functions import Concat, Substr
from django.test import Client

from clubsite.duplicate.services.directing import session_end
from clubsite.duplicate.services.rounds import session_start
from clubsite.event_documents.services.release import envelope_key
from clubsite.events.models import Event, EventLine, Heat, HeatStatus
from clubsite.events.services.heats import heat_join
from clubsite.events.services.sweep import events_sweep
from tests.kit.events import close_window, heat_night, make_club, make_event, play_heat, take_lines

QUAY = {1: "1N S 9", 2: "1N S 7", 3: "1N S 6"}


def away(event) -> str:
    """Return what the ids begin with while nobody is at the server of this event."""
    return f"away{event.pk}x"


def put_away(event) -> None:
    """Leave the server of this event: its ids can be used by the other server."""
    for rows in (Event.objects.filter(pk=event.pk), Heat.objects.filter(event=event)):
        rows.update(public_id=Concat(Value(away(event)), F("public_id")))


def come_back(event) -> None:
    for rows in (Event.objects.filter(pk=event.pk), Heat.objects.filter(event=event)):
        there = rows.filter(public_id__startswith=away(event))
        there.update(public_id=Substr("public_id", len(away(event)) + 1))
    event.refresh_from_db()


def as_file(data: bytes) -> dict:
    return {"file": SimpleUploadedFile("documents.txt", data)}


class TwoServers:
    """The organiser's server and that of Quay Street, and the people who carry files between them."""

    def __init__(self, event, organiser, quay, director):
        self.hub, self.organiser, self.director, self.spoke = event, organiser, director, None
        self.event_id, self.quay, self.heat = event.public_id, quay, None
        self.hub_page = f"/director/clubs/{event.club.slug}/events/{event.public_id}/"

    def announce(self) -> None:
        """Carry the announcement to the club, and stay there."""
        announcement = self.organiser.get(f"/events/hub/{self.event_id}/").content
        put_away(self.hub)
        found = self.director.post(f"/director/clubs/{self.quay.slug}/events-elsewhere/file/", as_file(announcement))
        assert found.status_code == 302 and self.event_id in found["Location"]
        self.spoke = Event.objects.get(public_id=self.event_id)

    def carry(self) -> str:
        """Carry a file from the club to the organiser, and the answers back. Return what the organiser reads in it."""
        page = f"/director/clubs/{self.quay.slug}/heats/{self.heat.public_id}/documents/"
        taken_along = self.director.get(f"{page}waiting.txt").content
        self.to_the_organiser()
        preview = self.organiser.post(f"{self.hub_page}documents/", as_file(taken_along))
        assert preview.status_code == 200, preview.text
        answers = self.organiser.post(f"{self.hub_page}documents/take/", {"documents": taken_along.decode()}).content
        self.to_the_club()
        assert "were taken" in self.director.post(f"{page}answers/", as_file(answers), follow=True).text
        self.heat.refresh_from_db()
        self.spoke.refresh_from_db()
        return preview.text

    def to_the_organiser(self) -> None:
        put_away(self.spoke)
        come_back(self.hub)

    def to_the_club(self) -> None:
        put_away(self.hub)
        come_back(self.spoke)


@pytest.fixture
def servers(club, dee, cy, director, settings):
    settings.PUBLIC_URL = ""
    quay, client = make_club("Quay Street", cy), Client()
    client.force_login(cy)
    return TwoServers(make_event(club, dee, min_tables=3), director, quay, client)


def test_an_event_between_servers_goes_by_hand_from_the_announcement_to_the_ranking(servers, dee, cy):
    servers.announce()
    servers.heat = heat_join(event=servers.spoke, club=servers.quay, user=cy)
    assert "Takes part" in servers.carry()
    assert servers.heat.status == HeatStatus.ASKED
    servers.to_the_organiser()
    accepted = servers.organiser.post(f"{servers.hub_page}heats/{servers.hub.heats.get().public_id}/accept/")
    assert accepted.status_code == 302
    key = envelope_key(event=servers.hub, heat=servers.hub.heats.get(), user=dee)
    servers.to_the_club()
    assert "the boards, encrypted" in servers.carry()
    assert servers.heat.status == HeatStatus.ACCEPTED and servers.spoke.sealed_boards

    night = heat_night(servers.heat, cy, start=False)
    page = f"/director/clubs/{servers.quay.slug}/heats/{servers.heat.public_id}/"
    assert servers.director.post(f"{page}documents/", {"key": key}).status_code == 302
    session_start(session=night, user=cy)
    play_heat(night, cy, QUAY)
    session_end(session=night, user=cy)
    take_lines(servers.heat)
    servers.director.post(f"{page}confirm/")
    read = servers.carry()
    assert "Has used the key of its sealed envelope" in read and "9 results of 6 contestants, confirmed" in read
    assert "will be refused" not in read
    assert EventLine.objects.filter(heat__event=servers.hub).count() == 9
    assert not servers.heat.messages.filter(state="refused").exists()

    servers.to_the_organiser()
    close_window(servers.hub)
    close_window(servers.spoke)
    events_sweep()
    servers.hub.refresh_from_db()
    assert servers.hub.status == "published", "every heat is confirmed"
    servers.to_the_club()
    assert "the published ranking" in servers.carry()
    assert servers.spoke.status == "published" and servers.spoke.shown_secret == servers.hub.shown_secret
    ranking = Client().get(f"/events/{servers.event_id}/ranking/").text
    assert "100" in ranking and "Quay Street" in ranking
