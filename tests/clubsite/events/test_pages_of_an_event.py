"""Public pages of an event until its publication, how it is published and corrected, and the places of its players."""

import datetime

import pytest
from django.db import DatabaseError, transaction
from django.test import Client, override_settings
from django.utils import timezone
from icalendar import Calendar

from clubsite.clubs.models import Club
from clubsite.core.refused import Refused
from clubsite.events import tasks
from clubsite.events.models import Event, EventAction, EventPublication, EventStatus, Heat
from clubsite.events.selectors.event_facts import correctable_until, event_standing
from clubsite.events.selectors.event_lines import wider_ranking
from clubsite.events.services.events import event_payload, event_publish, public_number_set
from clubsite.events.services.heats import dealer_name, heat_leave, heat_release
from clubsite.events.services.scoring import event_score
from clubsite.events.tasks import events_sweep
from clubsite.nights.models import TableBoard
from clubsite.play import relay
from clubsite.rankings.services.sweep import results_sweep
from clubsite.results.services import leaderboard_set
from games.event_seed import secret_commitment
from tests.clubsite.events.two_clubs import AT_QUAY, LANTERN, QUAY, ended_night, read
from tests.clubsite.listeners import nobody_listens
from tests.kit.events import LOTTO, close_window, dealer_of, heat_night, join, make_club, make_event, play_heat
from tests.kit.typed_scores import enter_score


def test_a_page_says_what_is_announced_and_what_no_public_number_means(club, dee):
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
    assert "could have drawn several secrets before the announcement" in read(make_event(club, dee))


def test_who_is_invited_or_has_left_is_not_listed_and_no_card_is_shown_while_it_is_played(club, dee, cy):
    event = make_event(club, dee)
    heat = join(event, make_club("Quay Street", cy), cy)
    assert "Quay Street" in read(event)
    Heat.objects.filter(pk=heat.pk).update(status="left")
    assert "Quay Street" not in read(event)
    event = make_event(club, dee)
    heat_night(join(event, club, dee), dee)
    assert "playing round 1 of 3" in read(event)
    for rest in ("boards/", "boards/1/", "files/", "files/boards.pbn", "proof.json", "ranking/"):
        assert Client().get(f"/events/{event.public_id}/{rest}").status_code == 404
    event.refresh_from_db()
    assert event.secret.open() not in read(event, "proof/")


def test_a_calendar_gets_the_window_and_times_are_those_of_the_organiser_and_say_so(club, dee):
    event = make_event(club, dee, fee="5 a player")
    file = Client().get(f"/events/{event.public_id}/calendar.ics").content
    [entry] = Calendar.from_ical(file).walk("VEVENT")
    assert entry["SUMMARY"] == "Autumn simultaneous"
    assert entry.decoded("DTSTART") == event.window_opens.replace(microsecond=0)
    assert "5 a player" in entry["DESCRIPTION"] and f"/events/{event.public_id}/" in entry["URL"]
    opens = datetime.datetime(2031, 6, 2, 7, 0, tzinfo=datetime.UTC)
    Club.objects.update(time_zone="Pacific/Auckland")
    event = make_event(club, dee)
    Event.objects.filter(pk=event.pk).update(window_opens=opens, window_closes=opens + datetime.timedelta(days=1))
    page = read(event)
    assert "Monday 2 June 2031, 19:00" in page and "Tuesday 3 June 2031, 19:00 (Auckland time)" in page
    assert "on Tuesday 3 June 2031, 19:00 (Auckland time)" in read(event, "booklet/")
    assert "By Auckland time." in read(event, "log/")


def test_the_log_tells_everybody_who_got_the_cards_has_every_look_and_names_nobody(club, dee, director):
    event = make_event(club, dee)
    heat = join(event, club, dee, planned_at=timezone.now() + datetime.timedelta(minutes=50))
    session = heat_night(heat, dee, start=False)
    dealer_name(heat=heat, person=dealer_of(club, "Olive Quince"), user=dee)
    heat_release(heat=heat, user=dee)
    page = read(event, "log/")
    assert "A director of Lantern Street got the cards of the boards" in page
    assert "A director of Lantern Street named its dealer, who handles the cards and does not play" in page
    assert event.commitment in page
    for name in ("Olive", ">dee", " dee "):
        assert name not in page
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


def wall(session):
    return Client().get(f"/leaderboard/{session.public_id}/places/")


def test_the_wall_has_both_places_only_while_a_director_shows_them_and_the_club_takes_part(event, session, dee):
    assert wall(session).status_code == 404
    leaderboard_set(session=session, on=True, user=dee)
    page = wall(session).content.decode()
    assert "Autumn simultaneous: 0 of 3 heats are in, 2 are playing." in page
    assert "South players: first with 100.00\xa0% at Quay Street." in page
    assert "80.00\xa0%" in page
    assert "Jo" not in page  # a player of another club
    assert "Board" not in page and "&spades;" not in page and "♠" not in page
    session.status = "ended"
    session.save(update_fields=["status"])
    heat_leave(heat=event.heats.get(session=session), user=dee)
    assert "Autumn simultaneous" not in wall(session).content.decode()


def test_walls_hear_of_other_places_at_once_and_seats_by_a_job(event, session, dee, on_commit, monkeypatch):
    groups = []  # the groups that are told something, in order
    for name in ("send", "send_seldom"):
        monkeypatch.setattr(relay, name, lambda group, message: groups.append(group))
    leaderboard_set(session=session, on=True, user=dee)
    quay = event.heats.exclude(session=None).exclude(session=session).get().session
    with nobody_listens():
        enter_score(session.sections.get().rounds.first().table_boards.get(ns__number=3), dee, "1N S 6", why="as told")
        results_sweep()
    groups.clear()
    with on_commit():
        event_score(event_id=event.pk)
    assert f"leaderboard.{session.public_id}" in groups and f"leaderboard.{quay.public_id}" in groups
    assert f"places.{session.public_id}" not in groups
    tasks.tell_seats(event.pk)
    assert groups[-1] == f"places.{session.public_id}"  # and not Quay Street's, which shows no places


def test_the_projector_and_a_player_read_how_many_heats_are_in_and_the_place_over_all(event, session, director):
    address = f"/director/{session.public_id}/projector/"
    plain, ranked = (director.get(address + query).content.decode() for query in ("", "?ranking=yes"))
    assert "Autumn simultaneous: 0 of 3 heats are in, 2 are playing." in plain
    assert "Quay Street" not in plain
    assert "first with 100.00\xa0% at Quay Street" in ranked
    assert "2, 80.00\xa0%" in ranked
    words = wider_ranking(session).words_for(session.sections.get().contestants.get(number=1).pk)
    assert words == "Over all clubs: 2nd of 6 South players, 80.00\xa0%"
    assert event_standing(event).words == "0 of 3 heats are in, 2 are playing"
    type(session).objects.filter(pk=session.pk).update(status="ended")
    assert event_standing(event).words == "1 of 3 heats is in, 1 is playing"


@pytest.fixture
def counted(club, dee):
    return make_event(club, dee, winners=2, min_tables=3)


@pytest.fixture
def own_night(counted, club, dee):
    return ended_night(join(counted, club, dee), dee)


@pytest.fixture
def closed(counted, own_night):
    return close_window(counted)


def correct(night, user):
    """Give South 3 a better score on board 1 than everybody else's."""
    row = TableBoard.objects.get(round__section__session=night, board__number=1, ns__number=3)
    enter_score(row, user, "1N S 10", why="as told")
    results_sweep()


def names(publication, line: str = "NS") -> list[tuple[str, str]]:
    rows = next(listing["rows"] for listing in publication.payload["lists"] if listing["line"] == line)
    labels = dict(publication.event.heats.get().entrants.values_list("pk", "label"))
    return [(row["place"], labels[row["entrant"]]) for row in rows]


def test_an_event_that_was_not_announced_is_cancelled_or_was_not_played_has_nothing_to_publish(counted, dee, club):
    with pytest.raises(Refused, match="nothing to publish"):
        event_publish(event=close_window(counted), user=dee)
    draft = close_window(make_event(club, dee, announce=False))
    with pytest.raises(Refused, match="Announce"):
        event_publish(event=draft, user=dee)
    type(draft).objects.update(status=EventStatus.CANCELLED)
    with pytest.raises(Refused, match="cancelled"):
        event_publish(event=draft, user=dee)


def test_the_first_version_has_the_lists_and_boards_shows_the_secret_and_is_kept(closed, dee):
    sealed = closed.secret.open()
    publication = event_publish(event=closed, user=dee)
    closed.refresh_from_db()
    assert (publication.version, closed.status) == (1, EventStatus.PUBLISHED)
    assert names(publication) == [("1", "1"), ("2", "2"), ("3", "3")]
    boards = {board["number"]: board for board in publication.payload["boards"]}
    assert [boards[n]["results"] for n in (1, 2, 3)] == [3, 3, 3]
    assert [row["ns"] for row in boards[1]["frequencies"]] == ["4/1", "2/1", "0/1"]
    assert closed.log.filter(action=EventAction.PUBLISHED, facts={"version": 1}).count() == 1
    assert (closed.shown_secret, bool(closed.secret)) == (sealed, False), "it is kept nowhere else"
    assert secret_commitment(closed.shown_secret) == closed.commitment
    assert closed.log.filter(action=EventAction.SECRET_SHOWN).count() == 1
    assert event_publish(event=closed, user=dee) == EventPublication.objects.get() == publication, "the button twice"
    with pytest.raises(DatabaseError), transaction.atomic():
        EventPublication.objects.filter(pk=publication.pk).update(payload={})


@override_settings(DEAL_KEYS=["another key"])
def test_a_secret_that_no_key_opens_does_not_hold_up_the_ranking(closed, dee):
    assert event_publish(event=closed, user=dee).version == 1
    closed.refresh_from_db()
    assert not closed.shown_secret


def test_a_correction_in_the_period_is_a_new_version_and_after_it_is_refused(closed, own_night, dee):
    first = event_publish(event=closed, user=dee)
    assert closed.publications.last().payload == event_payload(closed)
    closed.correction_hours = 0  # so the period ended with the publication
    closed.save()
    assert event_publish(event=closed, user=dee).version == 1  # nothing has changed
    correct(own_night, dee)
    with pytest.raises(Refused, match="correction period ended"):
        event_publish(event=closed, user=dee)
    assert correctable_until(closed) <= timezone.now()
    closed.correction_hours = 24
    closed.save()
    events_sweep()
    assert EventPublication.objects.count() == 1  # the organiser publishes it
    assert closed.publications.last().payload != event_payload(closed)
    second = event_publish(event=closed, user=dee)
    assert second.version == 2
    assert names(second)[0] == ("1", "1")
    assert names(first) == [("1", "1"), ("2", "2"), ("3", "3")]
    assert second.payload["boards"] != first.payload["boards"]


def test_a_score_that_was_not_yet_scored_is_in_what_is_published(closed, own_night, dee):
    correct(own_night, dee)
    publication = event_publish(event=closed, user=dee)
    board = next(entry for entry in publication.payload["boards"] if entry["number"] == 1)
    assert board["frequencies"][0]["ns_score"] == 180


def test_the_clock_publishes_once_every_heat_is_confirmed_unless_the_organiser_wants_to(closed):
    events_sweep()
    assert not EventPublication.objects.exists()
    Heat.objects.filter(event=closed).update(confirmed_at=timezone.now())
    type(closed).objects.update(publish_by_clock=False)
    events_sweep()
    assert not EventPublication.objects.exists()
    type(closed).objects.update(publish_by_clock=True)
    for _ in range(2):
        events_sweep()
        assert EventPublication.objects.get().by_user is None


def test_the_clock_does_not_wait_for_a_heat_that_does_not_count(closed, counted, club, dee):
    Heat.objects.filter(event=closed).update(confirmed_at=timezone.now())
    type(counted).objects.update(window_closes=timezone.now() + datetime.timedelta(hours=1))
    counted.refresh_from_db()
    join(counted, club, dee)  # a second heat of the club, which nobody plays
    close_window(counted)
    events_sweep()
    assert EventPublication.objects.count() == 1
