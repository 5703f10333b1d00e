"""Teams of two in an American whist: matches over both tables, victory points, the table."""

from fractions import Fraction

import pytest

from clubsite.duplicate.models import TableBoard, TableBoardState
from clubsite.duplicate.services.directing import session_end
from clubsite.rankings.services.publications import publish
from clubsite.rankings.services.sweep import results_sweep
from clubsite.rankings.services.teams import teams_of
from movements.teams import american_whist
from scoring.victory_points import victory_points
from tests.kit.typed_scores import enter_score

pytestmark = pytest.mark.django_db


@pytest.fixture
def teams_night(make_night, dee, django_capture_on_commit_callbacks):
    """Three teams, one board a set: South of team 1 always makes +120, everybody else 90."""
    night = make_night(players=6, plan=american_whist(3, 2))
    for _ in range(2):
        with django_capture_on_commit_callbacks(execute=True):
            rows = TableBoard.objects.filter(round__section=night.section, state=TableBoardState.WAITING)
            for row in rows.select_related("ns"):
                tricks = 8 if row.ns.number == 1 else 7
                enter_score(row, dee, f"1N S {tricks}")
    results_sweep()
    return night


def test_a_match_is_what_both_tables_come_to(teams_night):
    teams = teams_of(teams_night.section)
    assert teams is not None
    # Each match is one board at two tables: team 1 has 30 points more than its opponents, 1 IMP.
    assert [(m["first"], m["second"], m["boards"], m["net"]) for m in teams["matches"]] == [
        (1, 2, 1, "1/1"),
        (1, 3, 1, "1/1"),
        (2, 3, 1, "0/1"),
    ]
    first = teams["rows"][0]
    assert (first["team"], first["place"], first["won"], first["lost"]) == (1, "1", 2, 0)
    assert first["entries"] == [teams_night.contestant(1).pk, teams_night.contestant(4).pk]
    match = teams["matches"][0]
    net, boards = Fraction(match["net"]), match["boards"]
    assert Fraction(match["vps"][0]) == victory_points(net, boards, "wbf")


def test_members_and_director_read_the_table_of_teams(teams_night, dee, director):
    now = director.get(f"/director/{teams_night.session.public_id}/ranking/").content.decode()
    assert "Teams of two" in now
    session_end(session=teams_night.session, user=dee)
    publish(teams_night.session, dee)
    page = director.get(f"/results/{teams_night.session.public_id}/").content.decode()
    assert "Bo and Ann" in page
    assert "The 3 matches" in page


def test_a_mitchell_has_no_teams(night):
    assert teams_of(night.section) is None


def test_a_night_of_teams_was_won_by_a_team(teams_night, dee, client):
    """On the club's page and in its list of results. Nobody is named there for a percentage."""
    session_end(session=teams_night.session, user=dee)
    publish(teams_night.session, dee)
    slug = teams_night.session.club.slug
    listed = client.get(f"/clubs/{slug}/results/").content.decode()
    row = listed[listed.index('class="won"') : listed.index("</li>", listed.index('class="won"'))]
    assert "Team" in row and "Bo and Ann" in row and "VPs" in row
    assert row.count("<b>") == 1
    front = client.get(f"/clubs/{slug}/").content.decode()
    podium = front[front.index('class="podium"') : front.index("</table>")]
    assert "<caption>Teams</caption>" in podium and "Bo and Ann" in podium and podium.count("<tr>") == 3
