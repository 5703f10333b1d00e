"""A hub: its organiser's pages about heats of other servers, the files, and what a hostile server may send.

Tests of faults of the protocol before this one begin with their letters in issue 45.
"""

import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from clubsite.events.models import EventAction, EventLine, EventLogLine, EventPlace, Heat, HeatAccess, HeatStatus
from clubsite.events.sealing import boards_unsealed, dealt_boards_of, key_typed
from clubsite.events.services.events import event_publish
from clubsite.events.services.hub_heats import server_invite
from clubsite.events.services.scoring import event_score
from tests.kit.events import close_window
from tests.kit.heat_servers import API, JOIN, STATE, HeatServer, entrant, hostile_bodies, line, state, wrongly_answered
from tests.kit.pages import pdf_text, words
from tests.kit.people import signed_in


def page(event, heat=None, part: str = "") -> str:
    base = f"/director/clubs/lantern/events/{event.public_id}/"
    return f"{base}servers/{heat.public_id}/{part}" if heat is not None else base


def press(director, heat, button: str, **how) -> object:
    """Press a button of a heat of another server."""
    return director.post(f"{page(heat.event)}heats/{heat.public_id}/{button}/", **how)


def by_hand(event, dee) -> Heat:
    """Return the heat of a club whose files go by hand."""
    heat, _ = server_invite(event=event, name="Quay Street", user=dee)
    press(signed_in(dee), heat, "by-hand")
    heat.refresh_from_db()
    return heat


def load(director, event, heat, body) -> object:
    file = SimpleUploadedFile("heat-state.json", json.dumps(body).encode())
    return director.post(page(event, heat, "file/"), {"file": file})


def test_the_organiser_invites_a_club_and_sees_the_key_once(event, director, settings):
    settings.PUBLIC_URL = "https://lantern.example"
    answer = director.post(page(event) + "servers/", {"club_name": "Quay Street"})
    letters = re.search("(?:[A-Z2-7]{4}-){5}[A-Z2-7]{4}", words(answer))[0]
    assert f"https://lantern.example/events/{event.public_id}/#{letters}" in words(answer)
    assert "cannot reach this address" not in words(answer)
    heat = Heat.objects.get()
    assert letters not in words(director.get(page(event, heat)))
    settings.PUBLIC_URL = "http://192.168.1.5:8000"
    assert "Other servers cannot reach this address" in words(director.post(page(event, heat)))
    again = director.post(page(event) + "servers/", {"club_name": "quay street"})
    assert again.status_code == 422 and "invited already" in words(again) and Heat.objects.count() == 1


def test_the_organiser_puts_a_state_back_and_ends_the_connection(event, dee, director):
    server = HeatServer(event, dee)
    server.put(state())
    server.put(state(lines=[line(1, "1", "2", 90)]))
    shown = words(director.get(page(event, server.heat)))
    assert "Number 2" in shown and "https://quay.example" in shown and "no result of board 2, 3" in shown
    director.post(page(event, server.heat, "states/1/"))
    assert server.fresh().lines.count() == 6
    press(director, server.heat, "revoke")
    assert server.get().status_code == 401 and server.fresh().lines.count() == 6


def test_after_the_window_a_state_that_takes_results_away_waits_for_the_organiser(event, dee, director):
    server = HeatServer(event, dee)
    server.put(state())
    close_window(event)
    fewer, other = state(lines=STATE["lines"][:-1]), state(lines=STATE["lines"][:1])
    server.client.defaults["REMOTE_ADDR"] = "198.51.100.7"
    answer = server.put(fewer)
    assert (answer.status_code, answer.json()["lines"]) == (202, [[3, 3, "2"]])
    assert event.log.filter(action=EventAction.OTHER_ADDRESS, heat=server.heat).exists()
    press(director, server.heat, "refuse")
    answer = server.put(fewer)
    assert answer.status_code == 409 and "organiser has refused" in answer.json()["detail"]
    assert server.put(other).status_code == 202 and server.fresh().lines.count() == 6
    assert "takes 5 results back" in words(director.get(page(event, server.heat)))
    press(director, server.heat, "take")
    assert server.fresh().lines.count() == 1 and server.put(other)["ETag"] == '"2"'
    again = words(press(director, server.heat, "take", follow=True))
    assert "No state of this heat waits any more" in again and "Results wait" not in again


def test_a_club_without_a_line_plays_by_files_and_an_envelope(event, dee, director):
    heat = by_hand(event, dee)
    assert heat.status == HeatStatus.ACCEPTED
    event.sealed_boards = director.get(page(event, heat, "event.json")).json()["sealed"]
    printed = director.post(page(event, heat, "envelope/"))
    key = key_typed(re.search("(?:[A-Z2-7]{4} +){12}[A-Z2-7]{4}", " ".join(pdf_text(printed).split()))[0])
    assert boards_unsealed(event, key) == dealt_boards_of(event)
    file = {"heat": heat.public_id, "event": event.public_id, "state": state(confirmed=True), "names": {"1": "Ann Lee"}}
    preview = load(director, event, heat, file)
    assert "Take 6 results?" in words(preview) and not heat.lines.exists()
    sealed = re.search('name="sealed" value="([^"]+)"', preview.content.decode())[1]
    director.post(page(event, heat, "file/"), {"sealed": sealed})
    assert heat.lines.count() == 6 and heat.entrants.get(label="1").name == "Ann Lee"
    assert "SHA-256" in event.log.get(action=EventAction.FILE_TAKEN).subject
    event_publish(event=close_window(event), user=dee)
    assert director.get(page(event) + "ranking.json").json()["heats"][0]["club"] == "Quay Street"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"heat": "abcdefghjkmn"}, "another heat"),
        ({"state": None}, "Write an object"),
        ({"state": state(lines=[line(9, "1", "2", 90)])}, "Board 9 is not in this event"),
        ({"names": {"a/b": "Ann"}}, "keys of this object have the form"),
        ({"more": 1}, "not known here"),
    ],
)
def test_a_file_that_does_not_fit_is_refused_in_words(event, dee, director, changes, said):
    heat = by_hand(event, dee)
    file = {"heat": heat.public_id, "event": event.public_id, "state": state(), "names": {}}
    answer = load(director, event, heat, file | changes)
    assert answer.status_code == 422 and said in words(answer)
    assert not heat.lines.exists()


def test_strangers_see_none_of_it(event, dee, cy):
    server = HeatServer(event, dee)
    for part in ("", "event.json", "envelope/", "file/"):
        assert signed_in(cy).get(page(event, server.heat, part)).status_code == 404


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
