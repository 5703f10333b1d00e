"""The three roles of docker-compose.yml: one owns the tables, one runs the site, one deletes what is old."""

import json
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.kit.club_files import PASSPHRASE
from tests.long import long
from tests.prod.scripts import CAST, LOOK, PLAY_A_BOARD, PUBLISH, roles_make
from tests.servers import ClubServer

pytestmark = [pytest.mark.prod, long]
ROOT = Path(__file__).resolve().parents[2]
REFUSED = (
    """
DROP TRIGGER play_playevent_append_only ON play_playevent; ALTER TABLE play_playevent DISABLE TRIGGER ALL;
ALTER TABLE clubs_club ADD COLUMN mine text; CREATE TABLE mine (name text); TRUNCATE clubs_club CASCADE;
DROP TABLE clubs_auditentry; SET session_replication_role = replica; DELETE FROM play_playevent;
TRUNCATE play_playevent; UPDATE scores_scoreentry SET why = 'mine'; DELETE FROM clubs_auditentry
""".replace("\n", " ")
    .strip()
    .split("; ")
)
APPEND_ONLY = [
    *"play_playevent scores_scoreentry rankings_publication clubs_auditentry clubs_consent visibility_look".split(),
    "nights_commitmentline",
]
RIGHTS = """
import json
from django.db import connection
found = {{}}
with connection.cursor() as cursor:
    for table in {tables!r}:
        rights = ("UPDATE", "DELETE", "TRUNCATE", "INSERT")
        asked = [f"has_table_privilege('{{table}}', '{{right}}')" for right in rights]
        found[table] = cursor.execute("SELECT " + ", ".join(asked)).fetchone()
print(json.dumps(found))
"""
AGED = """
from datetime import timedelta
from django.db import connection
from django.utils import timezone
from clubsite.nights.models import Session
from clubsite.visibility.models import Look
from clubsite.play.models import Play, PlayEvent
long_ago = timezone.now() - timedelta(days=800)
Session.objects.update(status="ended", ended_at=long_ago)
Play.objects.update(acted_at=long_ago)
with connection.cursor() as cursor:
    for model in (PlayEvent, Look):
        cursor.execute(f"ALTER TABLE {model._meta.db_table} DISABLE TRIGGER USER")
        model.objects.update(at=long_ago)
        cursor.execute(f"ALTER TABLE {model._meta.db_table} ENABLE TRIGGER USER")
"""
WHO = """
from django.db import connection
with connection.cursor() as cursor:
    print(cursor.execute("SELECT current_user").fetchone()[0])
"""
TRY = """
import json
from django.db import connection
said = []
for statement in {statements!r}:
    try:
        with connection.cursor() as cursor:
            cursor.execute(statement)
        said.append("done")
    except Exception as no:
        said.append(str(no).splitlines()[0])
print(json.dumps(said))
"""


class Roles(NamedTuple):
    """The site run as each of the database roles."""

    owner: ClubServer
    site: ClubServer
    retention: ClubServer


@pytest.fixture(scope="module")
def roles(club_server):
    """A second database in the tests' PostgreSQL, made by the compose script, with a played board."""
    url = club_server.beside("three_roles").env["DATABASE_URL"]
    club_server.sql("CREATE DATABASE three_roles")
    roles = Roles(*(ClubServer({**club_server.env, "DATABASE_URL": role}) for role in roles_make(url)))
    with ExitStack() as warm:
        for role in roles:
            warm.enter_context(role.warmed())
        migrated = roles.owner.manage("migrate", "--noinput", timeout=300)
        assert migrated.returncode == 0, migrated.stderr
        roles.site.shell(CAST + PLAY_A_BOARD + LOOK + PUBLISH)
        yield roles


def test_the_site_plays_scores_and_publishes_as_its_own_role(roles):
    assert roles.site.shell(WHO) == "club_web"
    kept = roles.site.manage("retention", "--apply")  # nothing is old yet
    assert kept.returncode == 0, kept.stderr


@pytest.fixture(scope="module")
def said(roles):
    """What PostgreSQL answers to each role and statement."""
    return {
        role: dict(zip(REFUSED, json.loads(getattr(roles, role).shell(TRY.format(statements=REFUSED))), strict=True))
        for role in ("site", "retention")
    }


@pytest.mark.parametrize("role", ("site", "retention"))
@pytest.mark.parametrize("statement", REFUSED)
def test_no_other_role_takes_a_guard_off_or_changes_a_table(said, role, statement):
    answer = said[role][statement]
    assert "must be owner" in answer or "permission denied" in answer or "is append-only" in answer


def test_append_only_tables_are_only_read_and_added_to(roles):
    only_added = [False, False, False, True]
    of_site, of_retention = (
        json.loads(role.shell(RIGHTS.format(tables=APPEND_ONLY))) for role in (roles.site, roles.retention)
    )
    assert of_site == dict.fromkeys(APPEND_ONLY, only_added)
    may_delete = [False, True, False, True]
    assert of_retention == of_site | {"play_playevent": may_delete, "visibility_look": may_delete}


def test_only_the_role_for_retention_deletes_old_calls_cards_and_looks(roles):
    roles.owner.shell(AGED)
    refused = roles.site.manage("retention", "--apply")
    assert refused.returncode == 1
    assert "docker compose run --rm retention" in refused.stderr
    count = """
from clubsite.visibility.models import Look
from clubsite.play.models import PlayEvent
print(PlayEvent.objects.count() * Look.objects.count(), PlayEvent.objects.count() + Look.objects.count())
"""
    assert int(roles.site.shell(count).split()[0]) > 0
    deleted = roles.retention.manage("retention", "--apply")
    assert deleted.returncode == 0, deleted.stderr
    assert roles.site.shell(count) == "0 0"


def test_a_club_is_brought_from_its_file_as_the_sites_own_role(roles, tmp_path):
    secret = tmp_path / "passphrase"
    secret.write_text(PASSPHRASE)
    file = ROOT / "tests" / "clubsite" / "keeper" / "data" / "version-1.zip"
    done = roles.site.manage(
        "club_import", str(file), "--passphrase-file", str(secret), "--address", "brought", "--same-keeper", "--yes"
    )
    assert done.returncode == 0 and "is here, at /clubs/brought/" in done.stdout, done.stderr
    assert "Everything is as it was published." in roles.site.manage("verify_night", "brought").stdout
