"""Every page is compressed. A page that is requested again is sent only if it has changed."""

import gzip
import re

import pytest

from clubsite.clubs.models import Person
from clubsite.rankings.services.publications import unpublish
from clubsite.season.services.standings import ladder_save, points_save

PAGES = (
    "/ /clubs/lantern/ /clubs/lantern/results/ /clubs/lantern/season/ /clubs/lantern/ladder/ "
    "/clubs/lantern/points/ /results/{}/ /results/{}/boards/ /results/{}/board/1/ "
    "/results/{}/player/1/ /results/{}/hands/ /results/{}/files/ "
    "/results/{}/files/results.xml /api/v1/clubs/lantern/sessions/ "
    "/api/v1/clubs/lantern/ladder/ /api/v1/clubs/lantern/points/ "
    "/api/v1/clubs/lantern/awards/ /api/v1/sessions/{}/ranking/"
).split()

WITHOUT_NAMES = "/results/{}/boards/ /results/{}/hands/ /results/{}/files/ /api/v1/clubs/lantern/sessions/".split()


@pytest.fixture
def session(published_night, club, dee):
    found = published_night.session
    ladder_save(club=club, user=dee, rules={"minimum": 1}, since=found.date)
    points_save(club=club, user=dee, scheme="abf_club_e", since=found.date)
    return found


@pytest.mark.parametrize("page", PAGES)
def test_the_same_again_is_304_compressed_or_not_and_what_changed_is_sent(session, client, page):
    at = page.format(session.public_id)
    first = client.get(at)
    assert first.status_code == 200 and "no-cache" in first["Cache-Control"]
    again = client.get(at, headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304 and not again.content
    packed = client.get(at, headers={"Accept-Encoding": "gzip"})
    if len(first.content) < 200:  # too small to gain anything
        assert "Content-Encoding" not in packed
    else:
        assert packed["Content-Encoding"] == "gzip" and "Accept-Encoding" in packed["Vary"]
        assert gzip.decompress(packed.content) == first.content and len(packed.content) < len(first.content)
        again = client.get(at, headers={"Accept-Encoding": "gzip", "If-None-Match": packed["ETag"]})
        assert again.status_code == 304
    Person.objects.update(name="Zebedee")
    changed = client.get(at, headers={"If-None-Match": first["ETag"]})
    wanted = (304, False) if page in WITHOUT_NAMES else (200, True)
    assert (changed.status_code, b"Zebedee" in changed.content) == wanted


def test_withdrawn_results_are_not_served_from_what_a_browser_kept(session, dee, client):
    at = f"/results/{session.public_id}/"
    known = client.get(at)["ETag"]
    unpublish(session, dee)
    assert client.get(at, headers={"If-None-Match": known}).status_code == 404


def test_a_page_of_somebody_signed_in_is_no_answer_for_anybody_else(session, dee, client):
    at = "/clubs/lantern/results/"
    known = client.get(at)["ETag"]
    client.force_login(dee)
    answer = client.get(at, headers={"If-None-Match": known})
    assert answer.status_code == 200 and "Cookie" in answer["Vary"] and "private" in answer["Cache-Control"]


@pytest.mark.parametrize("page", ["/director/{}/", "/account/", "/lounge/", "/learn/", "/login/"])
def test_pages_of_forms_are_compressed_too_and_have_another_token_each_time(session, director, page):
    """Because the token changes, the length of the answers reveals nothing about the token (BREACH)."""
    answers = [
        director.get(page.format(session.public_id), headers={"Accept-Encoding": "gzip"}, follow=True) for _ in range(2)
    ]
    assert {answer["Content-Encoding"] for answer in answers} == {"gzip"}
    tokens = [re.findall(rb'csrfmiddlewaretoken" value="(\w+)"', gzip.decompress(one.content)) for one in answers]
    assert tokens[0] and not set(tokens[0]) & set(tokens[1])


def test_a_page_without_forms_answers_304_without_a_word_in_its_view(client, db):
    for at in ("/learn/", "/robots.txt"):
        first = client.get(at)
        assert client.get(at, headers={"If-None-Match": first["ETag"]}).status_code == 304, at
