"""Swiss sessions: each round is drawn from the standings when the previous round is over."""

import re
from fractions import Fraction

import pytest

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.core.refused import Refused
from clubsite.director.setup.movement_options import choices_for
from clubsite.nights.models import Movement, Seating, Session, TableBoard
from clubsite.nights.selectors.drafts import missing_for_start
from clubsite.nights.selectors.progress import boards_played, rounds_all
from clubsite.nights.selectors.repairs import LeaveOrder
from clubsite.nights.selectors.sessions import sections_of
from clubsite.nights.services.movement import movement_accept
from clubsite.nights.services.rounds import round_hold
from clubsite.rankings.models import Ranking
from clubsite.rankings.selectors.rankings import rankings_so_far
from clubsite.rankings.services.sweep import results_sweep
from clubsite.rankings.services.swiss import draw_swap
from clubsite.rankings.services.teams import teams_of
from clubsite.results.services import leaderboard_set
from movements.catalogue import build
from movements.plan import Plan
from movements.swiss import first_round
from tests.kit.nights import ROUNDS, draft_night, fill_night, swiss
from tests.kit.pages import words
from tests.kit.repairs import mend
from tests.kit.typed_scores import enter_score


@pytest.fixture
def night(club, dee):
    return swiss(club, dee, 8)


@pytest.fixture
def play(dee, on_commit):
    """A function that scores every table of the round. South makes more tricks at tables with lower numbers."""

    def play_round(session, tables=None):
        section = sections_of(session)[0]
        rows = TableBoard.objects.filter(round__section=section, round__number=section.round_number)
        for row in rows.order_by("table__number")[:tables]:
            with on_commit():
                enter_score(row, dee, f"1NT S {13 - row.table.number}")

    return play_round


@pytest.fixture
def waiting(club, dee, play):
    """A session whose draws wait for the director's approval, with the first round played."""
    session = swiss(club, dee, 8, waits=True)
    play(session)
    return session


def pairs(session: Session, number: int) -> list[tuple[int | None, int | None]]:
    rows = Seating.objects.filter(round__section__session=session, round__number=number)
    return list(rows.order_by("table__number").values_list("ns__number", "ew__number"))


def test_the_next_round_is_drawn_from_the_standings_and_after_four_without_a_rematch_it_is_over(night, dee, play):
    first = pairs(night, 1)
    section = sections_of(night)[0]
    assert (section.rounds.count(), rounds_all(section), boards_played(section, 3)[1]) == (1, 4, 16)
    play(night, tables=3)
    assert pairs(night, 2) == [], "a table still plays"
    play(night)
    section = sections_of(night)[0]
    assert section.round_number == 2
    best_south, best_north = first[0][0], first[-1][1]
    assert set(pairs(night, 2)[0]) == {best_south, best_north}, "the two who have all match points meet"
    assert not {frozenset(c) for c in first} & {frozenset(c) for c in pairs(night, 2)}
    assert TableBoard.objects.filter(round__number=2).values("board__number").distinct().count() == 1
    assert AuditEntry.objects.filter(action=AuditAction.ROUND_DRAWN, detail__round=2).exists()
    for _ in range(ROUNDS - 1):
        play(night)
    met = [frozenset(couple) for number in range(1, ROUNDS + 1) for couple in pairs(night, number)]
    assert len(met) == len(set(met)) == 16
    section = sections_of(night)[0]
    assert (section.round_number, section.rounds.count()) == (ROUNDS, ROUNDS)
    assert section.rounds.get(number=ROUNDS).ended_at is not None


def test_the_sweep_draws_what_a_lost_message_left(night, dee):
    for row in TableBoard.objects.filter(round__number=1):
        enter_score(row, dee, "1NT S 7")
    Seating.objects.filter(round__number=1).update(done=True)
    results_sweep()
    assert sections_of(night)[0].round_number == 2


def test_in_an_odd_field_nobody_sits_out_twice(club, dee, play):
    session = swiss(club, dee, 7)
    for _ in range(ROUNDS):
        play(session)
    couples = [couple for number in range(1, ROUNDS + 1) for couple in pairs(session, number)]
    out = [first or other for first, other in couples if None in (first, other)]
    assert len(out) == len(set(out)) == ROUNDS


def test_it_wants_a_board_set_for_every_round_before_it_starts(club, dee):
    session = draft_night(club, dee, boards_per_round=2)
    movement = movement_accept(session=session, plan=first_round(6), title="Swiss", user=dee, drawn_rounds=5)
    assert movement.sets_needed == 5
    assert "boards" in [gap.about for gap in missing_for_start(session)]


def test_a_draw_that_waits_can_be_changed_and_then_begins_and_the_next_waits_again(waiting, dee, play, on_commit):
    session = waiting
    section = sections_of(session)[0]
    before = pairs(session, 2)
    first, other = before[0][0], before[1][0]
    draw_swap(section=section, one=first, other=other, user=dee)
    assert pairs(session, 2)[:2] == [(other, before[0][1]), (first, before[1][1])]
    with on_commit():
        round_hold(section=section, hold=False, user=dee)
    assert sections_of(session)[0].round_number == 2
    seats = TableBoard.objects.get(round__number=2, table__number=1)
    assert seats.ns.number == other
    play(session)
    assert sections_of(session)[0].round_number == 2


def test_only_a_draw_that_has_not_begun_is_changed(night, dee, play):
    section = sections_of(night)[0]
    with pytest.raises(Refused, match="No round is drawn"):
        draw_swap(section=section, one=1, other=2, user=dee)
    round_hold(section=section, hold=True, user=dee)
    play(night)
    for first, other in ((1, 1), (1, 99)):
        with pytest.raises(Refused, match="two different contestants"):
            draw_swap(section=section, one=first, other=other, user=dee)


def test_the_wall_counts_rounds_to_be_drawn_and_the_director_sees_who_has_met_before(club, dee, director, play):
    session = swiss(club, dee, 8, waits=True)
    leaderboard_set(session=session, on=True, user=dee)
    assert f"Round 1 of {ROUNDS}" in director.get(f"/leaderboard/{session.public_id}/").text
    draw = f"/director/{session.public_id}/draw/"
    assert director.get(draw).status_code == 302
    play(session)
    assert "Look at the draw" in director.get(f"/director/{session.public_id}/").text
    (first, other), *_ = pairs(session, 1)
    partner = next(b if a == first else a for a, b in pairs(session, 2) if first in (a, b))
    assert "They have met before" in director.post(draw, {"one": partner, "other": other}, follow=True).text


def test_the_draw_says_where_each_stands_and_who_sits_out(club, dee, director, play):
    session = swiss(club, dee, 9, waits=True)
    play(session)
    shown = words(director.get(f"/director/{session.public_id}/draw/"))
    rows = rankings_so_far(session)[0].rows
    best = next(row for row in rows if row.place and row.place.number == 1)
    assert f"{best.number} {best.name} {best.place} {float(best.percentage or 0):.2f} %" in shown
    assert len(re.findall(r"P[1-9] sits out", shown)) == 1


def test_the_draw_of_teams_names_the_two_that_meet_with_their_victory_points(club, dee, director, play):
    """Team t consists of numbers t and 4 + t. A match is played at two tables, listed one under the other."""
    session = swiss(club, dee, 8, waits=True, plan=build("swiss-teams", 4))
    play(session)
    page = director.get(f"/director/{session.public_id}/draw/").text
    matches = re.findall(r"Team (\d), \w+(?: equal)? with [\d.]+ VPs against Team (\d), .* VPs", page)
    assert sorted(team for match in matches for team in match) == ["1", "2", "3", "4"]
    assert "Choose a player of each team" in page


def test_a_team_that_meets_one_with_a_player_gone_has_a_bye(club, dee, play, on_commit):
    """Number 8, of team 4, has left. Team 4 has only one table and no comparison, so its opponents get 12 VPs."""
    session = swiss(club, dee, 8, waits=True, plan=build("swiss-teams", 4))
    section = sections_of(session)[0]
    play(session)
    mend(section, LeaveOrder(8), dee)
    results_sweep()
    before = {row["team"]: row for row in (teams_of(section) or {})["rows"]}
    assert {row["byes"] for row in before.values()} == {0}, "round 2 is drawn and has not begun"
    with on_commit():
        round_hold(section=section, user=dee, hold=False)
    section.refresh_from_db()
    after = {row["team"]: row for row in (teams_of(section) or {})["rows"]}
    gained = {team: Fraction(after[team]["vps"]) - Fraction(before[team]["vps"]) for team in after}
    assert section.round_number == 2 and sorted(gained.values()) == [0, 0, 0, 12]
    assert [(row["byes"], gained[team]) for team, row in after.items() if row["byes"]] == [(1, 12)]
    assert gained[4] == 0 and {row["played"] for row in after.values()} == {1}


def test_a_page_from_before_the_round_began_neither_begins_nor_changes_the_next_one(waiting, director, play, on_commit):
    """If a button is pressed twice or a page left open, the next round could begin, or its draw change, unnoticed."""
    session, base = waiting, f"/director/{waiting.public_id}/"
    shown = director.get(f"{base}draw/").text
    assert 'name="round" value="1"' in shown
    assert 'name="number" value="2"' in shown
    assert "/act/release/?round=1" in director.get(base).text
    for _ in range(2):
        with on_commit():
            director.post(f"{base}act/release/", {"section": "A", "round": "1"})
    play(session)
    assert sections_of(session)[0].round_number == 2
    drawn = pairs(session, 3)
    assert drawn
    answer = director.post(f"{base}draw/", {"one": "1", "other": "2", "number": "2"}, follow=True)
    assert "This is the draw of round 3" in answer.text
    assert pairs(session, 3) == drawn


def test_change_places_pressed_twice_changes_them_once(waiting, director):
    session = waiting
    address = f"/director/{session.public_id}/draw/"
    before = pairs(session, 2)
    mark = re.search(r'name="seen"\s+value="([^"]+)"', director.get(address).text)
    sent = {"one": before[0][0], "other": before[1][0], "number": "2", "seen": mark[1]}
    same = director.post(address, sent | {"other": before[0][0]})
    assert set(same.context["form"].errors) == {"one"}
    assert f'<option value="{before[0][0]}" selected>' in same.text
    director.post(address, sent)
    changed = pairs(session, 2)
    assert changed != before
    again = director.post(address, sent, follow=True)
    assert pairs(session, 2) == changed
    assert "has been changed since" in again.text


def test_with_two_winners_the_lists_follow_every_draw(night, dee, play):
    """A drawn round changes who has sat North/South most often. No process may go on using the old line."""
    night.scoring = {"winners": 2}
    night.save(update_fields=["scoring"])
    section = sections_of(night)[0]
    for _ in range(ROUNDS):
        play(night)
        results_sweep()
        movement = Movement.objects.get(section=section)
        rows = Ranking.objects.get(section=section, line="NS").rows
        assert {row.number for row in rows} == Plan.from_json(movement.plan).south()


TEAMS, TEAM_ROUNDS = 4, 3


def night_of_teams(club, dee, waits: bool = False) -> Session:
    session, people = draft_night(club, dee, 2 * TEAMS), [f"P{number}" for number in range(1, 2 * TEAMS + 1)]
    drawn = {"drawn_rounds": TEAM_ROUNDS, "waits": waits}
    return fill_night(session, dee, build("swiss-teams", TEAMS), names=people, boards=TEAM_ROUNDS, **drawn)


@pytest.fixture
def play_teams(dee, on_commit):
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


def test_teams_that_stand_alike_meet_and_no_two_meet_again(club, dee, play_teams):
    night = night_of_teams(club, dee)
    assert matches(night, 1) == [{1, 2}, {1, 2}, {3, 4}, {3, 4}]
    play_teams(night)
    assert matches(night, 2) == [{2, 4}, {2, 4}, {1, 3}, {1, 3}], "the two winners meet, at two tables"
    play_teams(night)
    assert matches(night, 3) == [{1, 4}, {1, 4}, {2, 3}, {2, 3}], "the leader has met the others"
    play_teams(night)
    teams = teams_of(sections_of(night)[0])
    assert [(row["team"], row["won"]) for row in teams["rows"]] == [(4, 3), (3, 2), (2, 1), (1, 0)]
    assert len(teams["matches"]) == 6
    assert {match["boards"] for match in teams["matches"]} == {1}


def test_in_a_draw_that_waits_whole_teams_change_places(club, dee, play_teams):
    night = night_of_teams(club, dee, waits=True)
    play_teams(night)
    assert matches(night, 2) == [{2, 4}, {2, 4}, {1, 3}, {1, 3}]
    draw_swap(section=sections_of(night)[0], one=2, other=TEAMS + 3, user=dee)
    assert matches(night, 2) == [{3, 4}, {3, 4}, {1, 2}, {1, 2}]


def test_teams_are_offered_where_there_are_two_to_a_team_and_a_swiss_for_them_is_taken(club, dee, director):
    whist, by_swiss = {"american-whist"}, {"swiss-teams"}
    for players, names in ((6, whist), (8, by_swiss), (10, whist), (7, set()), (4, set())):
        choices = choices_for(sections_of(draft_night(club, dee, players))[0])
        assert {c.plan.name for c in choices} & (whist | by_swiss) == names, players
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
