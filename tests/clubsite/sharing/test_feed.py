"""A club's feed: valid by RFC 4287, with an entry per published session, updated and removed along with the results."""

from datetime import datetime
from xml.etree import ElementTree

from django.test import Client

from clubsite.nights.models import TableBoard
from clubsite.rankings.services.publications import publish, unpublish
from clubsite.rankings.services.sweep import results_sweep
from tests.kit.typed_scores import enter_score

AT = "/clubs/lantern/results.atom"
ATOM = "{http://www.w3.org/2005/Atom}"


def feed_at(client: Client) -> ElementTree.Element:
    """Return the feed, after checking everything that RFC 4287 requires of it."""
    answer = client.get(AT)
    assert answer.status_code == 200 and answer["Content-Type"].startswith("application/atom+xml")
    root = ElementTree.fromstring(answer.content)
    for one in (root, *root.findall(f"{ATOM}entry")):
        for name in ("id", "title", "updated"):
            [element] = one.findall(ATOM + name)
            assert element.text
        assert datetime.fromisoformat(str(one.findtext(ATOM + "updated"))).tzinfo
    assert root.find(f"{ATOM}author/{ATOM}name") is not None
    assert root.find(f"{ATOM}link[@rel='self']").attrib["href"] == f"http://testserver{AT}"
    return root


def test_a_published_night_is_an_entry_that_is_updated_by_a_correction(published_night, dee, client):
    night = f"http://testserver/results/{published_night.session.public_id}/"
    [entry] = feed_at(client).findall(f"{ATOM}entry")
    assert entry.findtext(ATOM + "title") == "Tuesday, 17 November 2026"
    assert entry.findtext(ATOM + "id") == night
    summary = str(entry.findtext(ATOM + "summary"))
    assert summary.startswith("6 players, 3 boards. South: Bo, 100.00\N{NO-BREAK SPACE}%.")
    for wrong in TableBoard.objects.filter(round__section=published_night.section, ns__number=1):
        enter_score(wrong, dee, "1N S 3", why="Typed wrong")
    results_sweep()
    publish(published_night.session, dee)
    [corrected] = feed_at(client).findall(f"{ATOM}entry")
    assert corrected.findtext(ATOM + "id") == night
    assert str(corrected.findtext(ATOM + "updated")) > str(entry.findtext(ATOM + "updated"))
    assert corrected.findtext(ATOM + "summary") != summary
    unpublish(published_night.session, dee)
    assert not feed_at(client).findall(f"{ATOM}entry")


def test_pages_lead_to_it_and_it_is_asked_for_again_by_its_hash(published_night, client):
    link = f'type="application/atom+xml" title="Results of Lantern Street" href="http://testserver{AT}"'
    assert link in client.get("/").text
    assert f'href="{AT}"' in client.get("/clubs/lantern/results/").text
    first = client.get(AT)
    assert "public" in first["Cache-Control"] and "no-cache" in first["Cache-Control"]
    assert "Cookie" not in first.get("Vary", "")
    assert client.get(AT, headers={"If-None-Match": first["ETag"]}).status_code == 304
    assert client.get("/clubs/nobody/results.atom").status_code == 404


def test_it_reads_the_digest_of_every_entry_in_one_query(published_night, client, django_assert_num_queries):
    with django_assert_num_queries(
        5
    ):  # the club, its sessions with their links, their results, the players' seats, events
        assert ". Digest " in str(feed_at(client).findtext(f"{ATOM}entry/{ATOM}summary"))
