"""A heat's players see where they stand over all clubs: on the wall and at the seat, where a director shows places."""

import pytest
from django.test import Client

from clubsite.events import tasks
from clubsite.events.selectors.event_lines import wider_ranking
from clubsite.events.selectors.event_standing import event_standing
from clubsite.events.services.heats import heat_leave
from clubsite.events.services.scoring import event_score
from clubsite.leaderboard.services import leaderboard_set
from clubsite.play import relay
from clubsite.rankings.services.sweep import results_sweep
from tests.clubsite.events.two_clubs import AT_QUAY, LANTERN, QUAY
from tests.clubsite.listeners import nobody_listens
from tests.kit.events import heat_night, join, make_club, make_event, play_heat
from tests.kit.typed_scores import enter_score


@pytest.fixture
def event(club, dee, cy):
    """Two clubs have played, and a third has joined. South 1 of Lantern Street is second of six."""
    event = make_event(club, dee, winners=2)
    play_heat(heat_night(join(event, club, dee), dee), dee, LANTERN)
    quay = make_club("Quay Street", cy)
    play_heat(heat_night(join(event, quay, cy), cy, names=AT_QUAY), cy, QUAY)
    join(event, make_club("Bell Lane", cy), cy)
    event_score(event_id=event.pk)
    return event


@pytest.fixture
def session(event, club):
    return event.heats.get(club=club).session


def contestant(session, number: int):
    return session.sections.get().contestants.get(number=number)


def wall(session):
    return Client().get(f"/leaderboard/{session.public_id}/places/")


def test_a_player_reads_the_place_over_all(event, session):
    words = wider_ranking(session).words_for(contestant(session, 1).pk)
    assert words == "Over all clubs: 2nd of 6 South players, 80.00\xa0%"


def test_it_says_how_many_heats_are_in(event, cy, session):
    assert event_standing(event).words == "0 of 3 heats are in, 2 are playing"
    type(session).objects.filter(pk=session.pk).update(status="ended")
    assert event_standing(event).words == "1 of 3 heats is in, 1 is playing"


def test_the_wall_has_both_places_only_while_a_director_shows_them(event, session, dee):
    assert wall(session).status_code == 404
    leaderboard_set(session=session, on=True, user=dee)
    page = wall(session).content.decode()
    assert "Autumn simultaneous: 0 of 3 heats are in, 2 are playing." in page
    assert "South players: first with 100.00\xa0% at Quay Street." in page
    assert "80.00\xa0%" in page
    assert "Jo" not in page  # a player of another club
    assert "Board" not in page and "&spades;" not in page and "♠" not in page


def test_the_places_over_all_are_shown_at_no_club_that_is_not_in_it(event, session, dee):
    leaderboard_set(session=session, on=True, user=dee)
    session.status = "ended"
    session.save(update_fields=["status"])
    heat_leave(heat=event.heats.get(session=session), user=dee)
    assert "Autumn simultaneous" not in wall(session).content.decode()


def test_a_night_without_an_event_is_as_it_was(night, dee):
    leaderboard_set(session=night.session, on=True, user=dee)
    page = wall(night.session).content.decode()
    assert "over all" not in page
    assert wider_ranking(night.session) is None


@pytest.fixture
def told(monkeypatch):
    """The groups that are told something, in order."""
    found = []
    monkeypatch.setattr(relay, "send", lambda group, message: found.append(group))
    monkeypatch.setattr(relay, "send_seldom", lambda group, message: found.append(group))
    return found


def test_walls_hear_of_other_places_at_once_and_seats_by_a_job(event, session, dee, on_commit, told):
    leaderboard_set(session=session, on=True, user=dee)
    quay = event.heats.exclude(session=None).exclude(session=session).get().session
    with nobody_listens():
        enter_score(session.sections.get().rounds.first().table_boards.get(ns__number=3), dee, "1N S 6", why="as told")
        results_sweep()
    told.clear()
    with on_commit():
        event_score(event_id=event.pk)
    assert f"leaderboard.{session.public_id}" in told and f"leaderboard.{quay.public_id}" in told
    assert f"places.{session.public_id}" not in told
    tasks.tell_seats(event.pk)
    assert told[-1] == f"places.{session.public_id}"  # and not Quay Street's, which shows no places


def test_the_projector_says_how_many_heats_are_in_and_with_the_ranking_both_places(event, session, director):
    address = f"/director/{session.public_id}/projector/"
    plain, ranked = (director.get(address + query).content.decode() for query in ("", "?ranking=yes"))
    assert "Autumn simultaneous: 0 of 3 heats are in, 2 are playing." in plain
    assert "Quay Street" not in plain
    assert "first with 100.00\xa0% at Quay Street" in ranked
    assert "2, 80.00\xa0%" in ranked
