"""The API as a program sees it: pages, filters and ETags, and refusals that all have one format (docs/api.md)."""

import datetime
import json
from dataclasses import replace
from fractions import Fraction

import pytest

from clubsite.api.authentication import ByAddress
from clubsite.api.serializers import BoardSerializer
from clubsite.clubs.models import Person
from clubsite.clubs.services import club_create
from clubsite.nights.models import Board, Session, TableBoard
from clubsite.rankings.selectors.published import published_or_404
from clubsite.rankings.services.publications import publish, unpublish
from clubsite.rankings.services.settings import scoring_set
from clubsite.results.selectors.boards import board_page
from clubsite.season.services.standings import points_save
from tests.clubsite.published_payloads import publish_payload
from tests.kit.nights import end_and_publish
from tests.kit.typed_scores import enter_score

CLUBS, SESSIONS = "/api/v1/clubs/", "/api/v1/sessions/"


@pytest.fixture
def clubs(dee):
    names = ["Ash", "Birch", "Cedar", "Elm", "Oak"]
    for name in names:
        club_create(name=name, slug=name.lower(), owner=dee)
    return names


def at(night, rest: str = "") -> str:
    return f"{SESSIONS}{night.session.public_id}/{rest}"


def errors(answer) -> dict[str, str]:
    assert answer["Content-Type"] == "application/problem+json"
    body = answer.json()
    assert body["status"] == answer.status_code and body["detail"] and body["title"]
    return {fault["field"]: fault["detail"] for fault in body.get("errors", [])}


def test_a_long_list_comes_in_pages_that_lead_to_one_another(clubs, client):
    url, names = f"{CLUBS}?page_size=2", []
    while url:
        answer = client.get(url)
        names += [club["name"] for club in answer.json()]
        links = dict(reversed(part.split("; ")) for part in answer["Link"].split(", "))
        assert answer["Total-Count"] == "5" and 'rel="last"' in links
        url = links.get('rel="next"', "").strip("<>").removeprefix("http://testserver")
    assert names == clubs
    beyond = client.get(f"{CLUBS}?page_size=2&page=4")
    assert beyond.status_code == 404 and beyond.json()["detail"] == "There is no page 4: the last is 3."
    assert [club["slug"] for club in client.get(CLUBS + "?name=A").json()] == ["ash", "cedar", "oak"]
    assert client.get(CLUBS + "elm/").json() == {"slug": "elm", "name": "Elm", "venue": ""}


@pytest.mark.parametrize(
    ("query", "is_listed"),
    [
        ("", True), ("?club=lantern", True), ("?club=second", False),
        ("?since=2026-11-17&until=2026-11-17", True), ("?since=2026-11-18", False), ("?until=2026-11-16", False),
        ("?name=TUES", True), ("?name=Wednesday", False),
    ],
)  # fmt: skip
def test_sessions_are_found_by_club_day_and_name_once_they_are_published(scored_night, dee, client, query, is_listed):
    club_create(name="Second", slug="second", owner=dee)
    assert client.get(SESSIONS + query).json() == client.get(CLUBS + "lantern/sessions/").json() == []
    end_and_publish(scored_night.session, dee)
    ids = [session["id"] for session in client.get(SESSIONS + query).json()]
    assert ids == ([scored_night.session.public_id] if is_listed else [])


def test_travellers_are_the_boards_lines_in_one_list(published_night, client):
    lines = client.get(at(published_night, "travellers/")).json()
    boards = [client.get(at(published_night, f"boards/{n}/")).json() for n in (1, 2, 3)]
    shown = [(board["number"], line["table_board"]) for board in boards for line in board["traveller"]]
    assert len(lines) == 9 and sorted((line["board"], line["table_board"]) for line in lines) == sorted(shown)
    for query, wanted in (("board=2", {"board": 2}), ("player=1", {"south": "Bo"}), ("player=99", None)):
        hits = [line for line in lines if wanted and line.items() >= wanted.items()]
        assert client.get(at(published_night, f"travellers/?{query}")).json() == hits and len(hits) in (0, 3)
    assert [client.get(at(published_night, part)).json() for part in ("teams/", "matches/")] == [[], []]


def test_lines_of_a_fouled_board_have_their_group_and_a_session_how_it_is_scored(scored_night, dee, client):
    first = TableBoard.objects.filter(round__section=scored_night.section, board__number=1).order_by("pk")[0]
    fouled = {"contract": "2H", "declarer": "S", "tricks": 8, "group": "2", "why": "Cards had been changed"}
    enter_score(first, dee, **fouled)
    scoring_set(session=scored_night.session, values={"rounding": "tenth", "fewer_results": "factoring"}, user=dee)
    end_and_publish(scored_night.session, dee)
    lines = client.get(at(scored_night, "travellers/?board=1")).json()
    assert {line["table_board"]: line["group"] for line in lines}[first.pk] == "2"
    assert sorted(line["group"] for line in lines) == ["", "", "2"]
    session = client.get(at(scored_night, "")).json()
    chosen = {"fewer_results": "factoring", "rounding": "tenth"}
    assert session["method"] == "match_points" and session["scoring"].items() >= chosen.items()
    scored_night.session.scoring = {}
    scored_night.session.save()
    assert client.get(at(scored_night, "")).json() == session, "as it was when it was published"


def test_tables_and_players_of_several_sections_keep_their_letters(published_night, client):
    payload = published_night.session.publications.get().payload
    letter = json.JSONDecoder(object_hook=lambda o: o | {"table": f"A{o['table']}"} if "table" in o else o)
    lettered = letter.decode(json.dumps(payload))
    for ranking in lettered["sections"][0]["rankings"]:
        ranking["rows"] = [row | {"label": f"A{row['number']}"} for row in ranking["rows"]]
    publish_payload(published_night.session, lettered)
    lines = client.get(at(published_night, "travellers/?player=A1")).json()
    assert {line["table"] for line in lines} == {"A1"} and {line["south"] for line in lines} == {"Bo"}
    assert client.get(at(published_night, "travellers/?player=1")).json() == []
    assert client.get(at(published_night, "boards/1/")).json()["traveller"][0]["table"] == "A1"
    both = client.get(at(published_night, "ranking/")).json()
    assert [row["label"] for row in both[0]["rows"]] == ["A1", "A2", "A3"] and both[0]["rows"][0]["number"] == 1
    assert [ranking["line"] for ranking in both] == ["NS", "EW"]
    assert client.get(at(published_night, "ranking/?line=EW")).json() == both[1:]


def test_boards_that_were_dealt_at_the_table_have_no_deal(published_night):
    page = board_page(published_or_404(published_night.session.public_id), 1)
    page.deal.board = Board(number=1, dealer="N", vulnerability="None")
    assert BoardSerializer(page).data["deal"] is None


def test_an_answer_that_has_not_changed_is_not_sent_again(published_night, dee, client):
    url = at(published_night, "ranking/")
    first = client.get(url)
    assert first["Cache-Control"] == "public, no-cache"
    again = client.get(url, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"") and again["ETag"] == first["ETag"]
    assert again["Access-Control-Allow-Origin"] == "*" and again["Cache-Control"] == first["Cache-Control"]
    assert client.get(url, headers={"If-None-Match": f'"other", W/{first["ETag"]}'}).status_code == 304
    row = published_night.section.rounds.first().table_boards.first()
    enter_score(row, dee, "A6040")
    assert client.get(url, headers={"If-None-Match": first["ETag"]}).status_code == 304  # not published yet
    publish(published_night.session, dee)
    assert client.get(url, headers={"If-None-Match": first["ETag"]}).status_code == 200
    known = client.get(url)["ETag"]
    Person.objects.filter(name="Bo").update(name="Beau")
    after = client.get(url, headers={"If-None-Match": known})
    assert after.status_code == 200 and "Beau" in after.text, "a name that was mended, in the same version"


def test_another_sites_script_may_read_what_is_published(published_night, client):
    preflight = client.options(SESSIONS)
    for answer in (client.get(SESSIONS), client.get(at(published_night, "boards/9/")), preflight):
        assert answer["Access-Control-Allow-Origin"] == "*"
    assert "If-None-Match" in preflight["Access-Control-Allow-Headers"]
    assert "GET" in preflight["Access-Control-Allow-Methods"]
    assert "ETag" in client.get(SESSIONS)["Access-Control-Expose-Headers"]
    assert "Access-Control-Allow-Origin" not in client.get("/api/v1/nights/")


@pytest.mark.parametrize(
    ("query", "field", "sentence"),
    [
        ("since=yesterday", "since", "YYYY-MM-DD"),
        ("sinse=2026-11-17", "sinse", "Did you mean since?"),
        ("zzz=1", "zzz", "known are: page, page_size, since, until, name, club"),
        ("page=0", "page", "from 1 on"),
        ("page=1.0", "page", "whole number"),
        ("page=٣", "page", "whole number"),
        ("page_size=201", "page_size", "up to 200"),
        ("name=a&name=b", "name", "more than once"),
        ("name=%00", "name", "Null"),
        ("club=a/b", "club", "slug"),
    ],
)
def test_what_is_not_understood_is_refused_at_its_field(client, query, field, sentence):
    answer = client.get(f"{SESSIONS}?{query}")
    assert answer.status_code == 400
    assert sentence in errors(answer)[field]


BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


@pytest.mark.parametrize(
    ("accept", "status"),
    [
        (BROWSER, 200),
        ("application/json", 200),
        ("text/csv", 406),
        ("text/html; x*=none'x'y", 406),
        (", ".join(f"text/x{n}" for n in range(100)), 406),
        ("x" * 10_000, 406),
    ],
)
def test_json_is_sent_to_whoever_accepts_it(client, accept, status):
    answer = client.get(CLUBS, headers={"Accept": accept})
    assert answer.status_code == status
    assert answer["Content-Type"] == ("application/json" if status == 200 else "application/problem+json")


def test_a_program_that_asks_too_often_is_refused_with_the_time_to_come_again(client, monkeypatch):
    monkeypatch.setattr(ByAddress, "limit", replace(ByAddress.limit, most=2))
    # A client's own claims about its address do not change it.
    answers = [client.get(CLUBS, headers={"X-Forwarded-For": f"10.0.0.{n}"}) for n in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert 0 < int(answers[2]["Retry-After"]) <= 61
    assert errors(answers[2]) == {}


def test_the_reference_is_a_page_of_the_site_and_gives_no_cookie(client, dee):
    page, script = client.get("/api/v1/docs/"), client.get("/api/v1/docs/?script=")
    assert script["Content-Type"] == "application/javascript" and "/api/v1/schema.json" in script.text
    assert not page.cookies and not script.cookies and "Sign in" in page.text
    client.force_login(dee)
    assert "Sign out" in client.get("/api/v1/docs/").text


def test_the_list_of_sessions_takes_the_same_queries_for_any_number_of_them(
    published_night, dee, client, django_assert_num_queries
):
    client.get(SESSIONS)
    with django_assert_num_queries(2):  # how many, and a page of them
        client.get(SESSIONS)
    session = Session.objects.get()
    Session.objects.filter(pk=session.pk).update(date=datetime.date(2026, 11, 10))
    with django_assert_num_queries(2):
        assert client.get(SESSIONS).json()[0]["date"] == "2026-11-10"


POINTS, AWARDS = "/api/v1/clubs/lantern/points/", "/api/v1/clubs/lantern/awards/"
TWO = {"Ada": 60, "Ben": 40}


def test_teams_and_their_matches_with_victory_points(teams_night, dee, client):
    at = f"/api/v1/sessions/{teams_night.session.public_id}/"
    assert client.get(at + "teams/").status_code == 404  # not published
    end_and_publish(teams_night.session, dee)
    (table,) = client.get(at + "teams/").json()
    first = table["rows"][0]
    assert table["section"] == "A" and len(table["rows"]) == 3
    assert (first["place"], first["team"], first["name"], first["won"]) == ("1", 1, "Bo and Ann", 2)
    matches = client.get(at + "matches/").json()
    facts = [(m["first"], m["second"], m["imps"], m["round"]) for m in matches]
    assert facts == [(1, 2, "1/1", None), (1, 3, "1/1", None), (2, 3, "0/1", None)]
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


def test_a_clubs_program_reads_the_teams_before_they_are_published(teams_night, reader, client):
    at = f"/api/v1/nights/{teams_night.session.public_id}/"
    assert reader.get(at + "teams/").json()[0]["rows"][0]["team"] == 1
    assert len(reader.get(at + "matches/?team=2").json()) == 2
    assert client.get(at + "teams/").status_code == client.get(at + "matches/").status_code == 401


class TestMasterPoints:
    @pytest.fixture(autouse=True)
    def nights(self, club, dee, published):
        scheme = {"places": {"2": ["0.40", "0.20"]}}
        points_save(club=club, user=dee, scheme=scheme, since=datetime.date(2026, 10, 5))
        return [published(day, **who) for day, who in {1: TWO, 6: TWO, 13: {"Ben": 70, "Cas": 30}}.items()]

    def test_add_up_from_one_day_to_another(self, client):
        ranking = client.get(POINTS).json()
        facts = [ranking[name] for name in ("scheme", "since", "until", "sessions")]
        assert facts == ["own", "2026-10-05", None, 2]
        rows = [(row["name"], row["points"], row["points_exact"], row["sessions"]) for row in ranking["rows"]]
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
