"""A board played with the sides exchanged: previewed, turned, scored for the actual players, and turned back."""

from typing import Any

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.nights.models import Seating, TableBoard
from clubsite.nights.services.repairs import board_turn
from clubsite.rankings.selectors.rankings import rankings_so_far
from clubsite.rankings.services.sweep import results_sweep
from clubsite.scores.models import ScoreEntry
from tests.kit.pages import words
from tests.kit.people import plays_as
from tests.kit.typed_scores import enter_score


def lines(number: int) -> list[TableBoard]:
    rows = TableBoard.objects.filter(table__number=1, round__number=1, board__number=number)
    return list(rows.exclude(state="void"))


def test_it_is_shown_before_it_is_done_and_taken_back(cards, dee, director):
    (row,) = lines(1)
    enter_score(row, dee, "4S S 10")
    at = f"/director/{cards.public_id}/score/"
    assert "They sat the other way round" in words(director.get(f"{at}{row.pk}/"))
    shown = words(director.get(f"{at}{row.pk}/turn/"))
    assert "Before S Bo, N Ann After S Ann, N Bo" in shown.replace("South ", "S ").replace("North ", "N ")
    assert "+420 to South" in shown and lines(1) == [row]
    answer = director.post(f"{at}{row.pk}/turn/")
    (new,) = lines(1)
    assert answer["Location"] == f"/director/{cards.public_id}/board/1/#line-{new.pk}"
    assert (new.ns, new.ew, new.state) == (row.ew, row.ns, "finished")
    assert ScoreEntry.objects.filter(table_board=new).get().ns_score == 420
    seating = Seating.objects.get(round=row.round, table=row.table)
    assert (seating.ns, seating.ew) == (row.ns, row.ew), "the round stays"
    assert lines(2)[0].ns == row.ns, "and its other boards"
    assert AuditEntry.objects.get(action=AuditAction.BOARD_TURNED).about == "board 1, table 1, round 1"
    director.post(f"{at}{new.pk}/turn/")
    (back,) = lines(1)
    assert (back.ns, back.ew) == (row.ns, row.ew)
    assert ScoreEntry.objects.filter(table_board=back).get().ns_score == 420


def test_a_board_without_a_score_and_a_line_that_is_gone_are_not_turned(cards, dee, director):
    (row,) = lines(1)
    at = f"/director/{cards.public_id}/score/{row.pk}/turn/"
    assert "Type its score as they wrote it" in words(director.get(at))
    assert "Type its score as they wrote it" in words(director.post(at, follow=True))
    enter_score(row, dee, "p")
    director.post(at)
    director.post(at)
    (once,) = lines(1)
    assert once.ns == row.ew, "pressed twice it is turned once"


def test_who_is_to_play_the_board_is_shown_no_score_solo_31(cards, dee, director):
    (row,) = lines(1)
    enter_score(row, dee, "4S S 10")
    plays_as(cards, 6, dee)
    shown = words(director.get(f"/director/{cards.public_id}/score/{row.pk}/turn/"))
    assert "+420" not in shown and "10 tricks" not in shown


def test_the_ranking_has_the_score_with_who_really_sat_there(scored_night, dee):
    night = scored_night
    row = TableBoard.objects.filter(ns=night.contestant(1)).earliest("pk")
    before = won_by(night.session)
    board_turn(table_board=row, user=dee)
    results_sweep()
    after = won_by(night.session)
    south, north = row.ns.number, row.ew.number
    assert after[south] < before[south] and after[north] > before[north]
    assert sum(after.values()) == sum(before.values())


def won_by(session) -> dict[int, Any]:
    """Return the match points won, by player number."""
    return {int(row.number): row.won for found in rankings_so_far(session) for row in found.rows}
