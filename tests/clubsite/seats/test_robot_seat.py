"""A robot in the empty seat of an odd field: it is chosen in the wizard, plays the session and is not ranked."""

from fractions import Fraction
from typing import Any
from unittest import mock

import pytest

from clubsite.analysis.services.robots import action_of, robot_act, views_of
from clubsite.clubs.services import person_add
from clubsite.core import jobs
from clubsite.core.refused import Refused
from clubsite.nights.models import Contestant, ContestantPerson, Movement, SessionStatus, TableBoard
from clubsite.nights.selectors.contestants import names_of
from clubsite.nights.selectors.sessions import robot_in_room
from clubsite.nights.services.directing import session_pause, session_resume
from clubsite.nights.services.movement import contestant_assign, movement_accept
from clubsite.nights.services.rounds import session_start
from clubsite.nights.services.setup import options_choose, robot_ask, session_update
from clubsite.play.models import Play, PlayEvent, PlayStatus, Room
from clubsite.play.seat_resolvers import room_seat_of
from clubsite.rankings.models import Ranking
from clubsite.rankings.selectors.published import published_or_404
from clubsite.rankings.services.scoring import score_session
from clubsite.results.selectors.ranking import ranking_page
from clubsite.seats import robot_player
from clubsite.seats.joining import choices_at
from movements.choose import options
from tests.clubsite.at_tables import act, briefly, look, play_until, say_ready, sensibly, step
from tests.clubsite.conftest import NAMES, Night, _tickets
from tests.kit.director_pages import named, new_session, set_player, take_recommended, url
from tests.kit.nights import draft_night, end_and_publish, fill_night
from tests.on_page import cards_in, on_page

pytestmark = pytest.mark.django_db(transaction=True)  # rounds follow one another after commit


@pytest.fixture(autouse=True)
def _short_thoughts(monkeypatch):
    """Limit the robot's search. The search for a four-trick ending stays below this limit."""
    monkeypatch.setattr("solver.robots.choice.MAX_PLAY_NODES", 20_000)
    monkeypatch.setattr("solver.robots.choice.MAX_BID_NODES", 5_000)


@pytest.fixture
def robot_night(club, dee):
    """A function that makes a session with five people and a robot (number 6). Jobs run only if tests run them."""

    def make(strength="beginner", players=5):
        session = robot_ask(session=draft_night(club, dee, players), strength=strength, user=dee)
        fill_night(session, dee, options(players + 1, 1)[0].plan, names=NAMES, start=False)
        tickets, tokens = _tickets(session)
        session_start(session=session, user=dee)
        return Night(session, session.sections.get(), tickets, tokens)

    return make


def boldly(view: dict[str, Any]) -> str | None:
    """Bid 1NT if it is still legal, then play card by card, so that no board is passed out."""
    action = sensibly("bold")(view)
    if action and action.startswith("c:"):
        return "c:1N" if "c:1N" in view["legal"] else "c:P"
    return action


def quickly(view: dict[str, Any]) -> str | None:
    """Claim seven tricks if a claim is legal, accept one, and play on if it is refused."""
    plays = view["turn"] and view["turn"]["what"] == "card"
    cannot = not view["can"]["claim"] or view["claim_max"] < 7
    return boldly(view) if plays and cannot else briefly(view)


def robot_of(night: Night) -> Contestant:
    return night.section.contestants.exclude(robot="").get()


def room_of(night: Night) -> Room:
    return next(room for room in Room.objects.filter(table__section=night.section) if robot_in_room(room.pk))


def people(night: Night) -> list[Any]:
    number = robot_of(night).number
    return [ticket for at, ticket in night.tickets.items() if at != number]


def opponent_of(night: Night):
    room = room_of(night).pk
    return next(ticket for ticket in people(night) if night_room(ticket) == room)


def night_room(ticket) -> int:
    place = room_seat_of(ticket)
    return place.room_id


@pytest.mark.parametrize(
    ("chosen", "waits"), [({}, False), ({"misclick": "robot"}, True), ({"misclick": "off"}, False)]
)
def test_solo_22b_a_robot_waits_only_where_a_director_chose_it(chosen, waits, robot_night, dee, settings, monkeypatch):
    """Unless the director chose a wait, the robot acts at once. No button is shown, since it would vanish at once."""
    settings.ROBOT_WAITS = 2.0
    night = robot_night()
    options_choose(session=night.session, user=dee, chosen=chosen)
    person, room = opponent_of(night), room_of(night).pk
    robot_player.robots_sweep()
    say_ready(person)
    while look(person)["view"] is None or not look(person)["view"]["legal"]:
        robot_player.robots_sweep()
    later: list[float] = []
    monkeypatch.setattr(jobs, "enqueue", lambda name, row_id, delay=0.0: delay and later.append(delay))
    act(person, "c:7N")
    table = look(person)["table"]
    seconds = 0.0 if chosen.get("misclick") == "off" else 2.0 if waits else 3.0
    assert (table["misclick"], table["robot_at_once"]) == (seconds, not waits)
    assert (robot_player.robot_play(room_id=room) == 0) == waits
    assert [1.0 < seconds <= 2.0 for seconds in later] == ([True] if waits else [])
    if not waits:
        assert act(person, "undo:misclick").code == "illegal", "it stands once the robot has answered"


def test_an_odd_field_is_asked_and_the_robot_takes_the_empty_seat(director, dee, club):
    session = new_session(director, players=5)
    shown = director.get(url(session, "setup/movement/")).text
    assert f'action="{url(session, "setup/robot/")}"' in shown and "sits out" in shown
    director.post(url(session, "setup/robot/"), {"robot": "expert"})
    shown = director.get(url(session, "setup/movement/")).text
    assert "5 players and a robot" in shown
    assert '<span class="bds">sits out' not in shown
    take_recommended(director, session)
    contestant = Contestant.objects.get(robot="expert")
    assert (contestant.number, Contestant.objects.count()) == (6, 6)
    lines = director.get(url(session, "setup/players/"))
    assert lines.context["missing"] == ["1", "2", "3", "4", "5"]
    assert "Robot, expert" in lines.text
    for number in range(1, 6):
        set_player(director, session, number, f"Guest {number}", guest="1")
    assert len(named(session)) == 5
    director.post(url(session, "setup/boards/"), {"how": "draw", "count": 20})
    start = director.get(url(session, "setup/start/"))
    assert "5 and a robot, expert" in start.text, start.context["gaps"]
    director.post(url(session, "setup/start/"))
    session.refresh_from_db()
    assert session.status == SessionStatus.RUNNING
    room = director.get(url(session)).text
    assert "Robot, expert" in room and "plays on this server" in room
    with pytest.raises(Refused):
        robot_ask(session=session, strength="", user=dee)


def test_the_robot_is_taken_back_or_changed_before_the_start_and_an_even_field_is_not_asked(director, dee, club):
    session = new_session(director, players=5)
    take_recommended(director, session)
    assert Contestant.objects.count() == 5 and not Contestant.objects.exclude(robot="").exists(), "one sits out"
    director.post(url(session, "setup/robot/"), {"robot": "club"})
    take_recommended(director, session)
    set_player(director, session, 2, "Late Comer", guest="1")
    director.post(url(session, "setup/robot/"), {"robot": "perfect"})
    assert Movement.objects.exists(), "another strength is no other field"
    assert Contestant.objects.get(number=6).robot == "perfect"
    director.post(url(session, "setup/robot/"), {"robot": ""})
    assert not Movement.objects.exists()
    take_recommended(director, session)
    assert Contestant.objects.count() == 5 and len(named(session)) == 1
    director.post(url(session, "setup/robot/"), {"robot": "nonsense"})
    session.refresh_from_db()
    assert session.robot == ""
    session_update(session=session, user=dee, players=6)
    assert "Let a robot" not in director.get(url(session, "setup/movement/")).text
    director.post(url(session, "setup/robot/"), {"robot": "club"})
    session.refresh_from_db()
    assert session.robot == ""


def test_a_late_arrival_takes_the_robots_place(dee, club):
    session = draft_night(club, dee, 5)
    session = robot_ask(session=session, strength="club", user=dee)
    movement_accept(session=session, plan=options(6, 1)[0].plan, title="x", user=dee)
    for number in range(1, 6):
        contestant_assign(session=session, number=number, person=person_add(club=club, name=f"P {number}"))
    with pytest.raises(Refused, match="robot"):
        contestant_assign(session=session, number=6, person=person_add(club=club, name="Late"))
    session = session_update(session=session, user=dee, players=6)
    movement_accept(session=session, plan=options(6, 1)[0].plan, title="x", user=dee)
    assert not Contestant.objects.exclude(robot="").exists()
    assert ContestantPerson.objects.count() == 5
    session = session_update(session=session, user=dee, players=5)
    session = robot_ask(session=session, strength="club", user=dee)
    contestant_assign(session=session, number=6, person=person_add(club=club, name="Sixth"))
    movement_accept(session=session, plan=options(6, 1)[0].plan, title="x", user=dee)
    assert not ContestantPerson.objects.filter(contestant__number=6).exists(), "never a person in the robot's place"


@pytest.mark.timeout(300)
def test_a_whole_night_with_places_for_five(robot_night, dee, client):
    night = robot_night()
    robot_player.robots_sweep()  # then the robot acts after each action, as if woken by its job
    play_until(people(night), how=quickly, after=lambda: robot_player.robots_sweep() and None)
    night.section.refresh_from_db()
    rows = TableBoard.objects.filter(round__section=night.section)
    assert rows.count() == 3 * night.section.rounds.count()
    assert {row.state for row in rows} == {"finished"}
    robot = robot_of(night)
    _figures_are_as_if_a_person_sat_there(night, robot)
    assert rows.filter(ns=robot).count() + rows.filter(ew=robot).count() == night.section.rounds.count()
    end_and_publish(night.session, dee)
    page = ranking_page(published_or_404(night.session.public_id))
    assert (page.players, page.robot) == (5, "Robot, beginner")
    (ranking,) = page.lists
    assert [row.robot for row in ranking.rows] == [False] * 5 + [True]
    places = [row.place.number for row in ranking.ranked]
    assert places == [1 + sum(o.percentage > r.percentage for o in ranking.ranked) for r in ranking.ranked]
    assert ranking.rows[-1].place is None
    assert all(row.possible == ranking.full for row in ranking.rows), "nobody sat out"
    assert sum(row.percentage or Fraction(0) for row in ranking.rows) == 300, "its results count for its opponents"
    text = client.get(f"/results/{night.session.public_id}/").text
    assert "5 players and a robot, which is not ranked" in on_page(text) and "unranked" in text
    (ranking_data,) = client.get(f"/api/v1/sessions/{night.session.public_id}/ranking/").json()
    assert [row["robot"] for row in ranking_data["rows"]] == [False] * 5 + [True]
    assert (ranking_data["rows"][-1]["place"], ranking_data["rows"][-1]["name"]) == ("", "Robot, beginner")


def _figures_are_as_if_a_person_sat_there(night, robot):
    def figures():
        Ranking.objects.all().delete()
        score_session(night.session.pk)
        rows = Ranking.objects.get(section=night.section).rows
        assert not rows[0].robot
        return {row.contestant: (row.won, row.percentage) for row in rows}

    before = figures()
    Contestant.objects.filter(pk=robot.pk).update(robot="")
    assert figures() == before
    Contestant.objects.filter(pk=robot.pk).update(robot=robot.robot)
    assert figures() == before


def test_it_is_shown_as_a_connected_robot_and_needs_no_ticket(robot_night):
    night = robot_night("club")
    robot, opponent = robot_of(night), look(opponent_of(night))["table"]["opponent"]
    assert opponent["name"] == "Robot, club player" == names_of([robot.pk])[robot.pk]
    assert opponent["connected"] and opponent["robot"]
    assert [choice.name for choice in choices_at(room_of(night).table)] == [look(opponent_of(night))["table"]["name"]]


def test_a_moved_room_wakes_it(robot_night):
    night = robot_night()
    with mock.patch.object(jobs, "_dispatch") as dispatch:
        say_ready(opponent_of(night))
        assert ("seats.robot_play", room_of(night).pk) in [call.args for call in dispatch.mock_calls]
        dispatch.reset_mock()
        other = next(ticket for ticket in people(night) if night_room(ticket) != room_of(night).pk)
        say_ready(other)
        assert not [call for call in dispatch.mock_calls if call.args[0] == "seats.robot_play"]


def to_its_turn(night: Night) -> Play:
    person = opponent_of(night)
    robot_player.robots_sweep()
    say_ready(person)
    while True:
        play = Play.objects.get(room=room_of(night), status=PlayStatus.LIVE)
        if play.turn == robot_in_room(play.room_id):
            return play
        assert step(person, boldly)


def test_the_same_moment_twice_is_one_act(robot_night):
    night = robot_night()
    play = to_its_turn(night)
    stale = Play.objects.get(pk=play.pk)
    assert robot_player.robot_play(room_id=play.room_id) > 0
    events = PlayEvent.objects.filter(play=play).count()
    scene = robot_player.SessionTable(robot_player.seating_in_room(play.room_id))
    player = robot_in_room(play.room_id) or ""
    views = views_of(stale, player)
    robot_act(  # a second job at the same moment
        play=stale,
        player=player,
        seat_id=play.seats[player],
        secret=f"{robot_player._secret(scene)}/{play.public_id}/{player}",
        choose=lambda chance: action_of(views, "beginner", {}, "a secret", chance),
    )
    assert PlayEvent.objects.filter(play=play).count() == events
    assert robot_player.robot_play(room_id=play.room_id) == 0


def test_it_rests_while_the_session_is_paused_and_the_sweep_goes_on(robot_night, dee):
    night = robot_night()
    play = to_its_turn(night)
    session_pause(session=night.session, user=dee)
    assert robot_player.robot_play(room_id=play.room_id) == 0
    session_resume(session=night.session, user=dee)
    assert robot_player.robots_sweep() > 0
    play.refresh_from_db()
    assert play.turn != robot_in_room(play.room_id)


def test_a_robot_that_fails_does_something_legal_and_logs_no_card(robot_night, caplog):
    night = robot_night()
    play = to_its_turn(night)
    with mock.patch.object(robot_player, "action_of", side_effect=ValueError("SA HK")):
        robot_player._act(play.room_id)
    assert PlayEvent.objects.filter(play=play).exists()
    assert "failed with ValueError" in caplog.text and not cards_in(caplog.text)


@pytest.mark.parametrize("strength", ["beginner", "expert"])
def test_its_acts_come_from_its_own_views(robot_night, strength):
    night = robot_night(strength)
    seen: list[bool] = []

    def spy(views, *rest):
        room = room_of(night)
        play, me = room.play, robot_in_room(room.pk)
        assert play is not None and me is not None
        hidden = views[-1]["hands"]["N" if me == "S" else "S"]["cards"]
        assert {view["me"] for view in views} == {me}
        assert hidden is None or views[-1]["phase"] != "play"
        assert views == views_of(play, me)
        seen.append(hidden is None)
        return action_of(views, *rest)

    with mock.patch.object(robot_player, "action_of", side_effect=spy):
        play = to_its_turn(night)
        person = opponent_of(night)
        while Play.objects.get(pk=play.pk).status == PlayStatus.LIVE:
            robot_player.robots_sweep()
            if not step(person, boldly):
                break
    assert Play.objects.get(pk=play.pk).status == PlayStatus.OVER
    assert any(seen)
