"""The organiser's page for a club whose server cannot reach this site: its documents come as a file."""

import dataclasses

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from clubsite.event_documents.messages.bodies import AskBody
from clubsite.event_documents.messages.documents import document_read, documents_joined, documents_split
from clubsite.event_documents.messages.signatures import jws_opened, jws_signed
from clubsite.event_documents.models import EventMessage
from clubsite.events.models import Event, EventAction, EventLine, Heat
from clubsite.events.services.heats import heat_answer
from tests.clubsite.event_documents import samples
from tests.kit.events import make_event

JOIN = dataclasses.replace(samples.SPOKE_BODIES["join"], planned_at=None)
LINES = samples.SPOKE_BODIES["lines"]


@pytest.fixture
def event(club, dee):
    return make_event(club, dee)


@pytest.fixture
def page(event, club):
    return f"/director/clubs/{club.slug}/events/{event.public_id}/documents/"


def document(event, body, number: int, **more) -> bytes:
    facts = {"event": event.public_id, "key": samples.SPOKE_KEY} | more
    return samples.signed("lines", body=body, number=number, **facts)


def handed(*documents: bytes) -> dict:
    return {"file": SimpleUploadedFile("documents.txt", documents_joined(documents))}


def taken_along(director, page, *documents: bytes):
    """Look at a file, take it as the page offers, and return the bodies of the answers."""
    shown = director.post(page, handed(*documents))
    assert shown.status_code == 200, shown.text
    answer = director.post(f"{page}take/", {"documents": documents_joined(documents).decode()})
    assert "answers.txt" in answer["Content-Disposition"]
    return [document_read(one).body for one in documents_split(answer.content)]


@pytest.fixture
def accepted(event, director, page, dee):
    taken_along(director, page, document(event, JOIN, 1))
    heat_answer(heat=Heat.objects.get(), user=dee, accept=True)
    return event


def test_the_preview_says_what_a_file_holds_and_stores_nothing(accepted, director, page):
    before = Event.objects.get().last_number
    confirmed = samples.SPOKE_BODIES["heat"]
    text = director.post(page, handed(document(accepted, LINES, 2), document(accepted, confirmed, 3))).text
    assert "2 documents in the file" in text and "Quay Street" in text
    assert "Results: 1 result of 2 contestants" in text
    assert "The whole heat: 2 results of 2 contestants, confirmed" in text
    assert "will be refused" not in text
    assert not EventLine.objects.exists() and not EventMessage.objects.filter(type="lines").exists()
    assert Event.objects.get().last_number == before


def test_what_was_looked_at_is_taken_and_the_answers_go_back_as_a_file(accepted, director, page):
    ask = AskBody(wants=("accept", "sealed"), envelope=False)
    state, again, accept, sealed = taken_along(director, page, document(accepted, LINES, 2), document(accepted, ask, 3))
    assert (state.answers, state.refused, again.answers) == (2, "", 3)
    assert accept.status == "accepted" and sealed.boards
    assert EventLine.objects.count() == 1
    text = director.post(page, handed(document(accepted, LINES, 2))).text
    assert "It came before" in text


def test_a_document_that_will_be_refused_is_shown_with_the_reason_and_answered(accepted, director, page):
    wrong = dataclasses.replace(LINES, lines=(dataclasses.replace(samples.MADE, ns_score=430),))
    text = director.post(page, handed(document(accepted, wrong, 2))).text
    assert "It will be refused: Board 1 at table 1: 4S by S is worth" in text
    assert not accepted.log.filter(action=EventAction.DOCUMENT_REFUSED).exists()
    [state] = taken_along(director, page, document(accepted, wrong, 2))
    assert "is worth" in state.refused
    assert accepted.log.filter(action=EventAction.DOCUMENT_REFUSED).count() == 1


def test_a_document_with_a_fault_is_shown_and_answered_and_the_rest_of_the_file_is_taken(accepted, director, page):
    _, payload = jws_opened(document(accepted, LINES, 2))
    wrong = jws_signed(payload.replace(b'"contract":"4S"', b'"contract":"8S"'), samples.SPOKE_KEY)
    good = document(accepted, LINES, 3)
    text = director.post(page, handed(wrong, good)).text
    assert "A document with a fault" in text and "It will be refused: “lines.lines[0].contract” is “8S”" in text
    states = taken_along(director, page, wrong, good)
    assert ["8S" in one.refused for one in states] == [True, False]
    assert EventLine.objects.count() == 1


def test_a_wrong_file_is_refused_at_the_field_and_nothing_of_it_is_taken(accepted, director, page, club, dee):
    good = document(accepted, LINES, 2)
    for wrong, says in (
        (b"hello", "not a signed document"),
        (good[:-5], "Document 2 of the file cannot be taken"),
        (samples.signed("lines", number=5), "It is about another event"),
        (document(accepted, LINES, 4, key="44" * 32), "No heat of this event has joined with the key"),
    ):
        answer = director.post(page, handed(good, wrong))
        assert answer.status_code == 422 and says in answer.text
        back = director.post(f"{page}take/", {"documents": documents_joined([good, wrong]).decode()}, follow=True)
        assert says in back.text
    assert not EventLine.objects.exists()
    assert director.post(page, {}).status_code == 422


def test_only_directors_of_the_organiser_hand_documents_in(accepted, client, page, cy):
    client.force_login(cy)
    for address in (page, f"{page}take/"):
        assert client.post(address).status_code == 404
