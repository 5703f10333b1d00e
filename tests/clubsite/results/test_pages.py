"""The results pages for members."""

import gzip
import json
import re
from dataclasses import replace
from fractions import Fraction

import pytest
from django.core.cache import cache
from django.http import Http404
from django.test import Client

from clubsite.clubs.models import Club, Person
from clubsite.clubs.services import club_create
from clubsite.nights.models import ContestantPerson, Session, TableBoard
from clubsite.nights.selectors.sessions import session_by_id, session_for
from clubsite.play.models import SeatTicket
from clubsite.rankings.selectors.published import published_or_404
from clubsite.rankings.services.publications import publish, unpublish
from clubsite.rankings.services.settings import scoring_set
from clubsite.rankings.services.sweep import results_sweep
from clubsite.readers.services import device_person_set
from clubsite.readers.visitor import Visitor
from clubsite.results.selectors import ranking
from clubsite.results.selectors.boards import strip_of
from clubsite.results.selectors.ranking import ranking_page
from clubsite.season.services.series import series_begin, series_sessions_set
from clubsite.season.services.standings import ladder_save, points_save
from tests.clubsite.listeners import nobody_listens
from tests.clubsite.season.seasons import MakeNight, people, published  # noqa: F401
from tests.kit.dealt import dealt
from tests.kit.nights import end_and_publish
from tests.kit.pages import text_of
from tests.kit.typed_scores import enter_score
from tests.needs import compiled_solver
from tests.on_page import has_word


def test_pages_of_a_published_night_have_its_figures_and_names_are_text(published_night, client):
    night = f"/results/{published_night.session.public_id}/"
    south, north = text_of(client, night).split("South players", 1)[1].split("North players", 1)
    assert re.search(r"1 Bo 12 100\.00 2 Flo 6 50\.00 3 Gus 0 0\.00", south) and "1= Ann 6 50.00" in north
    card = text_of(client, f"{night}player/4/")
    assert card.count("to South") == 2 and "0 to both" in card and "Passed out" in card
    assert "6 of 12 match points" in card
    assert "Tuesday, 6 players, 3 boards" in text_of(client, "/clubs/lantern/results/")
    home = text_of(client, "/")  # the only club's own page
    assert "Bridge for two" in home and "1 Bo 100.00" in home
    Person.objects.filter(name="Bo").update(name="<script>alert(1)</script>")
    for page in ("", "player/1/", "board/1/", "player/4/"):
        body = client.get(f"/results/{published_night.session.public_id}/{page}").text
        assert "<script>alert" not in body and "&lt;script&gt;alert" in body


def test_a_board_shows_the_deal_as_it_lay_solo_3(published_night, client):
    board = published_night.section.board_set.boards.get(number=1)
    body = client.get(f"/results/{published_night.session.public_id}/board/1/").text
    sequences = re.findall(r'<ol class="seq".*?</ol>', body, flags=re.S)
    for shown, written in zip(sequences, (dealt(board).west, dealt(board).east), strict=True):
        ranks = re.findall(r"<b[^>]*>([^<]+)</b>", shown)
        assert ranks == [card[1].replace("T", "10") for card in written.split()]


def test_a_board_by_butler_says_its_datum_and_what_counts_in_it(scored_night, dee, client):
    scoring_set(session=scored_night.session, values={"method": "butler"}, user=dee)
    first = TableBoard.objects.get(round__section=scored_night.section, board__number=1, ns__number=1)
    enter_score(first, dee, status="assigned", artificial="620", why="Law 12C1")
    end_and_publish(scored_night.session, dee)
    night = f"/results/{scored_night.session.public_id}/"
    # 620 (assigned), 90 and 0: without the highest and the lowest it is 90.
    text = text_of(client, f"{night}board/1/")
    assert "Datum: +90 to South . IMPs are for the difference from it." in text
    assert "without the highest and the lowest. An assigned score counts in it" in text
    scoring_set(session=scored_night.session, values={}, user=dee)
    publish(scored_night.session, dee)
    assert "Datum" not in text_of(client, f"{night}board/1/")


def test_level_scores_stand_in_the_order_of_their_tables(published_night):
    page = published_or_404(published_night.session.public_id)
    line = replace(page.boards[0].lines[0], table=10)
    before = replace(line, table=2)
    assert sorted([line, before], key=lambda score: score.best_first) == [before, line]


@pytest.mark.parametrize("page", ["board/9/", "player/9/", "board/1/replay/999/", "board/1/replay/1x/"])
def test_what_is_not_there_is_404(published_night, client, page):
    assert client.get(f"/results/{published_night.session.public_id}/{page}").status_code == 404


def test_a_live_play_can_be_replayed_card_by_card(night, dee, open_boards, play_out, client):
    row = open_boards()[0]
    play = play_out(row)
    results_sweep()
    url = f"/results/{night.session.public_id}/board/{row.board.number}/replay/{row.pk}/"
    assert client.get(url).status_code == 404
    end_and_publish(night.session, dee)
    body = client.get(url).text
    data = json.loads(re.search(r'id="replay-data" type="application/json">(.*?)</script>', body, re.S)[1])
    assert data["hands"]["E"] == dealt(row.board).east.split()
    cards = [card["card"] for trick in data["tricks"] for card in trick["cards"]]
    assert len(cards) == len(set(cards)) == 52 or data["outcome"]["claimed"]
    assert data["outcome"] == play.outcome
    api = f"/api/v1/sessions/{night.session.public_id}/boards/{row.board.number}/plays/{row.pk}/"
    assert client.get(api).json()["play"] == data


def test_several_clubs_are_a_choice_and_none_says_what_to_do(client, dee):
    assert "There is no club here yet" in text_of(client, "/")
    club_create(name="Lantern Street", slug="lantern", owner=dee)
    Club.objects.create(name="Second", slug="second")
    assert "Choose your club" in text_of(client, "/")
    assert "The first results appear here" in text_of(client, "/clubs/second/")
    assert "No results yet" in text_of(client, "/clubs/second/results/")
    assert client.get("/clubs/none/").status_code == 404


def test_a_night_in_play_can_be_joined_from_the_home_page(make_night, client):
    night = make_night(boards_per_round=2)
    spare = night.section.board_set.boards.order_by("-number").first()
    spare.pk, spare.number = None, spare.number + 1
    spare.save(force_insert=True)
    text = text_of(client, "/clubs/lantern/")
    assert "Join tonight" in text and "1 of 3" in text and "Boards 6" in text, "of the movement, not of the set"
    assert TableBoard.objects.first().table.code not in text


def test_a_small_field_has_a_place_for_each_score_a_large_one_for_each_figure():
    assert [cell.count for cell in strip_of([(90, False), (90, True), (0, False)])] == [1, 1, 1]
    cells = strip_of([(620, False)] * 9 + [(170, False), (170, True)] + [(-100, False)] * 19)
    facts = [(cell.score, cell.count, cell.you) for cell in cells]
    assert facts == [(620, 9, False), (170, 2, True), (-100, 19, False)]


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
    session = published_night.session
    ladder_save(club=club, user=dee, rules={"minimum": 1}, since=session.date)
    points_save(club=club, user=dee, scheme="abf_club_e", since=session.date)
    return session


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


def test_withdrawn_results_are_not_served_from_what_a_browser_kept_and_other_pages_are(session, dee, client):
    at = f"/results/{session.public_id}/"
    known = client.get(at)["ETag"]
    unpublish(session, dee)
    assert client.get(at, headers={"If-None-Match": known}).status_code == 404
    for at in ("/learn/", "/robots.txt"):  # without a word in their views
        known = Client().get(at)["ETag"]
        assert Client().get(at, headers={"If-None-Match": known}).status_code == 304, at


@pytest.mark.parametrize("page", ["/director/{}/", "/account/", "/lounge/", "/learn/", "/login/"])
def test_pages_of_forms_are_compressed_too_and_have_another_token_each_time(session, director, page):
    """Because the token changes, the length of the answers reveals nothing about the token (BREACH)."""
    answers = [
        director.get(page.format(session.public_id), headers={"Accept-Encoding": "gzip"}, follow=True) for _ in range(2)
    ]
    assert {answer["Content-Encoding"] for answer in answers} == {"gzip"}
    tokens = [re.findall(rb'csrfmiddlewaretoken" value="(\w+)"', gzip.decompress(answer.content)) for answer in answers]
    assert tokens[0] and not set(tokens[0]) & set(tokens[1])


FEW = 12
NIGHTS_SAT = 17


@pytest.fixture
def sat(valued_night):
    """A device that has often taken the seat of number 1, and whose user has said who they are."""
    contestant = valued_night.contestant(1)
    ticket = SeatTicket.objects.get(seat=contestant.pk, revoked_at=None)
    for number in range(NIGHTS_SAT):
        before = SeatTicket.objects.get(pk=ticket.pk)
        before.pk, before.public_id, before.revoked_at = None, f"before{number}", before.created_at
        before.save()
    person = ContestantPerson.objects.get(contestant=contestant).person
    device_person_set(device=ticket.device, person=person)
    client = Client()
    client.cookies["device"] = f"device of {contestant.pk}"
    return client


@compiled_solver
def test_the_own_card_and_the_season_ask_few_questions(valued_night, sat, dee, django_assert_max_num_queries):
    session = valued_night.session
    cache.clear()
    with django_assert_max_num_queries(FEW + 1):  # the hand of the night is found, and then kept
        assert "The hand of the night" in sat.get(f"/results/{session.public_id}/player/1/").text
    rules = {"sessions": 3, "best": 2, "minimum": 1, "substitutes": 1}
    series = series_begin(club=session.club, user=dee, name="Autumn", rules=rules)
    series_sessions_set(series=series, chosen={1: session.pk, 2: None, 3: None}, user=dee)
    ladder_save(club=session.club, user=dee, rules={}, since=session.date)
    points_save(club=session.club, user=dee, scheme="abf_club_e", since=session.date)
    with django_assert_max_num_queries(FEW):
        body = sat.get(f"/clubs/{session.club.slug}/season/").text
    assert "Autumn" in body and "The ladder" in body and "Master points" in body


LIST = "/clubs/lantern/results/"


def moved(session: Session, year: int) -> Session:
    session.date = session.date.replace(year=year)
    session.save(update_fields=["date"])
    session.published.date = session.date
    session.published.save(update_fields=["date"])
    return session


def test_a_page_has_a_year_and_leads_to_the_others(published, dee, client):  # noqa: F811
    moved(published(6, Ada=60, Ben=40), 2024)
    latest = published(13, Cas=55, Dot=45)
    page = client.get(LIST).text
    assert "Cas" in page and not has_word(page, "Ada") and 'href="?year=2024"' in page
    before = client.get(LIST, {"year": "2024"}).text
    assert "Ada" in before and not has_word(before, "Cas")
    for nothing in ("2025", "x", "-1", "99999999999999999999", "²"):
        assert client.get(LIST, {"year": nothing}).status_code == 404
    unpublish(latest, dee)
    only = client.get(LIST).text
    assert "Ada" in only and "?year=" not in only, "one year needs no choice"


WRONG = ["x\0", "\0", "../x", "x y", "😀\0", "' or 1=1 --"]
ADDRESSES = ["/results/{}/", "/results/{}/boards/", "/results/{}/board/1/", "/api/v1/sessions/{}/"]


@pytest.mark.parametrize("public_id", WRONG)
def test_an_id_that_none_can_be_does_not_reach_the_database(public_id, dee, django_assert_num_queries):
    with django_assert_num_queries(0):
        for ask in (published_or_404, session_by_id, lambda text: session_for(dee, text)):
            with pytest.raises(Http404):
                ask(public_id)


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("part", ["x%00", "%ED%A0%80", "%F0%9F%98%80", "9" * 3000])
def test_strange_addresses_are_404(client, address, part):
    assert client.get(address.format(part)).status_code == 404


def test_huge_numbers_in_an_address_are_404(night, director):
    at = f"/director/{night.session.public_id}"
    for huge in ("9" * 25, "9" * 5000):
        for path in (f"/score/{huge}/", f"/table/{huge}/", f"/board/{huge}/", f"/table/{huge}/name/S/"):
            assert director.get(at + path).status_code == 404


@pytest.fixture
def uneven_night(night, dee, open_boards, on_commit):
    for number in range(3):
        with nobody_listens(), on_commit():
            for row in open_boards():
                tricks = 5 + (row.ns.number + 2 * number) % 3
                enter_score(row, dee, contract="1N", declarer="S", tricks=tricks)
    results_sweep()
    end_and_publish(night.session, dee)
    return night


def test_each_band_lies_about_its_percentage_and_a_reader_turns_them_on_and_off(uneven_night, client, monkeypatch):
    night = published_or_404(uneven_night.session.public_id, Visitor.as_member())
    page = ranking_page(night, luck=True)
    assert page.luck is not None and page.luck.boards == 3
    for row, _, (low, high) in (row for _, rows in page.tables for row in rows):
        assert 0 <= low <= row.percentage <= high <= 100
    assert ranking_page(night).luck is None
    address = f"/results/{uneven_night.session.public_id}/"
    plain = client.get(address).text
    assert "play worth" not in plain and 'href="?luck=1#luck"' in plain
    body = text_of(client, f"{address}?luck=1")
    assert body.count("play worth") == 6
    assert "what the play was worth lies here, 95 times of 100" in body and "the rest is play" not in body
    assert "of 100 such nights" in body and "Without the bands" in body
    monkeypatch.setattr(ranking, "_shares", lambda night, contestant: [Fraction(60)])
    body = text_of(client, f"{address}?luck=1")
    assert "How much of this night is luck cannot be said" in body and "play worth" not in body, "too few boards"
