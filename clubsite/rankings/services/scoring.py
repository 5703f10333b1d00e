"""Scoring, from a request to the stored scores. Running it twice, late or in parallel gives the same result."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from itertools import chain
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.utils import timezone

from clubsite.core.row_locks import rows_kept
from clubsite.nights.models import Contestant, Session, TableBoard
from clubsite.rankings.models import BoardScore, Ranking, SessionScoring
from clubsite.rankings.models.rankings import MatchPointColumns
from clubsite.rankings.payload import Json, row_written
from clubsite.rankings.selectors.rankings import facts_of
from clubsite.rankings.signals import ranking_changed
from clubsite.scores.models import ScoringRequest
from scoring.session_scores import SessionScores
from scoring.session_scores import score_session as scores_of

AT_ONCE = 500
"""Number of rows that one statement writes."""


class RankingKey(NamedTuple):
    """The key of a ranking list in a session: the section that stores the list, its direction, its stratum ("" for
    everyone), and whether it has handicaps.
    """

    section: Any
    line: str
    stratum: str
    handicap: bool


Stored = tuple[Mapping[int, MatchPointColumns], Mapping[RankingKey, list[Json]]]
"""A session's stored scores: the points of each line, and the rows of each list."""


def stored_of(session_id: int) -> Stored:
    """Return a session's stored scores, using two SQL statements."""
    of_lines: Any = BoardScore.objects.filter(table_board__round__section__session=session_id)
    points = {
        line: MatchPointColumns(*columns)
        for line, *columns in of_lines.order_by().values_list("table_board", *MatchPointColumns._fields)
    }
    of_session: Any = Ranking.objects.filter(section__session=session_id).order_by()
    lists = of_session.values_list(*RankingKey._fields, "listed")
    return points, {RankingKey(*key): rows for *key, rows in lists}


@dataclass(frozen=True, slots=True)
class Changes:
    """The changes to write: the points of lines, the ranking lists that differ, and what to delete."""

    points: list[tuple[int, MatchPointColumns]]
    unscored: list[int]
    lists: list[tuple[RankingKey, list[Json]]]
    gone_lists: list[RankingKey]

    def __bool__(self) -> bool:
        return any((self.points, self.unscored, self.lists, self.gone_lists))

    def are_possible(self) -> bool:
        """Lock the lines and contestants that rows are written for. Return False if one of them has been deleted."""
        lines = {line for line, _ in self.points}
        contestants = {row["contestant"] for _, rows in self.lists for row in rows}
        return rows_kept(TableBoard, lines) == lines and rows_kept(Contestant, contestants) == contestants

    def write(self) -> None:
        """Write the changes in the caller's transaction, in which `are_possible` has returned True."""
        if self.unscored:
            BoardScore.objects.filter(table_board__in=self.unscored).delete()
        _points_write(self.points)
        for key in self.gone_lists:
            Ranking.objects.filter(**key._asdict()).delete()
        Ranking.objects.bulk_create(
            [
                Ranking(section_id=key.section, line=key.line, stratum=key.stratum, handicap=key.handicap, listed=rows)
                for key, rows in self.lists
            ],
            update_conflicts=True,
            update_fields=["listed"],
            unique_fields=RankingKey._fields,
        )


def changes_to(stored: Stored, scores: SessionScores) -> Changes:
    """Return what has to be written in order to store `scores`."""
    columns = {id(mp): MatchPointColumns.of(mp) for mp in scores.points.values()}  # lines with one result share them
    points: dict[Any, MatchPointColumns] = {line: columns[id(mp)] for line, mp in scores.points.items()}
    lists = {
        RankingKey(ranking.section, ranking.line, ranking.stratum, ranking.handicap): [*map(row_written, ranking.rows)]
        for ranking in scores.rankings
    }
    stored_points, stored_lists = stored
    return Changes(
        points=[(line, own) for line, own in points.items() if stored_points.get(line) != own],
        unscored=[line for line in stored_points if line not in points],
        lists=[(key, rows) for key, rows in lists.items() if stored_lists.get(key) != rows],
        gone_lists=[key for key in stored_lists if key not in lists],
    )


def _points_write(points: list[tuple[int, MatchPointColumns]]) -> None:
    """Insert or update the points of lines. `bulk_create` takes four times as long, and one statement per row costs
    PostgreSQL four times as much.
    """
    names = ["table_board_id", *MatchPointColumns._fields]
    changed = ", ".join(f"{name} = excluded.{name}" for name in MatchPointColumns._fields)
    into = f"INSERT INTO {BoardScore._meta.db_table} ({', '.join(names)}) VALUES "
    conflict = f" ON CONFLICT (table_board_id) DO UPDATE SET {changed}"
    row = f"({', '.join(['%s'] * len(names))})"
    with connection.cursor() as cursor:
        for n in range(0, len(points), AT_ONCE):
            some = [(line, *columns) for line, columns in points[n : n + AT_ONCE]]
            cursor.execute(into + ", ".join([row] * len(some)) + conflict, [*chain.from_iterable(some)])


BATCH_ROWS = 1000
"""Number of requests that one statement deletes."""


def score_session(session_id: int) -> bool:
    """Score a session as it is now, requested or not, and send signals about it. Return True if a figure changed.

    Everything is read and computed before the transaction that writes, so that nobody has to wait for the scoring.
    Earlier requests are then fulfilled; requests that arrive in the meantime wait for the next run.
    """
    while True:
        began = time.monotonic()
        # In this order: the run shows who has written since, and a request is older than the change it
        # reports.
        runs = SessionScoring.objects.filter(session=session_id).values_list("runs", flat=True).first() or 0
        requests = list(ScoringRequest.objects.filter(session=session_id).values_list("pk", flat=True))
        stored, facts = stored_of(session_id), facts_of(session_id)
        if facts is None:  # the session was discarded
            _done_with(requests)
            return False
        changes = changes_to(stored, scores_of(facts))
        if _write(session_id, changes, requests, runs, began):
            if changes:
                transaction.on_commit(lambda: _tell(session_id), robust=True)
            return bool(changes)


def score_if_asked(session_id: int) -> bool:
    """Score a session if scoring has been requested. Return True if a figure changed."""
    return scoring_asked(session_id) and score_session(session_id)


def scoring_asked(session_id: int) -> bool:
    """True if something in the session is waiting to be scored."""
    return ScoringRequest.objects.filter(session=session_id).exists()


def scoring_rest(session_id: int) -> float:
    """Return how many seconds to wait before scoring a session again: as long as its last scoring took."""
    last = SessionScoring.objects.filter(session=session_id).first()
    if last is None:
        return 0.0
    rest = last.scored_at + timedelta(seconds=last.took) - timezone.now()
    return min(max(rest.total_seconds(), 0.0), last.took)


def scoring_locked(session_id: int) -> SessionScoring:
    """Lock the session's match points and places so that no other process writes them."""
    SessionScoring.objects.get_or_create(session_id=session_id)
    return SessionScoring.objects.select_for_update().get(session_id=session_id)


def _write(session_id: int, changes: Changes, requests: list[int], runs: int, began: float) -> bool:
    """Write the changes. Return False if they are out of date: another run has written in the meantime, or a line or
    a contestant was deleted.
    """
    with transaction.atomic():
        if not changes.are_possible():  # before the lock, in the order of a cascade
            return False
        state = scoring_locked(session_id)
        if state.runs != runs:
            return False
        changes.write()
        _done_with(requests)
        state.runs, state.took = state.runs + 1, time.monotonic() - began
        state.save(update_fields=["runs", "took", "scored_at"])
    return True


def _done_with(requests: list[int]) -> None:
    for n in range(0, len(requests), BATCH_ROWS):
        ScoringRequest.objects.filter(pk__in=requests[n : n + BATCH_ROWS]).delete()


def _tell(session_id: int) -> None:
    public_id = Session.objects.values_list("public_id", flat=True).get(pk=session_id)
    ranking_changed.send(sender=SessionScoring, session_id=public_id)
