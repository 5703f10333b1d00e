"""What every test shares."""

import gc
from collections.abc import Iterator

import pytest
from django.db import connection
from django.db.backends.sqlite3.base import DatabaseOperations
from hypothesis import settings

from tests.long import sample

# A busy machine must not fail a law: time is measured in bench/, never in a test.
settings.register_profile("club", deadline=None, max_examples=sample(50, 500))
settings.load_profile("club")


def pytest_collection_finish() -> None:
    """All that is imported stays: to look through it for rubbish again and again took an eighth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


@pytest.fixture(autouse=True, scope="session")
def _flush_past_the_triggers() -> Iterator[None]:
    """A transactional test ends with DELETE on every table, which the append-only triggers refuse on SQLite.

    The flush takes them off and puts them back; no test sees a database without them.
    """
    original = DatabaseOperations.sql_flush

    def sql_flush(self, style, tables, **kwargs):  # type: ignore[no-untyped-def]
        with connection.cursor() as cursor:
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            triggers = cursor.fetchall()
        drop = [f"DROP TRIGGER {name}" for name, _ in triggers]
        return [*drop, *original(self, style, tables, **kwargs), *(sql for _, sql in triggers)]

    DatabaseOperations.sql_flush = sql_flush
    yield
    DatabaseOperations.sql_flush = original
