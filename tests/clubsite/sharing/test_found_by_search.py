"""What search engines may and may not read: descriptions, canonical addresses, robots.txt and sitemaps."""

import json
import re
from datetime import datetime
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.utils import timezone

from clubsite.clubs.models import Club, ResultsFor
from clubsite.clubs.templatetags.page_meta import canonical
from clubsite.rankings.services.publications import unpublish
from clubsite.readers.visitor import Visitor
from clubsite.results.selectors import club_pages
from clubsite.sharing.sitemaps import AtPublicAddress
from clubsite.signups.models import ComingNight
from tests.clubsite.conftest import NAMES
from tests.clubsite.signups.conftest import announce  # noqa: F401
from tests.kit.pages import meta_of

PAGES = ["", "results/", "season/"]
PRIVATE = ["/me/", "/join/", "/login/", "/signup/", "/play/history/", "/clubs/lantern/privacy/", "/nothing/"]


def listed(client: Client, at: str = "/sitemap.xml") -> list[str]:
    root = ElementTree.fromstring(client.get(at).content)
    addresses = [element.text or "" for element in root.iter() if element.tag.endswith("}loc")]
    if root.tag.endswith("}sitemapindex"):
        return [deep for address in addresses for deep in listed(client, address.replace("http://testserver", ""))]
    return addresses


def test_every_page_of_results_says_what_it_is_and_where(published_night, client):
    night = f"/results/{published_night.session.public_id}/"
    for at in [*(f"/clubs/lantern/{page}" for page in PAGES), night, night + "boards/", night + "board/1/"]:
        meta = meta_of(client.get(at).content)
        assert meta["canonical"] == meta["og:url"] == f"http://testserver{at}", at
        assert "robots" not in meta and meta["og:title"] and meta["description"] == meta["og:description"]
        assert meta["og:image"].startswith("http://testserver/")
    assert "17 November 2026" in meta_of(client.get(night).content)["og:title"]


def test_a_canonical_address_keeps_only_what_makes_another_page(published_night, make_night, client, dee, settings):
    night = f"/results/{published_night.session.public_id}/"
    assert meta_of(client.get(night + "?me=3&utm=x").content)["canonical"] == f"http://testserver{night}"
    at = "/clubs/lantern/results/"
    assert meta_of(client.get(at + "?year=2026").content)["canonical"] == f"http://testserver{at}"
    settings.PUBLIC_URL = "https://club.example"
    assert meta_of(client.get("/").content)["canonical"] == "https://club.example/clubs/lantern/"
    at = "/movements/?players=12&boards=2&x=1"
    assert meta_of(client.get(at).content)["canonical"] == "https://club.example/movements/?players=12&amp;boards=2"
    places = re.findall(r"<loc>(https?://[^/]+)", client.get("/sitemap-nights.xml").text)
    assert set(places) == {"https://club.example"}


def test_an_earlier_year_of_results_is_a_page_of_its_own(published_night, rf, club, monkeypatch):
    visitor = Visitor.as_public().at(club)
    monkeypatch.setattr(club_pages, "published_years", lambda club: [2027, 2026])
    assert club_pages.results_page(visitor, "2026")["keeps"] == "year"
    assert club_pages.results_page(visitor, "2027")["keeps"] == ""
    request = rf.get("/clubs/lantern/results/?year=2025&x=1")
    assert canonical(request, ["year"]) == "/clubs/lantern/results/?year=2025"


@pytest.mark.parametrize("at", PRIVATE)
def test_what_is_nobody_else_s_business_asks_to_be_left_out(club, client, at):
    meta = meta_of(client.get(at).content)
    assert meta["robots"] == "noindex" and "canonical" not in meta and "og:title" not in meta


def test_search_gets_the_pages_and_what_to_leave_alone(published_night, client, monkeypatch):
    robots = client.get("/robots.txt")
    assert robots["Content-Type"].startswith("text/plain")
    lines = robots.text.splitlines()
    assert lines[0] == "User-agent: *" and lines[-1] == "Sitemap: http://testserver/sitemap.xml"
    for closed in ("director", "api", "me", "account", "seat"):
        assert f"Disallow: /{closed}/" in lines
    addresses = listed(client)
    night = f"/results/{published_night.session.public_id}/"
    for at in (night, "/clubs/lantern/", "/clubs/lantern/results/", "/learn/solo/", "/play/"):
        assert f"http://testserver{at}" in addresses
        assert client.get(at).status_code == 200
    assert "<lastmod>" in client.get("/sitemap-nights.xml").text
    for wrong in ("/sitemap-people.xml", "/sitemap-nights.xml?p=2", "/sitemap-nights.xml?p=x"):
        assert client.get(wrong).status_code == 404
    monkeypatch.setattr(AtPublicAddress, "limit", 2)
    assert "http://testserver/sitemap-site.xml?p=2" in client.get("/sitemap.xml").text
    assert len(listed(client)) == len(set(listed(client))) > 4


def test_nothing_is_listed_of_what_is_not_published_or_for_members(published_night, make_night, dee, client):
    night = f"/results/{published_night.session.public_id}/"
    Club.objects.update(results_for=ResultsFor.MEMBERS)
    assert not [at for at in listed(client) if "results" in at or "season" in at]
    client.force_login(dee)
    meta = meta_of(client.get(night).content)
    assert meta["robots"] == "noindex" and "og:title" not in meta and "og:image" not in meta
    assert data_of(client, night) == data_of(client, "/clubs/lantern/results/") == {}
    Club.objects.update(results_for=ResultsFor.EVERYBODY)
    assert f"http://testserver{night}" in listed(client)
    unpublish(published_night.session, dee)
    assert f"http://testserver{night}" not in listed(client)


def data_of(client: Client, at: str) -> dict[str, Any]:
    page = client.get(at).text
    texts = re.findall(r'<script type="application/ld\+json">(.*?)</script>', page, re.DOTALL)
    assert not any(f'"{name}"' in text for text in texts for name in NAMES)
    return {entity["@type"]: entity for entity in map(json.loads, texts)}


def test_a_night_is_an_event_at_the_club(published_night, client):
    Club.objects.update(name="Jack & Jill's </script> club", venue="Church hall, 7 Lantern Street")
    night = f"/results/{published_night.session.public_id}/"
    event = data_of(client, night)["SportsEvent"]
    assert event["@context"] == "https://schema.org" and event["startDate"] == "2026-11-17"
    assert event["name"] == "Tuesday, Jack & Jill's </script> club"
    place = {"name": "Jack & Jill's </script> club", "address": "Church hall, 7 Lantern Street"}
    assert event["location"] == {"@type": "Place", **place}
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


def test_a_coming_night_is_an_event_that_may_be_cancelled(announce, client):  # noqa: F811
    Club.objects.update(results_for=ResultsFor.MEMBERS, time_zone="Pacific/Auckland")
    night = announce(place="Church hall")
    at = f"/clubs/lantern/coming/{night.public_id}/"
    event = data_of(client, at)["SportsEvent"]
    assert event["url"] == f"http://testserver{at}" and event["location"]["address"] == "Church hall"
    assert datetime.fromisoformat(event["startDate"]) == night.starts_at
    assert event["eventStatus"].endswith("/EventScheduled")
    meta = meta_of(client.get(at).content)
    assert meta["canonical"] == event["url"] and str(night.date.day) in meta["og:title"]
    assert "http://testserver/clubs/lantern/coming/" in client.get("/sitemap-clubs.xml").text
    ComingNight.objects.update(cancelled_at=timezone.now())
    assert data_of(client, at)["SportsEvent"]["eventStatus"].endswith("/EventCancelled")
    assert "cancelled" in meta_of(client.get(at).content)["og:title"]
