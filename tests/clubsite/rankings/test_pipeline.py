"""One result in: what is written, what is asked of the database, and that it adds up as the library does."""

import random
from contextlib import suppress
from fractions import Fraction
from typing import Any

import pytest
from django.db import transaction

from clubsite.duplicate.models import TableBoard
from clubsite.duplicate.services.reseating import _board_replace
from clubsite.rankings.models import BoardScore, BoardScoring, Frequency, Ranking
from clubsite.rankings.services import match_points as scores
from clubsite.rankings.services import sums
from clubsite.rankings.services.comparison_groups import rankings_of
from clubsite.rankings.services.match_points import board_rescore
from clubsite.rankings.services.rankings import _scored, session_rank
from clubsite.rankings.services.sources import sources_of
from clubsite.rankings.services.stale import stale_boards
from clubsite.rankings.services.sums import Kept, kept
from clubsite.rankings.services.sweep import results_sweep
from clubsite.scores.services.entries import score_enter
from scoring.evening import sums as sums_of
from scoring.evening import with_session_awards
from tests.long import sample

pytestmark = pytest.mark.django_db


def kept_sums(session: Any, kept_by: Kept | None = None) -> dict[int, tuple[Fraction, int]]:
    """By contestant, as a process has them that has followed the night, or `kept_by` another one."""
    sources = sources_of(rankings_of(session.pk))
    boards = {pk: stamp for source in sources for pk, stamp in source.boards.items()}
    follows = kept_by or kept(tuple(source.ids for source in sources))
    added = follows.added(boards, {source.ids: source.contestants for source in sources})
    return {entry: found for one in added.values() for entry, found in one.tally.sums().items()}


def fresh(session: Any) -> Kept:
    """A process that has just started."""
    return Kept(tuple(source.ids for source in sources_of(rankings_of(session.pk))))


def added_up(session: Any) -> dict[int, tuple[Fraction, int]]:
    """By the library, line by line."""
    lines = with_session_awards(_scored([section.pk for section in session.sections.all()]))
    return {entry: found for entry, found in sums_of(lines, ("NS", "EW")).items() if found[1]}


def test_the_kept_sums_are_what_the_library_adds_up_after_every_change(scored_night: Any, dee: Any) -> None:
    """With a board not played, so that Neuberg's formula makes fractions of the others' match points."""
    rows = list(TableBoard.objects.filter(board__number__lte=2).order_by("pk"))
    changes = [
        (rows[0], {"contract": "2N", "declarer": "S", "tricks": 9}),
        (rows[-1], {"status": "not_played"}),
        (rows[1], {"status": "artificial", "artificial": "A6040"}),
        (rows[1], {"contract": "1C", "declarer": "N", "tricks": 3}),
        (rows[-1], {"contract": "3H", "declarer": "N", "tricks": 9}),
    ]
    fractions = []
    for row, facts in changes:
        score_enter(table_board=row, user=dee, why="as told", **facts)
        results_sweep()
        assert kept_sums(scored_night.session) == added_up(scored_night.session)
        fractions.append(Frequency.objects.exclude(ns_mp_den=1).exists())
    assert fractions == [False, True, True, True, False]


def test_what_is_kept_follows_a_change_that_was_taken_back(scored_night: Any, dee: Any) -> None:
    """A transaction that fails after its boards were scored and ranked leaves the places as they were."""
    row, other = TableBoard.objects.filter(board__number=1)[:2]
    before = [ranking.rows for ranking in Ranking.objects.order_by("line")]
    with pytest.raises(RuntimeError), transaction.atomic():
        score_enter(table_board=row, user=dee, contract="7N", declarer="N", tricks=13, why="a slip")
        results_sweep()
        assert [ranking.rows for ranking in Ranking.objects.order_by("line")] != before
        raise RuntimeError
    for tricks in (12, 11):  # two steps on from what was taken back
        score_enter(table_board=other, user=dee, contract="7N", declarer="N", tricks=tricks, why="a slip")
        results_sweep()
        sums_now = kept_sums(scored_night.session)
        assert sums_now == kept_sums(scored_night.session, fresh(scored_night.session))
        assert sums_now == added_up(scored_night.session)


def test_a_reading_that_fails_forgets_no_ruling(scored_night: Any, dee: Any, monkeypatch: Any) -> None:
    """The change that was being read is taken back with it, so that the board is never read again."""
    row = TableBoard.objects.filter(board__number=1).first()
    score_enter(table_board=row, user=dee, status="artificial", artificial="A6040", why="as told")
    results_sweep()
    mine = fresh(scored_night.session)
    before = kept_sums(scored_night.session, mine)
    with monkeypatch.context() as patch, pytest.raises(ZeroDivisionError):
        patch.setattr(Frequency.objects, "filter", lambda **which: 1 / 0)
        mine.added({}, {})
    assert kept_sums(scored_night.session, mine) == before == added_up(scored_night.session)


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
    row = TableBoard.objects.get(ns=scored_night.contestant(1), board__number=1)
    before = {score.table_board_id: score for score in BoardScore.objects.select_related("frequency")}
    score_enter(table_board=row, user=dee, contract="1N", declarer="S", tricks=9, why="miscounted")
    assert board_rescore(row.board_id)
    after = {score.table_board_id: score for score in BoardScore.objects.select_related("frequency")}
    assert {key: score.pk for key, score in after.items()} == {key: score.pk for key, score in before.items()}
    assert [key for key in after if after[key].frequency != before[key].frequency] == [row.pk]
    assert after[row.pk].frequency.ns_mp == before[row.pk].frequency.ns_mp == 4


def test_those_who_have_the_same_result_share_what_it_is_worth(scored_night: Any, dee: Any) -> None:
    """And a result that nobody has any more leaves no trace."""
    rows = TableBoard.objects.filter(board__number=1)
    for row in rows:
        score_enter(table_board=row, user=dee, status="passed_out", why="all of them")
    assert board_rescore(rows[0].board_id)
    (only,) = Frequency.objects.filter(board__number=1)
    assert only.lines.count() == 3 and only.ns_mp == only.ew_mp == 2


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
    with django_assert_max_num_queries(15):
        assert board_rescore(row.board_id)
    with django_assert_max_num_queries(14):
        assert session_rank(scored_night.session.pk)


def test_places_follow_a_new_plan_though_no_score_has_changed(scored_night: Any) -> None:
    movement = scored_night.section.movement
    session_rank(scored_night.session.pk)
    for row in movement.plan["schedule"]:
        row["ns"], row["ew"] = row["ew"], row["ns"]
    movement.save()
    assert session_rank(scored_night.session.pk)
    assert {row["number"] for row in Ranking.objects.get(line="NS").rows} == {4, 5, 6}


CHANGES = (
    {"contract": "1N", "declarer": "S", "tricks": 8},
    {"contract": "1N", "declarer": "N", "tricks": 8},
    {"contract": "3N", "declarer": "S", "tricks": 8, "group": "A"},
    {"status": "passed_out"},
    {"status": "not_played"},
    {"status": "late"},
    {"status": "artificial", "artificial": "A6040"},
    {"status": "artificial", "artificial": "A5050"},
    {"status": "assigned", "artificial": "60% 620, 40% -100"},
    {"status": "assigned", "artificial": "A60 / -50"},
)
WAYS = ({}, {"method": "cross_imps"}, {"field": "section"}, {"fewer_results": "own_top"}, {"ties": "split"})


def as_stored(session: Any) -> list[Any]:
    """Every line's points and every list of places."""
    scores = BoardScore.objects.filter(table_board__round__section__session=session).order_by("table_board")
    lines = [
        (score.table_board_id, score.frequency.status, score.frequency.ns_mp, score.frequency.ew_mp)
        for score in scores.select_related("frequency")
    ]
    rankings = Ranking.objects.filter(section__session=session).order_by("section", "line")
    return [lines, [ranking.listed() for ranking in rankings]]


@pytest.mark.parametrize("seed", range(sample(2, 20)))
def test_whatever_happens_a_night_stands_as_if_it_had_been_scored_at_once(
    scored_night: Any, dee: Any, seed: int
) -> None:
    """Scores, corrections, rulings, lines taken away and given back, other ways of scoring, jobs that fail half-way
    and jobs that come late: each time as from nothing, in a process that has just started."""
    rng, session = random.Random(seed), scored_night.session
    rows = list(TableBoard.objects.order_by("pk"))
    for step in range(sample(12, 40)):
        with suppress(RuntimeError), transaction.atomic():
            for row in rng.sample(rows, rng.randint(1, 3)):
                happened(row, session, rng, dee)
                if rng.random() < 0.7:
                    board_rescore(row.board_id)
            if rng.random() < 0.5:
                session_rank(session.pk)
            if rng.random() < 0.2:
                raise RuntimeError
        for board_id in stale_boards(session):
            board_rescore(board_id)
        session_rank(session.pk)
        found = as_stored(session)
        if step % 3 == 0:
            Frequency.objects.all().delete()
            BoardScoring.objects.all().delete()
            Ranking.objects.all().delete()
            sums.kept.cache_clear()
            results_sweep()
            assert as_stored(session) == found


def happened(row: TableBoard, session: Any, rng: random.Random, dee: Any) -> None:
    row.refresh_from_db()
    what = rng.random()
    if what < 0.1:
        session.scoring = rng.choice(WAYS)
        session.save(update_fields=["scoring"])
    elif what < 0.25 or row.state == "void":
        state = "finished" if row.state == "void" else "void"
        TableBoard.objects.filter(pk=row.pk).update(state=state)
    else:
        score_enter(table_board=row, user=dee, why="as told", **rng.choice(CHANGES))
