"""Swiss sessions for teams of two, drawn by victory points with two tables per match, from set-up to the team table."""

import pytest

from clubsite.director.setup.movement_options import choices_for
from clubsite.nights.models import Seating, Session, TableBoard
from clubsite.nights.selectors.sessions import sections_of
from clubsite.rankings.services.swiss import draw_swap
from clubsite.rankings.services.teams import teams_of
from movements.catalogue import build
from tests.kit.nights import draft_night, fill_night
from tests.kit.typed_scores import enter_score

TEAMS, ROUNDS = 4, 3


def night_of_teams(club, dee, waits: bool = False) -> Session:
    session, people = draft_night(club, dee, 2 * TEAMS), [f"P{number}" for number in range(1, 2 * TEAMS + 1)]
    drawn = {"drawn_rounds": ROUNDS, "waits": waits}
    return fill_night(session, dee, build("swiss-teams", TEAMS), names=people, boards=ROUNDS, **drawn)


@pytest.fixture
def play(dee, on_commit):
    """A function that lets the team with the higher number win: more tricks as South, and fewer lost as North."""

    def play_round(session):
        section = sections_of(session)[0]
        rows = TableBoard.objects.filter(round__section=section, round__number=section.round_number)
        for row in rows.select_related("ns", "ew").order_by("table__number"):
            south, north = ((number - 1) % TEAMS for number in (row.ns.number, row.ew.number))
            with on_commit():
                enter_score(row, dee, f"1NT S {7 + south - north}")

    return play_round


def matches(session: Session, number: int) -> list[set[int]]:
    """Return the teams that meet, table by table."""
    rows = Seating.objects.filter(round__section__session=session, round__number=number)
    rows = rows.select_related("ns", "ew").order_by("table__number")
    return [{(seat.number - 1) % TEAMS + 1 for seat in (row.ns, row.ew) if seat} for row in rows]


def test_teams_that_stand_alike_meet_and_no_two_meet_again(club, dee, play):
    night = night_of_teams(club, dee)
    assert matches(night, 1) == [{1, 2}, {1, 2}, {3, 4}, {3, 4}]
    play(night)
    assert matches(night, 2) == [{2, 4}, {2, 4}, {1, 3}, {1, 3}], "the two winners meet, at two tables"
    play(night)
    assert matches(night, 3) == [{1, 4}, {1, 4}, {2, 3}, {2, 3}], "the leader has met the others"
    play(night)
    teams = teams_of(sections_of(night)[0])
    assert [(row["team"], row["won"]) for row in teams["rows"]] == [(4, 3), (3, 2), (2, 1), (1, 0)]
    assert len(teams["matches"]) == 6
    assert {match["boards"] for match in teams["matches"]} == {1}


def test_in_a_draw_that_waits_whole_teams_change_places(club, dee, play):
    night = night_of_teams(club, dee, waits=True)
    play(night)
    assert matches(night, 2) == [{2, 4}, {2, 4}, {1, 3}, {1, 3}]
    draw_swap(section=sections_of(night)[0], one=2, other=TEAMS + 3, user=dee)
    assert matches(night, 2) == [{3, 4}, {3, 4}, {1, 2}, {1, 2}]


@pytest.mark.parametrize(
    ("players", "names"),
    [(6, {"american-whist"}), (8, {"swiss-teams"}), (10, {"american-whist"}), (7, set()), (4, set())],
)
def test_the_wizard_offers_teams_where_there_are_two_to_a_team(club, dee, players, names):
    found = choices_for(sections_of(draft_night(club, dee, players))[0])
    assert {c.plan.name for c in found} & {"american-whist", "swiss-teams"} == names


def test_the_director_takes_a_swiss_for_teams(club, dee, director):
    session = draft_night(club, dee, 8)
    page = f"/director/{session.public_id}/setup/movement/"
    assert 'name="team-rounds"' in director.get(page + "?more=1").text
    refused = director.post(
        page + "?more=1", {"option": "swiss-teams.8.1", "rounds": "2", "team-rounds": "9"}, follow=True
    )
    assert "A Swiss of 4 teams has from 1 to 3 rounds." in refused.text
    director.post(page, {"option": "swiss-teams.8.1", "rounds": "2", "team-rounds": "3", "team-wait": "yes"})
    movement = sections_of(session)[0].movement
    assert (movement.plan["name"], movement.rounds_all, movement.waits) == ("swiss-teams", 3, True)
    assert "Swiss for teams of two, 4 teams, 3 rounds" in director.get(page).text
