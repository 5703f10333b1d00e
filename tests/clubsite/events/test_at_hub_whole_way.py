"""An event of another server, the whole way: the client of this site talks with this site's own API."""

import json

import pytest
from django.test import Client

from clubsite.events.heat_state import stored_state
from clubsite.events.models import Event, EventAction, EventPlace, EventStatus, Heat, HubHeat
from clubsite.events.selectors.hub_heats import heat_body, ranking_body
from clubsite.events.services.at_hub_sweep import hubs_sweep
from clubsite.events.services.event_requests import event_log_add
from clubsite.events.services.heats import heat_confirm
from clubsite.events.services.hub_heats import envelope_key, heat_by_hand, sealed_boards_of, server_invite
from clubsite.events.services.hub_states import state_by_hand
from clubsite.events.services.scoring import event_score
from tests.clubsite.events.two_clubs import ended_night
from tests.kit.events import join, make_club, make_event
from tests.kit.hub_nearby import (
    HUB,
    a_file,
    fresh,
    invited,
    joined,
    night_of,
    pages_of_quay,
    play_out,
    publish,
    soon,
    there,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(club, dee):
    return make_event(club, dee)


def test_a_club_joins_by_the_page_with_the_organisers_link(hub, quay, event, dee, cy, client):
    link = f"{HUB}/events/{event.public_id}/#{invited(event, dee, quay)}"
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


def test_the_whole_way(hub, quay, event, club, dee, cy):
    ended_night(own := join(event, club, dee), dee)
    heat = joined(event, dee, quay, cy, planned_at=soon(), tables=3)
    night_of(heat, cy)
    assert there(heat).released_at is not None  # the start has fetched the key
    play_out(heat, cy)
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

    publish(event, dee)
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


def test_two_clubs_of_one_server_play_one_event_of_a_hub(hub, quay, event, dee, cy):
    pier = make_club("Pier", cy)
    first, second = joined(event, dee, quay, cy), joined(event, dee, pier, cy)
    assert first.event_id == second.event_id and Event.objects.count() == 2
    event_log_add(first.event, EventAction.CHANGED)  # each hears the same facts
    assert hub.sweep().count("GET ") == 2
    hub.down = True
    assert len(hub.sweep()) == 1  # a silent hub is asked once in a sweep, and not once for each heat
    hubs_sweep()
    assert set(HubHeat.objects.values_list("tries", flat=True)) == {1}, "no heat waits because another gets no answer"


def test_the_whole_way_by_hand(hub, event, quay, dee, cy):
    """The organiser's file, the envelope, the state as a file, and the ranking as a file: no line between servers."""
    ask = pages_of_quay(cy)
    hub_heat = server_invite(event=event, name="Quay Street", user=dee)[0]
    heat_by_hand(heat=hub_heat, user=dee)
    hub_heat = Heat.objects.select_related("event").get(pk=hub_heat.pk)
    body = json.dumps(heat_body(hub_heat, sealed_boards_of(hub_heat)))
    assert "Everything goes by hand" in ask("events-elsewhere/file/", {"file": a_file(body)})
    heat = fresh(Heat.objects.get(club=quay))
    at = f"heats/{heat.public_id}/organiser/"
    ask(f"{at}key/", {"key": envelope_key(heat=hub_heat, user=dee)})
    night_of(heat, cy)
    play_out(heat, cy)
    taken = json.loads(ask(f"{at}heat-state.json", {}))
    assert (taken["heat"], taken["event"]) == (hub_heat.public_id, event.public_id)
    state_by_hand(heat=hub_heat, body=taken["state"], names=taken["names"], digest="a" * 64, user=dee)
    event_score(event_id=event.pk)
    publish(event, dee)
    ranking = json.dumps(ranking_body(Event.objects.get(pk=event.pk)))
    other = ranking.replace(event.public_id, "another1event")
    assert "of another event" in ask(f"{at}file/", {"file": a_file(other)})
    assert "is taken" in ask(f"{at}file/", {"file": a_file(ranking)})
    assert "Jo Marsh" in Client().get(f"/events/{heat.event.public_id}/ranking/").text
    for odd in ("{}", '{"event":' + "[" * 700 + "]" * 700 + "}"):
        assert "This is not what an organiser’s server sends" in ask(f"{at}file/", {"file": a_file(odd)})
    assert hub.heard == []
