"""A team's name is shown wherever the team is, and a correction can change it."""

import io

import pytest
from django.test import Client
from pypdf import PdfReader

from clubsite.clubs.audit_actions import AuditAction
from clubsite.duplicate.models import TableBoard, TableBoardState
from clubsite.duplicate.services.directing import session_end
from clubsite.duplicate.services.team_naming import team_names_set
from clubsite.leaderboard.services import leaderboard_set
from clubsite.rankings.services.publications import changes_unpublished, publish
from clubsite.rankings.services.sweep import results_sweep
from movements.teams import american_whist
from tests.kit.typed_scores import enter_score

pytestmark = pytest.mark.django_db


@pytest.fixture
def teams_night(make_night, dee, django_capture_on_commit_callbacks):
    """Three teams, one board a set. Team 1 (Bo and Ann) is called Kiwis and wins."""
    night = make_night(players=6, plan=american_whist(3, 2))
    assert not team_names_set(session=night.session, typed={"1": "Kiwis"}, user=dee)
    for _ in range(2):
        with django_capture_on_commit_callbacks(execute=True):
            rows = TableBoard.objects.filter(round__section=night.section, state=TableBoardState.WAITING)
            for row in rows.select_related("ns"):
                tricks = 8 if row.ns.number == 1 else 7
                enter_score(row, dee, f"1N S {tricks}")
    results_sweep()
    return night


def pdf_text(client: Client, address: str) -> str:
    pages = PdfReader(io.BytesIO(client.get(address).content)).pages
    return " ".join(" ".join(page.extract_text().split()) for page in pages)


def test_a_name_is_read_wherever_the_team_is(teams_night, dee, client):
    public_id, slug = teams_night.session.public_id, teams_night.session.club.slug
    leaderboard_set(session=teams_night.session, on=True, user=dee)
    assert "Kiwis <small>Bo and Ann</small>" in client.get(f"/leaderboard/{public_id}/").content.decode()
    client.force_login(dee)
    assert (
        "1. Kiwis <small>Bo and Ann</small>" in client.get(f"/director/{public_id}/ranking/").content.decode()
    )
    assert "Kiwis: Bo and Ann" in pdf_text(client, f"/director/{public_id}/print/results.pdf")
    session_end(session=teams_night.session, user=dee)
    publish(teams_night.session, dee)
    client.logout()
    page = client.get(f"/results/{public_id}/").content.decode()
    assert "1. Kiwis <small>Bo and Ann</small>" in page and "Kiwis against " in page
    assert "Kiwis: Bo and Ann" in pdf_text(client, f"/results/{public_id}/results.pdf")
    for address in (f"/clubs/{slug}/", f"/clubs/{slug}/results/"):
        assert "Kiwis: Bo and Ann" in client.get(address).content.decode()
    (table,) = client.get(f"/api/v1/sessions/{public_id}/teams/").json()
    assert (table["rows"][0]["team_name"], table["rows"][0]["name"]) == ("Kiwis", "Bo and Ann")
    assert {row["team_name"] for row in table["rows"][1:]} == {""}
    match = client.get(f"/api/v1/sessions/{public_id}/matches/?team=1").json()[0]
    assert (match["first_team_name"], match["second_team_name"]) == ("Kiwis", "")


def test_another_name_is_on_the_wall_at_once(teams_night, dee, client):
    leaderboard_set(session=teams_night.session, on=True, user=dee)
    address = f"/leaderboard/{teams_night.session.public_id}/"
    assert "Kiwis <small>" in client.get(address).content.decode()
    team_names_set(session=teams_night.session, typed={"1": "Tui"}, user=dee)
    wall = client.get(address).content.decode()
    assert "Tui <small>Bo and Ann</small>" in wall and "Kiwis" not in wall


def test_a_published_name_changes_by_a_correction(teams_night, dee, director):
    """Members read the published name until the next publication. The log says that a name was changed."""
    session = teams_night.session
    session_end(session=session, user=dee)
    first = publish(session, dee)
    page = f"/director/{session.public_id}/teams/"
    answer = director.post(page, {"t-1": "Tui", "t-2": "", "t-3": ""}, follow=True).content.decode()
    assert "The names of the teams are kept" in answer
    assert "Kiwis" in director.get(f"/results/{session.public_id}/").content.decode()
    assert [line.action for line in changes_unpublished(first)] == [AuditAction.TEAM_NAMED]
    publish(session, dee)
    shown = director.get(f"/results/{session.public_id}/").content.decode()
    assert "1. Tui <small>" in shown and "Kiwis" not in shown
    log = director.get(f"/results/{session.public_id}/corrections/").content.decode()
    assert "A team was given another name" in log and "Kiwis" not in log


def test_the_director_names_teams_on_the_night(teams_night, director):
    at = f"/director/{teams_night.session.public_id}/"
    assert f"{at}teams/" in director.get(f"{at}repair/").content.decode()
    assert f"{at}teams/" in director.get(f"{at}ranking/").content.decode()
    shown = director.get(f"{at}teams/").content.decode()
    assert 'value="Kiwis"' in shown and "Bo and Ann" in shown
    refused = director.post(f"{at}teams/", {"t-1": "Kiwis", "t-2": "kiwis"}).content.decode()
    assert "Team 1 is called Kiwis already" in refused and 'value="kiwis"' in refused
    leaves = director.get(f"{at}repair/leaves/").content.decode()
    names = [leaves.index(text) for text in ("Bo (1, Kiwis)", "Ann (4, Kiwis)", "(2, Team 2)")]
    assert names == sorted(names), "who stands in for whom is chosen by team"


def test_where_no_teams_play_nothing_is_named(night, director):
    at = f"/director/{night.session.public_id}/"
    assert director.get(f"{at}teams/").status_code == 404
    assert f"{at}teams/" not in director.get(f"{at}repair/").content.decode()
