"""A board of a published night is played at home against the perfect robot, and placed in that night's field."""

import pytest
from django.test import Client

from clubsite.analysis.services.solving import scorer
from clubsite.clubs.models import Club
from clubsite.clubs.name_choices import ResultsFor
from clubsite.lounge.models import HomeMatch
from clubsite.lounge.services.matches import match_again
from clubsite.rankings.services.publications import unpublish
from games.turned import turned_setup
from games.wording import ordinal, signed
from tests.clubsite.lounge.homes import play_deal, ticket_of

FIELD = (120, 90, 0)  # of every board of `published_night`


def address(night, player: str = "S", key: str = "1") -> str:
    return f"/play/board/{night.session.public_id}/{key}/{player}/"


def opened(client, night, player: str = "S") -> HomeMatch:
    answer = client.post(address(night, player))
    assert answer.status_code == 302
    return HomeMatch.objects.latest("pk")


def sheet(client, match: HomeMatch) -> str:
    return " ".join(client.get(f"/play/match/{match.public_id}/").text.split())


def test_the_page_of_a_board_has_a_button_for_each_seat(published_night, client):
    page = client.get(f"/results/{published_night.session.public_id}/board/1/").text
    assert "Play this board yourself" in page and "you know its cards" not in page
    assert all(f'action="{address(published_night, player)}"' in page for player in "SN")


@pytest.mark.parametrize("player", ["S", "N"])
def test_it_has_the_nights_cards_and_the_result_gets_a_place(published_night, client, player):
    match = opened(client, published_night, player)
    board, play = match.club_board, match.room.plays.get()
    assert board is not None and match.strength == "perfect"
    setup = board.setup()
    assert play.setup == (setup if player == "S" else turned_setup(setup))
    assert "would have been" not in sheet(client, match), "the deal is not over"
    last = play_deal(match, ticket_of(match.seats.get(player="S")))
    play.refresh_from_db()
    points = scorer(play.setup["vul"])(*(play.outcome[name] for name in ("contract", "declarer", "tricks")))
    others = [score if player == "S" else -score for score in FIELD]
    place = ordinal(1 + sum(score > points for score in others)) + (" equal" if points in others else "")
    page = sheet(client, match)
    assert f"<b>{signed(points)}</b> would have been <b>{place} of 4</b>" in page
    share = sum(2 if points > score else points == score for score in others) * 100 / 6
    assert f"{share:.2f}" in page and "It counts in no result of the club" in page
    assert last["table"]["result"]["score_text"] == "Your place in the field is on the score sheet"
    ranking = client.get(f"/results/{published_night.session.public_id}/").text
    assert "You" not in ranking.split("<tbody>")[1].split("</tbody>")[0], "it is outside the results"


def test_it_is_played_again_from_the_first_call(published_night, client):
    match = opened(client, published_night)
    play_deal(match, ticket_of(match.seats.get(player="S")))
    again = match_again(match=HomeMatch.objects.get(pk=match.pk))
    assert (again.club_board, again.position) == (match.club_board, match.position)
    assert again.room.plays.get().setup == match.room.plays.get().setup


def test_the_place_is_shown_as_long_as_the_results_are(published_night, dee, client):
    match = opened(client, published_night)
    play_deal(match, ticket_of(match.seats.get(player="S")))
    club = Club.objects.filter(pk=published_night.session.club_id)
    club.update(results_for=ResultsFor.MEMBERS)
    assert "would have been" not in sheet(client, match)
    club.update(results_for=ResultsFor.EVERYBODY)
    assert "would have been" in sheet(client, match)
    unpublish(published_night.session, dee)
    assert "would have been" not in sheet(client, match)


def test_there_is_no_board_before_the_results_are_published_or_where_there_is_none(scored_night, client):
    assert client.post(address(scored_night)).status_code == 404
    assert not HomeMatch.objects.exists()


def test_wrong_boards_seats_and_methods_open_no_table(published_night, client):
    for wrong in (address(published_night, "E"), address(published_night, key="99"), address(published_night, "s")):
        assert client.post(wrong).status_code == 404
    assert client.get(address(published_night)).status_code == 405
    Club.objects.update(results_for=ResultsFor.MEMBERS)
    assert Client().post(address(published_night)).status_code != 302
    assert not HomeMatch.objects.exists()
