"""The three database roles of docker-compose.yml, made by its own script in a test's PostgreSQL."""

import os
import subprocess
from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

from tests.servers import postgres_programs

SCRIPT = Path(__file__).resolve().parents[2] / "deploy" / "roles.sh"


class RoleUrls(NamedTuple):
    """The addresses of one database for the owner of its tables, the site and `manage.py retention`."""

    owner: str
    site: str
    retention: str


def roles_make(database_url: str) -> RoleUrls:
    """Make the roles, which may use this database. Its owner is in the address."""
    owner = urlsplit(database_url)
    env = {**os.environ, "PATH": f"{postgres_programs()}:{os.environ['PATH']}"}
    env |= {"POSTGRES_USER": owner.username or "", "POSTGRES_DB": owner.path.strip("/")}
    env |= {"SITE_PASSWORD": "letters1", "RETENTION_PASSWORD": "letters2"}
    env["PGHOST"] = parse_qs(owner.query).get("host", [owner.hostname or ""])[0]
    if owner.port:
        env["PGPORT"] = str(owner.port)
    if owner.password:
        env["PGPASSWORD"] = owner.password
    subprocess.run([SCRIPT], env=env, check=True)
    place = owner.netloc.rpartition("@")[2]
    site, retention = (
        owner._replace(netloc=f"{name}@{place}").geturl() for name in ("club_web:letters1", "club_retention:letters2")
    )
    return RoleUrls(database_url, site, retention)
