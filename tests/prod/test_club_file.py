"""A club moves from an embedded site to a club server on PostgreSQL and back, by the commands and by their roles."""

import os
from pathlib import Path

import pytest

from tests.kit.club_files import PASSPHRASE, opened, rows_without_keys, same_as_before
from tests.servers import PRODUCTION, ClubServer, real_servers

pytestmark = pytest.mark.prod
EMBEDDED = {
    "DJANGO_SETTINGS_MODULE": "clubsite.settings.local",
    "DEAL_KEYS": "embedded-0123456789-0123456789-0123",
    "DEBUG": "true",  # pages without the static files that a start would make
}
A_CLUB = """
from clubsite.simulation.demo import demo_build, demo_forget
demo_build()
demo_forget()
"""
ADDRESSES = ("/clubs/lantern-street/", "/clubs/lantern-street/season/", "/clubs/lantern-street/ladder/")
PAGES = f"""
import json
import re
from django.test import Client
from clubsite.duplicate.models import Session
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
        self.server = ClubServer({**os.environ, **env})

    def run(self, *arguments: str) -> str:
        done = self.server.manage(*arguments, timeout=300)
        assert done.returncode == 0, done.stderr[-3000:]
        return done.stdout

    def exported(self) -> Path:
        self.run("club_export", "lantern-street", str(self.file), "--passphrase-file", str(self.secret))
        return self.file

    def imported(self, file: Path) -> None:
        self.run("migrate", "--noinput", "-v0")
        said = self.run("club_import", str(file), "--passphrase-file", str(self.secret))
        assert "is here, at /clubs/lantern-street/" in said
        assert "Everything is in order." in self.run("verify_log", "lantern-street")


def rows(file: Path):
    with file.open("rb") as read:
        return rows_without_keys(opened(read))


@pytest.mark.timeout(900)
def test_a_club_moves_from_sqlite_to_postgresql_and_back(tmp_path):
    embedded = Place(tmp_path / "a", {**EMBEDDED, "CLUBSITE_DATA": str(tmp_path / "a" / "data")})
    embedded.run("migrate", "-v0")
    embedded.run("shell", "--no-imports", "-c", A_CLUB)
    before, first = embedded.server.shell(PAGES), embedded.exported()
    with real_servers() as urls:
        there = Place(tmp_path / "b", {**urls, **PRODUCTION})
        there.server.prepare()
        there.imported(first)
        assert there.server.shell(PAGES) == before
        second = there.exported()
        there.run("club_erase", "lantern-street", str(second), "--yes")
        assert there.server.shell("from clubsite.clubs.models import Club; print(Club.objects.count())") == "0"
        there.imported(second)
    back = Place(tmp_path / "c", {**EMBEDDED, "CLUBSITE_DATA": str(tmp_path / "c" / "data")})
    back.imported(second)
    assert back.server.shell(PAGES) == before
    for earlier, later in ((first, second), (second, back.exported())):
        same_as_before(rows(earlier), rows(later))
