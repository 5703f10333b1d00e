"""A hub: its organiser's pages about heats of other servers, the files, and what a hostile server may send.

Tests of faults of the protocol before this one begin with their letters in issue 45.
"""

import base64
import hashlib
import json
import os
import re
from pathlib import Path

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from clubsite.events.heat_state import HeatState, StateEntrant, StateLine
from clubsite.events.models import Event, EventAction, EventLine, EventLogLine, EventPlace, Heat, HeatAccess, HeatStatus
from clubsite.events.sealing import (
    boards_key,
    boards_sealed,
    boards_unsealed,
    dealt_boards_of,
    key_typed,
    key_written,
    seal_facts,
)
from clubsite.events.selectors import event_rules
from clubsite.events.selectors.both_servers import heat_body, ranking_body
from clubsite.events.services.events import event_publish
from clubsite.events.services.hub_boards import envelope_key, sealed_boards_of
from clubsite.events.services.hub_heats import heat_by_hand, server_invite, state_by_hand
from clubsite.events.services.scoring import event_score
from games.event_seed import event_deals, event_seed, numbers_read, secret_commitment
from scoring.lines import Status
from scoring.result import BoardResult
from tests.kit.events import close_window
from tests.kit.heat_servers import API, JOIN, STATE, HeatServer, entrant, hostile_bodies, line, state, wrongly_answered
from tests.kit.hub_nearby import a_file, fresh, night_of, pages_of_quay, play_out, publish
from tests.kit.pages import pdf_text, words
from tests.kit.people import signed_in


def page(event, heat=None, part: str = "") -> str:
    base = f"/director/clubs/lantern/events/{event.public_id}/"
    return f"{base}servers/{heat.public_id}/{part}" if heat is not None else base


def press(director, heat, button: str, **how) -> object:
    """Press a button of a heat of another server."""
    return director.post(f"{page(heat.event)}heats/{heat.public_id}/{button}/", **how)


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


def test_the_organiser_puts_a_state_back_and_ends_the_connection(event, dee, director, cy):
    server = HeatServer(event, dee)
    server.put(state())
    server.put(state(lines=[line(1, "1", "2", 90)]))
    for part in ("", "event.json", "envelope/", "file/"):
        assert signed_in(cy).get(page(event, server.heat, part)).status_code == 404, "strangers see none of it"
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


def test_a_club_without_a_line_plays_by_an_envelope_and_by_files_that_fit(event, dee, director):
    heat, _ = server_invite(event=event, name="Quay Street", user=dee)
    press(director, heat, "by-hand")
    heat.refresh_from_db()
    assert heat.status == HeatStatus.ACCEPTED
    event.sealed_boards = director.get(page(event, heat, "event.json")).json()["sealed"]
    printed = director.post(page(event, heat, "envelope/"))
    key = key_typed(re.search("(?:[A-Z2-7]{4} +){12}[A-Z2-7]{4}", " ".join(pdf_text(printed).split()))[0])
    assert boards_unsealed(event, key) == dealt_boards_of(event)
    file = {"heat": heat.public_id, "event": event.public_id, "state": state(confirmed=True), "names": {"1": "Ann Lee"}}
    for changes, sentence in (
        ({"heat": "abcdefghjkmn"}, "another heat"),
        ({"state": None}, "Write an object"),
        ({"state": state(lines=[line(9, "1", "2", 90)])}, "Board 9 is not in this event"),
        ({"names": {"a/b": "Ann"}}, "keys of this object have the form"),
        ({"more": 1}, "not known here"),
    ):
        answer = load(director, event, heat, file | changes)
        assert answer.status_code == 422 and sentence in words(answer)
    preview = load(director, event, heat, file)
    assert "Take 6 results?" in words(preview) and not heat.lines.exists()
    sealed = re.search('name="sealed" value="([^"]+)"', preview.content.decode())[1]
    director.post(page(event, heat, "file/"), {"sealed": sealed})
    assert heat.lines.count() == 6 and heat.entrants.get(label="1").name == "Ann Lee"
    assert "SHA-256" in event.log.get(action=EventAction.FILE_TAKEN).about
    event_publish(event=close_window(event), user=dee)
    assert director.get(page(event) + "ranking.json").json()["heats"][0]["club"] == "Quay Street"


def everything(event):
    """Return what a refused body may not change."""
    event_score(event_id=event.pk)
    columns = ("entrant__heat__club_name", "entrant__label", "line", "place", "won", "possible", "boards")
    places = list(EventPlace.objects.filter(event=event).order_by("pk").values_list(*columns))
    heats = list(Heat.objects.filter(event=event).order_by("pk").values())
    access = list(HeatAccess.objects.order_by("pk").values("waiting", "names"))
    return places, heats, access, EventLine.every.count(), EventLogLine.objects.count()


def test_k_no_hostile_body_or_other_kind_of_content_is_taken_or_breaks_anything(event, dee):
    server, other = HeatServer(event, dee), HeatServer(event, dee, "Mill Lane")
    assert server.put(state()).status_code == other.put(state()).status_code == 200
    before = everything(event)
    assert wrongly_answered(server) == {} and len(list(hostile_bodies())) >= 60
    assert everything(event) == before
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        answer = server.put(state(), content_type=kind)
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


DOCS = Path(__file__).parents[3] / "docs"
PAGE = DOCS / "simultaneous-protocol.md"
SECRET, EVENT = "5ec2e7" * 10 + "5ec2", "autumn2026ab"
NUMBER = numbers_read("34, 3 41 17 22 29", 6)
FACTS = seal_facts(Event(public_id=EVENT, public_number=NUMBER, boards=1))
PLAYED_STATE = HeatState(
    (StateEntrant("1", "two_handed", "NS", penalties=(("-5/2", "top"),)), StateEntrant("4", "two_handed", "EW")),
    (StateLine(1, 1, "1", "1", "4", BoardResult(Status.PLAYED, "1N", "S", "", 8, 120)),),
)


def vectors() -> dict[str, str]:
    seed = event_seed(SECRET, NUMBER, EVENT)
    deals = event_deals(seed, 1)
    key = boards_key(SECRET, FACTS)
    return {
        "secret": SECRET,
        "commitment": secret_commitment(SECRET),
        "public number": NUMBER,
        "seed": seed,
        "facts": FACTS.decode(),
        "key": key,
        "in an envelope": key_written(key),
        "sealed": boards_sealed(deals, key=key, facts=FACTS, nonce=bytes(range(12))),
        "opened": json.dumps([deals[1].to_setup(1)], separators=(",", ":")),
        "digested": '[[["1","two_handed","NS","",false,[["-5/2","top"]]],["4","two_handed","EW","",false,[]]],'
        '[[1,1,"1","1","4","played","1N","S","",8,120,"",""]]]',
        "digest": PLAYED_STATE.digest,
    }


def test_the_vectors_of_the_page_are_those_of_this_program():
    block = "".join(f"{name}: {value}\n" for name, value in vectors().items())
    page = PAGE.read_text(encoding="utf-8")
    if os.environ.get("WRITE_GOLDEN"):
        page = re.sub(r"(<!-- vectors -->\n```\n).*?```", lambda match: f"{match[1]}{block}```", page, flags=re.S)
        PAGE.write_text(page, encoding="utf-8")
    assert f"<!-- vectors -->\n```\n{block}```" in page


def test_a_program_that_follows_the_page_opens_the_boards_and_deals_the_same_ones():
    page = dict(re.findall(r"^([a-z ]+): (.*)$", PAGE.read_text(encoding="utf-8").split("<!-- vectors -->")[1], re.M))
    secret, facts = bytes.fromhex(page["secret"]), page["facts"].encode()
    key = HKDF(algorithm=SHA256(), length=32, salt=None, info=facts).derive(secret)
    data = base64.urlsafe_b64decode(page["sealed"] + "=" * (-len(page["sealed"]) % 4))
    [opened] = json.loads(AESGCM(key).decrypt(data[:12], data[12:], facts))
    texts = [page["secret"].encode(), page["public number"].encode(), EVENT.encode()]
    seed = hashlib.sha256(b"".join(len(text).to_bytes(4, "big") + text for text in texts)).hexdigest()
    pack = [suit + rank for suit in "SHDC" for rank in "AKQJT98765432"]
    stream = hashlib.shake_256(f"{seed}\0board 1".encode()).digest(4000)
    words = (int.from_bytes(stream[at : at + 4], "big") for at in range(0, 4000, 4))
    for last in range(51, 0, -1):
        place = next(word for word in words if word < 2**32 // (last + 1) * (last + 1)) % (last + 1)
        pack[last], pack[place] = pack[place], pack[last]
    hands = {seat: " ".join(pack[13 * at : 13 * at + 13]) for at, seat in enumerate("NESW")}
    assert opened["hands"]["E"] == hands["E"] and opened["hands"]["W"] == hands["W"]
    assert all(sorted(opened["hands"][seat].split()) == sorted(hands[seat].split()) for seat in "NS")
    assert hashlib.sha256(secret).hexdigest() == page["commitment"]
    assert hashlib.sha256(page["digested"].encode()).hexdigest() == page["digest"]


def test_the_page_names_every_field_that_a_server_sends_and_is_short():
    page, rules = PAGE.read_text(encoding="utf-8"), event_rules
    sent = (rules.JOIN, rules.JOINED, rules.CHANGE, rules.KEY, rules.STATE, rules.ENTRANT, rules.LINE, rules.PENALTY)
    assert [name for rule in (*sent, rules.PERSON) for name in rule if f"`{name.rstrip('?')}`" not in page] == []
    words, other = len(page.split()), len((DOCS / "simultaneous.md").read_text(encoding="utf-8").split())
    assert words <= 1500 and words + other <= 4000


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
