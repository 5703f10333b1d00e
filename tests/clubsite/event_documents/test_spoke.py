"""The spoke's side: an event of another server, whose hub is a script that answers with recorded documents."""

import dataclasses
import datetime
import time
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db.models import F
from django.utils import timezone
from django.utils.http import http_date

from clubsite.clubs.name_choices import ShownAs
from clubsite.core import jobs
from clubsite.core.refused import Refused
from clubsite.duplicate.models import Board, Contestant, TableBoard, TableBoardState
from clubsite.duplicate.selectors.sealed_boards import unshown_hands
from clubsite.duplicate.services.directing import session_end
from clubsite.duplicate.services.rounds import session_start
from clubsite.event_documents.messages.bodies import AcceptBody, KeyBody
from clubsite.event_documents.messages.documents import (
    MAX_ANSWER_BYTES,
    MAX_DOCUMENT_BYTES,
    document_read,
    documents_joined,
    documents_split,
)
from clubsite.event_documents.messages.faults import BadDocument
from clubsite.event_documents.models import EventMessage, MessageState
from clubsite.event_documents.services import by_hand, outgoing, published_elsewhere
from clubsite.event_documents.services.answers import answers_take, event_hear
from clubsite.event_documents.services.boards_keys import envelope_key_type
from clubsite.event_documents.services.hub_requests import HubSilent, hub_request
from clubsite.event_documents.services.hub_sweep import NOTHING_NEW, hub_wants, hubs_sweep
from clubsite.event_documents.services.outgoing import hub_tell
from clubsite.events.models import (
    Event,
    EventAction,
    EventEntrant,
    EventPublication,
    EventStatus,
    Heat,
    HeatStatus,
)
from clubsite.events.sealing import key_written
from clubsite.events.services.heats import heat_leave, heat_plan
from clubsite.events.services.lines import heat_lines_take
from clubsite.events.services.sweep import events_sweep
from clubsite.privacy.services.consent import readers_set, shown_set
from clubsite.privacy.services.erasure import person_forget
from clubsite.privacy.services.retention import retention_run
from clubsite.rankings.selectors.embargoes import owed_elsewhere
from clubsite.rankings.services.settings import penalty_add, penalty_withdraw
from clubsite.rankings.services.sweep import results_sweep
from games.event_seed import event_deals, event_seed
from tests.clubsite.event_documents import samples
from tests.clubsite.event_documents.scripted_hub import ScriptedHub, announced
from tests.clubsite.listeners import nobody_listens
from tests.kit.events import close_window, heat_night, join, play_heat
from tests.kit.guards_off import guards_off
from tests.kit.typed_scores import enter_score
from tests.long import long


def score_round(session, user):
    """Type a score for every board of the round in play: 1NT by South, made."""
    rows = TableBoard.objects.filter(round__section__session=session, state=TableBoardState.WAITING)
    with nobody_listens():
        for row in list(rows):
            enter_score(row, user, contract="1N", declarer="S", tricks=7)


def test_an_event_is_heard_of_and_joined(heat, hub, club):
    event = Event.objects.get()
    assert (event.name, event.organiser_name, event.club) == ("Autumn simultaneous", "Lantern Street", None)
    assert heat.status == HeatStatus.ACCEPTED
    assert hub.types()[0] == "join" and hub.heard[0].body.club == club.name
    assert not EventMessage.objects.exclude(body="").exists()


def test_nothing_is_sent_twice(heat, hub):
    before = len(hub.heard)
    assert hub_tell(heat=heat) == []
    hubs_sweep()
    assert "join" not in hub.types()[before:]


def test_only_the_hub_changes_the_event(heat, dee):
    forged = samples.signed("event", key=samples.SPOKE_KEY, number=99)
    with pytest.raises(Exception, match="not from the server that organises"):
        answers_take(event=heat.event, documents=[forged])
    for data, says in ((samples.signed("lines"), "announces no event"), (b"hello", "not a signed document")):
        with pytest.raises(Refused, match=says):
            event_hear(data=data, user=dee)


def test_the_night_gets_the_key_at_its_start_and_the_cards_are_those_of_the_hub(heat, dee):
    session = heat_night(heat, dee)
    deals = event_deals(event_seed(samples.SECRET, samples.PUBLIC_NUMBER, samples.EVENT), 3)
    for board in Board.objects.filter(board_set__session=session):
        assert board.setup(unshown_hands(board))["hands"] == deals[board.number].to_setup(board.number)["hands"]
    assert heat.event.log.filter(action=EventAction.KEY_RECEIVED).count() == 1


def test_the_director_reads_why_the_hub_gives_no_key_and_it_first_hears_of_another_start(heat, hub, dee):
    del hub.gives["key"]
    hub.states["note"] = "It is too early for the key."
    with pytest.raises(Refused, match="does not give the key of the boards: It is too early"):
        heat_night(heat, dee)
    hub.gives["key"], hub.states["note"] = KeyBody(key=samples.KEY, public_number=samples.PUBLIC_NUMBER), ""
    session = heat.event.heats.get().session
    heat_plan(heat=heat, user=dee, planned_at=timezone.now() + datetime.timedelta(minutes=5), tables=3)
    before = len(hub.heard)
    session_start(session=session, user=dee)
    assert hub.types()[before : before + 2] == ["join", "ask"]


def test_without_the_hub_the_key_comes_from_the_envelope_and_is_told_later(heat, hub, dee):
    answers_take(event=heat.event, documents=[hub.says("sealed", hub.gives["sealed"], heat.public_id)])
    hub.down = True
    with pytest.raises(Refused, match="sealed envelope"):
        heat_night(heat, dee)
    heat.refresh_from_db()
    heat.event.refresh_from_db()
    with pytest.raises(Refused, match="does not open"):
        envelope_key_type(heat=heat, text=key_written("ab" * 32), user=dee)
    envelope_key_type(heat=heat, text=key_written(samples.KEY), user=dee)
    assert heat.event.log.filter(action=EventAction.ENVELOPE_USED).count() == 1
    hub.down = False
    EventMessage.objects.filter(state=MessageState.WAITS).update(due_at=timezone.now())
    hubs_sweep()
    assert any(document.type == "ask" and document.body.envelope for document in hub.heard)


def test_lines_are_sent_as_they_count_and_again_until_they_are_answered(heat, hub, dee):
    session = heat_night(heat, dee)
    hub.down = True
    score_round(session, dee)
    heat_lines_take(heat=heat)
    hubs_sweep()
    assert "lines" not in hub.types()
    waiting = EventMessage.objects.get(type="lines")
    assert (waiting.state, waiting.tries) == (MessageState.WAITS, 1)
    hub.down = False
    EventMessage.objects.filter(state=MessageState.WAITS).update(due_at=timezone.now())
    hubs_sweep()
    [told] = [document for document in hub.heard if document.type == "lines"]
    assert len(told.body.lines) == heat.lines.count() > 0
    assert {one.name for one in told.body.contestants} <= {"Bo", "Flo", "Gus", "Ann", "Hal", "Ivy"}
    assert EventMessage.objects.get(type="lines").state == MessageState.DONE


def test_the_confirmation_sends_the_whole_heat(heat, hub, dee):
    score_round(heat_night(heat, dee), dee)
    heat_lines_take(heat=heat)
    hubs_sweep()
    heat.refresh_from_db()
    heat.confirmed_at = timezone.now()
    heat.save()
    hubs_sweep()
    hubs_sweep()
    whole = [document.body for document in hub.heard if document.type == "heat"]
    assert [(body.confirmed, len(body.lines)) for body in whole] == [(True, heat.lines.count())]


def test_a_refusal_is_kept_for_the_director_and_not_sent_again(heat, hub, dee):
    hub.refuses = "Board 4 is not of this event."
    heat_leave(heat=heat, user=dee)
    hubs_sweep()
    message = EventMessage.objects.get(type="leave")
    assert (message.state, message.answer) == (MessageState.REFUSED, hub.refuses)
    before = len(hub.heard)
    hubs_sweep()
    assert hub.types()[before:].count("leave") == 0


def later(minutes=2):
    """Let what waits be due, and what was sent be some minutes old."""
    ago = timezone.now() - datetime.timedelta(minutes=minutes)
    EventMessage.objects.filter(state=MessageState.WAITS).update(due_at=ago)
    EventMessage.objects.update(at=ago)


def with_lines(heat, user):
    """Play a round of the heat, whose lines the hub is not told yet."""
    session = heat_night(heat, user)
    score_round(session, user)
    heat_lines_take(heat=heat)
    return session


def test_a_sentence_without_a_signature_ends_no_document(heat, hub, dee, monkeypatch):
    with_lines(heat, dee)
    words = "The signature does not fit: the document was changed."
    monkeypatch.setattr(outgoing, "hub_request", lambda *_: (400, words.encode()))
    hubs_sweep()
    waiting = EventMessage.objects.get(type="lines")
    assert (waiting.state, waiting.tries, words in waiting.answer) == (MessageState.WAITS, 1, True)
    monkeypatch.setattr(outgoing, "hub_request", hub.request)
    later()
    hubs_sweep()
    assert EventMessage.objects.get(type="lines").state == MessageState.DONE


def test_once_a_hub_answers_again_nothing_waits_longer(heat, hub, dee):
    with_lines(heat, dee)
    hub.down = True
    hubs_sweep()
    EventMessage.objects.filter(type="lines").update(due_at=timezone.now() + datetime.timedelta(minutes=10), tries=8)
    hub.down = False
    outgoing.hub_ask(heat=heat, wants=("state",))
    outgoing.message_put(heat=heat, body=samples.SPOKE_BODIES["ask"])
    hubs_sweep()
    hubs_sweep()
    assert "lines" in hub.types()


def test_the_whole_heat_takes_the_place_of_lines_that_wait(heat, hub, dee):
    with_lines(heat, dee)
    hub.down = True
    hubs_sweep()
    heat.refresh_from_db()
    heat.confirmed_at = timezone.now()
    heat.save()
    hub.down = False
    later()
    hubs_sweep()
    assert "lines" not in hub.types() and hub.types().count("heat") == 1


def test_lines_that_were_refused_go_again_with_the_next_change_and_not_before(heat, hub, dee):
    with_lines(heat, dee)
    hub.refuses = "Contestant 1 has more than one result on board 1."
    hubs_sweep()
    hub.refuses = ""
    for _ in range(2):
        later()
        hubs_sweep()
    assert hub.types().count("lines") == 1
    line = heat.lines.first()
    line.revision += 1
    line.save()
    hubs_sweep()
    told = [document.body for document in hub.heard if document.type == "lines"]
    assert len(told[1].lines) == heat.lines.count() > 1


def told_penalties(hub, label: str) -> list[list[tuple[str, str]]]:
    """Return the penalties of a contestant as each document tells them, the oldest first."""
    bodies = [document.body for document in hub.heard if document.type in ("lines", "correction")]
    found = [one for body in bodies for one in body.contestants if one.label == label]
    return [[(penalty.amount, penalty.unit) for penalty in one.penalties] for one in found]


def test_a_penalty_and_its_removal_are_told_with_a_line_of_the_contestant(heat, hub, dee):
    session = with_lines(heat, dee)
    hubs_sweep()
    assert told_penalties(hub, "1") == [[]]
    [south] = Contestant.objects.filter(section__session=session, number=1)
    given = penalty_add(session=session, contestant_id=south.pk, amount=Decimal(10), unit="top", why="Late", user=dee)
    results_sweep()
    heat_lines_take(heat=heat)
    hubs_sweep()
    assert told_penalties(hub, "1") == [[], [("10/1", "top")]]
    lines = [document.body.lines for document in hub.heard if document.type == "lines"][-1]
    assert {"1"} == {line.south for line in lines}
    Event.objects.update(status="published")
    penalty_withdraw(session=session, penalty_id=given.pk, user=dee)
    results_sweep()
    heat_lines_take(heat=heat)
    hubs_sweep()
    assert hub.types()[-1] == "correction" and told_penalties(hub, "1")[-1] == []
    before = len(hub.heard)
    heat_lines_take(heat=heat)
    assert hub_tell(heat=Heat.objects.get(pk=heat.pk)) == [] and len(hub.heard) == before


def test_a_confirmation_that_was_refused_goes_again_after_a_correction(heat, hub, dee):
    with_lines(heat, dee)
    heat.refresh_from_db()
    heat.confirmed_at = timezone.now()
    heat.save()
    hub.refuses = "Board 1 at table 1: the result is not possible."
    hubs_sweep()
    hub.refuses = ""
    hubs_sweep()
    assert hub.types().count("heat") == 1
    heat.lines.update(revision=2)
    hubs_sweep()
    hubs_sweep()
    assert hub.types().count("heat") == 2


def test_a_corrected_ranking_is_asked_for_while_corrections_are_possible(heat, hub):
    answers_take(event=heat.event, documents=[hub.says("result", samples.HUB_BODIES["result"])])
    corrected = dataclasses.replace(samples.HUB_BODIES["result"], version=2, boards=())
    hub.gives["result"] = corrected
    later()
    hubs_sweep()
    event = Event.objects.get()
    assert event.publications.last().version == 2
    asked = len(hub.heard)
    hubs_sweep()
    assert len(hub.heard) == asked


def test_while_a_heat_plays_its_server_hears_that_the_window_was_extended(heat, hub, dee):
    heat_night(heat, dee)
    heat.event.refresh_from_db()
    longer = heat.event.window_closes + datetime.timedelta(hours=2)
    hub.gives["event"] = document_read(announced(window_closes=longer.replace(microsecond=0))).body
    later()
    hubs_sweep()
    heat.event.refresh_from_db()
    assert heat.event.window_closes == longer.replace(microsecond=0)


def test_a_heat_that_the_hub_does_not_know_is_asked_about_nothing(club, dee, hub):
    event = event_hear(data=announced(), user=dee)
    join(event, club, dee)
    hub.down = True
    hubs_sweep()
    assert list(EventMessage.objects.values_list("type", flat=True)) == ["join"]


def test_lines_are_told_at_once(heat, hub, dee, django_capture_on_commit_callbacks, monkeypatch):
    asked = []
    monkeypatch.setattr(jobs, "_dispatch", lambda name, row_id, **_: asked.append((name, row_id)))
    with django_capture_on_commit_callbacks(execute=True):
        with_lines(heat, dee)
    assert (outgoing.TELL_JOB, heat.pk) in asked
    jobs.run(outgoing.TELL_JOB, heat.pk)
    assert "lines" in hub.types()


def test_sums_of_neubergs_fractions_may_be_long(hub):
    won = f"{10**300 + 1}/{10**299}"
    state = dataclasses.replace(samples.HUB_BODIES["state"], places=(dataclasses.replace(samples.PLACE, won=won),))
    assert document_read(hub.says("state", state)).body.places[0].won == won


def test_the_same_documents_go_by_hand(club, dee):
    event = event_hear(data=announced(hub=""), user=dee)
    heat = join(event, club, dee)
    document, ask = [document_read(data) for data in documents_split(by_hand.waiting_by_hand(heat=heat, user=dee))]
    hub = ScriptedHub()
    assert (document.type, document.heat) == ("join", heat.public_id)
    assert ask.body.wants == ("event", "accept", "sealed")
    _, answer = hub.request("", documents_split(by_hand.waiting_by_hand(heat=heat, user=dee))[0])
    answers_take(event=event, documents=documents_split(answer))
    heat.refresh_from_db()
    assert heat.status == HeatStatus.ACCEPTED


def test_the_published_ranking_has_the_clubs_of_all_servers(heat, hub):
    heat.event.refresh_from_db()
    answers_take(event=heat.event, documents=[hub.says("result", samples.HUB_BODIES["result"])])
    event = Event.objects.get()
    assert (event.status, event.shown_secret) == ("published", samples.SECRET)
    [publication] = event.publications.all()
    assert publication.payload["lists"][0]["rows"][0]["place"] == "31"
    assert event.heats.get(public_id=samples.HEAT).entrants.get().name == "Ann"


def test_a_ranking_that_changes_without_an_end_fills_no_disk(heat, hub, monkeypatch):
    monkeypatch.setattr(published_elsewhere, "MAX_VERSIONS", 2)
    first = samples.HUB_BODIES["result"]
    second = dataclasses.replace(first, version=2, boards=())
    for result in (first, second):
        answers_take(event=heat.event, documents=[hub.says("result", result)])
    with pytest.raises(BadDocument, match="more than 2 times"):
        answers_take(event=heat.event, documents=[hub.says("result", dataclasses.replace(first, version=3))])
    answers_take(event=heat.event, documents=[hub.says("result", second)])
    assert EventPublication.objects.count() == 2


def test_an_answer_that_cannot_be_stored_holds_up_no_other_hub(heat, hub, dee):
    with_lines(heat, dee)
    place = samples.HUB_BODIES["state"].places[0]
    label = heat.entrants.first().label
    hub.states = {"places": (dataclasses.replace(place, label=label), dataclasses.replace(place, label=label))}
    hubs_sweep()
    waiting = EventMessage.objects.get(type="lines", state=MessageState.WAITS)
    assert "cannot be stored" in waiting.answer and waiting.due_at > timezone.now()


def test_only_servers_of_the_internet_are_asked_by_https():
    for address in ("http://hub.example/events/hub/", "ftp://hub.example/", "https:///x", "https://127.0.0.1:1/"):
        with pytest.raises(HubSilent):
            hub_request(address)


def a_long_ranking():
    """Return a published ranking of more than 5 MB, with long fractions in every list."""
    result = samples.HUB_BODIES["result"]
    [heat], [ranked] = result.heats, result.lists
    people = [dataclasses.replace(heat.contestants[0], label=str(number)) for number in range(150)]
    won = f"{10**390 + 1}/{10**389}"
    rows = tuple(dataclasses.replace(ranked.rows[0], label=one.label, won=won) for one in people)
    lists = tuple(dataclasses.replace(ranked, stratum=stratum, rows=rows) for stratum in ("", *map(str, range(44))))
    return dataclasses.replace(result, heats=(dataclasses.replace(heat, contestants=tuple(people)),), lists=lists)


def test_the_ranking_of_a_very_large_event_is_taken_and_no_other_document_of_its_size(heat, hub):
    long = a_long_ranking()
    assert MAX_DOCUMENT_BYTES < len(hub.says("result", long)) < MAX_ANSWER_BYTES
    hub.gives["result"] = long
    outgoing.hub_ask(heat=heat, wants=("result",))
    event = Event.objects.get()
    assert (event.status, len(event.publications.get().payload["lists"])) == ("published", 45)
    with pytest.raises(BadDocument, match="larger than 5 MB"):
        document_read(hub.says("result", long))
    heavy = dataclasses.replace(samples.HUB_BODIES["event"], scoring={"text": "x" * MAX_DOCUMENT_BYTES})
    with pytest.raises(BadDocument, match="larger than 5 MB"):
        answers_take(event=event, documents=[hub.says("event", heavy)])


class LargeAnswers(BaseHTTPRequestHandler):
    """A server that answers with as many bytes as its address says."""

    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"x" * int(self.path[1:]))

    def log_message(self, *_):
        pass


def test_a_large_answer_of_a_hub_is_read_up_to_a_limit(settings):
    settings.HUBS_NEARBY = True
    with ThreadingHTTPServer(("127.0.0.1", 0), LargeAnswers) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        assert len(hub_request(f"{address}/8000000")[1]) == 8_000_000
        with pytest.raises(HubSilent, match="larger than 25 MB"):
            hub_request(f"{address}/{MAX_ANSWER_BYTES + 1}")
        server.shutdown()


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("https://hub.invalid", "This site finds no server with that name."),
        ("https://127.0.0.1:1", "No server answers at this address."),
        ("http://hub.example", "The address does not begin with https://."),
    ],
)
def test_a_director_reads_why_the_organisers_server_does_not_answer(director, club, address, sentence):
    elsewhere = f"/director/clubs/{club.slug}/events-elsewhere/"
    page = director.post(elsewhere, {"address": f"{address}/events/{samples.EVENT}/"})
    assert page.status_code == 422 and f"{sentence} Check the address, or try later." in page.text


def test_a_director_finds_the_event_by_its_address_and_types_the_key(hub, director, club, dee, monkeypatch):
    monkeypatch.setattr(by_hand, "hub_request", lambda address: (200, announced()))
    pages = f"/director/clubs/{club.slug}"
    assert b"Copy the address" in director.post(f"{pages}/events-elsewhere/", {"address": "https://x.example/"}).content
    found = director.post(f"{pages}/events-elsewhere/", {"address": f"https://lantern.example/events/{samples.EVENT}/"})
    assert found.status_code == 302 and samples.EVENT in found["Location"]
    heat = join(Event.objects.get(), club, dee)
    of_heat = f"{pages}/heats/{heat.public_id}/documents/"
    document = document_read(documents_split(director.get(f"{of_heat}waiting.txt").content)[0])
    assert document.type == "join"
    wrong = director.post(f"{of_heat}answers/", {"file": SimpleUploadedFile("documents.txt", b"hello")})
    assert wrong.status_code == 422 and "not a signed document" in wrong.text
    sealed = documents_joined([hub.says("sealed", hub.gives["sealed"], heat.public_id)])
    director.post(f"{of_heat}answers/", {"file": SimpleUploadedFile("documents.txt", sealed)})
    assert b"does not open" in director.post(of_heat, {"key": key_written("ab" * 32)}).content
    assert director.post(of_heat, {"key": key_written(samples.KEY)}).status_code == 302
    heat.refresh_from_db()
    assert heat.boards_key.open() == samples.KEY


def test_the_announcement_comes_as_a_file(director, club):
    page = f"/director/clubs/{club.slug}/events-elsewhere/file/"
    wrong = director.post(page, {"file": SimpleUploadedFile("event.txt", samples.signed("lines"))})
    assert wrong.status_code == 422 and "announces no event" in wrong.text
    found = director.post(page, {"file": SimpleUploadedFile("event.txt", announced(hub=""))})
    assert found.status_code == 302 and samples.EVENT in found["Location"]


def test_the_director_reads_why_a_document_was_refused(heat, hub, director, club, dee):
    hub.refuses = "Board 4 is not of this event."
    heat_leave(heat=heat, user=dee)
    hubs_sweep()
    page = director.get(f"/director/clubs/{club.slug}/heats/{heat.public_id}/documents/").text
    assert "Refused. Board 4 is not of this event." in page


def test_a_refusal_is_told_on_the_heats_page_and_in_the_log_until_it_is_mended(heat, hub, director, club, dee):
    with_lines(heat, dee)
    page = f"/director/clubs/{club.slug}/heats/{heat.public_id}/"
    hub.refuses = "Board 1 at table 2: the result is not possible."
    hubs_sweep()
    text = director.get(page).text
    assert "refused the results of this heat: Board 1 at table 2" in text
    assert "Correct what it names, and all results are sent" in text
    logged = heat.event.log.filter(action=EventAction.DOCUMENT_RETURNED)
    assert [(one.heat, hub.refuses in one.subject) for one in logged] == [(heat, True)]
    hub.refuses = ""
    heat.lines.update(revision=2)
    hubs_sweep()
    assert "refused the results" not in director.get(page).text


def test_a_hub_that_takes_nothing_is_told_on_the_heats_page_until_it_does(heat, hub, director, club, dee, monkeypatch):
    with_lines(heat, dee)
    page = f"/director/clubs/{club.slug}/heats/{heat.public_id}/"
    monkeypatch.setattr(outgoing, "hub_request", lambda *_: (413, b"The document is larger than 5 MB."))
    hubs_sweep()
    text = director.get(page).text
    assert "has not taken documents of this heat yet. It says: The document is larger than 5 MB." in text
    assert "take the documents there as a file" in text
    monkeypatch.setattr(outgoing, "hub_request", hub.request)
    later()
    hubs_sweep()
    assert "has not taken documents" not in director.get(page).text


class BusyServer:
    """A connection to a server that answers 429."""

    after = "120"

    def __init__(self, *_, **__):
        self.sock, self.status = self, 429

    def getpeername(self):
        return ("1.1.1.1", 443)

    def getresponse(self):
        self.headers = {"Retry-After": self.after}
        return self

    def connect(self, *_):
        """Do nothing, as the other two."""

    request = close = connect


@pytest.mark.parametrize(
    ("after", "least", "most"),
    [("120", 118, 121), ("999999", 3590, 3601), ("soon", 4, 6), ("a date", 590, 601)],
)
def test_a_hub_that_asks_for_a_rest_is_left_alone_as_long_as_it_says(
    heat, hub, dee, monkeypatch, settings, after, least, most
):
    settings.HUBS_NEARBY = False
    with_lines(heat, dee)
    waits_too = outgoing.message_put(heat=heat, body=samples.SPOKE_BODIES["ask"])
    monkeypatch.setattr(outgoing, "hub_request", hub_request)
    monkeypatch.setattr(BusyServer, "after", http_date(time.time() + 600) if after == "a date" else after)
    monkeypatch.setattr("clubsite.event_documents.services.hub_requests.http.client.HTTPSConnection", BusyServer)
    before = timezone.now()
    hubs_sweep()
    for message in (EventMessage.objects.get(type="lines"), EventMessage.objects.get(pk=waits_too.pk)):
        assert message.state == MessageState.WAITS
        assert least <= (message.due_at - before).total_seconds() <= most + 20


def told_names(hub) -> list[dict[str, str]]:
    """Return the names of the heat's contestants as each document about names tells them, the oldest first."""
    bodies = [document.body for document in hub.heard if document.type == "names"]
    return [{one.label: one.name for one in body.names} for body in bodies]


def test_the_hub_is_told_that_a_person_is_forgotten_and_by_what_name_to_call_them(heat, hub, club, dee):
    score_round(heat_night(heat, dee), dee)
    heat_lines_take(heat=heat)
    hubs_sweep()
    bo = heat.entrants.get(name="Bo")
    person_forget(person=club.people.get(name="Bo"))
    assert told_names(hub) == []
    hubs_sweep()
    [told] = told_names(hub)
    assert "Bo" not in told[bo.label] and "Flo" in told.values()
    hubs_sweep()
    assert len(told_names(hub)) == 1


def test_nobody_is_told_about_a_person_whose_name_was_never_sent(heat, hub, club, dee):
    heat_night(heat, dee)
    person_forget(person=club.people.get(name="Bo"))
    hubs_sweep()
    assert told_names(hub) == []


def test_a_name_that_is_hidden_or_shown_again_is_told_by_the_next_sweep(heat, hub, club, dee):
    with_lines(heat, dee)
    hubs_sweep()
    bo = heat.entrants.get(name="Bo")
    person = club.people.get(name="Bo")
    shown_set(person=person, shown_as=ShownAs.HIDDEN, nickname="", user=dee)
    hubs_sweep()
    shown_set(person=person, shown_as=ShownAs.CLUB, nickname="", user=dee)
    hubs_sweep()
    hubs_sweep()
    assert [told[bo.label] for told in told_names(hub)] == ["A player", "Bo"]


def test_what_waits_for_a_silent_hub_never_brings_it_a_name_that_was_hidden_since(heat, hub, club, dee):
    with_lines(heat, dee)
    hub.down = True
    hubs_sweep()
    shown_set(person=club.people.get(name="Bo"), shown_as=ShownAs.HIDDEN, nickname="", user=dee)
    hubs_sweep()
    hub.down = False
    later()
    hubs_sweep()
    [lines] = [document.body for document in hub.heard if document.type == "lines"]
    assert len(lines.lines) == heat.lines.count()
    assert "Bo" not in {one.name for one in lines.contestants}


def test_of_names_that_wait_for_a_silent_hub_none_is_kept_that_was_taken_away_since(heat, hub, club, dee):
    with_lines(heat, dee)
    hubs_sweep()
    hub.down = True
    shown_set(person=club.people.get(name="Flo"), shown_as=ShownAs.HIDDEN, nickname="", user=dee)
    hubs_sweep()
    person_forget(person=club.people.get(name="Bo"))
    assert EventMessage.objects.filter(type="names", state=MessageState.WAITS).count() == 1
    hub.down = False
    later()
    hubs_sweep()
    assert ["Bo" in told.values() for told in told_names(hub)] == [False]


def test_a_club_for_its_members_only_sends_no_name(heat, hub, club, dee):
    readers_set(club=club, results_for="members", names_for="names", user=dee)
    with_lines(heat, dee)
    hubs_sweep()
    join = [document.body for document in hub.heard if document.type == "join"][-1]
    [lines] = [document.body for document in hub.heard if document.type == "lines"]
    assert not join.names and {one.name for one in lines.contestants} == {""}
    readers_set(club=club, results_for="everybody", names_for="names", user=dee)
    heat.lines.update(revision=2)
    hubs_sweep()
    told = [document for document in hub.heard if document.type in ("join", "lines")][-2:]
    assert [document.type for document in told] == ["join", "lines"] and told[0].body.names
    assert "Bo" in {one.name for one in told[1].body.contestants}


def test_a_club_that_closes_its_results_takes_its_names_away(heat, hub, club, dee):
    with_lines(heat, dee)
    hubs_sweep()
    readers_set(club=club, results_for="members", names_for="names", user=dee)
    hubs_sweep()
    assert hub.types()[-2:] == ["join", "names"] and not hub.heard[-2].body.names
    assert set(told_names(hub)[-1].values()) == {""}


def year_old(heat):
    """Let the event be a year old, and everything that was said about it."""
    year = datetime.timedelta(days=365)
    Event.objects.update(window_opens=F("window_opens") - year, window_closes=F("window_closes") - year)
    EventMessage.objects.update(at=F("at") - year)
    with guards_off():
        EventPublication.objects.update(at=F("at") - year)


def ranking(name: str):
    """Return the sample ranking, in which the contestant of another club has this name."""
    body = samples.HUB_BODIES["result"]
    ranked = dataclasses.replace(body.heats[0], contestants=(dataclasses.replace(samples.RANKED, name=name),))
    return dataclasses.replace(body, heats=(ranked,))


def test_long_after_an_event_names_are_compared_with_the_hubs_once_a_day(heat, hub, club, dee):
    with_lines(heat, dee)
    hubs_sweep()
    answers_take(event=heat.event, documents=[hub.says("result", ranking("Ann"))])
    year_old(heat)
    hub.gives["result"] = ranking("A player")
    before = len(hub.heard)
    shown_set(person=club.people.get(name="Bo"), shown_as=ShownAs.HIDDEN, nickname="", user=dee)
    for _ in range(3):
        hubs_sweep()
    assert hub.types()[before:] == ["names", "ask"]
    assert EventEntrant.objects.get(heat__public_id=samples.HEAT).name == "A player"
    hub.gives["result"] = dataclasses.replace(ranking(""), heats=())
    passes(25 * 60)
    for _ in range(3):
        hubs_sweep()
    assert hub.types()[before:] == ["names", "ask", "ask"]
    assert EventEntrant.objects.get(heat__public_id=samples.HEAT).name == ""


def test_a_hub_that_is_gone_is_asked_once_a_day(heat, hub, monkeypatch):
    answers_take(event=heat.event, documents=[hub.says("result", ranking("Ann"))])
    year_old(heat)
    hub.down, tried = True, []
    monkeypatch.setattr(outgoing, "hub_request", lambda *sent: tried.append(sent) or hub.request(*sent))
    for _ in range(60):
        passes(24 * 60)
        hubs_sweep()
    assert 40 <= len(tried) <= 60
    before = len(tried)
    for _ in range(60):
        passes(1)
        hubs_sweep()
    assert len(tried) - before <= 1


def test_a_hub_that_was_restored_with_an_old_name_is_told_the_new_one_again(heat, hub, club, dee):
    with_lines(heat, dee)
    hubs_sweep()
    bo = heat.entrants.get(name="Bo")
    shown_set(person=club.people.get(name="Bo"), shown_as=ShownAs.HIDDEN, nickname="", user=dee)
    hubs_sweep()
    ranked = dataclasses.replace(samples.RANKED, label=bo.label, name="Bo")
    here = dataclasses.replace(ranking("").heats[0], heat=heat.public_id, contestants=(ranked,))
    old = dataclasses.replace(ranking(""), heats=(here,))
    answers_take(event=heat.event, documents=[hub.says("result", old)])
    hubs_sweep()
    assert [told[bo.label] for told in told_names(hub)] == ["A player", "A player"]


def test_a_silent_hub_hears_of_it_even_when_the_event_is_long_over(heat, hub, club, dee):
    score_round(heat_night(heat, dee), dee)
    heat_lines_take(heat=heat)
    hubs_sweep()
    long_ago = timezone.now() - datetime.timedelta(days=400)
    Event.objects.update(window_opens=long_ago, window_closes=long_ago + datetime.timedelta(days=1))
    hub.down = True
    person_forget(person=club.people.get(name="Bo"))
    hubs_sweep()
    retention_run(months=3, apply=True)
    hub.down = False
    EventMessage.objects.filter(state=MessageState.WAITS).update(due_at=timezone.now())
    hubs_sweep()
    assert hub.types()[-1] == "names"


def passes(minutes: int):
    """Let some minutes pass for every document."""
    ago = datetime.timedelta(minutes=minutes)
    EventMessage.objects.update(at=F("at") - ago, due_at=F("due_at") - ago)


def asks_within(hub, minutes: int) -> int:
    """Return how often the hub is asked while the sweep runs once a minute."""
    before = hub.types().count("ask")
    for _ in range(minutes):
        passes(1)
        hubs_sweep()
    return hub.types().count("ask") - before


def later_window() -> bytes:
    """Return the announcement of an event whose window opens tomorrow."""
    opens = timezone.now().replace(microsecond=0) + datetime.timedelta(days=1)
    return announced(window_opens=opens, window_closes=opens + datetime.timedelta(days=1))


@long
def test_a_heat_that_waits_asks_ever_more_seldom_and_keeps_one_row_of_it(hub, club, dee):
    del hub.gives["accept"]
    join(event_hear(data=later_window(), user=dee), club, dee)
    hubs_sweep()
    assert 5 <= asks_within(hub, 20) <= 12
    assert asks_within(hub, 60) <= 7
    assert EventMessage.objects.filter(type="ask", answer=NOTHING_NEW).count() == 1
    assert EventMessage.objects.filter(type="ask").count() <= 3
    hub.gives["accept"] = AcceptBody(status="accepted")
    assert asks_within(hub, 11) >= 1
    assert Heat.objects.get(club=club).status == HeatStatus.ACCEPTED
    assert asks_within(hub, 3) >= 1  # another question now, which is asked at once


def test_while_the_window_is_open_a_heat_asks_every_two_minutes(heat, hub):
    hubs_sweep()
    assert 25 <= asks_within(hub, 60) <= 36
    assert EventMessage.objects.filter(type="ask", answer=NOTHING_NEW).count() <= 2


@long
def test_a_hub_that_was_away_for_hours_is_noticed_two_minutes_after_it_is_back(heat, hub, dee):
    with_lines(heat, dee)
    hub.down = True
    hubs_sweep()
    asks_within(hub, 120)
    hub.down = False
    for _ in range(3):
        passes(1)
        hubs_sweep()
    assert "lines" in hub.types()


def test_a_director_sends_what_waits_at_once(
    heat, hub, director, club, dee, monkeypatch, django_capture_on_commit_callbacks
):
    monkeypatch.setattr(jobs, "_dispatch", lambda name, row_id, **_: jobs.run(name, row_id))
    with_lines(heat, dee)
    hub.down = True
    hubs_sweep()
    EventMessage.objects.filter(type="lines").update(due_at=timezone.now() + datetime.timedelta(hours=1), tries=9)
    hub.down = False
    page = f"/director/clubs/{club.slug}/heats/{heat.public_id}/documents/"
    assert "Send now" in director.get(page).text
    with django_capture_on_commit_callbacks(execute=True):
        assert "is being sent" in director.post(f"{page}send/", follow=True).text
    assert "lines" in hub.types()
    assert "Send now" not in director.get(page).text


@long
def test_each_question_that_is_refused_keeps_one_row(heat, hub):
    hubs_sweep()
    hub.refuses = "This heat is not known."
    assert 1 <= asks_within(hub, 60) <= 36
    refused = EventMessage.objects.filter(type="ask", state=MessageState.REFUSED)
    assert refused.count() == refused.values("digest").distinct().count() > 0


def test_a_silent_hub_is_asked_one_question(heat, hub):
    hubs_sweep()
    hub.down = True
    assert asks_within(hub, 60) == 0
    assert EventMessage.objects.filter(type="ask", state=MessageState.WAITS).count() == 1
    hub.down = False
    assert asks_within(hub, 11) >= 1
    assert not EventMessage.objects.filter(state=MessageState.WAITS).exists()


def test_a_server_restored_from_yesterdays_backup_uses_no_number_again(heat, hub, dee):
    Event.objects.update(created_at=timezone.now() - datetime.timedelta(hours=30))
    yesterday = Event.objects.get().last_number
    with_lines(heat, dee)
    hubs_sweep()
    sent = {document.number for document in hub.heard}
    # The backup knows neither the documents nor their numbers.
    EventMessage.objects.filter(number__gt=yesterday).delete()
    Event.objects.update(last_number=yesterday, created_at=F("created_at") - datetime.timedelta(minutes=5))
    heat.lines.update(sent=0)
    before = len(hub.heard)
    hubs_sweep()
    again = [document for document in hub.heard[before:] if document.type == "lines"]
    assert again and min(document.number for document in hub.heard[before:]) > max(sent)


def test_a_spoke_that_was_away_hands_its_heat_in_after_the_publication(heat, hub, dee):
    with_lines(heat, dee)
    Event.objects.update(status=EventStatus.PUBLISHED)
    Heat.objects.update(confirmed_at=timezone.now())
    hubs_sweep()
    whole = [document.body for document in hub.heard if document.type == "heat"]
    assert [(body.confirmed, len(body.lines)) for body in whole] == [(True, heat.lines.count())]
    Heat.objects.update(confirmed_at=None)  # taken back before this server heard of the publication
    heat.lines.update(revision=2)
    hubs_sweep()
    assert hub.types().count("heat") == 1 and "correction" in hub.types()


def boards_shut_in(session) -> bool:
    events_sweep()
    return bool(owed_elsewhere(set(Board.objects.filter(board_set__session=session).values_list("pk", flat=True))))


@pytest.fixture
def played(heat, dee):
    """A night of this site in another server's event, whose window has closed."""
    session = heat_night(heat, dee)
    play_heat(session, dee, {1: "1N S 8", 2: "1N S 7", 3: "p"})
    session_end(session=session, user=dee)
    close_window(heat.event)
    return session


def test_the_boards_open_with_the_secret(heat, hub, played):
    unfinished = dataclasses.replace(samples.HUB_BODIES["result"], secret="")
    answers_take(event=heat.event, documents=[hub.says("result", unfinished)])
    assert boards_shut_in(played)
    heat.event.refresh_from_db()
    assert hub_wants(Heat.objects.get(pk=heat.pk)) == ("result",)
    answers_take(event=heat.event, documents=[hub.says("result", samples.HUB_BODIES["result"])])
    assert not boards_shut_in(played)


def test_without_a_word_of_the_hub_the_boards_open_eight_hours_after_the_window(heat, hub, played):
    assert boards_shut_in(played)
    ago = timezone.now().replace(microsecond=0) - datetime.timedelta(hours=9)
    Event.objects.update(window_opens=ago - datetime.timedelta(hours=1), window_closes=ago)
    assert not boards_shut_in(played)


def test_a_window_that_is_made_longer_keeps_the_boards_shut_longer(heat, hub, played, dee):
    closes = timezone.now().replace(microsecond=0) + datetime.timedelta(hours=2)
    event_hear(data=announced(window_closes=closes), user=dee)
    board_set = played.board_sets.get()
    assert board_set.held_until == closes + datetime.timedelta(hours=8)
