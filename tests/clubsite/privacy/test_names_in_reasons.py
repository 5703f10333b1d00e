"""A director's reason names a person: the field warns the director, and strangers see a code instead of the name."""

import re

import pytest
from django.core.cache import cache
from django.test import Client

from clubsite.clubs.models import NamesFor, ShownAs
from clubsite.clubs.services import token_make
from clubsite.nights.models import ContestantPerson, TableBoard
from clubsite.privacy.names import hidden_people_in
from clubsite.rankings.models import Penalty
from clubsite.rankings.services.publications import publish
from clubsite.rankings.services.sweep import results_sweep
from clubsite.scores.models import ScoreEntry

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
    ("text", "found"),
    [
        ("lucja misread it", True), ("WRAXHALL, and the other", True), ("Wraxhall's trick", True),
        ("Flo misread it", False), ("Wraxhallian", False), ("North and South agree", False), ("", False),
    ],
)  # fmt: skip
def test_whole_words_of_hidden_names_are_found_however_they_are_written(hidden, club, text, found):
    assert [person for person, _ in hidden_people_in(club, text)] == [hidden] * found


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"why": "wraxhall misread it"}, "“wraxhall” is a name of Łucja Wraxhall, who is not shown by name"),
        ({"why": "Łucja Wraxhall misread it"}, f"Łucja Wraxhall {SAID}."),
        ({"why": "Wraxhall again", "named": NAMES_ONE}, "“Wraxhall” is a name of Łucja Wraxhall"),
    ],
    ids=["part of a name", "a whole name", "another text than was meant"],
)
def test_the_warning_stands_at_the_field_where_the_page_opens(director, at, sent, said):
    page = director.post(f"{at}score/{line().pk}/", FOUR_HEARTS | sent).text
    field = re.search(r'<input [^>]*id="id_why"[^>]*>', page)[0]
    assert "autofocus" in field and 'aria-invalid="true"' in field
    assert re.search(r'aria-describedby="[^"]*\bid_why_error"', field)
    assert f'id="id_why_error"><li>{said}' in page


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
