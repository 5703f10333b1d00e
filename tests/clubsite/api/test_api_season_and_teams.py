"""The API for teams of two, the ladder and master points: the site's figures, paginated, filtered, with ETags."""

import datetime
from fractions import Fraction

import pytest
from django.test import Client

from clubsite.clubs.services import club_create, token_make
from clubsite.rankings.services.publications import unpublish
from clubsite.season.services.standings import points_save
from tests.clubsite.published_payloads import publish_payload
from tests.kit.nights import end_and_publish

POINTS, AWARDS = "/api/v1/clubs/lantern/points/", "/api/v1/clubs/lantern/awards/"
TWO = {"Ada": 60, "Ben": 40}


@pytest.fixture
def reader(club, dee):
    secret = token_make(club=club, user=dee, name="Scoreboard", write=False)[1]
    return Client(headers={"Authorization": f"Bearer {secret}"})


def test_teams_and_their_matches_with_victory_points(teams_night, dee, client):
    at = f"/api/v1/sessions/{teams_night.session.public_id}/"
    assert client.get(at + "teams/").status_code == 404  # not published
    end_and_publish(teams_night.session, dee)
    (table,) = client.get(at + "teams/").json()
    first = table["rows"][0]
    assert table["section"] == "A" and len(table["rows"]) == 3
    assert (first["place"], first["team"], first["name"], first["won"]) == ("1", 1, "Bo and Ann", 2)
    matches = client.get(at + "matches/").json()
    assert [(m["first"], m["second"], m["imps"], m["round"]) for m in matches] == [
        (1, 2, "1/1", None),
        (1, 3, "1/1", None),
        (2, 3, "0/1", None),
    ]
    assert sum(Fraction(m["first_vps"]) for m in matches[:2]) == Fraction(first["vps"])
    assert all(Fraction(m["first_vps"]) + Fraction(m["second_vps"]) == 20 for m in matches)
    publication = teams_night.session.publications.get().payload
    publication["sections"][0]["teams"]["matches"] = []  # as before the first match
    publication["sections"][0]["teams"]["rows"] = []
    publish_payload(teams_night.session, publication, user=dee)
    assert client.get(at + "teams/").json() == client.get(at + "matches/").json() == []


def test_matches_are_found_by_team_section_and_round_page_by_page(teams_night, dee, client):
    end_and_publish(teams_night.session, dee)
    at = f"/api/v1/sessions/{teams_night.session.public_id}/"
    assert len(client.get(at + "matches/?team=3").json()) == 2
    assert len(client.get(at + "matches/?section=A&team=1").json()) == 2
    assert client.get(at + "teams/?section=A" + "%20" * 12).status_code == 400, "as long as it came"
    for nobody in ("matches/?team=9", "matches/?section=B", "matches/?round=1", "teams/?section=B"):
        assert client.get(at + nobody).json() == []
    page = client.get(at + "matches/?page_size=2&page=2")
    assert len(page.json()) == 1 and page["Total-Count"] == "3" and 'rel="prev"' in page["Link"]
    assert client.get(at + "matches/?tem=3").json()["errors"][0]["detail"] == "Did you mean team?"
    known = client.get(at + "teams/")
    assert client.get(at + "teams/", headers={"If-None-Match": known["ETag"]}).status_code == 304
    unpublish(teams_night.session, dee)
    assert client.get(at + "teams/", headers={"If-None-Match": known["ETag"]}).status_code == 404


def test_a_clubs_program_reads_the_teams_before_they_are_published(teams_night, dee, reader, client):
    at = f"/api/v1/nights/{teams_night.session.public_id}/"
    assert reader.get(at + "teams/").json()[0]["rows"][0]["team"] == 1
    assert len(reader.get(at + "matches/?team=2").json()) == 2
    assert client.get(at + "teams/").status_code == client.get(at + "matches/").status_code == 401
    other = club_create(name="Second", slug="second", owner=dee)
    secret = token_make(club=other, user=dee, name="Other", write=False)[1]
    stranger = Client(headers={"Authorization": f"Bearer {secret}"})
    assert stranger.get(at + "teams/").status_code == 404


def test_a_session_of_no_teams_has_none(published_night, client):
    at = f"/api/v1/sessions/{published_night.session.public_id}/"
    assert client.get(at + "teams/").json() == client.get(at + "matches/").json() == []


class TestMasterPoints:
    @pytest.fixture(autouse=True)
    def nights(self, club, dee, published):
        scheme = {"places": {"2": ["0.40", "0.20"]}}
        points_save(club=club, user=dee, scheme=scheme, since=datetime.date(2026, 10, 5))
        return [published(day, **who) for day, who in {1: TWO, 6: TWO, 13: {"Ben": 70, "Cas": 30}}.items()]

    def test_add_up_from_one_day_to_another(self, client):
        found = client.get(POINTS).json()
        facts = [found[name] for name in ("scheme", "since", "until", "sessions")]
        assert facts == ["own", "2026-10-05", None, 2]
        rows = [(row["name"], row["points"], row["points_exact"], row["sessions"]) for row in found["rows"]]
        assert rows == [("Ben", "0.60", "3/5", 2), ("Ada", "0.40", "2/5", 1), ("Cas", "0.20", "1/5", 1)]
        early = client.get(POINTS + "?since=2026-01-01&until=2026-10-06").json()
        assert (early["since"], early["until"], len(early["rows"])) == ("2026-10-05", "2026-10-06", 2)
        assert client.get(POINTS + "?since=2027-01-01").json()["rows"] == []
        assert client.get(POINTS + "?since=October").json()["errors"][0]["field"] == "since"

    def test_are_listed_award_by_award(self, client, nights):
        answer = client.get(AWARDS)
        assert [(a["date"], a["name"], a["place"], a["points"]) for a in answer.json()] == [
            ("2026-10-13", "Ben", "1", "0.40"),
            ("2026-10-13", "Cas", "2", "0.20"),
            ("2026-10-06", "Ada", "1", "0.40"),
            ("2026-10-06", "Ben", "2", "0.20"),
        ]
        assert answer.json()[0]["session"] == nights[2].public_id and answer["Total-Count"] == "4"
        assert len(client.get(AWARDS + "?name=BE&until=2026-10-06").json()) == 1
        assert len(client.get(AWARDS + "?page_size=3&page=2").json()) == 1
        assert client.get(AWARDS, headers={"If-None-Match": answer["ETag"]}).status_code == 304

    def test_of_a_night_that_is_withdrawn_and_of_a_club_that_gives_none_are_gone(self, client, club, dee, nights):
        before = client.get(POINTS)["ETag"]
        unpublish(nights[2], dee)
        after = client.get(POINTS, headers={"If-None-Match": before})
        assert after.status_code == 200 and after.json()["sessions"] == 1
        points_save(club=club, user=dee, scheme=None, since=datetime.date(2026, 1, 1))
        assert client.get(POINTS).status_code == client.get(AWARDS).status_code == 404
        assert client.get(POINTS).json()["detail"] == "This club gives no master points"
