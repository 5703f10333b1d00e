"""Settings and fixtures for every test."""

import gc
import os
from collections import Counter

import pytest
from django.db import connection
from django.db.backends.postgresql.base import DatabaseOperations as PostgresOperations
from django.db.backends.sqlite3.base import DatabaseOperations as SqliteOperations
from hypothesis import settings

from tests import needs
from tests.long import sample

# A busy machine must not fail a law: bench/ measures time, tests never do.
settings.register_profile("club", deadline=None, max_examples=sample(50, 500))
settings.load_profile("club")


def pytest_collection_finish():
    """Freeze all imported objects, because searching them for garbage again and again took an eighth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def pytest_sessionfinish(session: pytest.Session):
    """If FORBID_SKIPS is set, fail a run in which a package was missing."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter and os.environ.get("FORBID_SKIPS") and any(map(_lacks_a_package, _skips(reporter))):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter):
    """List the reasons why tests were skipped. `make test` collects these lines in the file named by SKIPS."""
    lines = [f"{count}\t{reason}" for reason, count in _skips(terminalreporter).items()]
    if lines:
        terminalreporter.section("skipped")
        terminalreporter.write_line("\n".join(lines))
    path = os.environ.get("SKIPS")
    if path and "PYTEST_XDIST_WORKER" not in os.environ:  # a worker has its own summary
        with open(path, "a", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in lines)


def _skips(reporter) -> Counter[str]:
    return Counter(report.longrepr[2].removeprefix("Skipped: ") for report in reporter.getreports("skipped"))


def _lacks_a_package(reason: str) -> bool:
    return reason.startswith("apt-get ")


@pytest.fixture(autouse=True, scope="session")
def _flush_past_the_triggers():
    """Let a transactional test empty every table when it ends, which the guards in `clubsite.core.triggers` forbid.

    The flush removes the guards and restores them as the tables' owner. No test sees a database without guards.
    """
    with pytest.MonkeyPatch.context() as patched:
        for operations, around in ((SqliteOperations, _around_sqlite), (PostgresOperations, _around_postgres)):
            patched.setattr(operations, "sql_flush", _flushing(operations.sql_flush, around))
        yield


def _flushing(original, around):
    def sql_flush(self, style, tables, **kwargs) -> list[str]:
        before, after = around(tables)
        return [*before, *original(self, style, tables, **kwargs), *after] if tables else []

    return sql_flush


def _around_sqlite(tables) -> tuple[list[str], list[str]]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        triggers = cursor.fetchall()
    return [f"DROP TRIGGER {name}" for name, _ in triggers], [sql for _, sql in triggers]


def _around_postgres(tables) -> tuple[list[str], list[str]]:
    off, on = ([f'ALTER TABLE "{table}" {how} TRIGGER USER' for table in tables] for how in ("DISABLE", "ENABLE"))
    return off, on


@pytest.fixture(scope="module")
def node():
    """The path to Playwright's Node."""
    if why := needs.why_no_node():
        pytest.skip(why)
    return needs.NODE
