"""Reading rows as they were at one moment, while others go on writing."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction


@contextmanager
def one_moment() -> Iterator[None]:
    """Read everything in the block as it was at its first query. The block must not write.

    Inside a transaction that has already begun, this changes nothing.
    """
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
