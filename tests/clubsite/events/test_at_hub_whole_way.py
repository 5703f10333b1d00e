"""An event of another server, the whole way: the client of this site talks with this site's own API."""

import pytest
from django.test import Client

from clubsite.clubs.models import Club
from clubsite.clubs.name_choices import NamesFor, ResultsFor
from clubsite.duplicate.services.directing import session_end
from clubsite.events.models import Event, EventAction, EventPlace, EventStatus
from clubsite.events.selectors.stored_states import stored_state
from clubsite.events.services.confirmation import heat_confirm
from clubsite.events.services.event_log import event_log_add
from clubsite.events.services.publications import event_publish
from clubsite.events.services.scoring import event_score
from tests.clubsite.events.two_clubs import AT_QUAY, QUAY, close_and_score, ended_night
from tests.kit.events import heat_night, join, make_club, make_event, play_heat, take_lines
from tests.kit.hub_nearby import HUB, fresh, hub_nearby, invited, joined, soon, there

pytestmark = pytest.mark.django_db


@pytest.fixture
def hub(monkeypatch, settings):
    return hub_nearby(monkeypatch, settings)


@pytest.fixture
def quay(cy):
    club = make_club("Quay Street", cy)
    Club.objects.filter(pk=club.pk).update(names_for=NamesFor.NAMES, results_for=ResultsFor.EVERYBODY)
    club.refresh_from_db()
    return club


def test_a_club_joins_by_the_page_with_the_organisers_link(hub, quay, club, dee, cy):
    event = make_event(club, dee)
    link = f"{HUB}/events/{event.public_id}/#{invited(event, dee, quay)}"
    client = Client()
    client.force_login(cy)
    url = "/director/clubs/quay-street/events-elsewhere/"
    assert client.get(url).status_code == 200
    answer = client.post(url, {"address": link, "tables": "4"}, follow=True)
    assert "takes part in “Autumn simultaneous”" in answer.text and HUB in answer.text
    heat = Event.objects.get(hub=HUB).heats.get()
    assert (heat.event.hub_id, heat.club, heat.tables, there(heat).status) == (event.public_id, quay, 4, "accepted")
    assert "Quay Street" in client.get(f"/director/clubs/quay-street/events/{heat.event.public_id}/take-part/").text
    again = client.post(url, {"address": link})
    assert again.status_code == 422 and "invitation" in again.text


def test_the_whole_way(hub, quay, club, dee, cy):
    event = make_event(club, dee)
    ended_night(own := join(event, club, dee), dee)
    heat = joined(event, dee, quay, cy, planned_at=soon(), tables=3)
    night = heat_night(heat, cy, names=("Jo Marsh", *AT_QUAY[1:]))
    assert there(heat).released_at is not None  # the start has fetched the key
    play_heat(night, cy, QUAY)
    session_end(session=night, user=cy)
    take_lines(heat)
    heat_confirm(heat=fresh(heat), user=cy)
    hub.sweep()
    assert (there(heat).state_digest, there(heat).state_number) == (stored_state(fresh(heat)).digest, 1)
    assert there(heat).confirmed_at is not None
    assert dict(there(heat).entrants.values_list("label", "name"))["1"] == "Jo Marsh"
    assert "PUT state/" not in hub.sweep()  # nothing is new

    heat_confirm(heat=own, user=dee)
    event_score(event_id=event.pk)
    hub.sweep()
    assert EventPlace.objects.filter(entrant__heat=heat).count() == there(heat).entrants.count() > 0
    assert fresh(heat).event.heard_standing["heats"] == 2

    close_and_score(event)
    Event.objects.filter(hub=HUB).update(window_closes=event.window_closes)
    event_publish(event=event, user=dee)
    hub.sweep()
    assert "GET ranking/" in hub.sweep()  # once more, and nothing has changed
    mine = fresh(heat).event
    assert mine.status == EventStatus.PUBLISHED and mine.shown_secret == Event.objects.get(pk=event.pk).shown_secret
    pages = [Client().get(f"/events/{one}/ranking/").text for one in (event.public_id, mine.public_id)]
    assert all("Jo Marsh" in page and "Lantern Street" in page for page in pages)
    rows = [[one["rows"] for one in at.publications.get().payload["lists"]] for at in (event, mine)]
    said = [[[(row["place"], row["won"], row["possible"]) for row in part] for part in found] for found in rows]
    assert said[0] == said[1] != []
    proof = Client().get(f"/events/{mine.public_id}/proof/")
    assert proof.status_code == 200 and mine.shown_secret in proof.text


def test_two_clubs_of_one_server_play_one_event_of_a_hub(hub, quay, club, dee, cy):
    event = make_event(club, dee)
    pier = make_club("Pier", cy)
    first, second = joined(event, dee, quay, cy), joined(event, dee, pier, cy)
    assert first.event_id == second.event_id and Event.objects.count() == 2
    event_log_add(first.event, EventAction.CHANGED)  # each hears the same facts
    assert hub.sweep().count("GET ") == 2
    hub.down = True
    assert len(hub.sweep()) == 1  # a silent hub is asked once in a sweep, and not once for each heat
