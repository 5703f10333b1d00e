"""One result in: what is written, what is asked of the database, and that it adds up as the library does."""

from fractions import Fraction
from typing import Any

import pytest
from django.db import transaction

from clubsite.duplicate.models import TableBoard
from clubsite.duplicate.services.reseating import _board_replace
from clubsite.results.models import BoardScore, Ranking
from clubsite.results.services import board_rescore, ranking_compute, results_sweep, score_enter, scores
from clubsite.results.services.rankings import _scored
from clubsite.results.services.sources import source_of
from clubsite.results.services.sums import Kept, kept
from clubsite.results.services.sweep import stale_boards
from scoring.evening import sums

pytestmark = pytest.mark.django_db


def test_the_kept_sums_are_what_the_library_adds_up_after_every_change(scored_night: Any, dee: Any) -> None:
    """With a board not played, so that Neuberg's formula makes fractions of the others' match points."""
    sections = [scored_night.section]
    rows = list(TableBoard.objects.filter(board__number__lte=2).order_by("pk"))
    changes = [
        (rows[0], {"contract": "2N", "declarer": "S", "tricks": 9}),
        (rows[-1], {"status": "not_played"}),
        (rows[1], {"status": "artificial", "artificial": "A6040"}),
        (rows[1], {"contract": "1C", "declarer": "N", "tricks": 3}),
        (rows[-1], {"contract": "3H", "declarer": "N", "tricks": 9}),
    ]
    seen = set()
    for row, facts in changes:
        score_enter(table_board=row, user=dee, why="as told", **facts)
        results_sweep()
        found = kept((scored_night.section.pk,)).added(source_of(sections).boards)
        assert found.sums == sums(_scored(sections), ("NS", "EW"))
        assert {type(won) for won, _ in found.sums.values()} == {Fraction}
        seen.add((found.top, found.artificial))
    assert seen == {(4, False), (4, True)}
    assert BoardScore.objects.exclude(ns_mp_den=1).exists() is False


def test_what_is_kept_follows_a_change_that_was_taken_back(scored_night: Any, dee: Any) -> None:
    """A transaction that fails after its boards were scored and ranked leaves the places as they were."""
    row = TableBoard.objects.filter(board__number=1).first()
    before = list(Ranking.objects.order_by("line").values_list("rows", flat=True))
    with pytest.raises(RuntimeError), transaction.atomic():
        score_enter(table_board=row, user=dee, contract="7N", declarer="N", tricks=13, why="a slip")
        results_sweep()
        assert list(Ranking.objects.order_by("line").values_list("rows", flat=True)) != before
        raise RuntimeError
    score_enter(table_board=row, user=dee, contract="7N", declarer="N", tricks=12, why="a slip")
    results_sweep()
    fresh = Kept((scored_night.section.pk,)).added(source_of([scored_night.section]).boards)
    again = kept((scored_night.section.pk,)).added(source_of([scored_night.section]).boards)
    assert again == fresh and again.sums == sums(_scored([scored_night.section]), ("NS", "EW"))


def test_a_reading_that_fails_forgets_no_ruling(scored_night: Any, dee: Any, monkeypatch: Any) -> None:
    """The change that was being read is taken back with it, so that the board is never read again."""
    row = TableBoard.objects.filter(board__number=1).first()
    score_enter(table_board=row, user=dee, status="artificial", artificial="A6040", why="as told")
    results_sweep()
    sections = [scored_night.section]
    mine = Kept((scored_night.section.pk,))
    before = mine.added(source_of(sections).boards)
    assert before.artificial
    with monkeypatch.context() as patch, pytest.raises(ZeroDivisionError):
        patch.setattr(BoardScore.objects, "filter", lambda **which: 1 / 0)
        mine.added({})
    assert mine.added(source_of(sections).boards) == before


def test_those_who_are_level_stand_in_the_order_of_their_numbers(scored_night: Any, dee: Any) -> None:
    """In every process alike: one that has just started and one that has added up the night as it came in."""
    for row in TableBoard.objects.order_by("-board__number", "-pk"):
        score_enter(table_board=row, user=dee, status="passed_out", why="all are level")
        results_sweep()
    for ranking in Ranking.objects.all():
        assert {row["place"] for row in ranking.rows} == {"1="}
        numbers = [row["number"] for row in ranking.rows]
        assert numbers == sorted(numbers)


def test_a_line_that_changes_hands_while_its_board_is_scored_is_seen_by_the_sweep(
    scored_night: Any, dee: Any, monkeypatch: Any
) -> None:
    """PostgreSQL shows each question what has been committed by then, in the middle of a board too."""
    row = TableBoard.objects.select_related("round", "table", "board").filter(board__number=1).first()
    read = scores._places

    def between(board: Any) -> Any:
        found = read(board)
        monkeypatch.setattr(scores, "_places", read)
        row.seats.update(void=True)
        _board_replace(row, row.ns, row.ew, dee, "a repair that is committed now")
        return found

    monkeypatch.setattr(scores, "_places", between)
    board_rescore(row.board_id)
    assert stale_boards(scored_night.session) == [row.board_id]


def test_a_score_that_changes_no_other_is_the_only_one_written(scored_night: Any, dee: Any) -> None:
    """South's +120 is best of its board: +150 is best too."""
    row = TableBoard.objects.get(ns=scored_night.entry(1), board__number=1)
    before = {score.table_board_id: score for score in BoardScore.objects.all()}
    score_enter(table_board=row, user=dee, contract="1N", declarer="S", tricks=9, why="miscounted")
    assert board_rescore(row.board_id)
    after = {score.table_board_id: score for score in BoardScore.objects.all()}
    assert {key: score.pk for key, score in after.items()} == {key: score.pk for key, score in before.items()}
    changed = [key for key in after if after[key].ns_score != before[key].ns_score]
    assert changed == [row.pk] and after[row.pk].ns_mp == before[row.pk].ns_mp == 4


def test_a_line_that_was_taken_away_leaves_the_board(scored_night: Any) -> None:
    row = TableBoard.objects.filter(board__number=1).first()
    TableBoard.objects.filter(pk=row.pk).update(state="void")
    assert board_rescore(row.board_id)
    assert BoardScore.objects.filter(table_board__board=row.board_id).count() == 2
    assert not BoardScore.objects.filter(table_board=row).exists()


def test_one_result_asks_the_database_a_bounded_number_of_questions(
    scored_night: Any, dee: Any, django_assert_max_num_queries: Any
) -> None:
    """Each question costs some three tenths of a millisecond: docs/benchmarks.md."""
    row = TableBoard.objects.filter(board__number=1).first()
    score_enter(table_board=row, user=dee, contract="2N", declarer="S", tricks=9, why="miscounted")
    with django_assert_max_num_queries(12):
        assert board_rescore(row.board_id)
    with django_assert_max_num_queries(15):
        assert ranking_compute(scored_night.section.pk)


def test_places_follow_a_new_plan_though_no_score_has_changed(scored_night: Any) -> None:
    movement = scored_night.section.movement
    ranking_compute(scored_night.section.pk)
    for row in movement.plan["schedule"]:
        row["ns"], row["ew"] = row["ew"], row["ns"]
    movement.save()
    assert ranking_compute(scored_night.section.pk)
    assert {row["number"] for row in Ranking.objects.get(line="NS").rows} == {4, 5, 6}
