"""Teams of two in an American whist, and sections: what is compared, victory points, the team table and names."""

from collections import Counter
from fractions import Fraction

import pytest
from django.test import Client

from clubsite.clubs.audit_actions import AuditAction
from clubsite.nights.models import Session, TableBoard
from clubsite.nights.services.movement import team_names_set
from clubsite.nights.services.sections import section_add_pairs, sections_split
from clubsite.rankings.models import BoardScore, Ranking
from clubsite.rankings.selectors.published import published_or_404
from clubsite.rankings.services.publications import changes_unpublished, publish
from clubsite.rankings.services.sweep import results_sweep
from clubsite.rankings.services.teams import teams_of
from clubsite.results.selectors.boards import board_page
from clubsite.results.services import leaderboard_set
from movements.mitchell import straight
from movements.teams import american_whist
from scoring.victory_points import victory_points
from tests.clubsite.listeners import nobody_listens
from tests.kit.director_pages import Desk
from tests.kit.nights import draft_night, end_and_publish, fill_night
from tests.kit.pages import words
from tests.kit.typed_scores import enter_score
from tests.on_page import on_page


def test_a_match_is_what_both_tables_come_to(teams_night):
    teams = teams_of(teams_night.section)
    # Each match is one board at two tables: team 1 has 30 points more than its opponents, 1 IMP.
    nets = [(match["first"], match["second"], match["boards"], match["net"]) for match in teams["matches"]]
    assert nets == [(1, 2, 1, "1"), (1, 3, 1, "1"), (2, 3, 1, "0")]
    first, match = teams["rows"][0], teams["matches"][0]
    assert (first["team"], first["place"], first["won"], first["lost"]) == (1, "1", 2, 0)
    assert first["entries"] == [teams_night.contestant(1).pk, teams_night.contestant(4).pk]
    assert Fraction(match["vps"][0]) == victory_points(Fraction(match["net"]), match["boards"], "wbf")


def test_a_mitchell_has_no_teams_to_be_named(night, director):
    assert teams_of(night.section) is None
    at = f"/director/{night.session.public_id}/"
    assert director.get(f"{at}teams/").status_code == 404
    assert f"{at}teams/" not in director.get(f"{at}repair/").text


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
    for name, other in (("Tui", "Kiwis"), ("Kiwis", "Tui")):
        team_names_set(session=kiwis.session, typed={"1": name}, user=dee)
        wall = words(client.get(f"/leaderboard/{public_id}/"))
        assert f"{name} Bo and Ann" in wall and other not in wall, "another name is there at once"
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


def test_the_director_names_teams_on_the_night_and_a_published_name_changes_by_a_correction(kiwis, director, dee):
    """Members see the old name until the next publication. The log says that a name was changed."""
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
    session = kiwis.session
    first = end_and_publish(session, dee)
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


def test_who_meets_the_team_without_its_player_has_a_bye_which_takes_nobody_off_the_wall(whist, client, on_commit):
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
    assert [("All players" in shown, "victory points" in shown) for shown in whist.leaderboards] == [
        (True, False), (True, False), (False, True), (False, True),
    ]  # fmt: skip


@pytest.fixture
def build(club, dee):
    """A function that makes two sections of four players (two tables, one round) and, on request, one of four pairs."""

    def make(pairs=False, **scoring):
        session = draft_night(club, dee, 8)
        session.scoring = scoring
        session.save(update_fields=["scoring"])
        sections_split(session=session, sizes=[4, 4], user=dee)
        if pairs:
            section_add_pairs(session=session, pairs=4, own_boards=False, user=dee)
        return fill_night(session, dee, straight(2, 1), boards=2)

    return make


def play(session: Session, dee, tricks: dict[str, int]):
    """Play 1NT by South at each table in round 1. `tricks` gives South's tricks by table label."""
    for row in TableBoard.objects.filter(round__section__session=session, round__number=1):
        enter_score(row, dee, f"1NT S {tricks[row.table.label]}")
    results_sweep()


def south(session: Session, table: str) -> Fraction | None:
    scores = BoardScore.objects.filter(table_board__round__section__session=session)
    rows = scores.select_related("table_board__table__section")
    score = next(row for row in rows if row.table_board.table.label == table)
    return score.ns_mp


# In the only round board 1 is on table 1 of every section.
TRICKS = {"A1": 7, "A2": 7, "B1": 8, "B2": 8, "C1": 12, "C2": 12}


def test_a_score_is_compared_with_every_section_that_plays_the_board_or_within_its_own(build, dee):
    session = build()
    play(session, dee, TRICKS)
    assert south(session, "B1") > south(session, "A1")
    assert {r.section.name for r in Ranking.objects.all()} == {"A", "B"}, "each has its own list"
    session = build(field="section")
    play(session, dee, TRICKS)
    assert south(session, "B1") == south(session, "A1"), "a lone score has nothing to be compared with"


def test_pairs_are_not_compared_with_players_on_the_same_board(build, dee):
    with_pairs, without = build(pairs=True), build()
    for session in (with_pairs, without):
        play(session, dee, TRICKS)
    for table in ("A1", "B1"):
        assert south(with_pairs, table) == south(without, table)


def test_ranked_together_there_is_one_list_for_each_kind(build, dee):
    session = build(pairs=True, sections="together")
    play(session, dee, TRICKS)
    lists = {(r.section.name, r.line): [row.label for row in r.rows] for r in Ranking.objects.all()}
    assert set(lists) == {("A", "NS"), ("A", "EW"), ("C", "NS"), ("C", "EW")}
    assert {label[0] for label in lists["A", "NS"]} == {"A", "B"}
    assert {label[0] for label in lists["C", "NS"]} == {"C"}


def test_members_find_each_by_section_and_number_and_pairs_under_their_own_heading(build, dee, client):
    session = build(pairs=True)
    play(session, dee, TRICKS)
    end_and_publish(session, dee)
    at = f"/results/{session.public_id}"
    ranking = client.get(f"{at}/").text
    for heading in ("Section A, South players", "Section B, North players", "Section C, N/S pairs", "C1x &amp; C1y"):
        assert heading in ranking
    board = client.get(f"{at}/board/1/")
    assert {score.four_handed for score in board.context["page"].scores} == {False}
    assert {score.four_handed for score in board.context["page"].others} == {True}
    assert "Four-handed" in board.text
    card = client.get(f"{at}/player/B1/")
    assert card.status_code == 200 and "B1x" in on_page(card.text)
    published = published_or_404(session.public_id)
    of_a_pair = board_page(published, 1, published.contestant("C1"))
    assert of_a_pair.pairs and of_a_pair.standing
    for nothing in ("player/Z9/", "player/B/", "board/99/", "board/Z1/"):
        assert client.get(f"{at}/{nothing}").status_code == 404
