"""A result comes in: what is requested, read and written, and that the outcome is the same whatever happens."""

import time
from contextlib import suppress
from typing import Any

from django.db import transaction

from clubsite.core import jobs
from clubsite.nights.models import Contestant, TableBoard
from clubsite.nights.services.setup import session_discard
from clubsite.rankings import tasks
from clubsite.rankings.models import BoardScore, Ranking, SessionScoring
from clubsite.rankings.selectors.rankings import facts_of
from clubsite.rankings.services import scoring
from clubsite.rankings.services.scoring import changes_to, score_if_asked, score_session, scoring_asked, stored_of
from clubsite.rankings.services.sweep import results_sweep
from clubsite.scores.models import ScoringRequest
from scoring.session_scores import score_session as scores_of
from tests.kit.meanwhile import TRANSACTION, before_statement
from tests.kit.typed_scores import enter_score


def lists() -> list[Any]:
    return [ranking.rows for ranking in Ranking.objects.order_by("line")]


def test_a_change_that_was_taken_back_leaves_no_trace(scored_night, dee):
    """The change does not affect the places, and no request is waiting."""
    row = TableBoard.objects.filter(board__number=1).first()
    before = lists()
    with suppress(RuntimeError), transaction.atomic():
        enter_score(row, dee, "7N N 13", why="as told")
        results_sweep()
        assert lists() != before
        raise RuntimeError
    assert lists() == before
    assert not scoring_asked(scored_night.session.pk)


def test_those_who_are_level_stand_in_the_order_of_their_numbers(scored_night, dee):
    for row in TableBoard.objects.order_by("-board__number", "-pk"):
        enter_score(row, dee, "p", why="as told")
        results_sweep()
    for ranking in Ranking.objects.all():
        assert {row.place_text for row in ranking.rows} == {"1="}
        numbers = [row.number for row in ranking.rows]
        assert numbers == sorted(numbers)


def test_a_score_that_comes_in_while_others_are_scored_waits_for_the_next_time(scored_night, dee, monkeypatch):
    """Requests made before the scores were read have been dealt with. This request came too late for that."""
    row, other = TableBoard.objects.filter(board__number=1)[:2]

    def read_then_typed(facts):
        monkeypatch.setattr(scoring, "scores_of", scores_of)
        enter_score(other, dee, "7N N 13", why="as told")
        return scores_of(facts)

    enter_score(row, dee, "p", why="as told")
    monkeypatch.setattr(scoring, "scores_of", read_then_typed)
    score_session(scored_night.session.pk)
    assert BoardScore.objects.get(table_board=other).ew_mp != 4
    assert scoring_asked(scored_night.session.pk)
    results_sweep()
    assert BoardScore.objects.get(table_board=other).ew_mp == 4
    assert not ScoringRequest.objects.exists()


def test_where_another_has_written_meanwhile_it_is_scored_again(scored_night, dee, monkeypatch):
    """It is then not known which stored figures differ, so the session is scored again."""
    row, other = TableBoard.objects.filter(board__number=1)[:2]

    def overtaken(facts):
        monkeypatch.setattr(scoring, "scores_of", scores_of)
        enter_score(other, dee, "7N N 13", why="as told")
        score_session(scored_night.session.pk)
        return scores_of(facts)

    enter_score(row, dee, "p", why="as told")
    before = SessionScoring.objects.get().runs
    monkeypatch.setattr(scoring, "scores_of", overtaken)
    score_session(scored_night.session.pk)
    assert SessionScoring.objects.get().runs == before + 2
    assert BoardScore.objects.get(table_board=other).ew_mp == 4
    assert not scoring_asked(scored_night.session.pk)


def test_a_session_rests_for_as_long_as_it_was_scored(scored_night, dee, monkeypatch):
    """A job that starts too early is enqueued again for later. Publishing and the sweep do not wait."""
    later: list[Any] = []
    session = scored_night.session
    enter_score(TableBoard.objects.filter(board__number=1).first(), dee, "p", why="as told")
    SessionScoring.objects.update(took=30)
    monkeypatch.setattr(jobs, "enqueue", lambda *job, **how: later.append((job, how)))
    tasks.score_session(session.pk)
    ((job, how),) = later
    assert job == ("rankings.score_session", session.pk) and how["once"] and 20 < how["delay"] <= 30
    assert scoring_asked(session.pk)
    SessionScoring.objects.update(took=0)
    time.sleep(0.01)
    tasks.score_session(session.pk)
    assert not scoring_asked(session.pk)


def test_a_score_that_changes_no_other_is_the_only_one_written(scored_night, dee):
    """South's +120 is the best score on its board, and +150 would be too. A pass-out would change all three scores."""
    session = scored_night.session
    row = TableBoard.objects.get(ns=scored_night.contestant(1), board__number=1)

    def written():
        return changes_to(stored_of(session.pk), scores_of(facts_of(session.pk))).points

    enter_score(row, dee, "1N S 9", why="as told")
    assert not written()
    enter_score(row, dee, "A5050", why="as told")
    assert len(written()) == 3
    assert score_if_asked(session.pk) and not written()


def test_a_session_is_scored_in_a_bounded_number_of_statements(scored_night, dee, django_assert_max_num_queries):
    """However many tables there are, seven statements read facts, two read figures, two keep the lines and
    contestants that rows are written for, and the rest write changes.
    """
    row = TableBoard.objects.filter(board__number=1).first()
    enter_score(row, dee, "A5050", why="as told")
    with django_assert_max_num_queries(25):
        assert score_session(scored_night.session.pk)


def test_nothing_is_stored_of_a_draft_that_is_discarded_while_it_is_scored(make_night, dee):
    draft = make_night(start=False).session
    with before_statement(TRANSACTION, lambda: session_discard(session=draft, user=dee)):
        assert not score_session(draft.pk)
    assert not Ranking.objects.exists() and not SessionScoring.objects.exists()


def test_a_contestant_who_is_taken_out_while_others_are_scored_is_in_no_list(make_night):
    draft = make_night(start=False).session
    last = Contestant.objects.filter(section__session=draft).latest("number")
    with before_statement(TRANSACTION, last.delete):
        score_session(draft.pk)
    ranked = [row.number for ranking in Ranking.objects.all() for row in ranking.rows]
    assert ranked and last.number not in ranked
