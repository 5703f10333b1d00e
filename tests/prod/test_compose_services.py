"""The commands of the compose file's own services, and the questions about their health, on real servers."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from tests.long import long
from tests.servers import ClubServer, free_port, postgres_programs, until

pytestmark = [pytest.mark.prod, long]
ROOT = Path(__file__).resolve().parents[2]
SERVICES = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
IMAGE = (ROOT / "Dockerfile").read_text()
STARTS_WITHIN = 90  # seconds, on a busy machine
LATER = """
from datetime import timedelta
from django.utils.timezone import now
from clubsite.keeper.models import JobRun
JobRun.objects.update(asked_at=now() - timedelta(minutes=3))
"""


@pytest.fixture(scope="module")
def site(club_server, tmp_path_factory) -> Iterator[ClubServer]:
    """A database that nobody else uses, migrated as the service `migrate` does it."""
    programs = f"{Path(sys.executable).parent}:{postgres_programs()}:{os.environ['PATH']}"
    backups = str(tmp_path_factory.mktemp("compose") / "backups")
    own = {"REDIS_PREFIX": "club", "PORT": str(free_port()), "BACKUP_FOLDER": backups, "PATH": programs}
    server = club_server.beside("compose", **own)
    club_server.sql("CREATE DATABASE compose")
    try:
        done = run(server, shlex.split(SERVICES["migrate"]["command"]))
        assert done.returncode == 0 and "/new-club/" in done.stdout, done.stderr
        yield server
    finally:
        club_server.sql("DROP DATABASE compose WITH (FORCE)")


def run(server: ClubServer, command: list[str]) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(command, cwd=ROOT, env=server.env, capture_output=True, text=True, timeout=300)


def command_of(name: str) -> list[str]:
    """Return a service's command. That of `web` is the image's."""
    if name != "web":
        return shlex.split(SERVICES[name]["command"])
    image = re.search(r'^CMD \["sh", "-c", "(.*?)", "web"\]', IMAGE, re.MULTILINE)
    assert image
    return ["sh", "-c", image[1].replace('\\"', '"'), "web", "--host", "127.0.0.1"]


def is_healthy(server: ClubServer, name: str) -> bool:
    """Ask as Docker does. The port is that of the container, which is always 8000 there."""
    question = [word.replace(":8000/", f":{server.env['PORT']}/") for word in SERVICES[name]["healthcheck"]["test"][1:]]
    return run(server, question).returncode == 0


@pytest.mark.timeout(400)
@pytest.mark.parametrize("name", ("web", "worker", "slow-worker", "beat"))
def test_a_service_starts_becomes_healthy_and_is_not_healthy_once_it_has_stopped(site, name):
    assert not is_healthy(site, name)
    process = subprocess.Popen(command_of(name), cwd=ROOT, env=site.env, start_new_session=True)
    site.processes[name] = process
    try:
        until(lambda: process.poll() is not None or is_healthy(site, name), "healthy", STARTS_WITHIN, every=1)
        assert process.poll() is None
    finally:
        site.stop(name)
    if name == "beat":
        site.shell(LATER)
    assert not is_healthy(site, name)


def test_the_services_that_end_do_their_work_once(site):
    backup = SERVICES["backup"]["command"][2]
    assert "python manage.py backup --keep" in backup
    saved = run(site, ["python", "manage.py", "backup", "--keep"])
    assert saved.returncode == 0 and len(list(Path(site.env["BACKUP_FOLDER"]).iterdir())) == 1, saved.stderr
    kept = run(site, SERVICES["retention"]["entrypoint"])
    assert kept.returncode == 0, kept.stderr
