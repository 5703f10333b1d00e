"""A whole session of American whist with five teams, where a player leaves: byes on every page until publication."""

from collections import Counter
from fractions import Fraction

import pytest
from django.test import Client

from clubsite.nights.models import TableBoard
from clubsite.rankings.selectors.published import published_or_404
from clubsite.rankings.services.sweep import results_sweep
from clubsite.results.services import leaderboard_set
from movements.teams import american_whist
from tests.clubsite.listeners import nobody_listens
from tests.kit.director_pages import Desk
from tests.kit.pages import words
from tests.kit.typed_scores import enter_score

KIT = 8  # of team 3, who moves
BYE = Fraction(12)


@pytest.fixture
def whist(make_night, dee, client, on_commit):
    """A session that Kit leaves after round 2. `leaderboards` holds the leaderboard after each round."""
    night = make_night(players=10, plan=american_whist(5, 4))
    client.force_login(dee)
    leaderboard_set(session=night.session, on=True, user=dee)
    night.leaderboards = []
    for number in range(1, 5):
        with nobody_listens(), on_commit():
            for row in TableBoard.objects.filter(round__number=number).select_related("ns"):
                tricks = 6 + (row.ns.number + number) % 4
                enter_score(row, dee, f"1N S {tricks}")
        if number == 1:
            Desk(client, night).make("leaves", who=night.contestant(KIT).persons.get().pk)
        results_sweep()
        night.leaderboards.append(words(Client().get(f"/leaderboard/{night.session.public_id}/places/")))
    return night


def test_who_meets_the_team_without_its_player_has_a_bye_in_the_published_table(whist, client, on_commit):
    """The rule for the table: the sum of the victory points from the matches, plus 12 per bye (docs/scoring.md)."""
    base = f"/director/{whist.session.public_id}/act/"
    with nobody_listens(), on_commit():
        for act in ("end", "publish"):
            assert client.post(f"{base}{act}/", follow=True).status_code == 200
    (section,) = published_or_404(whist.session.public_id).sections
    rows, matches = section.teams["rows"], section.teams["matches"]
    won: Counter[int] = Counter()
    for match in matches:
        for team, points in zip((match["first"], match["second"]), match["vps"], strict=True):
            won[team] += Fraction(points)
    byes = {row["team"]: row["byes"] for row in rows}
    assert byes == {1: 1, 2: 0, 3: 0, 4: 1, 5: 0}, "1 and 4 were to meet Kit in rounds 3 and 4"
    assert {row["team"]: Fraction(row["vps"]) for row in rows} == {t: won[t] + BYE * byes[t] for t in byes}
    assert {(3, 4), (1, 3)} & {(m["first"], m["second"]) for m in matches} == set() and len(matches) == 8
    page = words(Client().get(f"/results/{whist.session.public_id}/"))
    assert page.count("and a bye") == 2 and "The 8 matches" in page


def test_a_bye_before_the_first_match_does_not_take_the_players_off_the_wall(whist):
    """In round 3, team 4 has its bye, and no two teams have met at both tables yet."""
    assert [("All players" in shown, "victory points" in shown) for shown in whist.leaderboards] == [
        (True, False), (True, False), (False, True), (False, True),
    ]  # fmt: skip
