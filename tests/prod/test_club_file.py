"""A club moves from an embedded site to a club server on PostgreSQL and back, by the commands and by their roles."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.kit.club_files import PASSPHRASE, opened, rows_without_keys, same_as_before
from tests.kit.schema import schema_file
from tests.long import long
from tests.prod.emptying import quiet
from tests.servers import ClubServer

pytestmark = [pytest.mark.prod, long]
EMBEDDED = {
    "DJANGO_SETTINGS_MODULE": "clubsite.settings.local",
    "DEAL_KEYS": "embedded-0123456789-0123456789-0123",
    "DEBUG": "true",  # pages without the static files that a start would make
}
A_CLUB = """
from clubsite.demo.demo import demo_build, demo_forget
demo_build()
demo_forget()
"""
ADDRESSES = ("/clubs/lantern-street/", "/clubs/lantern-street/season/", "/clubs/lantern-street/ladder/")
PAGES = f"""
import json
import re
from django.test import Client
from clubsite.nights.models import Session
from clubsite.rankings.services.sweep import results_sweep
results_sweep()
found = {{}}
played = Session.objects.filter(published__isnull=False).order_by("public_id").values_list("public_id", flat=True)
for at in ({ADDRESSES!r} + tuple(f"/results/{{pk}}/boards/" for pk in played)):
    page = Client(HTTP_HOST="127.0.0.1").get(at)
    assert page.status_code == 200, at
    main = page.text.split("<main", 1)[1].split("</main>")[0]
    main = re.sub(r'/static/[^"]*', "", main)
    main = re.sub(r'<section class="sec club-events">.*?</section>', "", main, flags=re.S)  # events stay at home
    main = " ".join(main.split())
    found[at] = re.sub(r"/(players|me|replay)/\\d+/", r"/\\1/N/", main)  # keys of rows in addresses
print(json.dumps(found))
"""


class Place:
    """One site: its environment, and the file of its club."""

    def __init__(self, folder: Path, env: dict[str, str]) -> None:
        folder.mkdir()
        self.file = folder / "club.zip"
        self.secret = folder / "passphrase"
        self.secret.write_text(PASSPHRASE)
        self.server = ClubServer(env)

    def run(self, *arguments: str) -> str:
        done = self.server.manage(*arguments, timeout=300)
        assert done.returncode == 0, done.stderr[-3000:]
        return done.stdout

    def exported(self) -> Path:
        self.run("club_export", "lantern-street", str(self.file), "--passphrase-file", str(self.secret))
        return self.file

    def imported(self, file: Path) -> None:
        passphrase = ("--passphrase-file", str(self.secret))
        output = self.run("club_import", str(file), *passphrase, "--same-keeper", "--yes")
        assert "is here, at /clubs/lantern-street/" in output
        assert "Everything is as it was published." in self.run("verify_night", "lantern-street")


def rows(file: Path):
    with file.open("rb") as read:
        return rows_without_keys(opened(read))


@pytest.fixture(scope="module")
def schema(django_db_blocker) -> Path:
    """An SQLite file with the migrated database."""
    with django_db_blocker.unblock():
        return schema_file()


@contextmanager
def embedded_place(folder: Path, schema: Path) -> Iterator[Place]:
    """An empty embedded site."""
    place = Place(folder, {**os.environ, **EMBEDDED, "CLUBSITE_DATA": str(folder / "data")})
    (folder / "data").mkdir()
    shutil.copy(schema, folder / "data" / "club.sqlite3")
    with place.server.warmed():
        yield place


@contextmanager
def place_on_postgres(folder: Path, beside: ClubServer) -> Iterator[Place]:
    """An empty site with a database of its own on the PostgreSQL of another one, whose jobs would only cost time."""
    place = Place(folder, beside.beside("moved", REDIS_PREFIX="moved").env)
    try:
        with quiet(beside), place.server.warmed():
            place.server.make_tables()
            yield place
    finally:
        beside.sql("DROP DATABASE moved WITH (FORCE)")


@pytest.mark.timeout(900)
def test_a_club_moves_from_sqlite_to_postgresql_and_back(club_server, schema, tmp_path):
    with embedded_place(tmp_path / "a", schema) as embedded:
        embedded.run("shell", "--no-imports", "-c", A_CLUB)
        before, first = embedded.server.shell(PAGES), embedded.exported()
    with place_on_postgres(tmp_path / "b", club_server) as there:
        there.imported(first)
        assert there.server.shell(PAGES) == before
        second = there.exported()
        there.run("club_erase", "lantern-street", str(second), "--passphrase-file", str(there.secret), "--yes")
        assert there.server.shell("from clubsite.clubs.models import Club; print(Club.objects.count())") == "0"
        there.imported(second)
    with embedded_place(tmp_path / "c", schema) as back:
        back.imported(second)
        assert back.server.shell(PAGES) == before
        third = back.exported()
    for earlier, later in ((first, second), (second, third)):
        same_as_before(rows(earlier), rows(later))
