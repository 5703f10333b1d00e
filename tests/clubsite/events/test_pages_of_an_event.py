"""Public pages of an event before and during its window, and the places that a heat's players are shown."""

import datetime

import pytest
from django.test import Client
from django.utils import timezone
from icalendar import Calendar

from clubsite.clubs.models import Club
from clubsite.events import tasks
from clubsite.events.models import Event, Heat
from clubsite.events.selectors.event_facts import event_standing
from clubsite.events.selectors.event_lines import wider_ranking
from clubsite.events.services.events import event_announce, public_number_set
from clubsite.events.services.heats import dealer_name, heat_leave, heat_release
from clubsite.events.services.scoring import event_score
from clubsite.play import relay
from clubsite.rankings.services.sweep import results_sweep
from clubsite.results.services import leaderboard_set
from tests.clubsite.events.two_clubs import AT_QUAY, LANTERN, QUAY, read
from tests.clubsite.listeners import nobody_listens
from tests.kit.events import LOTTO, dealer_of, heat_night, join, make_club, make_event, play_heat
from tests.kit.typed_scores import enter_score


def test_nobody_reads_an_event_before_it_is_announced(club, dee, client, director):
    event = make_event(club, dee, announce=False)
    for reader in (client, director):
        for rest in ("", "proof/", "log/", "calendar.ics", "ranking/"):
            assert reader.get(f"/events/{event.public_id}/{rest}").status_code == 404
    event_announce(event=event, user=dee)
    assert "Autumn simultaneous" in read(event)


def test_a_page_says_what_is_announced(club, dee):
    event = make_event(club, dee, fee="5 a player, sent by the club", **LOTTO)
    join(event, club, dee, planned_at=event.window_opens + datetime.timedelta(hours=2), tables=5)
    page = read(event)
    for words in (
        "Lantern Street", "5 a player, sent by the club", "Every club", "5 tables expected", "announced",
        event.commitment, f"{event.public_number_words}: not known yet",
        "not even the organiser could try many secrets",
    ):  # fmt: skip
        assert words in page
    public_number_set(event=event, user=dee, text="3 17 22")
    assert f"{event.public_number_words}: <b>3 17 22</b>" in read(event)


def test_an_event_without_a_public_number_says_what_that_means(club, dee):
    assert "could have drawn several secrets before the announcement" in read(make_event(club, dee))


def test_a_club_that_is_invited_or_has_left_is_not_listed(club, dee, cy):
    event = make_event(club, dee)
    heat = join(event, make_club("Quay Street", cy), cy)
    assert "Quay Street" in read(event)
    Heat.objects.filter(pk=heat.pk).update(status="left")
    assert "Quay Street" not in read(event)


def test_no_card_and_no_board_is_shown_while_it_is_played(club, dee):
    event = make_event(club, dee)
    heat_night(join(event, club, dee), dee)
    assert "playing round 1 of 3" in read(event)
    for rest in ("boards/", "boards/1/", "files/", "files/boards.pbn", "proof.json", "ranking/"):
        assert Client().get(f"/events/{event.public_id}/{rest}").status_code == 404
    event.refresh_from_db()
    assert event.secret.open() not in read(event, "proof/")


def test_a_calendar_gets_the_window(club, dee):
    event = make_event(club, dee, fee="5 a player")
    file = Client().get(f"/events/{event.public_id}/calendar.ics").content
    [entry] = Calendar.from_ical(file).walk("VEVENT")
    assert entry["SUMMARY"] == "Autumn simultaneous"
    assert entry.decoded("DTSTART") == event.window_opens.replace(microsecond=0)
    assert "5 a player" in entry["DESCRIPTION"] and f"/events/{event.public_id}/" in entry["URL"]


def test_times_are_those_of_the_organiser_and_say_so(club, dee):
    opens = datetime.datetime(2031, 6, 2, 7, 0, tzinfo=datetime.UTC)
    Club.objects.update(time_zone="Pacific/Auckland")
    event = make_event(club, dee)
    Event.objects.filter(pk=event.pk).update(window_opens=opens, window_closes=opens + datetime.timedelta(days=1))
    page = read(event)
    assert "Monday 2 June 2031, 19:00" in page and "Tuesday 3 June 2031, 19:00 (Auckland time)" in page
    assert "on Tuesday 3 June 2031, 19:00 (Auckland time)" in read(event, "booklet/")
    assert "By Auckland time." in read(event, "log/")


@pytest.fixture
def released(club, dee):
    event = make_event(club, dee)
    heat = join(event, club, dee, planned_at=timezone.now() + datetime.timedelta(minutes=50))
    session = heat_night(heat, dee, start=False)
    dealer_name(heat=heat, person=dealer_of(club, "Olive Quince"), user=dee)
    heat_release(heat=heat, user=dee)
    return event, session


def test_the_log_tells_everybody_who_got_the_cards_and_names_nobody(released, club, dee):
    event, _ = released
    page = read(event, "log/")
    assert "A director of Lantern Street got the cards of the boards" in page
    assert "A director of Lantern Street named its dealer, who handles the cards and does not play" in page
    assert event.commitment in page
    for name in ("Olive", ">dee", " dee "):
        assert name not in page


def test_the_log_has_every_look_at_a_card(released, director):
    event, session = released
    director.post(f"/director/{session.public_id}/print/slips.pdf", {})
    page = read(event, "log/")
    assert 'A director of Lantern Street printed the slips <span class="subject">boards 1 to 3</span>' in page


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
