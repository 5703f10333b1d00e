"""What a hostile server may send: every body is refused in words, and the event stays as it was.

Tests of faults of the protocol before this one begin with their letters in issue 45.
"""

import json
import re

import pytest
from django.test import Client

from clubsite.events.models import EventLine, EventLogLine, EventPlace, Heat, HeatAccess
from clubsite.events.services.publications import event_publish
from clubsite.events.services.scoring import event_score
from tests.kit.events import close_window
from tests.kit.heat_servers import API, JOIN, HeatServer, entrant, line, state
from tests.kit.hostile_states import hostile_bodies, wrongly_answered


def everything(event):
    """Return what a refused body may not change."""
    event_score(event_id=event.pk)
    columns = ("entrant__heat__club_name", "entrant__label", "line", "place", "won", "possible", "boards")
    places = list(EventPlace.objects.filter(event=event).order_by("pk").values_list(*columns))
    heats = list(Heat.objects.filter(event=event).order_by("pk").values())
    access = list(HeatAccess.objects.order_by("pk").values("waiting", "names"))
    return places, heats, access, EventLine.every.count(), EventLogLine.objects.count()


def test_k_no_hostile_body_is_taken_or_breaks_anything(event, dee):
    server, other = HeatServer(event, dee), HeatServer(event, dee, "Mill Lane")
    assert server.put(state()).status_code == other.put(state()).status_code == 200
    before = everything(event)
    assert wrongly_answered(server) == {} and len(list(hostile_bodies())) >= 60
    assert everything(event) == before


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_k_another_kind_of_content_is_not_read(event, dee, kind):
    answer = HeatServer(event, dee).put(state(), content_type=kind)
    assert answer.status_code in (400, 415) and answer.json()["detail"]


def test_a_no_heat_that_was_refused_keeps_the_event_from_being_published(event, dee):
    HeatServer(event, dee).put(state(confirmed=True))
    hostile = HeatServer(event, dee, "Mill Lane")
    for kind, _, body in hostile_bodies():
        if kind in ("line", "entrant"):
            hostile.put(body)
    assert hostile.fresh().state_number == 0
    published = event_publish(event=close_window(event), user=dee)
    assert [row["place"] for row in published.payload["lists"][0]["rows"]] == ["1="] * 4


def test_c_every_page_of_a_published_ranking_opens_whatever_the_labels(event, dee):
    labels = ("B7x", "0", "Z" * 14, "null")
    body = state(confirmed=True, entrants=[entrant(label) for label in labels])
    body["lines"] = [line(board, labels[0], labels[1], 90) for board in (1, 2, 3)]
    server = HeatServer(event, dee)
    assert server.put(body).status_code == 200
    event_publish(event=close_window(event), user=dee)
    page = Client().get(f"/events/{event.public_id}/ranking/")
    cards = set(re.findall(f'"(/events/{event.public_id}/heats/[^"]+)"', page.content.decode()))
    assert len(cards) == 4 and {Client().get(card).status_code for card in cards} == {200}


def test_f_nobody_without_an_invitation_leaves_a_trace_in_the_event(event):
    before = everything(event)
    for number in range(30):
        body = {"invitation": f"AAAA-{number:04}", **JOIN}
        answer = Client().post(API, json.dumps(body), content_type="application/json")
        assert answer.status_code in (422, 429)
    assert answer.status_code == 429 and everything(event) == before
