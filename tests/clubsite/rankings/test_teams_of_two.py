"""Teams of two in an American whist: matches over both tables, victory points, the team table and team names."""

from fractions import Fraction

import pytest

from clubsite.clubs.audit_actions import AuditAction
from clubsite.nights.services.directing import session_end
from clubsite.nights.services.movement import team_names_set
from clubsite.rankings.services.publications import changes_unpublished, publish
from clubsite.rankings.services.teams import teams_of
from clubsite.results.services import leaderboard_set
from scoring.victory_points import victory_points
from tests.kit.nights import end_and_publish
from tests.kit.pages import words


def test_a_match_is_what_both_tables_come_to(teams_night):
    teams = teams_of(teams_night.section)
    # Each match is one board at two tables: team 1 has 30 points more than its opponents, 1 IMP.
    nets = [(match["first"], match["second"], match["boards"], match["net"]) for match in teams["matches"]]
    assert nets == [(1, 2, 1, "1"), (1, 3, 1, "1"), (2, 3, 1, "0")]
    first, match = teams["rows"][0], teams["matches"][0]
    assert (first["team"], first["place"], first["won"], first["lost"]) == (1, "1", 2, 0)
    assert first["entries"] == [teams_night.contestant(1).pk, teams_night.contestant(4).pk]
    assert Fraction(match["vps"][0]) == victory_points(Fraction(match["net"]), match["boards"], "wbf")


def test_a_mitchell_has_no_teams(night):
    assert teams_of(night.section) is None


def test_a_night_of_teams_was_won_by_a_team(teams_night, dee, client):
    """The club's page and its list of results both show the winning team. Neither names anybody for a percentage."""
    end_and_publish(teams_night.session, dee)
    slug = teams_night.session.club.slug
    listed = client.get(f"/clubs/{slug}/results/").text
    row = listed[listed.index('class="won"') : listed.index("</li>", listed.index('class="won"'))]
    assert "Team" in row and "Bo and Ann" in row and "VPs" in row
    assert row.count('<b translate="no">') == 1
    front = client.get(f"/clubs/{slug}/").text
    podium = front[front.index('class="podium"') : front.index("</table>")]
    assert "<caption>Teams</caption>" in podium and "Bo and Ann" in podium and podium.count("<tr>") == 3


@pytest.fixture
def kiwis(teams_night, dee):
    """Team 1, the winner, is called Kiwis."""
    assert not team_names_set(session=teams_night.session, typed={"1": "Kiwis"}, user=dee)
    return teams_night


def test_a_name_is_read_wherever_the_team_is(kiwis, dee, client):
    public_id, slug = kiwis.session.public_id, kiwis.session.club.slug
    leaderboard_set(session=kiwis.session, on=True, user=dee)
    assert "Kiwis Bo and Ann" in words(client.get(f"/leaderboard/{public_id}/"))
    client.force_login(dee)
    assert "1. Kiwis Bo and Ann" in words(client.get(f"/director/{public_id}/ranking/"))
    end_and_publish(kiwis.session, dee)
    client.logout()
    page = words(client.get(f"/results/{public_id}/"))
    assert "1. Kiwis Bo and Ann" in page and "Kiwis against " in page
    for address in (f"/clubs/{slug}/", f"/clubs/{slug}/results/"):
        assert "Kiwis: Bo and Ann" in words(client.get(address))
    (table,) = client.get(f"/api/v1/sessions/{public_id}/teams/").json()
    assert (table["rows"][0]["team_name"], table["rows"][0]["name"]) == ("Kiwis", "Bo and Ann")
    assert {row["team_name"] for row in table["rows"][1:]} == {""}
    match = client.get(f"/api/v1/sessions/{public_id}/matches/?team=1").json()[0]
    assert (match["first_team_name"], match["second_team_name"]) == ("Kiwis", "")


def test_another_name_is_on_the_wall_at_once(kiwis, dee, client):
    leaderboard_set(session=kiwis.session, on=True, user=dee)
    address = f"/leaderboard/{kiwis.session.public_id}/"
    assert "Kiwis Bo and Ann" in words(client.get(address))
    team_names_set(session=kiwis.session, typed={"1": "Tui"}, user=dee)
    wall = words(client.get(address))
    assert "Tui Bo and Ann" in wall and "Kiwis" not in wall


def test_a_published_name_changes_by_a_correction(kiwis, dee, director):
    """Members see the old name until the next publication. The log says that a name was changed."""
    session = kiwis.session
    session_end(session=session, user=dee)
    first = publish(session, dee)
    page = f"/director/{session.public_id}/teams/"
    answer = director.post(page, {"t-1": "Tui", "t-2": "", "t-3": ""}, follow=True).text
    assert "The names of the teams are saved" in answer
    assert "Kiwis" in director.get(f"/results/{session.public_id}/").text
    assert [line.action for line in changes_unpublished(first)] == [AuditAction.TEAM_NAMED]
    publish(session, dee)
    shown = words(director.get(f"/results/{session.public_id}/"))
    assert "1. Tui Bo and Ann" in shown and "Kiwis" not in shown
    log = director.get(f"/results/{session.public_id}/corrections/").text
    assert "A team was given another name" in log and "Kiwis" not in log


def test_the_director_names_teams_on_the_night(kiwis, director):
    at = f"/director/{kiwis.session.public_id}/"
    assert f"{at}teams/" in director.get(f"{at}repair/").text
    assert f"{at}teams/" in director.get(f"{at}ranking/").text
    shown = director.get(f"{at}teams/").text
    assert 'value="Kiwis"' in shown and "Bo and Ann" in shown
    refused = director.post(f"{at}teams/", {"t-1": "Kiwis", "t-2": "kiwis"}).text
    assert "Team 1 is called Kiwis already" in refused and 'value="kiwis"' in refused
    leaves = director.get(f"{at}repair/leaves/").text
    names = [leaves.index(text) for text in ("Bo (1, Kiwis)", "Ann (4, Kiwis)", "(2, Team 2)")]
    assert names == sorted(names), "who stands in for whom is chosen by team"


def test_where_no_teams_play_nothing_is_named(night, director):
    at = f"/director/{night.session.public_id}/"
    assert director.get(f"{at}teams/").status_code == 404
    assert f"{at}teams/" not in director.get(f"{at}repair/").text
