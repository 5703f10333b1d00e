"""Simultaneous actions by several people, using a database file with one connection per thread."""

import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, connections

AtOnce = Callable[..., list[Any]]


@pytest.fixture
def at_once(tmp_path) -> AtOnce:
    """A function that runs each call in its own thread. On SQLite the threads share a file, which is copied from the
    test's database before the calls and to it after them. (That database is in memory, and would refuse a second
    writer instead of making it wait.)
    """

    def alone(call):
        try:
            return call()
        finally:
            connections["default"].close()

    def run(*calls):
        where = _in_a_file(tmp_path / "club.sqlite3") if connection.vendor == "sqlite" else nullcontext()
        with where, ThreadPoolExecutor(len(calls)) as pool:
            return list(pool.map(alone, calls))

    return run


@contextmanager
def _in_a_file(file: Path) -> Iterator[None]:
    """Let new connections use a copy of the test's database in this file, and copy it back at the end."""
    connection.ensure_connection()
    settings = connections.settings["default"]
    name = settings["NAME"]
    with closing(sqlite3.connect(file)) as copy:
        connection.connection.backup(copy)
    settings["NAME"] = str(file)
    try:
        yield
    finally:
        settings["NAME"] = name
        with closing(sqlite3.connect(file)) as copy:
            copy.backup(connection.connection)
