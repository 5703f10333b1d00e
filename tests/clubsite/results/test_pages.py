"""The results pages for members."""

import json
import re

import pytest

from clubsite.clubs.models import Club, Person
from clubsite.clubs.services import club_create
from clubsite.nights.models import TableBoard
from clubsite.rankings.services.publications import publish
from clubsite.rankings.services.settings import scoring_set
from clubsite.rankings.services.sweep import results_sweep
from clubsite.results.selectors.boards import strip_of
from tests.kit.dealt import dealt
from tests.kit.nights import end_and_publish
from tests.kit.pages import text_of
from tests.kit.typed_scores import enter_score


def test_pages_of_a_published_night(published_night, client):
    night = f"/results/{published_night.session.public_id}/"
    south, north = text_of(client, night).split("South players", 1)[1].split("North players", 1)
    assert re.search(r"1 Bo 12 100\.00 2 Flo 6 50\.00 3 Gus 0 0\.00", south) and "1= Ann 6 50.00" in north
    card = text_of(client, f"{night}player/4/")
    assert card.count("to South") == 2 and "0 to both" in card and "Passed out" in card
    assert "6 of 12 match points" in card
    assert "Tuesday, 6 players, 3 boards" in text_of(client, "/clubs/lantern/results/")
    home = text_of(client, "/")  # the only club's own page
    assert "Bridge for two" in home and "1 Bo 100.00" in home


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


@pytest.mark.parametrize("page", ["board/9/", "player/9/", "board/1/replay/999/", "board/1/replay/1x/"])
def test_what_is_not_there_is_404(published_night, client, page):
    assert client.get(f"/results/{published_night.session.public_id}/{page}").status_code == 404


def test_names_are_text(published_night, client):
    Person.objects.filter(name="Bo").update(name="<script>alert(1)</script>")
    for page in ("", "player/1/", "board/1/", "player/4/"):
        body = client.get(f"/results/{published_night.session.public_id}/{page}").text
        assert "<script>alert" not in body and "&lt;script&gt;alert" in body


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
    cards = [one["card"] for trick in data["tricks"] for one in trick["cards"]]
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


def test_a_night_in_play_can_be_joined_from_the_home_page(night, client):
    text = text_of(client, "/clubs/lantern/")
    assert "Join tonight" in text and "1 of 3" in text
    assert TableBoard.objects.first().table.code not in text


def test_tonight_counts_the_boards_of_the_movement_not_of_the_set(make_night, client):
    night = make_night(boards_per_round=2)
    spare = night.section.board_set.boards.order_by("-number").first()
    spare.pk, spare.number = None, spare.number + 1
    spare.save(force_insert=True)
    assert night.section.board_set.boards.count() == 7
    assert "Boards 6" in text_of(client, "/clubs/lantern/")


def test_a_small_field_has_a_place_for_each_score_a_large_one_for_each_figure():
    assert [cell.count for cell in strip_of([(90, False), (90, True), (0, False)])] == [1, 1, 1]
    cells = strip_of([(620, False)] * 9 + [(170, False), (170, True)] + [(-100, False)] * 19)
    found = [(cell.score, cell.count, cell.you) for cell in cells]
    assert found == [(620, 9, False), (170, 2, True), (-100, 19, False)]
