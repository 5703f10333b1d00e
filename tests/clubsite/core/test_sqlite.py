"""The embedded site's database: one writer at a time, and who waits for it."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import ConnectionHandler

WAITS = 0.3  # seconds


@pytest.fixture
def of_file(tmp_path, django_db_blocker):
    """Connections to one file, as the embedded site has them."""
    opened = []

    def connection() -> BaseDatabaseWrapper:
        options = {"timeout": WAITS, "transaction_mode": "IMMEDIATE"}
        name = str(tmp_path / "club.sqlite3")
        made = ConnectionHandler(
            {"default": {"ENGINE": "clubsite.core.sqlite", "NAME": name, "OPTIONS": options}}
        )["default"]
        opened.append(made)
        return made

    with django_db_blocker.unblock():  # files of their own
        yield connection
    for made in opened:
        made.close()


@contextmanager
def transaction_of(site: BaseDatabaseWrapper) -> Iterator[None]:
    site.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    yield
    site.commit()
    site.set_autocommit(True)


def test_who_waits_for_the_writer_writes_after_it(of_file):
    first, second = of_file(), of_file()
    first.cursor().execute("CREATE TABLE act (n INTEGER)")
    with transaction_of(first):
        first.cursor().execute("INSERT INTO act VALUES (1)")
        threading.Timer(WAITS / 3, first.connection.commit).start()  # by another thread: this one waits
        with transaction_of(second):
            second.cursor().execute("INSERT INTO act SELECT max(n) + 1 FROM act")
    assert [n for (n,) in second.cursor().execute("SELECT n FROM act")] == [1, 2]
    assert not second.errors_occurred


def test_a_writer_that_does_not_end_is_given_up_after_the_timeout(of_file):
    first, second = of_file(), of_file()
    with transaction_of(first):
        began = time.monotonic()
        with pytest.raises(OperationalError, match="locked"), transaction_of(second):
            pass
        assert time.monotonic() - began >= WAITS
    assert second.connection.execute("PRAGMA busy_timeout").fetchone() == (int(1000 * WAITS),)
    with transaction_of(second):
        second.cursor().execute("CREATE TABLE act (n INTEGER)")


def test_another_failure_is_not_waited_for(of_file):
    site = of_file()
    site.ensure_connection()
    site.transaction_mode = "SOMEHOW"
    began = time.monotonic()
    with pytest.raises(OperationalError, match="syntax error"), transaction_of(site):
        pass
    assert time.monotonic() - began < WAITS
