"""A result comes in: what is requested, read and written, and that the outcome is the same whatever happens."""

import time
from contextlib import suppress
from fractions import Fraction
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
from clubsite.rankings.signals import ranking_changed
from clubsite.scores.models import ScoringRequest
from clubsite.scores.services.entries import scoring_request
from scoring.session_scores import score_session as scores_of
from tests.kit.meanwhile import TRANSACTION, before_statement
from tests.kit.nights import row_of
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
    """However many tables there are: seven read facts, two figures, two keep lines and contestants, the rest write."""
    row = TableBoard.objects.filter(board__number=1).first()
    enter_score(row, dee, "A5050", why="as told")
    with django_assert_max_num_queries(25):
        assert score_session(scored_night.session.pk)


def test_who_or_what_is_taken_away_while_a_draft_is_scored_is_not_stored(make_night, dee):
    discarded, draft = (make_night(start=False).session for _ in range(2))
    with before_statement(TRANSACTION, lambda: session_discard(session=discarded, user=dee)):
        assert not score_session(discarded.pk)
    assert not Ranking.objects.exists() and not SessionScoring.objects.exists()
    last = Contestant.objects.filter(section__session=draft).latest("number")
    with before_statement(TRANSACTION, last.delete):
        score_session(draft.pk)
    ranked = [row.number for ranking in Ranking.objects.all() for row in ranking.rows]
    assert ranked and last.number not in ranked


def places(line: str) -> dict[int, tuple[str, Fraction]]:
    rows = Ranking.objects.get(line=line).rows
    return {row.number: (row.place_text, row.percentage) for row in rows}


def test_a_small_night_is_not_changed_by_a_job_done_twice_or_a_sweep(
    scored_night, django_capture_on_commit_callbacks, django_assert_max_num_queries
):
    # Three scores a board: 4, 2 and 0 match points of 4. Every North meets each South once: 0 + 2 + 4 of 12.
    assert places("NS") == {1: ("1", Fraction(100)), 2: ("2", Fraction(50)), 3: ("3", Fraction(0))}
    assert places("EW") == {n: ("1=", Fraction(50)) for n in (4, 5, 6)}
    assert all(points.ns_mp + points.ew_mp == points.top == 4 for points in BoardScore.objects.all())
    SessionScoring.objects.update(took=0)
    before = stored()
    with django_capture_on_commit_callbacks() as callbacks:
        tasks.score_session(scored_night.session.pk)
        assert score_session(scored_night.session.pk) is False
    assert stored() == before and not callbacks
    scorings = list(SessionScoring.objects.values())
    with django_assert_max_num_queries(6):
        assert results_sweep() == 0
    assert list(SessionScoring.objects.values()) == scorings


def stored() -> list[dict[str, Any]]:
    kinds = (BoardScore, Ranking)
    return [row for kind in kinds for row in kind.objects.order_by("pk").values()]


def test_jobs_for_what_is_gone_are_harmless_and_places_before_anything_is_scored_are_blank(night):
    scoring_request(404)
    assert score_session(404) is False
    assert not ScoringRequest.objects.filter(session=404).exists()
    score_session(night.session.pk)
    assert {row.place_text for row in Ranking.objects.get(line="NS").rows} == {""}


def test_the_sweep_finds_what_no_message_asked_for(scored_night, dee):
    row = row_of(scored_night, 3, 4)
    enter_score(row, dee, "7N S 13")
    assert BoardScore.objects.get(table_board=row).ns_mp == 0  # no job has run
    tasks.sweep()
    assert BoardScore.objects.get(table_board=row).ns_mp == 4
    assert places("NS")[3] == places("NS")[2] == ("2=", Fraction(100, 3))  # 4 of 12 each


def test_the_message_alone_is_enough(night, dee, open_boards, on_commit, monkeypatch):
    calls = []
    monkeypatch.setattr(jobs.worker, "put", lambda name, pk, _: calls.append((name, pk)))
    row = open_boards()[0]
    with on_commit():
        enter_score(row, dee, "p")
    assert ("rankings.score_session", night.session.pk) in calls
    jobs.run("rankings.score_session", night.session.pk)
    assert BoardScore.objects.get().table_board == row


def test_the_directors_page_hears_of_new_places(night, dee, open_boards, on_commit, monkeypatch):
    heard = []

    def listen(session_id, **_):
        heard.append(session_id)

    for row in open_boards():
        enter_score(row, dee, "p")
    ranking_changed.connect(listen)
    with on_commit():
        score_session(night.session.pk)
    ranking_changed.disconnect(listen)
    assert heard == [night.session.public_id]


def test_one_session_that_cannot_be_scored_does_not_hold_the_others_up(night, dee, open_boards, monkeypatch):
    from clubsite.rankings.services import sweep

    enter_score(open_boards()[0], dee, "p")
    scoring_request(13)

    def score(session_id):
        if session_id == 13:
            raise RuntimeError("broken")
        return score_session(session_id)

    monkeypatch.setattr(sweep, "score_session", score)
    results_sweep()
    assert BoardScore.objects.count() == 1
    assert list(ScoringRequest.objects.values_list("session", flat=True)) == [13]
