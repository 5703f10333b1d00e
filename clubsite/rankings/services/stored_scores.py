"""A session's stored scores, and how to write new scores where they differ."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

from django.db import connection

from clubsite.core.row_locks import rows_kept
from clubsite.nights.models import Contestant, TableBoard
from clubsite.rankings.models import BoardScore, Ranking
from clubsite.rankings.models.match_points import MatchPointColumns
from clubsite.rankings.payload import Json, row_written
from scoring.session_scores import SessionScores

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


@dataclass(frozen=True, slots=True)
class Stored:
    """A session's stored scores: the points of each line, and the rows of each list."""

    points: Mapping[int, MatchPointColumns]
    lists: Mapping[RankingKey, list[Json]]


def stored_of(session_id: int) -> Stored:
    """Return a session's stored scores, using two SQL statements."""
    of_lines: Any = BoardScore.objects.filter(table_board__round__section__session=session_id)
    points = {
        line: MatchPointColumns(*columns)
        for line, *columns in of_lines.order_by().values_list("table_board", *MatchPointColumns._fields)
    }
    of_session: Any = Ranking.objects.filter(section__session=session_id).order_by()
    lists = of_session.values_list(*RankingKey._fields, "listed")
    return Stored(points, {RankingKey(*key): rows for *key, rows in lists})


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
        """Keep the lines and contestants that rows are written for. Return False if one of them was deleted."""
        lines = {line for line, _ in self.points}
        contestants = {row["contestant"] for _, rows in self.lists for row in rows}
        return rows_kept(TableBoard, lines) == lines and rows_kept(Contestant, contestants) == contestants

    def write(self) -> None:
        """Write the changes. Runs in the caller's transaction, in which they are possible."""
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
        RankingKey(found.section, found.line, found.stratum, found.handicap): [*map(row_written, found.rows)]
        for found in scores.rankings
    }
    return Changes(
        points=[(line, own) for line, own in points.items() if stored.points.get(line) != own],
        unscored=[line for line in stored.points if line not in points],
        lists=[(key, rows) for key, rows in lists.items() if stored.lists.get(key) != rows],
        gone_lists=[key for key in stored.lists if key not in lists],
    )


def _points_write(points: list[tuple[int, MatchPointColumns]]) -> None:
    """Insert or update the points of lines. `bulk_create` takes four times as long, and one statement per row costs
    PostgreSQL four times as much.
    """
    names = ["table_board_id", *MatchPointColumns._fields]
    changed = ", ".join(f"{name} = excluded.{name}" for name in MatchPointColumns._fields)
    into = f"INSERT INTO {BoardScore._meta.db_table} ({', '.join(names)}) VALUES "
    found = f" ON CONFLICT (table_board_id) DO UPDATE SET {changed}"
    row = f"({', '.join(['%s'] * len(names))})"
    with connection.cursor() as cursor:
        for n in range(0, len(points), AT_ONCE):
            some = [(line, *columns) for line, columns in points[n : n + AT_ONCE]]
            cursor.execute(into + ", ".join([row] * len(some)) + found, [*chain.from_iterable(some)])
