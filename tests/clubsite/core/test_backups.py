"""`manage.py backup` and `restore`: what was saved is what comes back, and never under a running site."""

import sqlite3
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from clubsite.core.management.commands import backup, restore
from clubsite.core.single_instance import served_alone


@pytest.fixture
def club_file(tmp_path: Path, monkeypatch: Any) -> Path:
    """A database file that both commands take for the club's; migrating it is left out."""
    file = tmp_path / "club.sqlite3"
    written(file, "CREATE TABLE duplicate_session (name text)")
    written(file, "CREATE TABLE django_migrations (app text, name text)")
    settings = SimpleNamespace(DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": file}})
    monkeypatch.setattr(backup, "settings", settings)
    monkeypatch.setattr(restore, "settings", settings)
    monkeypatch.setattr(restore, "call_command", lambda *args, **kwargs: None)
    monkeypatch.setattr(restore, "connections", SimpleNamespace(close_all=lambda: None))
    return file


def written(file: Path, sql: str) -> None:
    database = sqlite3.connect(file)
    with database:
        database.execute(sql)
    database.close()


def names(file: Path) -> list[str]:
    database = sqlite3.connect(file)
    found = [row[0] for row in database.execute("SELECT name FROM duplicate_session ORDER BY rowid")]
    database.close()
    return found


def test_what_was_saved_comes_back_and_what_it_replaces_is_kept(club_file: Path) -> None:
    saved = club_file.with_name("saved.sqlite3")
    written(club_file, "INSERT INTO duplicate_session VALUES ('Tuesday')")
    call_command("backup", saved)
    assert saved.stat().st_mode & 0o077 == 0  # it holds hidden cards
    written(club_file, "INSERT INTO duplicate_session VALUES ('Thursday')")
    call_command("restore", saved)
    assert names(club_file) == ["Tuesday"]
    kept = next(club_file.parent.glob("club-before-*.sqlite3"))
    assert names(kept) == ["Tuesday", "Thursday"] and kept.stat().st_mode & 0o077 == 0
    with pytest.raises(CommandError, match="is there already"):
        call_command("backup", saved)


def test_nothing_is_restored_under_a_running_site(club_file: Path) -> None:
    saved = club_file.with_name("saved.sqlite3")
    call_command("backup", saved)
    written(club_file, "INSERT INTO duplicate_session VALUES ('in play')")
    with (
        served_alone(club_file.parent, "http://127.0.0.1:8000"),
        pytest.raises(CommandError, match=r"running at http://127\.0\.0\.1:8000/: stop it first"),
    ):
        call_command("restore", saved)
    assert names(club_file) == ["in play"]


@pytest.mark.parametrize("what", ["nowhere", "letter", "other"])
def test_what_is_no_backup_of_a_club_changes_nothing(club_file: Path, what: str) -> None:
    file = club_file.with_name(what)
    if what == "letter":
        file.write_text("Dear Dee, " * 1000)
    if what == "other":
        written(file, "CREATE TABLE recipes (name text)")
    with pytest.raises(CommandError, match=r"There is no file|Nothing was changed"):
        call_command("restore", file)
    assert names(club_file) == [] and not list(club_file.parent.glob("club-before-*"))


def test_a_backup_from_before_the_migrations_began_anew_changes_nothing(club_file: Path) -> None:
    """docs/decisions/036"""
    saved = club_file.with_name("saved.sqlite3")
    call_command("backup", saved)
    written(saved, "INSERT INTO django_migrations VALUES ('results', '0009_points_by_frequency')")
    written(club_file, "INSERT INTO duplicate_session VALUES ('in play')")
    with pytest.raises(CommandError, match="cannot be upgraded"):
        call_command("restore", saved)
    assert names(club_file) == ["in play"]
