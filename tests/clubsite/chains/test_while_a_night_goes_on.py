"""A check reads everything as it is at one moment: what comes in meanwhile is no difference."""

import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest
from django.db import connection

from tests.browser.site import ROOT, Site
from tests.prod.scripts import A_TABLE, CAST, CHECKED_MEANWHILE

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="tests/prod has this test for PostgreSQL")
def test_a_score_or_a_call_that_comes_in_during_a_check_is_no_difference(tmp_path):
    connection.ensure_connection()
    with closing(sqlite3.connect(tmp_path / "club.sqlite3")) as copy:
        connection.connection.backup(copy)
    shell = [sys.executable, "manage.py", "shell", "--no-imports", "-c", CAST + A_TABLE + CHECKED_MEANWHILE]
    done = subprocess.run(shell, cwd=ROOT, env=Site(tmp_path).env, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip().splitlines()[-1] == "[]"
