"""Robots on the boards of a published night: outside the results, if the director asks, beside the tables."""

from datetime import timedelta
from types import SimpleNamespace
from typing import Any
from unittest import mock

import pytest
from django.test import Client
from django.utils import timezone

from clubsite.analysis import tasks
from clubsite.analysis.models import RobotPlay, RobotsAsked
from clubsite.analysis.selectors import robots_asked
from clubsite.analysis.selectors.robots_asked import SEATS_TO_PLAY
from clubsite.analysis.services import robots
from clubsite.analysis.services.robots import robots_play_some, robots_set
from clubsite.clubs.models import AuditEntry
from clubsite.core.refused import Refused
from clubsite.nights import signals
from clubsite.nights.models import Board, BoardSet, Session, TableBoard
from clubsite.nights.services.sections import sections_split
from clubsite.rankings.models import Publication, PublishedResult
from clubsite.rankings.services.publications import publish, unpublish
from clubsite.rankings.services.sweep import results_sweep
from clubsite.results.selectors.ranking import ranking_page
from clubsite.results.selectors.robots_beside import robots_beside
from movements.mitchell import straight
from solver import thread_engines
from tests.kit.aged import guards_off
from tests.kit.nights import draft_night, end_and_publish, fill_night, published_of
from tests.kit.pages import words
from tests.kit.typed_scores import enter_score
from tests.needs import compiled_solver

HEAD = "Robots on the same boards"


@pytest.fixture(autouse=True)
def _solver(monkeypatch):
    monkeypatch.setattr(thread_engines, "why_not_compiled", lambda: "")


@pytest.fixture
def shown(published_night, dee) -> Any:
    """A published night of three boards with the robots that the director wants."""
    robots_set(session=published_night.session, on=True, user=dee)
    return published_night


@pytest.fixture
def asked_to_play(monkeypatch) -> list[tuple[int, str, str]]:
    """The plays that a sweep asks for, by board number, strength and seat. Each ends with +100 for South at once."""
    played: list[tuple[int, str, str]] = []

    def play(*, board: Board, strength: str, player: str) -> bool:
        played.append((board.number, strength, player))
        return bool(RobotPlay.objects.create(board=board, strength=strength, player=player, ns_score=100))

    monkeypatch.setattr(robots, "robot_board_play", play)
    monkeypatch.setattr(robots, "ROBOT_SECONDS_A_SWEEP", 600)
    return played


def boards_of(night) -> list[Board]:
    return list(Board.objects.filter(board_set__session=night.session).order_by("number"))


def all_played(night, **scores: int):
    """Store plays of all robots on all boards, with South's points by the seat of the robot."""
    RobotPlay.objects.bulk_create(
        RobotPlay(board=board, strength=strength, player=player, ns_score=scores[player])
        for board in boards_of(night)
        for strength, player in SEATS_TO_PLAY
    )


def page_of(night) -> str:
    return words(Client().get(f"/results/{night.session.public_id}/"))


def directors_page(night, director) -> str:
    return words(director.get(f"/director/{night.session.public_id}/ranking/"))


def beside(night: Any) -> Any:
    published = published_of(night)
    return SimpleNamespace(**robots_beside(published, ranking_page(published).lists) or {})


def test_robots_stand_there_as_long_as_a_director_wants_them(published_night, director):
    all_played(published_night, S=100, N=90)
    at = f"/director/{published_night.session.public_id}/ranking/"
    assert HEAD not in page_of(published_night)
    assert "Show robots below the ranking" in directors_page(published_night, director)
    for _ in range(2):
        assert "Leave the robots out" in words(director.post(f"{at}robots/", {"show": "yes"}, follow=True))
        assert HEAD in page_of(published_night)
    for _ in range(2):
        director.post(f"{at}robots/", {"show": "no"})
        assert HEAD not in page_of(published_night)
    entries = AuditEntry.objects.filter(action__startswith="robots_").order_by("pk")
    assert list(entries.values_list("action", flat=True)) == ["robots_shown", "robots_hidden"]


def test_only_published_percentages_have_robots(published_night, club, dee, director):
    session = published_night.session
    unpublish(session=session, user=dee)
    assert "robots" not in directors_page(published_night, director)
    for night in (session, draft_night(club, dee)):
        with pytest.raises(Refused, match="Publish the results first"):
            robots_set(session=night, on=True, user=dee)
    Session.objects.filter(pk=session.pk).update(scoring={"method": "butler"})
    publish(session, dee)
    assert "Robots are compared in percentages" in directors_page(published_night, director)
    answer = director.post(f"/director/{session.public_id}/ranking/robots/", {"show": "yes"}, follow=True)
    assert "Robots are compared in percentages" in words(answer)
    assert not RobotsAsked.objects.exists()


def test_without_a_compiled_solver_no_robots_are_promised_and_the_director_reads_why(
    published_night, dee, director, asked_to_play, monkeypatch
):
    robots = f"/director/{published_night.session.public_id}/ranking/robots/"
    monkeypatch.setattr(thread_engines, "why_not_compiled", lambda: "it is forbidden here")
    page = directors_page(published_night, director)
    assert "its solver is not compiled" in page and "Show robots below the ranking" not in page
    assert "Ask the keeper of the site" in words(director.post(robots, {"show": "yes"}, follow=True))
    assert not RobotsAsked.objects.exists()
    RobotsAsked.objects.create(session=published_night.session)  # asked for before the solver was lost
    assert robots_play_some() == 0 and HEAD not in page_of(published_night)
    page = directors_page(published_night, director)
    assert "its solver is not compiled" in page and "Leave the robots out" in page
    all_played(published_night, S=100, N=90)
    assert "would be" in page_of(published_night), "what was played before is shown"


def test_a_robot_is_compared_with_every_table_and_gets_the_place_that_it_would_have(shown):
    """The tables have +120, +90 and 0 on each board. +100 beats two of three; +90 beats one of them for North, and
    equals one."""
    all_played(shown, S=100, N=90)
    robots = beside(shown)
    assert [ranking.direction for ranking in robots.lists] == ["NS", "EW"]
    assert [name for name, _ in robots.rows][::6] == ["perfect", "first evening"]
    for _, (south, north) in robots.rows:
        assert (round(float(south[0]), 2), south[1]) == (66.67, "2nd")
        assert (float(north[0]), north[1]) == (50, "1st")
    page = page_of(shown)
    assert "these robots change nobody’s points, percentage or place" in page
    assert "Club player 66.67 would be 2nd 50.00 would be 1st" in page


def test_sections_ranked_apart_compare_robots_with_their_own_tables(club, dee):
    """On each board the table of section A has +90 and that of section B +120."""
    session = draft_night(club, dee, 8)
    sections_split(session=session, sizes=[4, 4], user=dee)
    fill_night(session, dee, straight(2, 1), boards=2)
    for row in TableBoard.objects.filter(round__section__session=session):
        enter_score(row, dee, "1NT S 7" if row.table.section.name == "A" else "1NT S 8")
    results_sweep()
    end_and_publish(session, dee)
    robots_set(session=session, on=True, user=dee)
    night = SimpleNamespace(session=session)
    all_played(night, S=100, N=100)
    robots = beside(night)
    shares = zip(robots.lists, robots.rows[0][1], strict=True)
    assert {(ranking.sections, ranking.direction): percentage for ranking, (percentage, _) in shares} == {
        (("A",), "NS"): 100,
        (("A",), "EW"): 0,
        (("B",), "NS"): 0,
        (("B",), "EW"): 100,
    }


def test_nobodys_figures_change_anywhere(published_night, dee, club):
    address = f"/results/{published_night.session.public_id}/"
    files = ("results.xml", "results-1.3.xml", "travellers.csv", "boards.pbn", "boards.lin", "ranking.csv")
    urls = [f"{address}files/{name}" for name in files]
    urls += [f"/api/v1/sessions/{published_night.session.public_id}/{part}" for part in ("", "ranking/", "boards/")]
    urls += [f"{address}boards/", f"{address}player/1/", f"/clubs/{club.slug}/ladder/"]

    def results() -> list[Any]:
        columns = ("contestant", "place", "won_num", "won_den", "percentage_num", "percentage_den")
        rows = [*PublishedResult.objects.order_by("pk").values_list(*columns), *Publication.objects.values("payload")]
        answers = [Client().get(url) for url in urls]
        assert sum(answer.status_code == 200 for answer in answers) > 8
        return [*rows, *(answer.content for answer in answers)]

    def tables() -> str:
        return Client().get(address).text.partition('id="robots"')[0].partition("<main")[2]

    before, rows = results(), tables().partition("</table>")[0]
    robots_set(session=published_night.session, on=True, user=dee)
    all_played(published_night, S=100, N=90)
    assert HEAD in page_of(published_night)
    assert results() == before and tables().partition("</table>")[0] == rows and 'class="data rank"' in rows


def test_the_page_asks_three_queries_for_them(shown, dee, django_assert_max_num_queries):
    all_played(shown, S=100, N=90)
    published = published_of(shown)
    lists = ranking_page(published).lists
    assert published.hidden == {}
    with django_assert_max_num_queries(3):
        assert robots_beside(published, lists) is not None
    robots_set(session=shown.session, on=False, user=dee)
    with django_assert_max_num_queries(1):
        assert robots_beside(published, lists) is None


@compiled_solver
def test_robots_really_play_every_board(shown, monkeypatch):
    monkeypatch.setattr(robots_asked, "SEATS_TO_PLAY", [("beginner", "S"), ("club", "N")])
    monkeypatch.setattr(robots, "ROBOT_SECONDS_A_SWEEP", 600)
    assert robots_play_some() == 6
    scores = list(RobotPlay.objects.order_by("pk").values_list("board", "strength", "player", "ns_score"))
    assert robots_play_some() == 0 and len({row[:3] for row in scores}) == 6
    RobotPlay.objects.all().delete()
    RobotsAsked.objects.update(done=False)
    robots_play_some()
    again = RobotPlay.objects.order_by("pk").values_list("board", "strength", "player", "ns_score")
    assert list(again) == scores, "they play alike each time"


def test_they_go_on_sweep_by_sweep_until_all_is_played(
    published_night, dee, director, asked_to_play, monkeypatch, django_assert_num_queries
):
    assert robots_play_some() == 0, "nobody has asked"
    robots_set(session=published_night.session, on=True, user=dee)
    monkeypatch.setattr(robots, "ROBOT_SECONDS_A_SWEEP", -1)
    assert robots_play_some() == 0
    first = boards_of(published_night)[0]
    for strength, player in SEATS_TO_PLAY:
        RobotPlay.objects.create(board=first, strength=strength, player=player, ns_score=100)
    assert "The robots are still playing: 14 of 42 plays are made" in page_of(published_night)
    assert "have made 14 of 42 plays" in directors_page(published_night, director)
    monkeypatch.setattr(robots, "ROBOT_SECONDS_A_SWEEP", 600)
    assert robots_play_some() == 28 and {number for number, _, _ in asked_to_play} == {2, 3}
    assert "would be" in page_of(published_night)
    assert "below the published ranking" in directors_page(published_night, director)
    assert robots_play_some() == 0
    with django_assert_num_queries(1):
        assert robots_play_some() == 0, "and the sweep rests"


def test_boards_and_plays_of_people_come_first(shown, asked_to_play, monkeypatch):
    monkeypatch.setattr(tasks, "boards_solve_some", lambda: 1)
    monkeypatch.setattr(tasks, "plays_analyse_some", lambda: 0)
    orders = mock.Mock(return_value=0)
    monkeypatch.setattr(tasks, "orders_solve_some", orders)
    tasks.slow_sweep()
    assert not asked_to_play and not orders.called
    monkeypatch.setattr(tasks, "boards_solve_some", lambda: 0)
    tasks.slow_sweep()
    assert len(asked_to_play) == 42


def test_a_robot_that_fails_keeps_no_other_waiting(shown, monkeypatch):
    tried = []

    def play(*, board: Board, **place: str) -> bool:
        tried.append(place)
        raise RuntimeError("a fault")

    monkeypatch.setattr(robots, "robot_board_play", play)
    monkeypatch.setattr(robots, "ROBOT_SECONDS_A_SWEEP", 600)
    assert robots_play_some() == 0 and len(tried) == 42


def test_a_board_whose_cards_are_typed_again_is_played_again(shown, asked_to_play):
    all_played(shown, S=100, N=90)
    robots_play_some()
    assert RobotsAsked.objects.get().done
    signals.board_dealt.send(sender=Board, board=boards_of(shown)[1])
    assert "28 of 42 plays are made" in page_of(shown)
    assert robots_play_some() == 14 and {number for number, _, _ in asked_to_play} == {2}


def test_cards_that_are_typed_during_a_play_make_it_worthless(shown, monkeypatch):
    board = boards_of(shown)[0]

    def play(*args) -> dict[str, Any]:
        Board.objects.filter(pk=board.pk).update(typings=board.typings + 1)
        return {"contract": "1N", "declarer": "S", "tricks": 7, "lead": ""}

    monkeypatch.setattr(robots, "_outcome", play)
    assert not robots.robot_board_play(board=board, strength="club", player="S")
    assert not RobotPlay.objects.exists()


def test_boards_without_cards_are_left_out(shown, director, dee, asked_to_play):
    night = Board.objects.filter(board_set__session=shown.session)
    with guards_off():
        night.filter(number=1).update(known=False)
        assert robots_play_some() == 28 and {number for number, _, _ in asked_to_play} == {2, 3}
        assert "They play 2 of the 3 boards" in page_of(shown)
        assert "1 board is left out: the site does not know the cards." in directors_page(shown, director)
        robots_set(session=shown.session, on=False, user=dee)
        night.update(known=False)
        assert "it knows none of this night’s two-handed boards" in directors_page(shown, director)


def test_boards_of_an_event_that_others_still_play_are_left_alone_solo_31(shown, director, asked_to_play):
    """Two of the three boards are an event's, whose window is open."""
    now = timezone.now()
    BoardSet.objects.update(event_boards=2, held_until=now + timedelta(hours=1))
    assert robots_play_some() == 14 and {number for number, _, _ in asked_to_play} == {3}
    assert "They play 1 of the 3 boards" in page_of(shown)
    assert "2 boards wait until everybody has played them." in directors_page(shown, director)
    BoardSet.objects.update(event_boards=3)
    assert HEAD not in page_of(shown), "and nothing is said of what was played"
    BoardSet.objects.update(held_until=now)
    assert "14 of 42 plays are made" in page_of(shown)
    assert robots_play_some() == 28 and "would be" in page_of(shown)


def test_a_night_that_is_withdrawn_shows_and_plays_nothing(shown, dee, asked_to_play):
    unpublish(session=shown.session, user=dee)
    assert HEAD not in page_of(shown) and robots_play_some() == 0 and not asked_to_play
    assert RobotsAsked.objects.get().done
    publish(shown.session, dee)
    assert robots_play_some() == 42 and "would be" in page_of(shown)
