"""Backups kept by a rule, encrypted ones, the copy in a second place, and databases that a restore replaced."""

import io
import json
import shutil
import sqlite3
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import mkdtemp

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client, override_settings
from hypothesis import given
from hypothesis import strategies as st

from clubsite.core.backup_files import (
    MAGIC,
    NAME,
    PIECE,
    SALT_BYTES,
    TAG_BYTES,
    KeptFile,
    Unsuitable,
    backup_open,
    backup_seal,
    backups_in,
    backups_kept,
    is_sealed,
)
from clubsite.core.second_place import EVERY
from clubsite.core.single_instance import AlreadyServed, served_alone
from clubsite.keeper.checks.database import old_databases_look
from clubsite.keeper.findings import Level
from clubsite.play.selectors import snapshot
from tests.clubsite.at_tables import act, look, say_ready
from tests.kit.embedded import manage

KEY = "only-for-tests-9876543210-9876543210"
LATEST = datetime(2026, 11, 26, 3, 15)  # a Thursday


def backup(at: datetime) -> KeptFile:
    return KeptFile(Path(f"{at:{NAME}}.dump"), at)


def nightly(days: int) -> list[KeptFile]:
    return [backup(LATEST - timedelta(days=back)) for back in range(days)]


def test_of_a_backup_each_night_fourteen_days_and_eight_weeks_stay_the_newest_of_each():
    """The newest of each week is that of its Sunday, and in this week that of today."""
    kept = backups_kept(nightly(200), daily=14, weekly=8)
    by_age = sorted((LATEST - backup.at).days for backup in kept)
    assert by_age == [*range(14), 18, 25, 32, 39, 46]
    morning, evening = backup(LATEST), backup(LATEST + timedelta(hours=19))
    assert backups_kept([morning, evening], daily=14, weekly=8) == {evening}
    old = nightly(14)
    new = backup(LATEST + timedelta(days=365))
    assert set(old[:13]) | {new} <= backups_kept([*old, new], daily=14, weekly=8)


@given(st.lists(st.integers(0, 400 * 24), unique=True), st.integers(0, 20), st.integers(0, 20))
def test_the_rule_keeps_the_newest_and_no_more_than_it_says_and_may_be_applied_daily(hours, daily, weekly):
    """Applying the rule again to what it kept deletes nothing."""
    backups = [backup(LATEST - timedelta(hours=back)) for back in hours]
    kept = backups_kept(backups, daily=daily, weekly=weekly)
    assert len(kept) <= daily + weekly
    assert backups_kept(kept, daily=daily, weekly=weekly) == kept
    if backups and daily + weekly:
        assert max(backups, key=lambda backup: backup.at) in kept


def test_only_files_with_the_rules_names_are_backups(tmp_path):
    names = ["club-20261126-031500.dump", "club-20261127-031500.sqlite3.sealed", "club-20261128-031500.sqlite3"]
    others = "club-before.dump club-20261126-031500.dump.txt club-20269926-031500.dump my-20261126-031500.dump".split()
    for name in names + others:
        (tmp_path / name).touch()
    assert [backup.file.name for backup in backups_in(tmp_path)] == names[::-1]


@pytest.fixture
def sealed(tmp_path):
    """A backup of three pieces, the last a short one, and its encrypted file."""
    plain = tmp_path / "plain"
    plain.write_bytes(b"Ruth Ashdown " * 200_000)
    with override_settings(BACKUP_KEY=KEY):
        backup_seal(file=plain, to=tmp_path / "sealed")
    return plain, tmp_path / "sealed"


def opened(file: Path, key: str = KEY) -> bytes:
    to = file.with_name("opened")
    to.unlink(missing_ok=True)
    with override_settings(BACKUP_KEY=key):
        backup_open(file=file, to=to)
    return to.read_bytes()


def test_an_encrypted_backup_opens_with_its_key_alone(sealed):
    plain, file = sealed
    assert is_sealed(file) and not is_sealed(plain)
    assert b"Ruth" not in file.read_bytes() and file.stat().st_mode & 0o777 == 0o600
    assert opened(file) == plain.read_bytes()
    with pytest.raises(Unsuitable, match="another key"):
        opened(file, "another-key-of-the-tests-9876543210-0")
    with pytest.raises(Unsuitable, match="Set BACKUP_KEY"):
        opened(file, "")


@pytest.mark.parametrize("size", (0, 1, PIECE - 1, PIECE, PIECE + 1))
def test_a_backup_of_any_size_comes_back(tmp_path, size):
    (tmp_path / "plain").write_bytes(bytes(size))
    with override_settings(BACKUP_KEY=KEY):
        backup_seal(file=tmp_path / "plain", to=tmp_path / "sealed")
    assert opened(tmp_path / "sealed") == bytes(size)


HEAD, SEALED_PIECE = len(MAGIC) + SALT_BYTES, PIECE + TAG_BYTES
DAMAGES = {
    "cut within a piece": lambda data: data[:-1],
    "cut after the first piece": lambda data: data[: HEAD + SEALED_PIECE],
    "cut after the header": lambda data: data[:HEAD],
    "one bit changed": lambda data: data[:-1] + bytes([data[-1] ^ 1]),
    "its salt changed": lambda data: data[: HEAD - 1] + bytes([data[HEAD - 1] ^ 1]) + data[HEAD:],
    "two pieces swapped": lambda data: (
        data[:HEAD]
        + data[HEAD + SEALED_PIECE : HEAD + 2 * SEALED_PIECE]
        + data[HEAD : HEAD + SEALED_PIECE]
        + data[HEAD + 2 * SEALED_PIECE :]
    ),
    "the last piece twice": lambda data: data + data[HEAD + 2 * SEALED_PIECE :],
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_an_encrypted_backup_that_was_cut_or_changed_is_refused(sealed, damage):
    _, file = sealed
    assert len(file.read_bytes()) > HEAD + 2 * SEALED_PIECE
    file.write_bytes(DAMAGES[damage](file.read_bytes()))
    with pytest.raises(Unsuitable, match="damaged"):
        opened(file)


DISK = Path("/dev/shm")
COPY = "from clubsite.nights.tasks import copy; copy()"
TOO_SLOW = f"from clubsite.core import second_place; second_place.LONGEST_COPY = -1.0; {COPY}"
LONG_OVER = """
from clubsite.nights.models import Session
Session.objects.update(status="ended", ended_at="2026-11-17 22:00Z")
"""
STATE = """
import json
from dataclasses import asdict
from clubsite.core.second_place import second_place
print(json.dumps(asdict(second_place())))
"""
SEEN = """
import json
from clubsite.play.models import SeatTicket
from clubsite.play.selectors import snapshot
print(json.dumps(snapshot(SeatTicket.objects.get(public_id="{}"), fresh=True)["view"]))
"""


@pytest.fixture
def stick(tmp_path):
    """A folder on another disk than the data."""
    if not DISK.is_dir() or DISK.stat().st_dev == tmp_path.stat().st_dev:
        pytest.skip("mount a disk of its own at /dev/shm")
    folder = Path(mkdtemp(prefix="stick-", dir=DISK))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def in_play(transactional_db, night, tmp_path, settings):
    """The data folder of an embedded site with a night in play, in which two calls were made, and a ticket."""
    both = [night.tickets[1], night.tickets[4]]
    for ticket in both:
        say_ready(ticket)
    for _ in range(2):
        turn = next(ticket for ticket in both if look(ticket)["view"]["legal"])
        assert act(turn, look(turn)["view"]["legal"][0]).ok
    data = tmp_path / "club"
    data.mkdir()
    with closing(sqlite3.connect(data / "club.sqlite3")) as database:
        connection.connection.backup(database)
    keys = {"DEAL_KEYS": ",".join(settings.DEAL_KEYS)}
    return data, both[0], keys


def shell(data: Path, script: str, **env: str) -> str:
    done = manage(data, "shell", "--no-imports", "-c", script, **env)
    assert done.returncode == 0, done.stderr
    return done.stdout


def state(data: Path, **env: str) -> dict:
    return json.loads(shell(data, STATE, **env))


@pytest.mark.parametrize(
    ("key", "ending"), (({}, ".sqlite3"), ({"BACKUP_KEY": KEY}, ".sealed")), ids=("plain", "with a key")
)
def test_a_night_goes_on_from_its_copy_at_the_same_card(in_play, stick, tmp_path, key, ending):
    data, ticket, keys = in_play
    env = {**keys, **key, "SECOND_PLACE": str(stick)}
    view = snapshot(ticket, fresh=True)["view"]
    shell(data, COPY, **env)
    [copy] = stick.iterdir()
    assert (copy.suffix, copy.stat().st_mode & 0o777) == (ending, 0o600)
    assert state(data, **env)["fault"] == ""
    assert [file.name for file in data.iterdir() if file.name.startswith("copying-")] == []
    there = tmp_path / "another computer"
    there.mkdir()
    restored = manage(there, "restore", copy, **keys, **key)
    assert restored.returncode == 0, restored.stderr
    assert json.loads(shell(there, SEEN.format(ticket.public_id), **keys)) == json.loads(json.dumps(view))
    assert state(there) == {"folder": "", "tried_at": "", "made_at": "", "fault": ""}, "it knows no disk of the other"


def test_a_copy_is_made_every_five_minutes_and_after_a_failed_one_the_last_stays_and_the_fault_is_shown(in_play, stick):
    data, _, keys = in_play
    env = {**keys, "SECOND_PLACE": str(stick)}
    shell(data, COPY, **env)
    first = state(data, **env)
    [copy] = stick.iterdir()
    made = copy.read_bytes()
    shell(data, COPY, **env)
    assert state(data, **env) == first
    assert EVERY.total_seconds() == 300
    (data / "second-place.json").unlink()
    shell(data, TOO_SLOW, **env)
    assert state(data, **env)["fault"].startswith("It took longer than")
    assert list(stick.iterdir()) == [copy] and copy.read_bytes() == made
    (data / "second-place.json").unlink()
    shutil.rmtree(stick)
    shell(data, COPY, **env)
    assert state(data, **env)["fault"] == f"{stick} is away, or no other disk than that of the database."
    report = manage(data, "doctor", **env).stdout
    assert "The last copy of a night was not made." in report
    assert "there is no second place" in manage(data, "doctor", **keys).stdout
    shell(data, LONG_OVER, **keys)
    (data / "second-place.json").unlink()
    shell(data, COPY, **env)
    assert state(data, **env)["tried_at"] == ""


@pytest.mark.django_db
def test_a_director_chooses_among_the_disks_that_are_there(night, director, settings, stick, tmp_path):
    address = f"/director/{night.session.public_id}/second-place/"
    room = f"/director/{night.session.public_id}/"
    assert director.get(address).status_code == 404, "a club server has a standby instead"
    assert "Copy it to a stick" not in director.get(room).text
    settings.DATA_PATH = tmp_path
    settings.SECOND_PLACES = [f"{DISK}/stick-*", f"{tmp_path}/*"]
    (tmp_path / "on the same disk").mkdir()
    assert "Tonight is on this computer alone." in director.get(room).text
    page = director.get(address).text
    assert str(stick) in page and "on the same disk" not in page
    assert "not one of the places" in director.post(address, {"folder": str(tmp_path)}).text
    assert director.post(address, {"folder": str(stick)}).status_code == 302
    assert f"Will be copied to <code>{stick}</code>" in director.get(address).text
    assert "Tonight is on this computer alone." not in director.get(room).text
    director.post(address, {"folder": ""})
    assert "Tonight is on this computer alone." in director.get(room).text
    assert Client().get(address).status_code in (302, 404)


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


def test_they_are_listed_newest_first_and_the_doctor_warns_of_more_than_two(data):
    lines = said().splitlines()
    assert [line.split(" (")[0] for line in lines] == [f"Kept: {data / name}" for name in reversed(OLD)]
    assert lines[-1].endswith("(2.5 MB), which a restore replaced on 2026-11-20 at 19:30.")
    assert names(data) == {*OLD, *OTHERS, f"{OLD[0]}-wal"}
    [finding] = old_databases_look()
    assert finding.level is Level.WARNING and f"{data / OLD[0]} (2.5 MB)" in finding.sentence
    assert "old_databases --drop" in finding.remedy
    said("--drop")
    [finding] = old_databases_look()
    assert finding.level is Level.WELL and str(data / OLD[3]) in finding.sentence and OLD[0] not in finding.sentence
    said("--drop", "--keep", "0")
    assert list(old_databases_look()) == []


def test_all_but_the_newest_two_or_as_many_as_are_asked_for_are_deleted_with_their_logs_and_nothing_else(data):
    text = said("--drop", "--keep", "3")
    assert f"Deleted: {data / OLD[0]} (2.5 MB), which a restore replaced." in text
    assert (text.count("Deleted: "), text.count("Kept: ")) == (1, 3)
    assert names(data) == {*OLD[1:], *OTHERS}
    said("--drop")
    assert names(data) == {*OLD[2:], *OTHERS}
    said("--drop", "--keep", "0")
    assert names(data) == set(OTHERS)
    assert said() == "There is no database that a restore replaced.\n"
    with pytest.raises(CommandError, match="a whole number, 0 or more"):
        said("--drop", "--keep", "-1")


def test_a_database_of_today_is_migrated_again_without_a_word_and_one_before_the_migrations_is_refused():
    call_command("migrate", verbosity=0)
    MigrationRecorder(connection).record_applied("results", "0009_points_by_frequency")
    before = connection.introspection.table_names()
    with pytest.raises(CommandError, match="move the folder of its data away"):
        call_command("migrate", verbosity=0)
    assert connection.introspection.table_names() == before


def test_a_database_whose_tables_are_of_an_earlier_0001_is_refused_too():
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
