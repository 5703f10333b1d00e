"""The hub's side: documents of another server, as they arrive at an event that is organised here."""

import dataclasses
import datetime
import json
import re
from fractions import Fraction
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone

from clubsite.clubs.name_choices import ShownAs
from clubsite.core.refused import Refused
from clubsite.event_documents.messages.bodies import (
    AskBody,
    CorrectionBody,
    HeatBody,
    JoinBody,
    LinesBody,
    NamePart,
    NamesBody,
    PenaltyPart,
    PersonPart,
)
from clubsite.event_documents.messages.documents import MAX_DOCUMENT_BYTES, document_read, documents_split
from clubsite.event_documents.messages.signatures import jws_opened, jws_signed
from clubsite.event_documents.models import EventMessage
from clubsite.event_documents.services.release import envelope_key
from clubsite.events.models import (
    Event,
    EventAction,
    EventEntrant,
    EventLine,
    EventPerson,
    EventPlace,
    Heat,
    HeatStatus,
)
from clubsite.events.sealing import boards_key, boards_unsealed, key_typed, key_written
from clubsite.events.services.events import event_cancel, public_number_set
from clubsite.events.services.heats import heat_answer
from clubsite.events.services.publications import event_publish
from clubsite.events.services.scoring import event_score
from clubsite.privacy.services.consent import readers_set, shown_set
from clubsite.privacy.services.erasure import person_forget
from games.event_seed import event_deals, event_seed
from scoring.lines import Status
from tests.clubsite.event_documents import samples
from tests.clubsite.event_documents.spokes import ASK_ALL, HEAT, JOIN, LINES, WHOLE, Spoke
from tests.kit.events import close_window, heat_night, join, make_club, make_event, play_heat, take_lines
from tests.kit.pages import pdf_text


@pytest.fixture
def event(club, dee):
    return make_event(club, dee)


@pytest.fixture
def spoke(event):
    return Spoke(event)


@pytest.fixture
def accepted(spoke, dee):
    """A heat of another server that takes part."""
    spoke.say(JOIN)
    heat_answer(heat=Heat.objects.get(), user=dee, accept=True)
    return spoke


def refused(spoke, body, number=0) -> str:
    """Return why the hub refuses a document. The event's log says the same."""
    sentence = spoke.say(body, number)[0].refused
    assert sentence
    logged = spoke.event.log.filter(action=EventAction.DOCUMENT_REFUSED).first()
    assert logged is not None and sentence[:100] in logged.subject
    return sentence


def line(**facts):
    return dataclasses.replace(samples.MADE, **facts)


def test_the_announcement_is_signed_and_says_what_the_organiser_chose(event):
    event.name = "Spring simultaneous"
    event.save()
    found = document_read(Client().get(f"/events/hub/{event.public_id}/").content)
    assert (found.type, found.event, found.body.name) == ("event", event.public_id, "Spring simultaneous")
    assert (found.body.boards, found.body.commitment) == (3, event.commitment)


def test_a_draft_is_announced_to_nobody(club, dee):
    event = make_event(club, dee, announce=False)
    assert Client().get(f"/events/hub/{event.public_id}/").status_code == 404
    response = Spoke(event).post(Spoke(event).document(JOIN))
    assert response.status_code == 400 and "not organised on this server" in response.content.decode()


def test_a_club_of_another_server_asks_and_the_organiser_accepts(event, spoke, dee):
    state, accept = spoke.say(JOIN)
    assert (state.refused, state.status, accept.status) == ("", "asked", "asked")
    heat = Heat.objects.get(event=event)
    assert (heat.club, heat.club_name, heat.public_id) == (None, "Quay Street", HEAT)
    heat_answer(heat=heat, user=dee, accept=True)
    assert spoke.say(AskBody(wants=("accept",), envelope=False))[1].status == "accepted"


def test_the_same_number_twice_changes_nothing_and_is_answered_again(event, accepted):
    first = accepted.say(LINES)
    again = accepted.say(LINES, number=accepted.number)
    assert dataclasses.replace(first[0], places=()) == dataclasses.replace(again[0], places=())
    assert EventLine.objects.get().revision == 1
    assert EventMessage.objects.filter(event=event, type="lines").count() == 1


def test_the_same_number_for_another_document_is_refused(accepted):
    accepted.say(LINES)
    assert "used for another document" in refused(accepted, WHOLE, number=accepted.number)
    assert EventLine.objects.count() == 1


def test_a_question_that_changes_nothing_leaves_no_row_and_a_key_is_remembered(event, accepted):
    rows = EventMessage.objects.count()
    for _ in range(3):
        accepted.say(AskBody(wants=("event", "state", "result"), envelope=False))
    assert EventMessage.objects.count() == rows
    accepted.say(AskBody(wants=("key",), envelope=False))
    accepted.say(AskBody(wants=("key",), envelope=False), number=accepted.number)
    assert EventMessage.objects.count() == rows + 1
    assert event.log.filter(action=EventAction.KEY_SENT).count() == 1


def test_no_document_and_no_name_is_kept_once_it_was_taken(accepted):
    accepted.say(LINES)
    assert not EventMessage.objects.exclude(body="").exists()


def test_lines_count_and_an_older_document_never_overwrites_a_newer_revision(accepted):
    newer = line(revision=4, tricks=9, ns_score=-50)
    accepted.say(dataclasses.replace(LINES, lines=(newer,)), number=9)
    accepted.say(dataclasses.replace(LINES, lines=(line(revision=3),)), number=8)
    found = EventLine.objects.get()
    assert (found.revision, found.tricks, found.ns_score) == (4, 9, -50)
    assert (found.south.label, found.north.name) == ("1", "Ann")


def test_an_older_document_that_comes_late_does_not_overwrite_contestants(accepted):
    accepted.say(LINES, number=9)
    renamed = (dataclasses.replace(samples.ANN, name="Somebody"), samples.BO)
    accepted.say(dataclasses.replace(LINES, contestants=renamed, lines=(line(board=2, ns_score=620),)), number=8)
    assert EventEntrant.objects.get(label="4").name == "Ann"
    assert EventLine.objects.count() == 2


def test_the_whole_heat_confirms_it_and_says_what_is_missing(event, accepted):
    state = accepted.say(WHOLE)[0]
    assert (state.refused, state.confirmed, state.lines, state.missing) == ("", True, 2, (3,))
    assert Heat.objects.get().confirmed_at is not None
    accepted.say(dataclasses.replace(WHOLE, confirmed=False))
    assert Heat.objects.get().confirmed_at is None
    actions = set(event.log.values_list("action", flat=True))
    assert {EventAction.CONFIRMED, EventAction.UNCONFIRMED} <= actions


def test_of_a_persons_number_only_a_key_is_kept(accepted):
    accepted.say(LINES)
    [key] = EventPerson.objects.values_list("key", flat=True)
    assert len(key) == 64 and "12345" not in key


def test_the_boards_come_sealed_and_the_key_when_the_heat_starts(event, accepted):
    state, told, accept, sealed, key = accepted.say(ASK_ALL)
    assert (told.name, accept.status) == (event.name, "accepted")
    assert "not published yet" in state.note
    deals = boards_unsealed(sealed.boards, key=key.key, event_id=event.public_id)
    assert deals == event_deals(event_seed(event.secret.open(), "", event.public_id), 3)
    assert event.log.filter(action=EventAction.KEY_SENT).count() == 1
    assert Heat.objects.get().released_at is not None


def test_nobody_gets_the_key_too_early_or_before_the_organiser_has_accepted(club, dee):
    now = timezone.now()
    window = {"window_opens": now + datetime.timedelta(hours=3), "window_closes": now + datetime.timedelta(days=1)}
    event = make_event(club, dee, **window)
    spoke = Spoke(event)
    spoke.say(dataclasses.replace(JOIN, planned_at=now.replace(microsecond=0) + datetime.timedelta(hours=4)))
    ask = AskBody(wants=("key",), envelope=False)
    assert "not accepted" in spoke.say(ask)[0].note
    heat_answer(heat=Heat.objects.get(), user=dee, accept=True)
    [state] = spoke.say(ask)
    assert "too early" in state.note
    Heat.objects.update(planned_at=now + datetime.timedelta(minutes=50))
    assert spoke.say(ask)[1].key


def test_in_an_open_window_a_heat_gets_the_key_from_an_hour_before_its_announced_start(event, accepted):
    ask = AskBody(wants=("key",), envelope=False)
    start = timezone.now().replace(microsecond=0) + datetime.timedelta(hours=3)
    accepted.say(dataclasses.replace(JOIN, planned_at=start))
    [state] = accepted.say(ask)
    assert "announce another start" in state.note
    accepted.say(dataclasses.replace(JOIN, planned_at=start - datetime.timedelta(hours=2, minutes=10)))
    assert accepted.say(ask)[1].key


def test_a_question_that_was_too_early_is_logged_when_the_same_one_gets_the_key(event, accepted):
    data = accepted.document(AskBody(wants=("key",), envelope=False))
    Heat.objects.update(planned_at=timezone.now() + datetime.timedelta(hours=3))
    accepted.post(data)
    Heat.objects.update(planned_at=timezone.now() + datetime.timedelta(minutes=50))
    assert len(documents_split(accepted.post(data).content)) == 2
    assert event.log.filter(action=EventAction.KEY_SENT).count() == 1
    assert Heat.objects.get().released_at is not None


def test_the_boards_wait_for_the_public_number(club, dee):
    event = make_event(club, dee, public_number_name="Lotto of Saturday")
    spoke = Spoke(event)
    spoke.say(JOIN)
    heat_answer(heat=Heat.objects.get(), user=dee, accept=True)
    ask = AskBody(wants=("sealed", "key"), envelope=False)
    [state] = spoke.say(ask)
    assert "Lotto of Saturday" in state.note
    public_number_set(event=event, user=dee, text="3 17 22")
    assert len(spoke.say(ask)) == 3


def test_a_sealed_envelope_is_logged_when_it_is_printed_and_when_it_is_opened(event, accepted, dee):
    heat = Heat.objects.get()
    text = envelope_key(event=event, heat=heat, user=dee)
    sealed, key = accepted.say(AskBody(wants=("sealed", "key"), envelope=False))[1:]
    assert key_typed(text) == key.key and sealed.boards
    accepted.say(AskBody(wants=(), envelope=True))
    actions = list(event.log.values_list("action", flat=True))
    assert EventAction.ENVELOPE_PRINTED in actions and EventAction.ENVELOPE_USED in actions


def test_the_organiser_prints_the_envelope_and_the_log_tells_everybody(event, accepted, director, client):
    heat = Heat.objects.get()
    address = f"/director/clubs/lantern/events/{event.public_id}/heats/{heat.public_id}/envelope/"
    assert address in director.get(f"/director/clubs/lantern/events/{event.public_id}/").text
    assert "Open it only if your server cannot reach" in director.get(address).text
    text = pdf_text(director.post(address))
    written = key_written(boards_key(event.secret.open(), event.public_id))
    assert all(group in text for group in written.split())
    assert "Open it only if" in text and heat.club_name in text and "no 0, no 1 and no 8" in text
    assert "printed a sealed envelope with the key" in client.get(f"/events/{event.public_id}/log/").text
    close_window(event)
    assert address not in director.get(f"/director/clubs/lantern/events/{event.public_id}/").text
    assert "no heat needs the key any more" in director.post(address, follow=True).text


def test_a_heat_of_this_server_needs_no_envelope(event, club, dee):
    with pytest.raises(Refused, match="needs no key"):
        envelope_key(event=event, heat=join(event, club, dee), user=dee)


def test_another_servers_key_speaks_for_no_heat_but_its_own(event, accepted):
    thief = Spoke(event, key="33" * 32)
    response = thief.post(thief.document(LINES))
    assert response.status_code == 400 and "Join the event first" in response.content.decode()
    assert not EventMessage.objects.filter(type="lines").exists()
    other = Spoke(event, key="33" * 32, heat="anotherheat1")
    other.say(JOIN)
    other.heat = HEAT
    assert "belongs to another server" in refused(other, LINES)
    assert not EventLine.objects.exists()


def test_a_heat_that_is_not_accepted_sends_no_lines(spoke):
    spoke.say(JOIN)
    assert "not accepted this heat" in refused(spoke, LINES)


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (dataclasses.replace(LINES, options={"end_dummies": "no such value"}), "options of the game"),
        (dataclasses.replace(LINES, lines=(line(board=4),)), "Board 4 is not of this event"),
        (dataclasses.replace(LINES, lines=(line(ns_score=430),)), "is worth 420, and not 430"),
        (dataclasses.replace(LINES, lines=(line(declarer=""),)), "not possible"),
        (dataclasses.replace(LINES, lines=(line(ns_score=None, contract=""),)), "played has a score"),
        (dataclasses.replace(LINES, lines=(line(status="artificial", ruling="A999"),)), "not possible"),
        (dataclasses.replace(LINES, lines=(line(status="assigned", ruling="50/50"),)), "Write A50/50 for percent"),
        (dataclasses.replace(LINES, lines=(line(status="assigned", ruling="NP", ns_score=None),)), "has no score"),
        (dataclasses.replace(LINES, lines=(line(contract="", ns_score=9990),)), "no contract is worth 9990"),
        (dataclasses.replace(LINES, lines=(line(south="9"),)), "contestant 9 is not described"),
        (dataclasses.replace(LINES, lines=(line(south="4"),)), "cannot play against each other"),
        (dataclasses.replace(LINES, contestants=(samples.ANN, samples.ANN)), "described twice"),
        (dataclasses.replace(LINES, lines=(line(), line(round=2))), "more than one result on board 1"),
        (
            dataclasses.replace(LINES, tables=1, lines=(line(), line(table="2", board=2, ns_score=620))),
            "The results are of 2 tables, and the heat has 1",
        ),
    ],
)
def test_what_a_hub_refuses_is_a_sentence_and_a_line_in_the_log(accepted, body, says):
    assert says in refused(accepted, body)
    assert not EventLine.objects.exists()
    assert not EventEntrant.objects.exists()


def faulty(spoke, change) -> bytes:
    """Return lines of the spoke whose payload is changed before it signs them."""
    _, payload = jws_opened(spoke.document(LINES))
    told = json.loads(payload)
    change(told)
    return jws_signed(json.dumps(told).encode(), spoke.key)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda told: told["body"].update(weather="fine"), "has a field “weather” that this version does not know"),
        (lambda told: told["body"]["lines"][0].update(contract="8S"), "“lines.lines[0].contract” is “8S”"),
        (lambda told: told.update(type="a_later_version"), "does not know documents of the type “a_later_version”"),
        (lambda told: told.update(type="accept", body={"status": "accepted"}), "come from the organiser’s server"),
    ],
)
def test_a_fault_in_a_document_of_a_heat_that_is_known_is_answered_and_logged(event, accepted, change, says):
    data = faulty(accepted, change)
    for _ in range(2):
        [state] = [document_read(one).body for one in documents_split(accepted.post(data).content)]
        assert says in state.refused and state.answers == accepted.number
    [logged] = event.log.filter(action=EventAction.DOCUMENT_REFUSED)
    assert says[:20] in logged.subject and logged.heat == Heat.objects.get()
    assert not EventLine.objects.exists()


def test_a_faulty_document_of_a_server_that_nobody_knows_leaves_nothing(event):
    data = faulty(Spoke(event), lambda told: told.update(type="join", body={"weather": "fine"}))
    assert Spoke(event).post(data).status_code == 400
    assert not EventMessage.objects.exists()
    assert not event.log.filter(action=EventAction.DOCUMENT_REFUSED).exists()


def test_what_nobody_signed_is_refused_in_words_and_leaves_no_line_in_the_log(event, accepted):
    flipped = bytearray(accepted.document(LINES))
    flipped[200] ^= 1
    assert accepted.post(bytes(flipped)).status_code == 400
    assert not event.log.filter(action=EventAction.DOCUMENT_REFUSED).exists()


def test_a_heat_with_more_tables_than_it_joined_with_is_told_in_the_log_for_everybody(event, accepted, client):
    for tables in (3, 5, 5):
        accepted.say(dataclasses.replace(LINES, tables=tables))
    assert Heat.objects.get().tables == 5
    [logged] = event.log.filter(action=EventAction.CHANGED)
    assert logged.subject == "the tables of Quay Street from 3 to 5"
    assert "the tables of Quay Street from 3 to 5" in client.get(f"/events/{event.public_id}/log/").text


def test_names_are_refused_from_a_club_whose_rules_allow_none(event, spoke, dee):
    spoke.say(dataclasses.replace(JOIN, names=False))
    heat_answer(heat=Heat.objects.get(), user=dee, accept=True)
    assert "let no stranger read a name" in refused(spoke, LINES)
    nameless = dataclasses.replace(samples.ANN, name="")
    assert spoke.say(dataclasses.replace(LINES, contestants=(nameless, samples.BO)))[0].lines == 1


def called(name: str, label: str = "4") -> NamesBody:
    return NamesBody(names=(NamePart(label=label, name=name),))


def test_a_name_changes_as_its_club_says_and_the_log_names_nobody(event, accepted):
    accepted.say(LINES)
    assert accepted.say(called("A. N."))[0].refused == ""
    accepted.say(called("A. N."))
    assert EventEntrant.objects.get(label="4").name == "A. N."
    [logged] = event.log.filter(action=EventAction.NAMES_CHANGED)
    assert logged.subject == "Quay Street, 4"


def test_an_older_document_about_names_does_not_bring_one_back(accepted):
    accepted.say(LINES, number=5)
    accepted.say(called("A player"), number=9)
    accepted.say(called("Ann North"), number=8)
    assert EventEntrant.objects.get(label="4").name == "A player"


def test_a_club_that_shows_strangers_no_names_any_more_takes_them_all_away_also_while_it_plays(event, accepted):
    accepted.say(LINES)
    accepted.say(AskBody(wants=("key",), envelope=False))
    close_window(event)
    assert accepted.say(dataclasses.replace(JOIN, names=False))[0].refused == ""
    assert not EventEntrant.objects.exclude(name="").exists()
    assert "let no stranger read a name" in refused(accepted, called("Ann"))
    accepted.say(JOIN)
    assert accepted.say(called("Ann"))[0].refused == ""


def test_a_document_that_was_made_before_the_name_went_does_not_bring_it_back_and_still_confirms(event, accepted):
    accepted.say(LINES, number=10)
    accepted.say(called("A former player"), number=12)
    accepted.say(WHOLE, number=11)
    assert EventEntrant.objects.get(label="4").name == "A former player"
    heat = Heat.objects.get()
    assert (heat.lines.count(), heat.confirmed_at is not None) == (2, True)
    assert event.log.filter(action=EventAction.NAMES_CHANGED).count() == 1


def test_a_heat_that_leaves_keeps_its_lines_and_does_not_count(accepted):
    accepted.say(WHOLE)
    assert accepted.say(samples.SPOKE_BODIES["leave"])[0].status == "left"
    heat = Heat.objects.get()
    assert (heat.status, heat.counts, heat.lines.count()) == (HeatStatus.LEFT, False, 2)
    assert "takes part no longer" in refused(accepted, LINES)


def test_after_the_publication_only_corrections_are_taken_and_only_in_time(event, accepted):
    accepted.say(WHOLE)
    Event.objects.update(status="published")
    event.publications.create(version=1, payload={})
    assert "as a correction" in refused(accepted, LINES)
    better = line(revision=2, tricks=9, ns_score=-50)
    correction = CorrectionBody(
        tables=3, options={}, contestants=LINES.contestants, lines=(better,), why="A trick was miscounted."
    )
    assert accepted.say(correction)[0].refused == ""
    assert EventLine.objects.get(board=1).ns_score == -50
    assert event.log.filter(action=EventAction.CORRECTED, subject__contains="miscounted").exists()
    Event.objects.update(correction_hours=0)
    assert "time for corrections is over" in refused(accepted, dataclasses.replace(correction, lines=()))


def test_nobody_joins_an_event_that_is_cancelled(event, spoke, dee):
    event_cancel(event=event, user=dee)
    assert "does not take place" in spoke.say(JOIN)[0].refused
    assert not Heat.objects.exists()


def test_the_id_of_a_heat_is_used_once(event, accepted):
    thief = Spoke(event, key="33" * 32)
    assert "id of this heat is taken" in thief.say(JOIN)[0].refused
    assert Heat.objects.get().remote.public_key != ""


def test_what_is_no_document_is_answered_in_words(event, spoke):
    for data, says in (
        (b"hello", "not a signed document"),
        (samples.signed("lines"), "not organised on this server"),
        (samples.signed("lines", event=event.public_id), "Join the event first"),
    ):
        response = spoke.post(data)
        assert (response.status_code, says in response.content.decode()) == (400, True)
        assert response["Content-Type"].startswith("text/plain")
    assert spoke.post(b"x" * (MAX_DOCUMENT_BYTES + 1)).status_code == 413
    assert Client().get("/events/hub/").status_code == 405


@pytest.mark.parametrize("body", [JoinBody, LinesBody, HeatBody])
def test_a_spoke_says_each_of_these(body):
    assert any(isinstance(one, body) for one in samples.SPOKE_BODIES.values())


def test_a_person_who_plays_on_two_other_servers_is_ranked_once_where_the_heat_began_first(event, accepted, dee):
    second = Spoke(event, key="33" * 32, heat="harbour22222")
    second.say(dataclasses.replace(JOIN, club="Harbour"))
    heat_answer(heat=Heat.objects.get(public_id=second.heat), user=dee, accept=True)
    began = timezone.now() - datetime.timedelta(minutes=10)
    Heat.objects.filter(public_id=HEAT).update(released_at=began)
    Heat.objects.filter(public_id=second.heat).update(released_at=began + datetime.timedelta(minutes=5))
    second.say(LINES)
    assert not EventEntrant.objects.filter(second_play=True).exists()
    accepted.say(LINES)  # begun first, although its scores came later
    twice = EventEntrant.objects.get(second_play=True)
    assert (twice.heat.club_name, twice.label) == ("Harbour", "1")
    [logged] = event.log.filter(action=EventAction.PLAYED_TWICE)
    assert logged.heat == twice.heat and logged.subject == "number 1"
    somebody = dataclasses.replace(samples.BO, people=(PersonPart(scheme="NZB", number="777"),))
    accepted.say(dataclasses.replace(LINES, contestants=(samples.ANN, somebody)))
    assert not EventEntrant.objects.filter(second_play=True).exists()


def test_the_same_number_of_another_scheme_is_another_person(event, accepted, dee):
    second = Spoke(event, key="33" * 32, heat="harbour22222")
    second.say(dataclasses.replace(JOIN, club="Harbour"))
    heat_answer(heat=Heat.objects.get(public_id=second.heat), user=dee, accept=True)
    accepted.say(LINES)
    other = dataclasses.replace(samples.BO, people=(PersonPart(scheme="EBU", number="12345"),))
    second.say(dataclasses.replace(LINES, contestants=(samples.ANN, other)))
    assert not EventEntrant.objects.filter(second_play=True).exists()


def test_a_ranking_names_nobody_of_a_club_for_its_members_only_and_everybody_as_strangers_read_them_today(
    event, accepted, club, dee, cy
):
    quay = make_club("Quay Street", cy)
    for heat, user in ((join(event, club, dee), dee), (join(event, quay, cy), cy)):
        play_heat(heat_night(heat, user), user, dict.fromkeys(range(1, 7), "1N S 7"))
        take_lines(heat)
    readers_set(club=quay, results_for="members", names_for="names", user=cy)
    event_score(event_id=event.pk)
    close_window(event)
    event_publish(event=event, user=dee)
    ask = AskBody(wants=("result",), envelope=False)

    def named() -> dict[str, set[str]]:
        return {heat.club: {one.name for one in heat.contestants} for heat in accepted.say(ask)[1].heats}

    assert named()["Quay Street"] == {""}
    assert "Bo" in named()["Lantern Street"]
    shown_set(person=club.people.get(name="Bo"), shown_as=ShownAs.HIDDEN, nickname="", user=dee)
    person_forget(person=club.people.get(name="Flo"))
    assert named()["Lantern Street"].isdisjoint({"Bo", "Flo"})


def result_rows() -> dict[str, list[str]]:
    """Return the examples of rulings in the protocol's table of results, by the statuses of each row."""
    page = (Path(__file__).parents[3] / "docs" / "simultaneous-protocol.md").read_text(encoding="utf-8")
    rows = [row.split("|") for row in page.split("## Results")[1].split("## Each type")[0].splitlines() if "`" in row]
    rows = [cells for cells in rows if len(cells) == 6 and "`status`" not in cells[1]]
    return {
        status: re.findall("`([^`]+)`", cells[4]) for cells in rows for status in re.findall("`([a-z_]+)`", cells[1])
    }


def test_a_hub_takes_every_form_of_a_result_that_the_protocol_has(accepted):
    rulings = result_rows()
    assert set(rulings) == set(Status)
    nothing = {"contract": "", "declarer": "", "lead": "", "tricks": None, "ns_score": None}
    ruled = [(status, ruling) for status in ("artificial", "assigned") for ruling in rulings[status]]
    forms = [
        {},
        nothing | {"ns_score": -50},
        nothing | {"status": "passed_out", "contract": "PASS", "ns_score": 0},
        *(nothing | {"status": status, "ruling": ruling} for status, ruling in ruled),
        {"status": "assigned", "ruling": "60% 620, 40% -100"},
        {"status": "fouled"},
        *(nothing | {"status": status} for status in ("not_played", "late", "sit_out")),
    ]
    for revision, facts in enumerate(forms, 1):
        body = dataclasses.replace(LINES, lines=(line(revision=revision, **facts),))
        assert accepted.say(body)[0].refused == "", facts


def two_tables(*penalties: PenaltyPart) -> LinesBody:
    """Return the results of a board at two tables, where contestant 1 has these penalties."""
    people = [dataclasses.replace(samples.BO, people=(), label=label) for label in ("1", "2", "4", "5")]
    people[0] = dataclasses.replace(people[0], penalties=penalties)
    others = line(table="2", south="2", north="5", tricks=9, ns_score=-50)
    return LinesBody(tables=3, options={}, contestants=tuple(people), lines=(line(), others))


def won_by_1(event) -> Fraction:
    event_score(event_id=event.pk)
    return Fraction(EventPlace.objects.get(entrant__label="1", stratum="").won)


def test_a_penalty_of_another_servers_director_counts_until_it_is_withdrawn(event, accepted):
    accepted.say(two_tables(), number=5)
    assert won_by_1(event) == 2
    penalties = PenaltyPart(amount="25", unit="top"), PenaltyPart(amount="-5/2", unit="percent")
    accepted.say(two_tables(*penalties), number=7)
    assert won_by_1(event) == 2 - Fraction(1, 2) + Fraction(1, 20)
    accepted.say(two_tables(PenaltyPart(amount="50/1", unit="top")), number=6)  # came late
    assert won_by_1(event) == 2 - Fraction(1, 2) + Fraction(1, 20)
    accepted.say(two_tables(), number=8)
    assert won_by_1(event) == 2


def test_a_penalty_that_means_nothing_in_the_event_is_refused(event, accepted):
    assert "match points of the club" in refused(accepted, two_tables(PenaltyPart(amount="1", unit="points")))
    for amount in ("0", "0/7", "100001"):
        assert "not possible" in refused(accepted, two_tables(PenaltyPart(amount=amount, unit="top")))
    assert not EventLine.objects.exists()


def test_a_server_restored_from_a_backup_says_how_its_lines_are_now_and_the_log_tells_it(event, accepted):
    accepted.say(dataclasses.replace(LINES, lines=(line(revision=4, tricks=9, ns_score=-50),)), number=5)
    accepted.say(dataclasses.replace(LINES, lines=(line(revision=4, tricks=9, ns_score=-50),)), number=6)
    corrected = event.log.filter(action=EventAction.CORRECTED)
    assert not corrected.exists()
    assert accepted.say(dataclasses.replace(LINES, lines=(line(revision=1),)), number=7)[0].refused == ""
    assert EventLine.objects.get().ns_score == 420
    assert "restored from a backup" in corrected.get().subject
    accepted.say(dataclasses.replace(LINES, lines=(line(revision=2, tricks=11, ns_score=450),)), number=8)
    assert EventLine.objects.get().ns_score == 450
    assert corrected.count() == 1
