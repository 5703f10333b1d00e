"""Structured data for a published session: what schema.org requires for an event and for breadcrumbs, but no names."""

import json
import re
from datetime import datetime
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from clubsite.clubs.models import Club, ResultsFor
from clubsite.signups.models import ComingNight
from tests.clubsite.conftest import NAMES
from tests.clubsite.signups.conftest import announce  # noqa: F401
from tests.kit.pages import meta_of


def data_of(client: Client, at: str) -> dict[str, Any]:
    """Return all structured data on the page, by type."""
    page = client.get(at).text
    found = re.findall(r'<script type="application/ld\+json">(.*?)</script>', page, re.DOTALL)
    assert not any(f'"{name}"' in text for text in found for name in NAMES)
    return {one["@type"]: one for one in map(json.loads, found)}


def test_a_night_is_an_event_at_the_club(published_night, client):
    Club.objects.update(name="Jack & Jill's </script> club", venue="Church hall, 7 Lantern Street")
    night = f"/results/{published_night.session.public_id}/"
    event = data_of(client, night)["SportsEvent"]
    assert event["@context"] == "https://schema.org" and event["startDate"] == "2026-11-17"
    assert event["name"] == "Tuesday, Jack & Jill's </script> club"
    assert event["location"] == {
        "@type": "Place",
        "name": "Jack & Jill's </script> club",
        "address": "Church hall, 7 Lantern Street",
    }
    assert event["organizer"]["url"] == "http://testserver/clubs/lantern/"
    for at in (event["url"], event["image"]):
        assert client.get(at.removeprefix("http://testserver")).status_code == 200


@pytest.mark.parametrize(("page", "last"), [("", "Tuesday"), ("board/1/", "Board 1")])
def test_pages_say_where_they_stand(published_night, client, page, last):
    at = f"/results/{published_night.session.public_id}/{page}"
    steps = data_of(client, at)["BreadcrumbList"]["itemListElement"]
    assert [step["position"] for step in steps] == list(range(1, len(steps) + 1))
    assert [step["name"] for step in steps][:2] == ["Lantern Street", "Results"]
    assert steps[-1]["name"] == last and steps[-1]["item"] == f"http://testserver{at}"
    assert all(client.get(step["item"].removeprefix("http://testserver")).status_code == 200 for step in steps)


def test_members_results_are_no_data(published_night, director):
    Club.objects.update(results_for=ResultsFor.MEMBERS)
    assert data_of(director, f"/results/{published_night.session.public_id}/") == {}
    assert data_of(director, "/clubs/lantern/results/") == {}


def test_a_coming_night_is_an_event_that_may_be_cancelled(announce, client):  # noqa: F811
    Club.objects.update(results_for=ResultsFor.MEMBERS, time_zone="Pacific/Auckland")
    night = announce(place="Church hall")
    at = f"/clubs/lantern/coming/{night.public_id}/"
    event = data_of(client, at)["SportsEvent"]
    assert event["url"] == f"http://testserver{at}" and event["location"]["address"] == "Church hall"
    assert datetime.fromisoformat(event["startDate"]) == night.starts_at
    assert event["eventStatus"].endswith("/EventScheduled")
    said = meta_of(client.get(at).content)
    assert said["canonical"] == event["url"] and str(night.date.day) in said["og:title"]
    assert "http://testserver/clubs/lantern/coming/" in client.get("/sitemap-clubs.xml").text
    ComingNight.objects.update(cancelled_at=timezone.now())
    assert data_of(client, at)["SportsEvent"]["eventStatus"].endswith("/EventCancelled")
    assert "cancelled" in meta_of(client.get(at).content)["og:title"]
