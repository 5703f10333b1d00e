"""The commands `manage.py backup` and `restore`, run with the site's own settings."""

import os
import re
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.parse
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from clubsite.core.backup_files import Unsuitable, database_save, file_check
from clubsite.core.single_instance import served_alone
from clubsite.nights.models import Board, TableBoard
from clubsite.nights.services.tables import board_play_open
from tests.browser.site import Site
from tests.kit.embedded import manage
from tests.kit.spellings import cards_found


def changed(file: Path, *statements: str):
    with closing(sqlite3.connect(file)) as database, database:
        for statement in statements:
            database.execute(statement)


def asked(file: Path, question: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(file)) as database:
        return database.execute(question).fetchall()


def told(done: "subprocess.CompletedProcess[str]") -> str:
    assert "Traceback" not in done.stderr
    return done.stdout + done.stderr


@pytest.fixture
def saved(tmp_path, transactional_db):
    """A backup of a club without sessions."""
    file = tmp_path / "saved.sqlite3"
    connection.ensure_connection()
    with closing(sqlite3.connect(file)) as copy:
        connection.connection.backup(copy)
    return file


@pytest.fixture
def folder(tmp_path, saved):
    """The data folder of a club with a table that is not in the backup."""
    data = tmp_path / "club"
    data.mkdir()
    shutil.copyfile(saved, data / "club.sqlite3")
    changed(data / "club.sqlite3", "CREATE TABLE tonight (name text)", "INSERT INTO tonight VALUES ('in play')")
    return data


def unchanged(data: Path) -> bool:
    beside = {file.name for file in data.glob("*.sqlite3*")}
    return beside == {"club.sqlite3"} and asked(data / "club.sqlite3", "SELECT name FROM tonight") == [("in play",)]


def page(site: Site, path: str) -> bytes:
    with urllib.request.urlopen(f"{site.url}{path}", timeout=100) as answer:
        return bytes(answer.read())


def play_at_home(site: Site, until: threading.Event):
    """Begin one match at home after another, as a visitor would, until `until` is set. The site stores each match."""
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    while not until.wait(0.1):
        with browser.open(f"{site.url}/play/new/solo/", timeout=100) as answer:
            token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', answer.read().decode())
        assert token
        form = urllib.parse.urlencode({"csrfmiddlewaretoken": token[1]}).encode()
        browser.open(f"{site.url}/play/now/solo/", form, timeout=100).close()


@pytest.mark.timeout(300)
def test_a_club_saved_while_it_is_served_and_written_shows_the_same_pages_from_another_folder(
    tmp_path, published_night, saved
):
    here = Site(tmp_path / "here", demo=False)
    there = Site(tmp_path / "there", here.port, demo=False)
    live, keep = here.data / "club.sqlite3", tmp_path / "keep"
    here.data.mkdir()
    saved.rename(live)
    matches, enough = "SELECT count(*) FROM home_homematch", threading.Event()
    night = f"/results/{published_night.session.public_id}/"
    here.start()
    visitor = threading.Thread(target=play_at_home, args=(here, enough))
    try:
        visitor.start()
        while visitor.is_alive() and asked(live, matches) < [(2,)]:
            time.sleep(0.1)
        assert "Saved to" in told(manage(here.data, "backup", "--keep", keep, by=[], **KEY))
        pages = {path: page(here, path) for path in ("/", night, f"{night}boards/", f"{night}board/1/")}
    finally:
        enough.set()
        visitor.join()
        here.stop()
    [copy] = keep.iterdir()
    assert copy.name.endswith(".sqlite3.sealed") and copy.stat().st_mode & 0o777 == 0o600
    assert b"SQLite format" not in copy.read_bytes() and b"Lantern Street" not in copy.read_bytes()
    assert "Restored from" in told(manage(there.data, "restore", copy, **KEY))
    assert "Everything is as it was published." in told(manage(there.data, "verify_night", "--all"))
    assert (there.data / "club.sqlite3").stat().st_mode & 0o777 == 0o600
    assert [(2,)] <= asked(there.data / "club.sqlite3", matches) <= asked(live, matches)
    there.start()
    try:
        assert {path: page(there, path) for path in pages} == pages
    finally:
        there.stop()


def test_a_backup_by_the_rule_deletes_the_older_ones_in_words_after_restores(folder, saved, tmp_path):
    old = [f"club-before-202611{day}-193000.sqlite3" for day in (20, 21, 22)]
    for name in old:
        (folder / name).write_text("")
    restored = told(manage(folder, "restore", saved))
    assert "The nightly backup keeps the newest 2 of them, and deletes older ones." in restored
    printed = told(manage(folder, "backup", "--keep", tmp_path / "keep"))
    assert f"{folder / old[0]} (0.0 MB), which a restore replaced, was deleted." in printed
    assert f"{old[1]} (0.0 MB), which a restore replaced, was deleted." in printed
    assert len(list(folder.glob("club-before-*"))) == 2 and (folder / old[2]).exists()


def test_what_it_replaces_is_kept_and_a_backup_never_overwrites(folder, saved):
    printed = told(manage(folder, "restore", saved))
    [kept] = folder.glob("club-before-*.sqlite3")
    assert str(kept) in printed and kept.stat().st_mode & 0o777 == 0o600
    assert asked(kept, "SELECT name FROM tonight") == [("in play",)]
    assert {file.name for file in folder.glob("*.sqlite3*")} == {"club.sqlite3", kept.name}
    assert not asked(folder / "club.sqlite3", "SELECT name FROM sqlite_master WHERE name = 'tonight'")
    before = saved.read_bytes()
    assert "is there already" in told(manage(folder, "backup", saved)) and saved.read_bytes() == before


def test_a_backup_is_private_from_its_first_byte(folder, tmp_path):
    """SQLite would create a file that everyone can read, and its access could be restricted only after the backup."""
    seen: list[int] = []
    file = tmp_path / "new.sqlite3"

    def look(event, arguments):
        if event == "sqlite3.connect" and file.exists() and len(seen) < 10:
            seen.append(file.stat().st_mode & 0o777)

    sys.addaudithook(look)
    database_save(database=folder / "club.sqlite3", file=file)
    assert seen and set(seen) == {0o600}


def test_a_database_that_is_damaged_is_replaced_and_kept(folder, saved):
    (folder / "club.sqlite3").write_bytes(b"Dear Dee, " * 1000)
    assert "Restored from" in told(manage(folder, "restore", saved))
    [kept] = folder.glob("club-before-*.sqlite3")
    assert kept.read_bytes() == b"Dear Dee, " * 1000
    file_check(folder / "club.sqlite3")


def test_nothing_is_restored_under_a_running_site_or_another_program(folder, saved):
    with served_alone(folder, "http://127.0.0.1:8000"):
        assert "running at http://127.0.0.1:8000/: stop it first" in told(manage(folder, "restore", saved))
    assert unchanged(folder)
    with closing(sqlite3.connect(folder / "club.sqlite3")) as other:
        other.execute("PRAGMA journal_mode = WAL")
        other.execute("INSERT INTO tonight VALUES ('by another program')")
        assert "Another program has" in told(manage(folder, "restore", saved, by=[]))
        other.rollback()
    assert unchanged(folder)


def test_a_backup_that_is_refused_or_cannot_be_brought_up_to_date_changes_nothing(folder, saved):
    """In the first, the migration is recorded but the column is missing. Only migrating the file reveals that."""
    for what, sentence in (
        ("ALTER TABLE play_room DROP COLUMN table_rev", "cannot be brought up to date"),
        ("DELETE FROM django_migrations WHERE app = 'outbox'", "cannot be brought up to date"),  # its tables exist
        (f"DROP TRIGGER {GUARD}", "saved.sqlite3 was not restored: the triggers"),
    ):
        changed(saved, what)
        printed = told(manage(folder, "restore", saved))
        assert sentence in printed and "Nothing was changed." in printed
        assert unchanged(folder)
    assert "There is no file" in told(manage(folder, "restore", saved.with_name("nowhere")))


GUARD = "scores_scoreentry_append_only_update"
LETS_PASS = "BEFORE UPDATE ON scores_scoreentry WHEN 0 BEGIN SELECT RAISE(ABORT, 'no'); END"


@pytest.mark.parametrize(
    ("what", "why"),
    [
        ([f"DROP TRIGGER {GUARD}"], "Somebody took them off"),
        ([f"DROP TRIGGER {GUARD}", f"CREATE TRIGGER {GUARD} {LETS_PASS}"], GUARD),
        (["DROP TABLE django_migrations"], "not a backup of a club"),
        (["INSERT INTO django_migrations VALUES (null, 'scores', '0002_newer', '2030-01-01')"], "another version"),
        (["INSERT INTO django_migrations VALUES (null, 'auth', '0099_newer', '2030-01-01')"], "another version"),
    ],
)
def test_what_may_not_be_restored(saved, what, why):
    file_check(saved)
    changed(saved, *what)
    with pytest.raises(Unsuitable, match=why):
        file_check(saved)


def test_a_damaged_file_says_so(saved, tmp_path):
    data = bytearray(saved.read_bytes())
    data[4096 : len(data) // 2] = b"\xff" * (len(data) // 2 - 4096)
    saved.write_bytes(data)
    with pytest.raises(Unsuitable, match="damaged"):
        file_check(saved)
    letter = tmp_path / "letter"
    letter.write_text("Dear Dee, " * 1000)
    with pytest.raises(Unsuitable, match="not an SQLite database"):
        file_check(letter)


@pytest.fixture
def bound():
    """A command prefix that makes file modes take effect for a command, because root would otherwise ignore them."""
    if os.geteuid():
        return []
    less = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"]
    if not shutil.which("setpriv") or subprocess.run([*less, "true"], capture_output=True).returncode:
        pytest.skip("root is bound by no file's mode here")
    return less


def test_a_sound_backup_on_a_read_only_disk_is_restored(folder, saved, tmp_path, bound):
    """A file in SQLite's WAL mode, like the site's own file, must be writable even for processes that only read it."""
    disk = tmp_path / "disk"
    disk.mkdir()
    shutil.copyfile(saved, disk / "saved.sqlite3")
    with closing(sqlite3.connect(disk / "saved.sqlite3")) as database:
        database.execute("PRAGMA journal_mode = WAL")
    disk.chmod(0o555)
    assert "Restored from" in told(manage(folder, "restore", disk / "saved.sqlite3", by=bound))
    printed = told(manage(folder, "backup", disk / "new.sqlite3", by=bound))
    assert f"{disk / 'new.sqlite3'} could not be written: Permission denied" in printed
    (disk / "saved.sqlite3").chmod(0)
    printed = told(manage(folder, "restore", disk / "saved.sqlite3", by=bound))
    assert "saved.sqlite3 cannot be read or written: Permission denied. Nothing was changed." in printed
    folder.chmod(0o555)
    printed = told(manage(folder, "restore", saved, by=bound))
    assert f"{folder} cannot be read or written: Permission denied. Nothing was changed." in printed


def test_without_postgresqls_programs_both_say_what_is_missing(tmp_path):
    """PostgreSQL itself is tried in tests/prod/test_backups.py."""
    club_server = {
        "DJANGO_SETTINGS_MODULE": "clubsite.settings.production",
        "DATABASE_URL": "postgres://none@127.0.0.1:9/none",
        "REDIS_URL": "redis://none",
        "SECRET_KEY": "only-for-tests",
        "DEAL_KEYS": "only-for-tests-0123456789-0123456789",
        "ALLOWED_HOSTS": "localhost",
        "PATH": "/nowhere",
    }
    printed = told(manage(tmp_path, "backup", tmp_path / "file", by=[], **club_server))
    assert "there is no pg_dump here" in printed and not (tmp_path / "file").exists()
    (tmp_path / "file").touch()
    printed = told(manage(tmp_path, "restore", tmp_path / "file", by=[], **club_server))
    assert "was not restored" in printed and "Nothing was changed." in printed


KEY = {"BACKUP_KEY": "only-for-tests-9876543210-9876543210"}


def test_a_new_backup_deletes_those_that_the_rule_does_not_keep_and_no_other_file(folder, tmp_path):
    keep = tmp_path / "disk" / "backups"
    keep.mkdir(parents=True)
    for day in range(1, 29):
        (keep / f"club-202601{day:02}-031500.sqlite3").touch()
    (keep / "letter.txt").touch()
    (abandoned := keep / ".backup-of-a-killed-run").mkdir()
    os.utime(abandoned, (0, 0))
    printed = told(manage(folder, "backup", "--keep", keep, "--daily", "3", "--weekly", "2"))
    left = {file.name for file in keep.iterdir()}
    today = left - {"club-20260128-031500.sqlite3", "club-20260127-031500.sqlite3", "letter.txt"}
    assert len(left) == 4 and len(today) == 1, "26 January is in the second week, whose newest is the 28th"
    assert f"{keep} holds 3 backups; 26 older ones were deleted." in printed


def test_a_backup_that_fails_deletes_no_other(folder, tmp_path, bound):
    keep = tmp_path / "keep"
    keep.mkdir()
    (keep / "club-20260101-031500.sqlite3").touch()
    changed(folder / "club.sqlite3", f"DROP TRIGGER {GUARD}")
    assert "`restore` will refuse it" in told(manage(folder, "backup", "--keep", keep, "--daily", "1", "--weekly", "0"))
    assert (keep / "club-20260101-031500.sqlite3").exists() and len(list(keep.iterdir())) == 2
    keep.chmod(0o555)
    assert "could not be written" in told(manage(folder, "backup", "--keep", keep, "--daily", "1", by=bound))
    assert len(list(keep.iterdir())) == 2


@pytest.mark.parametrize(
    ("arguments", "env", "sentence"),
    [
        ((), {}, "Name either a file or, with --keep, a folder."),
        (("file", "--keep"), {}, "Name either a file or, with --keep, a folder."),
        (("--keep", "--daily", "0", "--weekly", "0"), {}, "one of them is more than 0"),
        (("--keep", "/dev/null/backups"), {}, "/dev/null/backups cannot be made"),
        (("--keep",), {"BACKUP_KEY": "short"}, "BACKUP_KEY has fewer than 32 characters"),
    ],
)
def test_a_wrong_call_is_refused(folder, arguments, env, sentence):
    assert sentence in told(manage(folder, "backup", *arguments, **env))


def test_a_backup_during_a_night_has_no_card_of_an_unopened_board_and_says_where_the_key_is(tmp_path, night, saved):
    board_play_open(table_board=TableBoard.objects.first())
    data, copy = tmp_path / "here", tmp_path / "copy.sqlite3"
    data.mkdir()
    connection.ensure_connection()
    with closing(sqlite3.connect(data / "club.sqlite3")) as live:
        connection.connection.backup(live)
    printed = told(manage(data, "backup", copy))
    assert f"Save what opens them too, in another place: {data / 'deal-keys'}." in printed
    opened, others = Board.objects.exclude(opened_at=None), Board.objects.filter(opened_at=None)
    assert others and cards_found(copy.read_bytes(), others) == set()
    assert len(cards_found(copy.read_bytes(), opened)) == 4 * len(opened) > 0


def test_a_restore_without_the_key_keeps_everything_but_unopened_boards_and_says_so(folder, tmp_path, night, saved):
    """With the key, `restore` does not mention sealed text. The test's own key is in the environment."""
    file = tmp_path / "night.sqlite3"
    with closing(sqlite3.connect(file)) as copy:
        connection.connection.backup(copy)
    count = Board.objects.count()
    printed = told(manage(folder, "restore", file))
    assert f"{count + 1} sealed texts" in printed and "cannot be opened" in printed and "--give-up" in printed
    assert asked(folder / "club.sqlite3", "SELECT count(*) FROM nights_board WHERE sealed <> ''") == [(count,)]
    assert "cannot be opened" in told(manage(folder, "doctor"))
    own = {"DEAL_KEYS": settings.DEAL_KEYS[0]}
    assert "sealed texts" not in told(manage(folder, "restore", file, **own))
    assert f"The key opens all {count + 1} sealed texts." in told(manage(folder, "doctor", **own))


def test_the_key_of_an_embedded_club_is_changed_in_its_file(folder):
    keys = folder / "deal-keys"
    told(manage(folder, "doctor"))
    before = keys.read_text()
    printed = told(manage(folder, "deal_keys", "--rotate"))
    assert "The older keys stay there, behind the new one" in printed and keys.stat().st_mode & 0o777 == 0o600
    new, *older = keys.read_text().split()
    assert new not in before and older == before.split(), "backups from before need the old one"
