"""The questions put to people, their answers and choices, and what a stranger reads as a result."""

import itertools
import re

import pytest
from django.core.cache import cache
from django.db import DatabaseError, transaction
from django.test import Client

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import (
    CONSENT_QUESTIONS,
    AuditEntry,
    Consent,
    ConsentAnswer,
    ConsentWay,
    Membership,
    NamesFor,
    Person,
    ResultsFor,
    ShownAs,
)
from clubsite.clubs.services import club_create, person_add, token_make
from clubsite.core.refused import Refused
from clubsite.nights.models import ContestantPerson, TableBoard
from clubsite.privacy.names import A_PLAYER, hidden_people_in, initials, person_to_strangers
from clubsite.privacy.services import WORDS_VERSION, consent_say, consents_add, person_forget, readers_set, shown_set
from clubsite.rankings.models import Penalty
from clubsite.rankings.services.publications import publish
from clubsite.rankings.services.sweep import results_sweep
from clubsite.readers.visitor import Visitor
from clubsite.scores.models import ScoreEntry


@pytest.fixture
def zoe(club, cy):
    person = person_add(club=club, name="Zoe Quill", number="7")
    person.user = cy
    person.save()
    Membership.objects.create(club=club, user=cy)
    return person


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Ann Hill", "A. H."), ("ann hill", "A. H."), ("Jean-Luc Picard", "J.-L. P."), ("Ann", "A."),
        ("Māia O’Rourke (Jr)", "M. O. J."), ("Émile", "É."), ("- / ...", A_PLAYER), ("李 小龙", "李. 小."),
    ],
)  # fmt: skip
def test_initials(name, short):
    assert initials(name) == short


def test_a_club_begins_with_names_of_those_alone_who_agreed(dee):
    """Article 25(2) of the GDPR: by default, nobody's name is public before that person has been asked."""
    club = club_create(name="Harbour", slug="harbour", owner=dee)
    person = person_add(club=club, name="Zoe Quill")
    assert (club.names_for, club.results_for) == (NamesFor.AGREED, ResultsFor.EVERYBODY)
    assert person_to_strangers(person) == "Z. Q."
    consents_add(club=club, people=[person.pk], agreed=True, user=dee)
    person.refresh_from_db()
    assert person_to_strangers(person) == "Zoe Quill"


def test_no_choice_shows_a_stranger_more_than_the_club_or_the_person_allows(club, zoe):
    zoe.nickname = "Foxglove"
    every = itertools.product(NamesFor, ShownAs, (None, True, False))
    for club.names_for, zoe.shown_as, zoe.agreed in every:
        read = person_to_strangers(zoe)
        assert (read == "Zoe Quill") == (
            zoe.shown_as == ShownAs.CLUB
            and (club.names_for, zoe.agreed)
            in {(NamesFor.NAMES, None), (NamesFor.NAMES, True), (NamesFor.AGREED, True)}
        )
        assert Visitor.as_member().at(club).called_person(zoe) == "Zoe Quill"


def test_consent_is_kept_with_its_words_and_taken_back(club, zoe, cy, dee):
    consents_add(club=club, people=[zoe.pk], agreed=True, user=dee)
    consent_say(person=zoe, agreed=True, user=cy)  # the same answer again: no second line
    consent_say(person=zoe, agreed=False, user=cy)
    consents = [(row.answer, row.way, row.words, row.user) for row in Consent.objects.order_by("pk")]
    assert consents == [
        (ConsentAnswer.YES, ConsentWay.DIRECTOR, WORDS_VERSION, dee),
        (ConsentAnswer.NO, ConsentWay.SELF, WORDS_VERSION, cy),
    ]
    zoe.refresh_from_db()
    assert zoe.agreed is False and person_to_strangers(zoe) == "Z. Q."
    assert AuditEntry.objects.filter(action=AuditAction.CONSENT_REFUSED, subject="Zoe Quill").count() == 1
    assert {"2026-11", WORDS_VERSION} <= set(CONSENT_QUESTIONS), "an answer is kept with the words that were asked"


@pytest.mark.parametrize("act", ["update", "delete"])
def test_what_was_said_is_never_changed(club, zoe, dee, act):
    consents_add(club=club, people=[zoe.pk], agreed=True, user=dee)
    with pytest.raises(DatabaseError), transaction.atomic():
        Consent.objects.update(answer="no") if act == "update" else Consent.objects.all()._raw_delete("default")


def test_a_director_notes_nothing_of_another_club_s_people(club, zoe, cy):
    other = club_create(name="Harbour", slug="harbour", owner=cy)
    assert consents_add(club=other, people=[zoe.pk], agreed=True, user=cy) == 0
    assert not Consent.objects.exists()


def test_a_nickname_is_nobody_else_s_name(club, zoe, cy):
    person_add(club=club, name="Bo")
    for wrong, message in (("bo", "Somebody else"), ("Ann & Bo", "no &"), ("Ann / Bo", "no &"), ("  ", "Type the")):
        with pytest.raises(Refused, match=message):
            shown_set(person=zoe, shown_as="nickname", nickname=wrong, user=cy)
    kept = shown_set(person=zoe, shown_as="nickname", nickname=" Fox  glove ", user=cy)
    assert (kept.nickname, person_to_strangers(kept)) == ("Fox glove", "Fox glove")


def test_who_is_forgotten_takes_choices_along_and_is_asked_no_more(club, zoe, cy, dee):
    shown_set(person=zoe, shown_as="nickname", nickname="Foxglove", user=cy)
    consent_say(person=zoe, agreed=True, user=cy)
    person_forget(person=zoe, user=dee)
    zoe.refresh_from_db()
    assert (zoe.name, zoe.nickname, zoe.shown_as, zoe.agreed) == ("A former player", "", ShownAs.CLUB, None)
    assert person_to_strangers(zoe) == "A former player"
    assert consents_add(club=club, people=[zoe.pk], agreed=True, user=dee) == 0
    with pytest.raises(Refused, match="given up for good"):
        consent_say(person=zoe, agreed=True, user=cy)
    with pytest.raises(Refused, match="given up for good"):
        shown_set(person=zoe, shown_as="club", nickname="", user=cy)


def test_a_director_says_who_reads_results(club, dee, cy, client):
    page = "/clubs/lantern/privacy/settings/"
    client.force_login(cy)
    assert client.post(page, {"results_for": "members", "names_for": "names"}).status_code == 404
    client.force_login(dee)
    assert client.post(page, {"results_for": "some", "names_for": "names"}).status_code == 422
    assert client.post(page, {"results_for": "members", "names_for": "initials"}).status_code == 302
    club.refresh_from_db()
    assert (club.results_for, club.names_for) == (ResultsFor.MEMBERS, NamesFor.INITIALS)
    line = AuditEntry.objects.get(action=AuditAction.READERS_SET)
    assert line.detail == {"results_for": "members", "names_for": "initials"}
    assert not readers_set(club=club, results_for="members", names_for="initials", user=dee)
    assert "members only" in Client().get("/clubs/lantern/privacy/").text


def test_a_director_notes_paper_of_many_at_once_and_with_a_new_member(club, director):
    director.post("/clubs/lantern/people/", {"name": "Una Vale", "number": "", "agreed": "yes"})
    director.post("/clubs/lantern/people/", {"name": "Wim Xu", "number": "", "agreed": ""})
    assert dict(Person.objects.values_list("name", "agreed")) == {"Una Vale": True, "Wim Xu": None}
    page = "/clubs/lantern/people/names/"
    assert "Tick the names first." in director.post(page, {"agreed": "yes"}).text
    people = list(Person.objects.values_list("pk", flat=True))
    director.post(page, {"agreed": "no", "people": people})
    assert set(Person.objects.values_list("agreed", flat=True)) == {False}
    assert Consent.objects.count() == 3


def test_the_person_s_own_page_asks_shows_and_keeps(club, zoe, client, cy):
    page = "/account/about-me/"
    assert Client().get(page).status_code == 302
    client.force_login(cy)
    text = client.get(page).text
    assert "Zoe Quill" in text and CONSENT_QUESTIONS[WORDS_VERSION] in text.replace("&#x27;", "'")
    mine = {"person": zoe.pk}
    refused = client.post(page, {**mine, "act": "shown", "shown_as": "nickname", "nickname": ""})
    assert refused.status_code == 422 and "Type the nickname." in refused.text
    client.post(page, {**mine, "act": "shown", "shown_as": "hidden", "nickname": ""})
    client.post(page, {**mine, "act": "agreed", "agreed": "yes"})
    zoe.refresh_from_db()
    assert (zoe.shown_as, zoe.agreed) == (ShownAs.HIDDEN, True)
    other = person_add(club=club, name="Bo")
    assert client.post(page, {"person": other.pk, "act": "agreed", "agreed": "yes"}).status_code == 404
    assert client.post(page, {**mine, "act": "nothing"}).status_code == 404


FOUR_HEARTS = {"status": "played", "level": "4", "strain": "H", "declarer": "S", "tricks": "9", "go": "save"}
NAMES_ONE = "Łucja Wraxhall’s card was read wrong"
SAID = "is not shown by name to people outside the club"


@pytest.fixture
def hidden(published_night, club):
    """A player whose name is hidden from strangers, and Flo, whose name is not."""
    club.names_for = NamesFor.NAMES
    club.save()
    person = ContestantPerson.objects.get(contestant=published_night.contestant(1)).person
    person.name, person.shown_as = "Łucja Wraxhall", ShownAs.HIDDEN
    person.save()
    return person


@pytest.fixture
def at(published_night, hidden):
    return f"/director/{published_night.session.public_id}/"


def line() -> TableBoard:
    return TableBoard.objects.earliest("pk")


@pytest.mark.parametrize(
    ("text", "is_named"),
    [
        ("lucja misread it", True), ("WRAXHALL, and the other", True), ("Wraxhall's trick", True),
        ("Flo misread it", False), ("Wraxhallian", False), ("North and South agree", False), ("", False),
    ],
)  # fmt: skip
def test_whole_words_of_hidden_names_are_found_however_they_are_written(hidden, club, text, is_named):
    assert [person for person, _ in hidden_people_in(club, text)] == [hidden] * is_named


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"why": "wraxhall misread it"}, "“wraxhall” is a name of Łucja Wraxhall, who is not shown by name"),
        ({"why": "Łucja Wraxhall misread it"}, f"Łucja Wraxhall {SAID}."),
        ({"why": "Wraxhall again", "named": NAMES_ONE}, "“Wraxhall” is a name of Łucja Wraxhall"),
    ],
    ids=["part of a name", "a whole name", "another text than was meant"],
)
def test_the_warning_stands_at_the_field_where_the_page_opens(director, at, sent, sentence):
    page = director.post(f"{at}score/{line().pk}/", FOUR_HEARTS | sent).text
    field = re.search(r'<input [^>]*id="id_why"[^>]*>', page)[0]
    assert "autofocus" in field and 'aria-invalid="true"' in field
    assert re.search(r'aria-describedby="[^"]*\bid_why_error"', field)
    assert f'id="id_why_error"><li>{sentence}' in page


def test_a_correction_with_a_hidden_name_is_warned_about_and_strangers_read_its_code(
    director, at, published_night, dee, client
):
    before = ScoreEntry.objects.count()
    sent = {**FOUR_HEARTS, "why": NAMES_ONE, "reason": "board"}
    warned = director.post(f"{at}score/{line().pk}/", sent)
    assert SAID in warned.text and ScoreEntry.objects.count() == before
    meant = {"named": warned.context["sheet"].data["why"]}
    assert director.post(f"{at}score/{line().pk}/", {**sent, **meant}).status_code == 302
    assert ScoreEntry.objects.latest("pk").why == NAMES_ONE
    results_sweep()
    publish(published_night.session, dee)
    cache.clear()
    log = f"/results/{published_night.session.public_id}/corrections/"
    outside, inside = client.get(log).text, director.get(log).text
    assert "Wrong board" in outside and "Wraxhall" not in outside
    assert "Wrong board" in inside and NAMES_ONE in inside


def test_the_reason_on_a_paper_traveller_and_of_a_penalty_is_looked_at_too(director, at, published_night):
    row = line()
    penalty = {"contestant": published_night.contestant(2).pk, "amount": "10", "unit": "top"}
    for url, start, sent, kept, why in (
        (f"paper/{row.board.number}/", "", {f"line-{row.pk}": "4hs-1"}, ScoreEntry, "Wraxhall said so"),
        ("scoring/", "penalty-", {"penalty": "1"} | {f"penalty-{k}": v for k, v in penalty.items()}, Penalty,
         "As Łucja told"),
    ):  # fmt: skip
        before, sent = kept.objects.count(), {**sent, f"{start}why": why}
        warned = " ".join(director.post(f"{at}{url}", sent).text.split())
        assert SAID in warned and f'name="{start}named" value="{why}"' in warned
        assert kept.objects.count() == before
        director.post(f"{at}{url}", {**sent, f"{start}named": why})
        assert kept.objects.count() == before + 1 and kept.objects.latest("pk").why == why


def test_a_program_is_refused_until_it_confirms(hidden, published_night, club, dee):
    secret = token_make(club=club, user=dee, name="Scores", write=True)[1]
    program = Client(headers={"Authorization": f"Bearer {secret}"})
    url = f"/api/v1/nights/{published_night.session.public_id}/scores/{line().pk}/"
    score = {"contract": "4H", "declarer": "S", "tricks": 9, "why": NAMES_ONE, "reason": "typing"}
    refused = program.put(url, score, content_type="application/json")
    assert refused.status_code == 422 and SAID in str(refused.json())
    assert program.put(url, {**score, "names_meant": True}, content_type="application/json").status_code == 200
    assert ScoreEntry.objects.latest("pk").why == NAMES_ONE
