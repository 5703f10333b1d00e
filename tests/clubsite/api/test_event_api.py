"""The calls between the servers of an event: what a heat's token opens, and what its states do."""

import copy
import datetime

import pytest
from django.test import Client
from django.utils import timezone

from clubsite.core.refused import Refused
from clubsite.core.request_limits import most_of
from clubsite.events.models import (
    Event,
    EventAction,
    EventLine,
    EventStatus,
    Heat,
    HeatAccess,
    HeatInvitation,
    HeatStatus,
)
from clubsite.events.sealing import boards_unsealed, dealt_boards_of
from clubsite.events.selectors.event_facts import boards_shut_until
from clubsite.events.selectors.event_rules import MAX_STATE_BYTES
from clubsite.events.services.events import event_publish
from clubsite.events.services.hub_boards import boards_key_give, envelope_key
from clubsite.events.services.hub_heats import invitation_renew, kept_state_put_back, server_invite, server_state_put
from clubsite.events.services.scoring import event_score
from tests.kit.events import LOTTO, close_window, make_event
from tests.kit.heat_servers import API, JOIN, STATE, HeatServer, line, state

HOUR = datetime.timedelta(hours=1)
CORRECTED = [line(1, "1", "2", 150), *STATE["lines"][1:]]


@pytest.fixture
def server(event, dee):
    return HeatServer(event, dee)


def post(letters: str):
    return Client().post(API, {"invitation": letters, **JOIN}, content_type="application/json")


def detail(answer, status: int) -> str:
    assert answer.status_code == status, answer.content
    assert answer["Content-Type"] == "application/problem+json"
    return answer.json()["detail"]


def logged(event, action: EventAction) -> int:
    return event.log.filter(action=action).count()


def test_the_facts_of_an_event_are_public_and_those_of_a_draft_are_not(event, club, dee):
    url = f"/api/v1/events/{event.public_id}/"
    answer = Client().get(url)
    assert answer.json()["id"] == event.public_id and answer.json()["commitment"] == event.commitment
    assert Client().get(url, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    draft = make_event(club, dee, name="Not yet", announce=False)
    assert Client().get(f"/api/v1/events/{draft.public_id}/").status_code == 404


def test_an_invitation_is_typed_in_any_spelling_opens_once_and_ends_after_14_days_and_by_a_new_key(event, dee):
    heat, letters = server_invite(event=event, name="Quay Street", user=dee)
    typed = letters.lower().replace("-", " ")
    assert letters.replace("-", "") not in str(vars(heat.invitation))
    answer = post(typed).json()
    assert (answer["heat"], answer["event"], answer["club"]) == (heat.public_id, event.public_id, "Quay Street")
    heat.refresh_from_db()
    assert (heat.status, heat.club) == (HeatStatus.ACCEPTED, None)
    assert answer["token"] not in str(vars(heat.access))
    assert "opens nothing" in detail(post(letters), 422)
    heat, letters = server_invite(event=event, name="Quay Street", user=dee)
    renewed = invitation_renew(heat=heat, user=dee)
    assert post(letters).status_code == 422
    HeatInvitation.objects.update(made_at=timezone.now() - 14 * 24 * HOUR)
    assert post(renewed).status_code == 422
    assert post(invitation_renew(heat=heat, user=dee)).status_code == 201


def test_guessing_keys_and_tokens_ends_at_the_limit(event):
    assert {post("ABCD").status_code for _ in range(20)} == {422}
    assert post("ABCD").status_code == 429
    bearer = Client(headers={"Authorization": "Bearer heat_nonsense"})
    assert bearer.get(f"{API}x/").status_code == 429


def test_a_token_opens_its_own_heat_and_nothing_else(event, server, dee):
    other = HeatServer(event, dee, "Mill Lane")
    for part in ("", "standing/", "ranking/"):
        assert server.client.get(f"{other.url}{part}").status_code == 404
        assert Client().get(f"{server.url}{part}").status_code == 401
    assert server.send("put", f"{other.url}state/", state(), **{"If-None-Match": "*"}).status_code == 404
    assert server.client.get("/api/v1/nights/").status_code == 401


def test_a_server_that_lost_its_token_joins_again_and_has_the_same_heat(event, server, dee):
    server.put(state())
    server.ask("put", "names/", {"names": {"1": "Ann Lee"}})
    letters = invitation_renew(heat=server.heat, user=dee)
    answer = server.send("post", API, {"invitation": letters, **JOIN, "names": False})
    assert not server.fresh().entrants.exclude(name="").exists(), "its club shows no names any more"
    assert answer.json()["heat"] == server.heat.public_id
    assert server.get().status_code == 401
    again = Client(headers={"Authorization": f"Bearer {answer.json()['token']}"})
    assert again.get(server.url).json()["state"]["number"] == 1


def test_a_heat_plans_until_it_has_the_key(event, server):
    soon = (timezone.now() + HOUR * 3).replace(microsecond=0)
    plan = server.ask("patch", "", {"planned_at": f"{soon:%Y-%m-%dT%H:%M:%SZ}"}).json()
    assert plan["planned_at"] == f"{soon:%Y-%m-%dT%H:%M:%SZ}"
    first = server.get()
    assert first.json()["sealed"] and server.get(**{"If-None-Match": first["ETag"]}).status_code == 304
    assert server.ask("patch", "", {"tables": 4}).json()["planned_at"] == plan["planned_at"], "the rest stays"
    assert server.get(**{"If-None-Match": first["ETag"]}).status_code == 200
    assert "too early" in detail(server.ask("post", "key/"), 409)
    Heat.objects.filter(pk=server.heat.pk).update(planned_at=timezone.now() + HOUR / 2)
    key = server.ask("post", "key/").json()["key"]
    assert server.ask("post", "key/").json()["key"] == key and logged(event, EventAction.KEY_SENT) == 1
    assert "https://quay.example" in event.log.get(action=EventAction.KEY_SENT).about
    event.sealed_boards = server.get().json()["sealed"]
    assert boards_unsealed(event, key) == dealt_boards_of(event)
    assert "stays as announced" in detail(server.ask("patch", "", {"tables": 5}), 422)
    assert boards_shut_until(event) > event.window_closes


def test_before_the_public_number_there_are_no_boards_and_no_key(club, dee):
    server = HeatServer(make_event(club, dee, **LOTTO), dee)
    facts = server.get().json()
    assert facts["sealed"] == "" and "public number of the event is missing" in facts["missing"][0]
    assert "once the public number is known" in detail(server.ask("post", "key/"), 409)


def test_fault_i_an_envelope_that_is_opened_days_early_brings_no_key(event, server, dee):
    Event.objects.filter(pk=event.pk).update(
        window_opens=timezone.now() + 144 * HOUR, window_closes=timezone.now() + 150 * HOUR
    )
    envelope_key(heat=server.fresh(), user=dee)
    server.ask("patch", "", {"envelope": True})
    assert "too early" in detail(server.ask("post", "key/"), 409)


def test_results_leave_the_event_only_by_its_organiser(event, server):
    """A stolen token takes nothing out of the event: neither by leaving, nor by results that are no results."""
    server.put(state(confirmed=True))
    assert "Ask the organiser" in detail(server.ask("delete"), 409)
    close_window(event)
    empty = {"status": "not_played", "contract": "", "declarer": "", "tricks": None, "ns_score": None}
    nothing = [{**line, **empty} for line in STATE["lines"]]
    assert server.put(state(lines=nothing, confirmed=True, why="x")).status_code == 202
    assert server.fresh().lines.exclude(ns_score=None).count() == 6


def test_the_log_of_an_event_is_not_filled_by_one_server(event, server):
    for tables in range(80):
        server.ask("patch", "", {"tables": 3 + tables % 2})
    assert event.log.filter(heat=server.heat, user=None).count() == 60


def test_a_token_that_is_revoked_while_its_call_comes_in_changes_nothing(event, server, dee):
    server.put(state())
    HeatAccess.objects.filter(heat=server.heat).update(revoked_at=timezone.now())
    with pytest.raises(Refused, match="ended the connection"):
        server_state_put(heat=server.fresh(), body=state(lines=CORRECTED), number=1, sender="10.0.0.1")
    with pytest.raises(Refused, match="ended the connection"):
        boards_key_give(heat=server.fresh())
    assert server.fresh().state_number == 1


def test_a_heat_leaves_unless_it_holds_the_cards_as_by_an_envelope_that_was_opened(event, server, dee):
    other = HeatServer(event, dee, "Mill Lane")
    assert other.ask("delete").status_code == 204 and other.fresh().status == HeatStatus.LEFT
    assert "No envelope was printed" in detail(server.ask("patch", "", {"envelope": True}), 422)
    envelope_key(heat=server.fresh(), user=dee)
    assert server.ask("patch", "", {"envelope": True}).json()["released_at"]
    assert logged(event, EventAction.ENVELOPE_USED) == 1
    assert "has the cards" in detail(server.ask("delete"), 409)


def test_a_state_is_taken_whole_and_the_same_one_again_changes_nothing(event, server):
    assert server.put(state()).json()["number"] == 1
    again = server.put(state(), number=0)
    assert again.status_code == 200 and again["ETag"] == '"1"', "an answer was lost"
    server.put(state(lines=CORRECTED[:-1]))
    assert (server.number, server.fresh().lines.count()) == (2, 5)
    assert EventLine.objects.get(board=1, table="1").ns_score == 150
    standing = server.get("standing/").json()
    assert (standing["heats"], standing["heats_in"], standing["contestants"], standing["number"]) == (1, 1, 4, 2)


def test_a_state_names_the_one_that_it_replaces(server):
    assert server.send("put", f"{server.url}state/", state()).status_code == 428
    server.put(state())
    server.put(state(lines=CORRECTED))
    answer = server.put(state(lines=CORRECTED[2:]), number=1)
    assert "not the one that this one replaces" in detail(answer, 412)
    assert answer.json()["lines"] == [[1, 1, "1"], [2, 2, "1"]] and answer.json()["number"] == 2
    assert server.put(state(lines=CORRECTED[:2]), number=0).status_code == 412
    assert server.fresh().lines.count() == 6


def test_a_state_comes_at_most_every_two_seconds(server):
    server.put(state())
    answer = server.put(state(lines=CORRECTED), rest=False)
    assert "two seconds" in detail(answer, 429) and int(answer["Retry-After"]) <= 3
    assert server.put(state(lines=CORRECTED)).status_code == 200


def test_a_confirmed_heat_changes_only_with_a_reason(event, server):
    server.put(state(confirmed=True))
    assert server.fresh().confirmed_at is not None
    changed = state(confirmed=True, lines=CORRECTED)
    assert "Say why" in detail(server.put(changed), 409)
    assert server.put({**changed, "why": "Board 1 was misread"}).status_code == 200
    assert event.log.get(action=EventAction.CORRECTED).about == "Quay Street: Board 1 was misread"
    played = copy.deepcopy(STATE["entrants"])
    played[0]["people"] = [{"scheme": "EBU", "number": "7"}]
    others = {**changed, "entrants": played}
    assert "Say why it changes" in detail(server.put(others), 409), "other people"
    assert server.put({**others, "why": "A number was missing"}).status_code == 200
    assert server.put(state(lines=CORRECTED)).status_code == 200 and server.fresh().confirmed_at is None


def test_nothing_is_taken_before_the_window_after_the_corrections_and_of_a_heat_that_left(club, dee, event, server):
    server.put(state(confirmed=True))
    event_publish(event=close_window(event), user=dee)
    assert "stays confirmed" in detail(server.put(state(lines=CORRECTED)), 409)
    corrected = state(lines=CORRECTED, confirmed=True, why="Misread")
    Event.objects.filter(pk=event.pk).update(correction_hours=0)
    assert "correction period ended" in detail(server.put(corrected), 409)
    Event.objects.filter(pk=event.pk).update(correction_hours=24)
    assert server.put(corrected).status_code == 200
    Heat.objects.filter(pk=server.heat.pk).update(status=HeatStatus.LEFT)
    assert "does not take part" in detail(server.put(corrected), 409)
    later = make_event(club, dee, name="Later", window_opens=timezone.now() + HOUR)
    assert "not opened" in detail(HeatServer(later, dee).put(state()), 409)


def test_the_last_20_states_are_kept_and_can_be_put_back(event, server, dee):
    server.put(state())
    for score in (90, 150) * 11:
        server.put(state(lines=[line(2, "1", "2", score)]))
    assert server.number == 23
    assert list(server.heat.kept_states.values_list("number", flat=True)) == list(range(23, 3, -1))
    kept_state_put_back(heat=server.heat, number=22, user=dee)
    assert EventLine.objects.get().ns_score == 90 and server.fresh().state_number == 24
    assert server.put(state()).status_code == 412, "its server hears of it"
    server.number = 24
    assert server.put(state(tables=3))["ETag"] == '"25"', "tables are a part of the state"
    assert logged(event, EventAction.STATE_PUT_BACK) == 1
    with pytest.raises(Refused, match="not kept"):
        kept_state_put_back(heat=server.heat, number=1, user=dee)


def test_the_organiser_puts_a_state_back_after_the_publication_and_the_heat_stays_confirmed(event, server, dee):
    server.put(state())
    server.put(state(confirmed=True, lines=CORRECTED))
    event_publish(event=close_window(event), user=dee)
    kept_state_put_back(heat=server.heat, number=1, user=dee)
    assert server.fresh().confirmed_at is not None and EventLine.objects.get(board=1, table="1").ns_score == 120
    assert event_publish(event=event, user=dee).version == 2


def test_another_network_address_is_logged_once_an_hour(event, server):
    for number, address in enumerate(("198.51.100.7", "198.51.100.7", "203.0.113.9", "198.51.100.7")):
        server.client.defaults["REMOTE_ADDR"] = address
        server.put(state(lines=CORRECTED[number:]))
        assert logged(event, EventAction.OTHER_ADDRESS) == (1 if number > 1 else 0)


def test_a_person_in_two_heats_is_recognised_by_number_and_no_number_is_kept(event, server, dee):
    body = state()
    body["entrants"][0]["people"] = [{"scheme": "EBU", "number": "00123456"}]
    server.put(body)
    other = HeatServer(event, dee, "Mill Lane")
    other.put(body)
    assert list(other.fresh().entrants.filter(second_play=True).values_list("label", flat=True)) == ["1"]
    assert not server.fresh().entrants.filter(second_play=True).exists()
    assert b"00123456" not in b"".join(bytes(kept.body) for kept in server.heat.kept_states.all())


def test_names_are_shown_as_sent_and_go_when_they_are_left_out(event, server):
    digest = server.put(state()).json()["digest"]
    assert server.ask("put", "names/", {"names": {"1": "Ann Lee", "3": "Cy Day"}}).status_code == 204
    assert server.get().json()["state"]["digest"] == digest
    assert list(server.fresh().entrants.values_list("name", flat=True)) == ["Ann Lee", "", "Cy Day", ""]
    server.ask("put", "names/", {"names": {"1": "A. L."}})
    assert list(server.fresh().entrants.exclude(name="").values_list("name", flat=True)) == ["A. L."]
    server.ask("patch", "", {"names": False})
    assert not server.fresh().entrants.exclude(name="").exists()
    assert "no stranger read a name" in detail(server.ask("put", "names/", {"names": {"1": "Ann Lee"}}), 409)


def test_the_standing_has_the_places_of_the_heat_and_who_leads(event, server, dee):
    server.put(state())
    event_score(event_id=event.pk)
    standing = server.get("standing/").json()
    [everybody] = standing["lists"]
    assert (everybody["kind"], everybody["line"], everybody["entrants"]) == ("two_handed", "ALL", 4)
    first = min(standing["places"], key=lambda row: row["position"])
    assert (everybody["leader"]["label"], everybody["leader"]["club"]) == (first["label"], "Quay Street")
    assert [row["label"] for row in HeatServer(event, dee, "Mill Lane").get("standing/").json()["places"]] == []


def test_the_ranking_has_each_heats_digest_and_todays_names(event, server, dee):
    server.put(state(confirmed=True))
    assert "not published" in detail(server.get("ranking/"), 409)
    event_publish(event=close_window(event), user=dee)
    server.ask("put", "names/", {"names": {"1": "Ann Lee"}})
    published = server.fresh().state_digest
    server.put(state(confirmed=True, lines=CORRECTED, why="Misread"))
    ranking = server.get("ranking/").json()
    [heat] = ranking["heats"]
    assert (heat["heat"], heat["digest"], heat["counts"]) == (server.heat.public_id, published, True)
    assert ranking["digest"] == event.publications.get().digest != ""
    assert [entrant["name"] for entrant in heat["entrants"]] == ["Ann Lee", "", "", ""]
    assert {row["label"] for listing in ranking["lists"] for row in listing["rows"]} == {"1", "2", "3", "4"}
    assert ranking["facts"]["status"] == EventStatus.PUBLISHED and len(ranking["boards"]) == 3


def test_a_body_of_a_state_has_room_for_4000_lines_and_no_other_body_has():
    assert most_of(f"{API}x/state/") >= MAX_STATE_BYTES > most_of(f"{API}x/names/")
