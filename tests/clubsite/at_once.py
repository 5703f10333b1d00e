"""Simultaneous actions by several people, using a database file with one connection per thread."""

import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection, connections

AtOnce = Callable[..., list[Any]]


@pytest.fixture
def at_once(tmp_path):
    """A function that runs each call in its own thread. On SQLite the threads share a file, copied from the test's
    database. (That database is in memory, and would refuse a second writer instead of making it wait.)
    """
    file = tmp_path / "club.sqlite3"
    settings = connections.settings["default"]
    name = settings["NAME"]

    def alone(call):
        try:
            return call()
        finally:
            connections["default"].close()

    def run(*calls):
        if connection.vendor == "sqlite" and not file.exists():
            with sqlite3.connect(file) as copy:
                connection.ensure_connection()
                connection.connection.backup(copy)
            copy.close()
        if connection.vendor == "sqlite":
            settings["NAME"] = str(file)
        try:
            with ThreadPoolExecutor(len(calls)) as pool:
                return list(pool.map(alone, calls))
        finally:
            settings["NAME"] = name

    yield run
