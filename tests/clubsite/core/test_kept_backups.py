"""Backups that are kept by a rule, and encrypted ones."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest
from django.test import override_settings
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

KEY = "only-for-tests-9876543210-9876543210"
LATEST = datetime(2026, 11, 26, 3, 15)  # a Thursday


def backup(at: datetime) -> KeptFile:
    return KeptFile(Path(f"{at:{NAME}}.dump"), at)


def nightly(days: int) -> list[KeptFile]:
    return [backup(LATEST - timedelta(days=back)) for back in range(days)]


def test_of_a_backup_each_night_fourteen_days_and_eight_weeks_stay():
    """The newest of each week is that of its Sunday, and in this week that of today."""
    kept = backups_kept(nightly(200), daily=14, weekly=8)
    by_age = sorted((LATEST - one.at).days for one in kept)
    assert by_age == [*range(14), 18, 25, 32, 39, 46]


def test_of_several_backups_on_one_day_the_newest_stays():
    morning, evening = backup(LATEST), backup(LATEST + timedelta(hours=19))
    assert backups_kept([morning, evening], daily=14, weekly=8) == {evening}


def test_a_server_that_was_off_for_a_year_loses_nothing():
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
        assert max(backups, key=lambda one: one.at) in kept


def test_only_files_with_the_rules_names_are_backups(tmp_path):
    names = ["club-20261126-031500.dump", "club-20261127-031500.sqlite3.sealed", "club-20261128-031500.sqlite3"]
    others = [
        "club-before.dump",
        "club-20261126-031500.dump.txt",
        "club-20269926-031500.dump",
        "my-20261126-031500.dump",
    ]
    for name in names + others:
        (tmp_path / name).touch()
    assert [one.file.name for one in backups_in(tmp_path)] == names[::-1]


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
