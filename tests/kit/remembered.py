"""Builders that remember the rows that they inserted, and insert the same rows when they are called again.

A builder is remembered by its arguments and by the builders that ran before it in the same test. It runs by the site's
services if anything else has changed the database before it, if a setting is overridden, if the clock is patched, or if
the test has the mark `by_services`. Keys, tokens and fingerprints come again as they were. Times near the building are
moved to the present, in their order: what was built later is later, and nothing lies after now that did not before.
"""

import datetime
import io
import pickle
from collections.abc import Callable
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from functools import cache, wraps
from typing import Any, TypeVar

from django.apps import apps
from django.conf import Settings, settings
from django.core.cache import cache as site_cache
from django.db import connection, transaction
from django.db.models import DateTimeField, Model
from django.utils import timezone

T = TypeVar("T")
Row = tuple[Any, ...]
NEAR = datetime.timedelta(hours=36)
"""Times this near to the moment of the building are moved. A date on which a test insists is further away."""
KEPT = datetime.timedelta(minutes=5)
"""After this time a builder builds again: some times are inside texts, such as when a session's password was given."""
PLAIN = (str, int, float, bytes, type(None), datetime.date, datetime.timedelta, Enum)
_now = timezone.now


class NotPlain(Exception):
    """An argument by which nothing can be remembered, such as a function."""


@dataclass
class Built:
    """One run of a builder: its result, the rows inserted, changed and deleted, the cache's entries, and the calls that
    wait for the commit. `times` are those near the building in these rows, in their order and as they are stored.
    """

    began: datetime.datetime
    ended: datetime.datetime
    result: bytes
    inserted: dict[str, list[Row]]
    changed: dict[str, list[Row]]
    deleted: dict[str, list[Row]]
    sequences: list[Row]
    times: list[tuple[datetime.datetime, str]]
    cached: dict[str, tuple[bytes, float | None]]
    waiting: list[Callable[[], Any]]


@dataclass
class History:
    """The remembered builders that made the current test's database. `changes` is the count of changes when the last of
    them ended, and `at` the time.
    """

    builders: tuple[str, ...] = ()
    changes: int = 0
    at: datetime.datetime = field(default_factory=timezone.now)
    allowed: bool = False
    nested: bool = False


@dataclass
class _Memory:
    built: dict[tuple[str, ...], Built] = field(default_factory=dict)
    history: History = field(default_factory=History)


_memory = _Memory()


def begin(*, allowed: bool) -> None:
    """Begin a test, whose database is empty. `allowed` is False if the test builds everything by services."""
    allowed = allowed and connection.vendor == "sqlite"
    _memory.history = History((), _changes() if allowed else 0, _now(), allowed)


def remembered(build: Callable[..., T]) -> Callable[..., T]:
    """Decorator for a builder whose result consists of model instances, strings and numbers."""

    @wraps(build)
    def builder(*args: Any, **kwargs: Any) -> T:
        history = _memory.history
        key = _key(build, args, kwargs) if _is_known(history) else None
        if key is None:
            return build(*args, **kwargs)
        known = _memory.built.get(key)
        if known is None or timezone.now() - known.ended > KEPT:
            history.nested = True
            try:
                _memory.built[key] = _built(lambda: build(*args, **kwargs))
            finally:
                history.nested = False
        else:
            _insert(known, history.at)
        built = _memory.built[key]
        # What was built upon an earlier building is not inserted upon this one.
        history.builders = (*key[:-1], f"{key[-1]} {built.ended}")
        history.changes, history.at = _changes(), timezone.now()
        return _loaded(built.result)  # type: ignore[no-any-return]

    return builder


def _is_known(history: History) -> bool:
    """True if the database is exactly what the remembered builders of this test have made."""
    usual = timezone.now is _now and isinstance(settings._wrapped, Settings)
    return history.allowed and usual and not history.nested and _changes() == history.changes


def _changes() -> int:
    connection.ensure_connection()
    return int(connection.connection.total_changes)


def _key(build: Callable[..., Any], args: Any, kwargs: Any) -> tuple[str, ...] | None:
    try:
        called = f"{build.__module__}.{build.__qualname__}{_plain([*args, kwargs])}"
    except NotPlain:
        return None
    # After a commit, more happens than while a test's transaction is open. A date may be today's.
    how = f"{connection.in_atomic_block} {timezone.localdate()}"
    return (*_memory.history.builders, f"{called} {how}")


def _plain(value: Any) -> str:
    if isinstance(value, Model):
        return f"{value._meta.label}:{value.pk}"
    if isinstance(value, dict):
        return "{" + ",".join(f"{_plain(key)}:{_plain(of)}" for key, of in value.items()) + "}"
    if isinstance(value, (list, tuple, set, frozenset)):
        return f"{type(value).__name__}({','.join(map(_plain, value))})"
    if is_dataclass(value):
        return type(value).__name__ + _plain({field.name: getattr(value, field.name) for field in fields(value)})
    if isinstance(value, PLAIN) and not isinstance(value, datetime.datetime):
        return repr(value)
    raise NotPlain


def _built(build: Callable[[], Any]) -> Built:
    before, cached, waiting, began = _rows(), _cached(), len(connection.run_on_commit), timezone.now()
    result, ended = _dumped(build()), timezone.now()
    after, now_cached = _rows(), _cached()
    parts: tuple[dict[str, Any], ...] = ({}, {}, {})
    for table, rows in after.items():
        old = before[table]
        parts[0][table] = [row for key, row in rows.items() if key not in old]
        parts[1][table] = [(key, row, old[key]) for key, row in rows.items() if key in old and old[key] != row]
        parts[2][table] = [(key,) for key in old if key not in rows]
    inserted, changed, deleted = ({table: rows for table, rows in part.items() if rows} for part in parts)
    calls = [call for _, call, _ in connection.run_on_commit[waiting:]]
    new = {key: of for key, of in now_cached.items() if cached.get(key) != of}
    times = _near(ended, inserted, {table: [row for _, row, _ in rows] for table, rows in changed.items()})
    return Built(began, ended, result, inserted, changed, deleted, _sequences(), times, new, calls)


def _near(ended: datetime.datetime, *parts: dict[str, list[Row]]) -> list[tuple[datetime.datetime, str]]:
    """Return the times near `ended` in these rows, in their order."""
    columns, times = _times(), set()
    for table, rows in (item for part in parts for item in part.items()):
        times |= {row[at] for row in rows for at in columns.get(table, ()) if row[at]}
    parsed = ((datetime.datetime.fromisoformat(stored).replace(tzinfo=datetime.UTC), stored) for stored in times)
    return sorted((then, stored) for then, stored in parsed if abs(then - ended) < NEAR)


def _rows() -> dict[str, dict[int, Row]]:
    """Return every row of every table, by its rowid."""
    with connection.cursor() as cursor:
        by_table = {}
        for table, columns in _columns().items():
            as_stored = ", ".join(f'+"{name}"' for name in columns)  # an expression is not converted by its type
            cursor.execute(f'SELECT rowid, {as_stored} FROM "{table}" ORDER BY rowid')
            by_table[table] = {row[0]: tuple(row[1:]) for row in cursor.fetchall()}
        return by_table


def _sequences() -> list[Row]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, seq FROM sqlite_sequence")
        return cursor.fetchall()


def _cached() -> dict[str, tuple[bytes, float | None]]:
    """Return the cache's entries with the times at which they expire."""
    backend: Any = site_cache
    return {key: (value, backend._expire_info.get(key)) for key, value in backend._cache.items()}


@cache
def _columns() -> dict[str, list[str]]:
    with connection.cursor() as cursor:
        by_table = {}
        for name in sorted(connection.introspection.table_names(cursor)):
            cursor.execute(f'SELECT name FROM pragma_table_info("{name}")')
            by_table[name] = [row[0] for row in cursor.fetchall()]
    return by_table


@cache
def _times() -> dict[str, list[int]]:
    """Return, by table, the positions of the columns that hold a time."""
    by_table = {}
    for model in apps.get_models(include_auto_created=True):
        of = {field.column for field in model._meta.local_fields if isinstance(field, DateTimeField)}
        by_table[model._meta.db_table] = [at for at, name in enumerate(_columns()[model._meta.db_table]) if name in of]
    return by_table


def _insert(built: Built, since: datetime.datetime) -> None:
    """Insert the rows again, with the time of the building moved to the time between `since` and now."""
    until = timezone.now()
    moved = _moved(built, since, until)
    with transaction.atomic():
        execute = connection.connection.executemany
        for table, keys in built.deleted.items():
            execute(f'DELETE FROM "{table}" WHERE rowid = ?', keys)
        for table, rows in built.inserted.items():
            marks = ", ".join("?" * len(rows[0]))
            execute(f'INSERT INTO "{table}" VALUES ({marks})', [_at(table, row, moved) for row in rows])
        for table, rows in built.changed.items():
            for key, row, old in rows:  # only what changed: the guards look at the columns that are named
                changed = [at for at, value in enumerate(row) if value != old[at]]
                sets, values = _sets(table, changed), _at(table, row, moved)
                execute(f'UPDATE "{table}" SET {sets} WHERE rowid = ?', [(*(values[at] for at in changed), key)])
        execute("DELETE FROM sqlite_sequence", [()])
        execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", built.sequences)
        for call in built.waiting:
            transaction.on_commit(call)
    backend: Any = site_cache
    for key, (value, expires) in built.cached.items():
        backend._cache[key] = value
        backend._expire_info[key] = expires + (until - built.ended).total_seconds() if expires is not None else None


def _sets(table: str, columns: list[int]) -> str:
    return ", ".join(f'"{_columns()[table][at]}" = ?' for at in columns)


def _moved(built: Built, since: datetime.datetime, until: datetime.datetime) -> dict[str, str]:
    """Return the new time for each time of a building, so that it lasts from `since` until `until`."""
    step = (until - since) / (sum(built.began < then < built.ended for then, _ in built.times) + 1)
    moved, now = {}, since
    for then, stored in built.times:
        if built.began < then < built.ended:
            now += step
            moved[stored] = str(now.replace(tzinfo=None))
        else:
            new = since + (then - built.began) if then <= built.began else until + (then - built.ended)
            moved[stored] = str(new.replace(tzinfo=None))
    return moved


def _at(table: str, row: Row, moved: dict[str, str]) -> Row:
    """Return a row with its times moved."""
    columns = _times().get(table)
    if not columns:
        return row
    return tuple(moved.get(value, value) if at in columns else value for at, value in enumerate(row))


class _Dumper(pickle.Pickler):
    def persistent_id(self, obj: Any) -> Any:
        return (obj._meta.label, obj.pk) if isinstance(obj, Model) else None


class _Loader(pickle.Unpickler):
    def __init__(self, file: io.BytesIO) -> None:
        super().__init__(file)
        self._found: dict[Any, Model] = {}

    def persistent_load(self, pid: Any) -> Model:
        """Return a row of the database, the same object each time."""
        if pid not in self._found:
            self._found[pid] = apps.get_model(pid[0])._base_manager.get(pk=pid[1])
        return self._found[pid]


def _dumped(result: Any) -> bytes:
    file = io.BytesIO()
    _Dumper(file).dump(result)
    return file.getvalue()


def _loaded(result: bytes) -> Any:
    return _Loader(io.BytesIO(result)).load()
