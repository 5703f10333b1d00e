"""A club's time zone, which is used for all times on its pages, in its PDFs and in its published results."""

import datetime
from unittest import mock
from zoneinfo import ZoneInfo

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from clubsite.clubs.audit import audit_add
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import ApiToken
from clubsite.clubs.services import club_create, token_make
from clubsite.clubs.time_zones import clock_of, zone_choices, zone_known, zone_named
from tests.clubsite.published_payloads import publish_payload
from tests.kit.pages import words

NOON = datetime.datetime(2026, 11, 17, 12, 30, tzinfo=datetime.UTC)  # in Auckland 01:30 the next day


@pytest.fixture
def in_lisbon(club):
    club.time_zone = "Europe/Lisbon"
    club.save()
    return club


@pytest.fixture
def published_at_noon(published_night):
    """A session whose results were published at noon UTC."""
    newest = published_night.session.publications.get()
    with mock.patch.object(timezone, "now", return_value=NOON):
        publish_payload(published_night.session, newest.payload)
    return published_night.session


def test_published_results_tell_the_time_of_the_club(club, published_at_noon, client):
    """The club's time is used on the page and in the API. A club that has not chosen a time zone uses the site's."""
    page, one = (f"{at}{published_at_noon.public_id}/" for at in ("/results/", "/api/v1/sessions/"))
    assert "published Wednesday 18 November 2026, 01:30" in words(client.get(page))
    for zone, shown, in_api in (
        ("Europe/Lisbon", "Tuesday 17 November 2026, 12:30", "2026-11-17T12:30:00+00:00"),
        ("America/St_Johns", "Tuesday 17 November 2026, 09:00", "2026-11-17T09:00:00-03:30"),
    ):
        club.time_zone = zone
        club.save()
        assert f"published {shown}" in words(client.get(page))
        assert timezone.get_current_timezone_name() == "Pacific/Auckland"  # it goes back after the page
        assert client.get(one).json()["published_at"] == in_api
        assert client.get("/api/v1/sessions/").json()[0]["published_at"] == in_api


def test_the_director_s_pages_tell_the_club_s_time(in_lisbon, night, dee, director):
    with mock.patch.object(timezone, "now", return_value=NOON):
        audit_add(club=in_lisbon, action=AuditAction.CARDS_LOOKED_AT, session_id=night.session.pk, user=dee)
        page = director.get("/director/new/").text
    assert "17 Nov, 12:30:00" in director.get(f"/director/{night.session.public_id}/audit-log/").text
    assert 'value="2026-11-17"' in page  # a new session is for today: in Auckland it is the 18th


def test_the_list_has_the_places_where_people_live_and_no_other_names_of_theirs():
    names = [name for _, zones in zone_choices() for name, _ in zones]
    assert {"Pacific/Auckland", "Europe/London", "America/Argentina/Buenos_Aires"} <= set(names)
    assert not {"UTC", "Etc/GMT+3", "NZ", "US/Eastern"} & set(names)
    assert dict(dict(zone_choices())["America"])["America/St_Johns"] == "St Johns (America)"


@pytest.mark.parametrize(
    ("name", "clock"),
    [
        ("Pacific/Auckland", "Auckland time"),
        ("America/Argentina/Buenos_Aires", "Buenos Aires time"),
        ("UTC", "UTC time"),
    ],
)
def test_a_clock_is_named_after_its_place(name, clock):
    assert clock_of(ZoneInfo(name)) == clock


@pytest.mark.parametrize("name", ["Atlantis", "../etc/passwd", "Europe", "Europe/Lisbon\0", ""])
def test_what_is_no_time_zone_is_refused_and_tells_the_site_s_time(name):
    with pytest.raises(ValidationError, match="Choose a time zone"):
        zone_known(name)
    assert zone_named(name) == ZoneInfo("Pacific/Auckland")


def test_two_clubs_keep_two_clocks(in_lisbon, dee, director):
    other = club_create(name="Quay Street", slug="quay", owner=dee, time_zone="Asia/Tokyo")
    for club, hour in ((in_lisbon, "12:30"), (other, "21:30")):
        token, _ = token_make(club=club, user=dee, name="wall", write=False)
        ApiToken.objects.filter(pk=token.pk).update(used_at=NOON)
        page = director.get(f"/clubs/{club.slug}/programs/").text
        assert f"last used 17 November 2026, {hour}" in page
