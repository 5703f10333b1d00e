"""Teams of two in an American whist: matches over both tables, victory points, the table."""

from fractions import Fraction

from clubsite.rankings.services.teams import teams_of
from scoring.victory_points import victory_points
from tests.kit.nights import end_and_publish


def test_a_match_is_what_both_tables_come_to(teams_night):
    teams = teams_of(teams_night.section)
    # Each match is one board at two tables: team 1 has 30 points more than its opponents, 1 IMP.
    nets = [(match["first"], match["second"], match["boards"], match["net"]) for match in teams["matches"]]
    assert nets == [(1, 2, 1, "1/1"), (1, 3, 1, "1/1"), (2, 3, 1, "0/1")]
    first, match = teams["rows"][0], teams["matches"][0]
    assert (first["team"], first["place"], first["won"], first["lost"]) == (1, "1", 2, 0)
    assert first["entries"] == [teams_night.contestant(1).pk, teams_night.contestant(4).pk]
    assert Fraction(match["vps"][0]) == victory_points(Fraction(match["net"]), match["boards"], "wbf")


def test_members_and_director_read_the_table_of_teams(teams_night, dee, director):
    now = director.get(f"/director/{teams_night.session.public_id}/ranking/").text
    assert "Teams of two" in now
    end_and_publish(teams_night.session, dee)
    page = director.get(f"/results/{teams_night.session.public_id}/").text
    assert "Bo and Ann" in page
    assert "The 3 matches" in page


def test_a_mitchell_has_no_teams(night):
    assert teams_of(night.section) is None


def test_a_night_of_teams_was_won_by_a_team(teams_night, dee, client):
    """On the club's page and in its list of results. Nobody is named there for a percentage."""
    end_and_publish(teams_night.session, dee)
    slug = teams_night.session.club.slug
    listed = client.get(f"/clubs/{slug}/results/").text
    row = listed[listed.index('class="won"') : listed.index("</li>", listed.index('class="won"'))]
    assert "Team" in row and "Bo and Ann" in row and "VPs" in row
    assert row.count("<b>") == 1
    front = client.get(f"/clubs/{slug}/").text
    podium = front[front.index('class="podium"') : front.index("</table>")]
    assert "<caption>Teams</caption>" in podium and "Bo and Ann" in podium and podium.count("<tr>") == 3
