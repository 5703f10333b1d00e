"""Settings and fixtures for every test."""

import gc
import os
from collections import Counter

import pytest
from django.db import connection
from django.test import TransactionTestCase
from hypothesis import settings

from tests import needs
from tests.kit import schema
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


@pytest.fixture(scope="session")
def django_db_setup(django_test_environment, django_db_blocker, django_db_modify_db_settings):
    """The worker's test database, in place of the plugin's fixture: copied instead of migrated (tests/kit/schema.py).
    After a transactional test it is copied again. That is quicker than emptying every table, which the guards in
    `clubsite.core.triggers` forbid.
    """
    with django_db_blocker.unblock():
        before = schema.database_begin()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(TransactionTestCase, "_fixture_teardown", lambda self: schema.database_empty())
        yield
    with django_db_blocker.unblock():
        connection.creation.destroy_test_db(before, verbosity=0)


@pytest.fixture(scope="module")
def node():
    """The path to Playwright's Node."""
    if why := needs.why_no_node():
        pytest.skip(why)
    return needs.NODE
