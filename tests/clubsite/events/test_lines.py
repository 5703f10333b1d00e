"""The lines of a heat: which boards come in, what they say, and what happens to a line that is corrected or void."""

import pytest

from clubsite.duplicate.models import TableBoard, TableBoardState
from clubsite.events.services.lines import heat_lines_take
from clubsite.rankings.models import SessionScoring
from clubsite.rankings.services.scoring import score_session
from clubsite.scores.models import ScoreStatus
from tests.kit.events import heat_night, join, make_event, score_round, take_lines
from tests.kit.typed_scores import enter_score


@pytest.fixture
def heat(club, dee):
    return join(make_event(club, dee, boards=2), club, dee)


@pytest.fixture
def night(heat, dee):
    session = heat_night(heat, dee)
    heat.refresh_from_db()
    return session


def line_at(heat, board: int, table: str):
    return heat.lines.get(board=board, table=table)


def test_a_line_says_who_played_which_board_where_and_its_result(heat, night, dee):
    score_round(night, dee, {1: "1N S 8", 2: "3N N 9 lS4", 3: "p"})
    assert take_lines(heat)
    found = [(line.board, line.table, line.south.label, line.north.label, line.ns_score) for line in heat.lines.all()]
    assert found == [(1, "1", "1", "4", 120), (2, "2", "2", "5", -400)]
    second = line_at(heat, 2, "2")
    assert (second.contract, second.declarer, second.lead, second.tricks, second.revision) == ("3N", "N", "S4", 9, 1)


def test_a_board_that_the_club_added_is_not_of_the_event(heat, night, dee):
    score_round(night, dee, {3: "1N S 8"})
    take_lines(heat)
    assert not heat.lines.exists()


def test_entrants_are_the_contestants_with_their_line_by_the_movement(heat, night, dee):
    score_round(night, dee, {1: "1N S 8"})
    take_lines(heat)
    found = [(one.label, one.line, one.kind, one.contestant.number) for one in heat.entrants.all()]
    assert found == [(str(n), "NS" if n <= 3 else "EW", "two_handed", n) for n in range(1, 7)]


def test_taking_the_same_lines_again_changes_nothing(heat, night, dee):
    score_round(night, dee, {1: "1N S 8", 2: "1N S 7"})
    take_lines(heat)
    assert not take_lines(heat)
    assert not heat_lines_take(heat=heat)
    assert set(heat.lines.values_list("revision", flat=True)) == {1}


def test_the_heat_knows_how_many_scorings_of_its_session_it_has_taken(heat, night, dee):
    score_round(night, dee, {1: "1N S 8"})
    take_lines(heat)
    heat.refresh_from_db()
    assert heat.runs == SessionScoring.objects.get(session=night).runs > 0


def test_a_correction_is_the_next_revision_of_the_line(heat, night, dee):
    [row] = score_round(night, dee, {1: "1N S 8"})
    take_lines(heat)
    enter_score(row, dee, "1N S 6", why="as told")
    assert take_lines(heat)
    line = line_at(heat, 1, "1")
    assert (line.ns_score, line.tricks, line.revision) == (-50, 6, 2)


def test_a_ruling_comes_with_its_text(heat, night, dee):
    [row] = score_round(night, dee, {1: "1N S 8"})
    enter_score(row, dee, "a6040", why="as told")
    take_lines(heat)
    line = line_at(heat, 1, "1")
    assert (line.status, line.ruling, line.ns_score) == (ScoreStatus.ARTIFICIAL, "A6040", None)


def test_a_void_line_stays_as_a_sit_out_whose_revision_has_grown(heat, night, dee):
    [row] = score_round(night, dee, {1: "1N S 8"})
    take_lines(heat)
    TableBoard.objects.filter(pk=row.pk).update(state=TableBoardState.VOID)
    score_session(night.pk)
    assert take_lines(heat)
    line = line_at(heat, 1, "1")
    assert (line.status, line.contract, line.ns_score, line.table_board, line.revision) == (
        ScoreStatus.SIT_OUT, "", None, None, 2,
    )  # fmt: skip
    assert not take_lines(heat)


def test_a_heat_without_a_night_has_nothing_to_take(heat):
    assert not heat_lines_take(heat=heat)
