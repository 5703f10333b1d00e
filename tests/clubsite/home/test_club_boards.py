"""A board of a published night is played at home against the perfect robot, and placed in that night's field."""

from dataclasses import replace

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from clubsite.clubs.models import Club, ResultsFor
from clubsite.home.models import HomeMatch
from clubsite.home.services.matches import deal_finished, match_again
from clubsite.nights.models import Board, Session
from clubsite.nights.services.boards import boards_import
from clubsite.play.models import Play
from clubsite.rankings.services.publications import publish, unpublish
from clubsite.rankings.services.sweep import results_sweep
from games.turned import turned_setup
from scoring.lines import Status
from scoring.result import BoardResult
from tests import needs
from tests.clubsite.home.homes import play_deal, ticket_of
from tests.clubsite.listeners import nobody_listens
from tests.kit.nights import draft_night, end_and_publish, pbn_of, published_of
from tests.kit.pages import words
from tests.kit.people import plays_as
from tests.kit.typed_scores import enter_score

# The field of every board of `published_night` is +120, +90 and 0 for South.


def address(night, player: str = "", key: str = "1") -> str:
    return f"/play/board/{night.session.public_id}/{key}/" + (f"{player}/" if player else "")


def opened(client, night, player: str = "S") -> HomeMatch:
    assert client.post(address(night, player)).status_code == 302
    return HomeMatch.objects.latest("pk")


def ends(match: HomeMatch, contract: str, declarer: str = "", tricks: int = 0) -> Play:
    """End the deal on the table with this outcome. The person sits South."""
    play = match.room.plays.get()
    played = {"declarer": declarer, "tricks": tricks} if declarer else {"declarer": None, "tricks": None}
    play.outcome = {"contract": contract, "lead": "", **played}
    play.status = "over"
    play.save(update_fields=["outcome", "status"])
    deal_finished(play=play)
    return play


def sheet(client, match: HomeMatch) -> str:
    return words(client.get(f"/play/match/{match.public_id}/"))


def again(client, match: HomeMatch) -> int:
    client.post(f"/play/match/{match.public_id}/again/")
    return HomeMatch.objects.count()


def test_the_pages_of_boards_lead_to_a_page_that_shows_no_card(published_night, client, cy):
    results = f"/results/{published_night.session.public_id}"
    for page in (f"{results}/board/1/", f"{results}/boards/"):
        assert address(published_night) in client.get(page).text
    page = client.get(address(published_night))
    assert "beside the three scores of that night" in words(page) and "You played this board" not in words(page)
    assert all(f'action="{address(published_night, player)}"' in page.text for player in "SN")
    hands = Board.objects.get(board_set__session=published_night.session, number=1).hands
    assert not {card for hand in hands.values() for card in hand.split()} & set(words(page).split())
    assert "+120" not in words(page), "no score either"
    plays_as(published_night.session, 1, cy)
    client.force_login(cy)
    assert "You played this board that night" in words(client.get(address(published_night)))


def test_there_is_no_board_before_the_results_are_published_or_where_there_is_none(scored_night, client, dee):
    def answers(key: str = "1", player: str = "S") -> list[int]:
        at = (address(scored_night, key=key), address(scored_night, player, key))
        return [client.get(at[0]).status_code, client.post(at[1]).status_code]

    assert answers() == [404, 404]
    end_and_publish(scored_night.session, dee)
    assert answers(key="99") == [404, 404] and answers(player="E")[1] == answers(player="s")[1] == 404
    assert client.get(address(scored_night, "S")).status_code == 405
    Club.objects.update(results_for=ResultsFor.MEMBERS)
    assert 200 not in answers() and 302 not in answers()
    unpublish(scored_night.session, dee)
    assert answers() == [404, 404]
    assert not HomeMatch.objects.exists()


@pytest.fixture
def embargo(club):
    """A function that makes another session that has a night's deals still to play, and returns it."""

    def make(night) -> Session:
        owner = get_user_model().objects.create_user("quentin")
        other = draft_night(club, owner, name="Heat", date=timezone.localdate())
        boards_import(session=other, data=pbn_of(night.session), file_name="e.pbn", user=owner)
        return other

    return make


def test_a_deal_owed_in_another_session_is_not_played_at_home_nor_placed_solo_31(scored_night, embargo, dee, client):
    other = Session.objects.filter(pk=embargo(scored_night).pk)
    end_and_publish(scored_night.session, dee)
    assert client.get(address(scored_night)).status_code == 404
    assert client.post(address(scored_night, "S")).status_code == 404
    assert "Play one yourself" not in client.get(f"/results/{scored_night.session.public_id}/boards/").text
    other.update(status="ended", ended_at=timezone.now())
    assert client.get(address(scored_night)).status_code == 200
    match = opened(client, scored_night)
    ends(match, "1N", "S", 8)
    assert "would have been" in sheet(client, match)
    other.update(status="draft", ended_at=None)
    assert "would have been" not in sheet(client, match) and again(client, match) == 1


def test_a_board_without_its_cards_or_without_a_two_handed_score_is_not_offered(published_night):
    published = published_of(published_night)
    board, *_ = published.boards
    assert published.can_be_played(board)
    pairs = replace(board, lines=tuple(replace(line, four_handed=True) for line in board.lines))
    adjusted = BoardResult(Status.ARTIFICIAL, ruling="A6040")
    averages = replace(board, lines=tuple(replace(line, result=adjusted) for line in board.lines))
    assert not published.can_be_played(pairs) and not published.can_be_played(averages)
    published.cards[board.id].ordered = False
    assert not published.can_be_played(board)


@needs.compiled_solver
def test_it_has_the_nights_cards_and_the_perfect_robot_and_is_played_again(published_night, client):
    results = f"/results/{published_night.session.public_id}/"
    ranking = words(client.get(results))
    match = opened(client, published_night, "N")
    board, play = match.club_board, match.room.plays.get()
    assert board is not None and match.strength == "perfect" and play.setup == turned_setup(board.setup())
    assert "would have been" not in sheet(client, match), "the deal is not over"
    last = play_deal(match, ticket_of(match.seats.get(player="S")))
    assert last["table"]["result"]["score_text"] == "Your place in the field is on the score sheet"
    page = sheet(client, match)
    assert "would have been" in page and "of 4 , with" in page and "It is outside the results of that night" in page
    assert words(client.get(results)) == ranking
    new = match_again(match=HomeMatch.objects.get(pk=match.pk))
    assert (new.club_board, new.position) == (board, match.position)
    assert new.room.plays.get().setup == play.setup


@pytest.mark.parametrize(
    ("player", "outcome", "says"),
    [
        ("S", ("1N", "S", 9), "As South that night, +150 would have been 1st of 4 , with 100.00"),
        ("S", ("1N", "S", 8), "As South that night, +120 would have been 1st equal of 4 , with 83.33"),
        ("S", ("PASS",), "As South that night, 0 would have been 3rd equal of 4 , with 16.67"),
        ("S", ("1N", "N", 7), "As South that night, −90 would have been 4th of 4 , with 0.00"),
        ("N", ("PASS",), "As North that night, 0 would have been 1st equal of 4 , with 83.33"),
        ("N", ("1N", "N", 8), "As North that night, −120 would have been 3rd equal of 4 , with 16.67"),
    ],
)
def test_the_place_is_by_match_points_in_the_direction_of_the_seat(published_night, client, player, outcome, says):
    match = opened(client, published_night, player)
    ends(match, *outcome)
    assert says in sheet(client, match)


TYPED = {  # by board and South's number
    (1, 1): {"status": "artificial", "artificial": "A6040"},
    (1, 2): {"contract": "1N", "declarer": "S", "tricks": 9, "group": "A"},
    (1, 3): {"contract": "1N", "declarer": "S", "tricks": 7},
    (2, 1): {"status": "assigned", "artificial": "50% 120, 50% 0"},
    (2, 2): {"contract": "1N", "declarer": "S", "tricks": 9},
}


def test_percentages_and_other_cards_count_not_and_weighted_scores_in_part(night, open_boards, on_commit, dee, client):
    for _ in range(3):
        with nobody_listens(), on_commit():
            for row in open_boards():
                enter_score(row, dee, **TYPED.get((row.board.number, row.ns.number), {"status": "passed_out"}))
    results_sweep()
    end_and_publish(night.session, dee)
    says = {"1": "+90 would have been 1st equal of 2 , with 50.00", "2": "+90 would have been 2nd of 4 , with 50.00"}
    for key, wanted in says.items():
        assert client.post(address(night, "S", key)).status_code == 302
        match = HomeMatch.objects.latest("pk")
        ends(match, "1N", "S", 7)
        assert wanted in sheet(client, match)


def test_the_place_is_shown_and_the_board_played_again_as_long_as_the_results_are(published_night, dee, client):
    match = opened(client, published_night)
    ends(match, "1N", "S", 8)
    club = Club.objects.filter(pk=published_night.session.club_id)
    club.update(results_for=ResultsFor.MEMBERS)
    assert "You cannot read the results of this board just now" in sheet(client, match)
    assert again(client, match) == 1 and "does not show this board just now" in sheet(client, match)
    club.update(results_for=ResultsFor.EVERYBODY)
    assert "would have been" in sheet(client, match)
    unpublish(published_night.session, dee)
    assert "would have been" not in sheet(client, match) and again(client, match) == 1
    assert HomeMatch.objects.get().club_board is not None
    publish(published_night.session, dee)
    assert "would have been" in sheet(client, match) and again(client, match) == 2


def test_a_boards_match_is_neither_won_nor_lost_and_read_by_its_player_alone(published_night, client, monkeypatch):
    match = opened(client, published_night)
    ends(match, "1N", "S", 8)
    page = words(client.get("/play/history/"))
    assert "A club’s board, outside the results" in page and "drawn" not in page
    assert Client().get(f"/play/match/{match.public_id}/").status_code == 404

    unknown = {"dealer": "N", "vul": "None", "hands": dict.fromkeys("NESW", "")}
    monkeypatch.setattr(Board, "setup", lambda board: unknown)
    assert "would have been" not in sheet(client, match)
