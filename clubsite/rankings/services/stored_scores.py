"""A session's stored scores, and how to write new scores where they differ."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

from django.db import connection, models

from clubsite.core.row_locks import rows_kept
from clubsite.nights.models import Contestant, TableBoard
from clubsite.rankings.fractions import text_of
from clubsite.rankings.models import BoardScore, RankedContestant, Ranking
from clubsite.rankings.models.match_points import MatchPointColumns
from scoring.session_scores import PlacedRow, PlacesList, SessionScores

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


class RankingHead(NamedTuple):
    """A ranking list's columns, without its rows."""

    imps: bool
    full: int


class StoredRankRow(NamedTuple):
    """The columns of a RankedContestant, except its list and its contestant."""

    position: int
    place: str
    won: str
    possible: int
    penalty: str
    carried: str
    handicap: str
    trophy: bool
    robot: bool


@dataclass(frozen=True, slots=True)
class Stored:
    """A session's stored scores: points by line, ranking lists by key and by id, and each list's rows by contestant."""

    points: Mapping[int, MatchPointColumns]
    lists: Mapping[RankingKey, tuple[int, RankingHead]]
    rows: Mapping[int, Mapping[int, StoredRankRow]]


def stored_of(session_id: int) -> Stored:
    """Return a session's stored scores, using three SQL statements."""
    of_lines: Any = BoardScore.objects.filter(table_board__round__section__session=session_id)
    points = {
        line: MatchPointColumns(*columns)
        for line, *columns in of_lines.order_by().values_list("table_board", *MatchPointColumns._fields)
    }
    of_session: Any = Ranking.objects.filter(section__session=session_id)
    lists = {
        RankingKey(*columns[:4]): (pk, RankingHead(*columns[4:]))
        for pk, *columns in of_session.order_by().values_list("pk", *RankingKey._fields, *RankingHead._fields)
    }
    rows: dict[int, dict[int, StoredRankRow]] = {pk: {} for pk, _ in lists.values()}
    of_lists: Any = RankedContestant.objects.filter(ranking__in=rows).order_by()
    for ranking, contestant, *columns in of_lists.values_list("ranking", "contestant", *StoredRankRow._fields):
        rows[ranking][contestant] = StoredRankRow(*columns)
    return Stored(points, lists, rows)


@dataclass(frozen=True, slots=True)
class Changes:
    """The changes to write: the points of lines, the ranking lists with the rows that differ, and what to delete."""

    points: list[tuple[int, MatchPointColumns]]
    unscored: list[int]
    lists: list[tuple[RankingKey, RankingHead, int | None, dict[int, StoredRankRow]]]
    gone_rows: list[tuple[int, list[int]]]
    gone_lists: list[int]

    def __bool__(self) -> bool:
        return any((self.points, self.unscored, self.lists, self.gone_rows, self.gone_lists))

    def are_possible(self) -> bool:
        """Keep the lines and contestants that rows are written for. Return False if one of them was deleted."""
        lines = {line for line, _ in self.points}
        contestants = {contestant for *_, rows in self.lists for contestant in rows}
        return rows_kept(TableBoard, lines) == lines and rows_kept(Contestant, contestants) == contestants

    def write(self) -> None:
        """Write the changes. Runs in the caller's transaction, in which they are possible."""
        if self.unscored:
            BoardScore.objects.filter(table_board__in=self.unscored).delete()
        _upsert(
            BoardScore,
            ["table_board_id"],
            MatchPointColumns._fields,
            ((line, *points) for line, points in self.points),
        )
        if self.gone_lists:
            Ranking.objects.filter(pk__in=self.gone_lists).delete()
        for ranking, contestants in self.gone_rows:
            RankedContestant.objects.filter(ranking=ranking, contestant__in=contestants).delete()
        for key, head, pk, rows in self.lists:
            own = _list_written(key, head, pk)
            _upsert(
                RankedContestant,
                ["ranking_id", "contestant_id"],
                StoredRankRow._fields,
                ((own, contestant, *row) for contestant, row in rows.items()),
            )


def changes_to(stored: Stored, scores: SessionScores) -> Changes:
    """Return what has to be written in order to store `scores`."""
    columns = {id(mp): MatchPointColumns.of(mp) for mp in scores.points.values()}  # lines with one result share them
    points: dict[Any, MatchPointColumns] = {line: columns[id(mp)] for line, mp in scores.points.items()}
    wanted = {_key(found): found for found in scores.rankings}
    lists, gone_rows = [], []
    for key, found in wanted.items():
        pk, before = stored.lists.get(key, (None, None))
        head, rows = RankingHead(found.imps, found.full), _rows(found.rows)
        had = stored.rows[pk] if pk is not None else {}
        differ = {one: row for one, row in rows.items() if had.get(one) != row}
        if differ or head != before:
            lists.append((key, head, pk, differ))
        if pk is not None and (gone := [one for one in had if one not in rows]):
            gone_rows.append((pk, gone))
    return Changes(
        points=[(line, own) for line, own in points.items() if stored.points.get(line) != own],
        unscored=[line for line in stored.points if line not in points],
        lists=lists,
        gone_rows=gone_rows,
        gone_lists=[pk for key, (pk, _) in stored.lists.items() if key not in wanted],
    )


def _key(found: PlacesList) -> RankingKey:
    return RankingKey(found.section, found.line, found.stratum, found.handicap)


def _rows(rows: Iterable[PlacedRow]) -> dict[Any, StoredRankRow]:
    return {
        row.entry: StoredRankRow(
            position,
            row.place,
            text_of(row.won),
            row.possible,
            text_of(row.penalty) if row.penalty else "",
            text_of(row.carried) if row.carried else "",
            "" if row.handicap is None else text_of(row.handicap),
            row.trophy,
            row.robot,
        )
        for position, row in enumerate(rows)
    }


def _list_written(key: RankingKey, head: RankingHead, pk: int | None) -> int:
    if pk is None:
        section, *which = key
        names = dict(zip(RankingKey._fields[1:], which, strict=True))
        return Ranking.objects.create(section_id=section, **names, **head._asdict()).pk
    Ranking.objects.filter(pk=pk).update(**head._asdict())
    return pk


def _upsert(
    model: type[models.Model],
    unique: list[str],
    columns: Iterable[str],
    rows: Iterable[tuple[Any, ...]],
) -> None:
    """Insert rows with the columns `unique` and `columns`, or update existing rows. `bulk_create` takes four times as
    long, and one statement per row costs PostgreSQL four times as much.
    """
    names, values = [*unique, *columns], list(rows)
    changed = ", ".join(f"{name} = excluded.{name}" for name in columns)
    into = f"INSERT INTO {model._meta.db_table} ({', '.join(names)}) VALUES "
    found = f" ON CONFLICT ({', '.join(unique)}) DO UPDATE SET {changed}"
    row = f"({', '.join(['%s'] * len(names))})"
    with connection.cursor() as cursor:
        for n in range(0, len(values), AT_ONCE):
            some = values[n : n + AT_ONCE]
            cursor.execute(into + ", ".join([row] * len(some)) + found, [*chain.from_iterable(some)])
