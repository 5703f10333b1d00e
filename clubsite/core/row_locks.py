"""Locks between a job that stores what it has computed and code that deletes what the result belongs to.

A job computes without a lock. Then it locks or keeps the rows that its result refers to, and stores the result only if
they are still there and unchanged. Code that deletes such rows locks them first.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from django.core.exceptions import EmptyResultSet
from django.db import connection, transaction
from django.db.models import Model, QuerySet


def deletion_lock(rows: QuerySet[Any]) -> None:
    """Lock rows that are about to be deleted, in the order of their keys.

    A cascade collects its rows before it waits for a lock on the row above them. Without this lock it would miss a row
    that another transaction has stored and not yet committed.
    """
    list(rows.select_for_update(of=("self",)).order_by("pk").only("pk"))


def rows_kept(model: type[Model], keys: Iterable[int]) -> set[int]:
    """Keep rows from being deleted until the transaction ends. Return the keys of those that are still there.

    Others may change the columns of these rows meanwhile. SQLite needs no lock: one transaction writes at a time.
    """
    rows = model._base_manager.filter(pk__in=sorted(set(keys))).order_by("pk").values_list("pk")
    try:
        sql, params = rows.query.sql_with_params()
    except EmptyResultSet:
        return set()
    with connection.cursor() as cursor:
        cursor.execute(f"{sql} FOR KEY SHARE" if connection.vendor == "postgresql" else sql, params)
        return {key for (key,) in cursor.fetchall()}


@contextmanager
def one_moment() -> Iterator[None]:
    """Read everything in the block, which must not write, as of its first query. Do nothing in a transaction."""
    database: Any = connection
    if database.in_atomic_block:
        yield
    elif database.vendor == "postgresql":
        with transaction.atomic():
            with database.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
    else:
        usual, database.transaction_mode = database.transaction_mode, "DEFERRED"  # others may write meanwhile
        try:
            with transaction.atomic():
                yield
        finally:
            database.transaction_mode = usual
