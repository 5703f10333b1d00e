"""The newest backup of an embedded site: its age, and whether it could be restored."""

import sqlite3
from contextlib import closing
from datetime import datetime, timedelta

import pytest
from django.db import connection

from clubsite.core.backup_files import NAME
from clubsite.keeper.checks.database import backup_look
from clubsite.keeper.findings import Level


@pytest.fixture
def saved(tmp_path, settings, transactional_db):
    """Make a backup of the test's database that is an hour old. Return its file."""
    settings.BACKUP_FOLDER = str(tmp_path)
    file = tmp_path / f"{datetime.now() - timedelta(hours=1):{NAME}}.sqlite3"
    connection.ensure_connection()
    with closing(sqlite3.connect(file)) as copy:
        connection.connection.backup(copy)
    return file


def levels() -> dict[str, Level]:
    return {one.code: one.level for one in backup_look()}


def test_a_fresh_backup_can_be_restored(saved):
    assert levels() == {"backup": Level.WELL, "backup.restore": Level.WELL}
    assert list(saved.parent.iterdir()) == [saved], "the trial leaves nothing behind"


def test_a_backup_without_its_triggers_cannot_be_restored(saved):
    with closing(sqlite3.connect(saved)) as database:
        database.execute("DROP TRIGGER play_playevent_append_only_update")
    age, trial = backup_look()
    assert (age.level, trial.level) == (Level.WELL, Level.FAULT)
    assert "triggers" in trial.sentence and "Make a new one now" in trial.remedy


def test_half_a_backup_cannot_be_restored(saved):
    with saved.open("r+b") as half:
        half.truncate(saved.stat().st_size // 2)
    assert levels()["backup.restore"] is Level.FAULT


def test_a_site_that_names_no_folder_for_backups(settings):
    settings.BACKUP_FOLDER = ""
    [found] = backup_look()
    assert found.level is Level.WARNING and "Set BACKUP_FOLDER" in found.remedy


def test_an_encrypted_backup_is_not_tried_without_its_key(saved, settings):
    settings.BACKUP_KEY = ""
    saved.rename(f"{saved}.sealed")
    assert levels() == {"backup": Level.WELL, "backup.restore": Level.WELL}
