"""Match points and places of a small session, worked out by hand. Jobs may run twice, late or without a request."""

from fractions import Fraction
from typing import Any

from clubsite.core import jobs
from clubsite.rankings import tasks
from clubsite.rankings.models import BoardScore, Ranking, SessionScoring
from clubsite.rankings.services.scoring import score_session
from clubsite.rankings.services.sweep import results_sweep
from clubsite.rankings.signals import ranking_changed
from clubsite.scores.models import ScoringRequest
from clubsite.scores.services.entries import scoring_request
from tests.kit.nights import row_of
from tests.kit.typed_scores import enter_score


def places(line: str) -> dict[int, tuple[str, Fraction]]:
    rows = Ranking.objects.get(line=line).rows
    return {row.number: (row.place_text, row.percentage) for row in rows}


def test_percentages_of_a_small_night(scored_night):
    # Three scores a board: 4, 2 and 0 match points of 4. Every North meets each South once: 0 + 2 + 4 of
    # 12.
    assert places("NS") == {1: ("1", Fraction(100)), 2: ("2", Fraction(50)), 3: ("3", Fraction(0))}
    assert places("EW") == {n: ("1=", Fraction(50)) for n in (4, 5, 6)}
    assert all(points.ns_mp + points.ew_mp == points.top == 4 for points in BoardScore.objects.all())


def stored() -> list[dict[str, Any]]:
    kinds = (BoardScore, Ranking)
    return [row for kind in kinds for row in kind.objects.order_by("pk").values()]


def test_a_job_done_twice_changes_nothing(scored_night, django_capture_on_commit_callbacks):
    SessionScoring.objects.update(took=0)
    before = stored()
    with django_capture_on_commit_callbacks() as told:
        tasks.score_session(scored_night.session.pk)
        assert score_session(scored_night.session.pk) is False
    assert stored() == before and not told


def test_jobs_for_what_is_gone_are_harmless(db):
    scoring_request(404)
    assert score_session(404) is False
    assert not ScoringRequest.objects.exists()


def test_the_sweep_finds_what_no_message_asked_for(scored_night, dee):
    row = row_of(scored_night, 3, 4)
    enter_score(row, dee, "7N S 13")
    assert BoardScore.objects.get(table_board=row).ns_mp == 0  # no job has run
    tasks.sweep()
    assert BoardScore.objects.get(table_board=row).ns_mp == 4
    assert places("NS")[3] == places("NS")[2] == ("2=", Fraction(100, 3))  # 4 of 12 each


def test_the_sweep_rests_when_nothing_has_changed(scored_night, django_assert_max_num_queries):
    scorings = list(SessionScoring.objects.values())
    with django_assert_max_num_queries(6):
        assert results_sweep() == 0
    assert list(SessionScoring.objects.values()) == scorings


def test_the_message_alone_is_enough(night, dee, open_boards, on_commit, monkeypatch):
    asked = []
    monkeypatch.setattr(jobs.worker, "put", lambda name, pk, _: asked.append((name, pk)))
    row = open_boards()[0]
    with on_commit():
        enter_score(row, dee, "p")
    assert ("rankings.score_session", night.session.pk) in asked
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


def test_places_before_anything_is_scored_are_blank(night):
    score_session(night.session.pk)
    assert {row.place_text for row in Ranking.objects.get(line="NS").rows} == {""}


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
