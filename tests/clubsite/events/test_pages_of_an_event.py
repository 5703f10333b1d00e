"""What members and strangers read of an event before and while it is played."""

import datetime

import pytest
from django.test import Client
from django.utils import timezone
from icalendar import Calendar

from clubsite.clubs.models import Club
from clubsite.events.models import Event, Heat
from clubsite.events.services.events import event_announce, event_cancel, public_number_set
from clubsite.events.services.heat_sessions import dealer_name, heat_release
from tests.clubsite.events.two_clubs import read
from tests.kit.events import LOTTO, dealer_of, heat_night, join, make_club, make_event


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


def test_a_cancelled_event_says_so(club, dee):
    event = make_event(club, dee)
    event_cancel(event=event, user=dee)
    assert "This event does not take place" in read(event)
    assert "STATUS:CANCELLED" in Client().get(f"/events/{event.public_id}/calendar.ics").text


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
