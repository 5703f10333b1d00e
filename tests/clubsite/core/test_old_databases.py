"""Databases that a restore replaced, that predate the migrations (decision 036), or that are served already."""

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from clubsite.core.single_instance import AlreadyServed, served_alone
from clubsite.keeper.checks.database import old_databases_look
from clubsite.keeper.findings import Level

OLD = [f"club-before-202611{day}-193000.sqlite3" for day in (20, 21, 22, 23)]
OTHERS = ["club-before-the-move.sqlite3", "club-before-20261399-193000.sqlite3", "other-before-20261120-193000.sqlite3"]


@pytest.fixture
def data(tmp_path, db, monkeypatch):
    """A data folder with four databases that restores replaced, and three files with other names."""
    for name in (*OLD, *OTHERS):
        (tmp_path / name).write_bytes(b"x" * 1_500_000)
    (tmp_path / f"{OLD[0]}-wal").write_bytes(b"x" * 1_000_000)
    monkeypatch.setitem(connection.settings_dict, "NAME", str(tmp_path / "club.sqlite3"))
    return tmp_path


def names(data: Path) -> set[str]:
    return {file.name for file in data.iterdir()}


def said(*options: str) -> str:
    out = io.StringIO()
    call_command("old_databases", *options, stdout=out)
    return out.getvalue()


def test_they_are_listed_with_their_sizes_newest_first(data):
    lines = said().splitlines()
    assert [line.split(" (")[0] for line in lines] == [f"Kept: {data / name}" for name in reversed(OLD)]
    assert lines[-1].endswith("(2.5 MB), which a restore replaced on 2026-11-20 at 19:30.")
    assert names(data) == {*OLD, *OTHERS, f"{OLD[0]}-wal"}


def test_all_but_the_newest_two_are_deleted_with_their_logs_and_nothing_else(data):
    text = said("--drop")
    assert f"Deleted: {data / OLD[0]} (2.5 MB), which a restore replaced." in text
    assert text.count("Deleted: ") == text.count("Kept: ") == 2
    assert names(data) == {*OLD[2:], *OTHERS}


def test_as_many_are_kept_as_are_asked_for(data):
    said("--drop", "--keep", "3")
    assert names(data) == {*OLD[1:], *OTHERS}
    said("--drop", "--keep", "0")
    assert names(data) == set(OTHERS)
    assert said() == "There is no database that a restore replaced.\n"
    with pytest.raises(CommandError, match="a whole number, 0 or more"):
        said("--drop", "--keep", "-1")


def test_the_doctor_names_them_and_warns_of_more_than_two(data):
    [found] = old_databases_look()
    assert found.level is Level.WARNING and f"{data / OLD[0]} (2.5 MB)" in found.sentence
    assert "old_databases --drop" in found.remedy
    said("--drop")
    [found] = old_databases_look()
    assert found.level is Level.WELL and str(data / OLD[3]) in found.sentence and OLD[0] not in found.sentence
    said("--drop", "--keep", "0")
    assert list(old_databases_look()) == []


def test_it_is_refused_with_what_to_do_and_left_as_it_is():
    MigrationRecorder(connection).record_applied("results", "0009_points_by_frequency")
    before = connection.introspection.table_names()
    with pytest.raises(CommandError, match="move the folder of its data away"):
        call_command("migrate", verbosity=0)
    assert connection.introspection.table_names() == before


def test_one_of_today_is_migrated_again_without_a_word():
    call_command("migrate", verbosity=0)


def test_one_whose_tables_are_of_an_earlier_0001_is_refused_too():
    """Until the first release, new columns go into the first migration, which older databases list as applied."""
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE play_room DROP COLUMN table_rev")
    with pytest.raises(CommandError, match="move the folder of its data away"):
        call_command("migrate", verbosity=0)


def test_a_second_server_on_the_same_data_gets_the_address_of_the_first(tmp_path):
    first = served_alone(tmp_path, "http://127.0.0.1:8000")
    with pytest.raises(AlreadyServed, match=r"^http://127\.0\.0\.1:8000$"):
        served_alone(tmp_path, "http://127.0.0.1:8001")
    first.close()
    served_alone(tmp_path, "http://127.0.0.1:8002").close()
