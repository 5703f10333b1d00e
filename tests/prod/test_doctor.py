"""`manage.py doctor` on a club server: it finds nothing if all is well, and names each real fault."""

import json
import os
import re
import shutil
import socketserver
import threading
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tests.kit.smtp_server import SmtpServer
from tests.long import long
from tests.needs import FAKETIME, faketime
from tests.prod.scripts import A_TABLE, CAST, roles_make
from tests.prod.tls_server import tls_server
from tests.servers import PRODUCTION, ClubServer, free_port, postgres_programs, real_servers, until

DAY = timedelta(days=1)


pytestmark = [pytest.mark.prod, pytest.mark.timeout(600), long]
BIN = postgres_programs()
WELL, WARNING, FAULT = 0, 1, 2
SWEPT = """
from django.conf import settings
from clubsite.keeper.models import JobRun
ended = JobRun.objects.exclude(ended_at=None).filter(name__in=settings.SWEEPS + settings.SLOW_SWEEPS)
print(ended.count() == len(settings.SWEEPS + settings.SLOW_SWEEPS) and JobRun.objects.exclude(asked_at=None).exists())
"""
AGED = """
from datetime import timedelta
from django.db.models import F
from clubsite.keeper.models import JobRun
JobRun.objects.update(asked_at=F("asked_at") - timedelta(minutes=10))
"""


@dataclass
class Box:
    """A club server on which all is well: the site's own database role, a worker, beat, mail and a certificate."""

    site: ClubServer
    owner: ClubServer

    def doctor(self, *arguments: str, **env: str) -> tuple[int, dict[str, dict[str, str]]]:
        """Return the doctor's exit status, and its findings by code."""
        done = ClubServer({**self.site.env, **env}).manage("doctor", "--json", *arguments)
        findings = json.loads(done.stdout)
        return done.returncode, {finding["code"]: finding for finding in findings}


def named(findings: dict[str, dict[str, str]]) -> set[str]:
    """Return the codes of all findings whose level is not "well"."""
    return {code for code, finding in findings.items() if finding["level"] != "well"}


@pytest.fixture(scope="module")
def box(tmp_path_factory):
    folder, mail = tmp_path_factory.mktemp("box"), SmtpServer()
    with real_servers(own=True) as urls, tls_server(folder, began=30, ends=60) as (port, authority):
        owner, site, _ = roles_make(urls["DATABASE_URL"])
        env = {**os.environ, **urls, **PRODUCTION, "SSL_CERT_FILE": str(authority), "TLS": "true", "DISK_SPARE_MB": "1"}
        env |= {"SECRET_KEY": "only-for-tests-0123456789-0123456789", "REDIS_PREFIX": "doctor"}
        env |= {"EMAIL_URL": f"smtp://127.0.0.1:{mail.port}", "MAIL_FROM": "club@club.example"}
        env |= {"PUBLIC_URL": f"https://localhost:{port}", "DATABASE_URL": site}
        env |= {"BACKUP_FOLDER": str(folder / "backups"), "PATH": f"{BIN}:{os.environ['PATH']}"}
        made = Box(ClubServer(env), ClubServer({**env, "DATABASE_URL": owner}))
        assert made.owner.manage("migrate", "--noinput", timeout=300).returncode == 0
        made.site.shell(CAST + A_TABLE)
        assert made.owner.manage("backup", "--keep").returncode == 0
        try:
            made.site.start_worker()
            made.site.start_beat()
            until(lambda: made.site.shell(SWEPT) == "True", "every sweep has run once and said so", every=2)
            yield made
        finally:
            for name in list(made.site.processes):
                made.site.stop(name)
            mail.stop()


def test_a_site_that_is_well_has_no_fault(box):
    status, findings = box.doctor()
    assert not named(findings), findings
    assert status == WELL
    checks = "database.role redis keys beat workers sweeps clock mail backup backup.restore certificate"
    assert findings.keys() >= set(checks.split())
    assert not box.site.manage("doctor", "--quiet").stdout


@pytest.mark.parametrize(
    ("code", "setting", "value"),
    [
        ("database", "DATABASE_URL", f"postgres://club_web:x@127.0.0.1:{free_port()}/club"),
        ("redis", "REDIS_URL", f"redis://127.0.0.1:{free_port()}/0"),
        ("disk", "DISK_SPARE_MB", str(10**9)),
        ("keys", "DEAL_KEYS", "another-key-of-tests-0123456789-0123456789"),
    ],
    ids=["no database", "no redis", "no room", "another key"],
)
def test_what_is_gone_or_too_small_or_opens_no_board_is_a_fault(box, code, setting, value):
    status, findings = box.doctor("--quick", **{setting: value})
    assert (status, named(findings)) == (FAULT, {code})


def test_the_owners_role_and_a_folder_without_a_backup_are_warned_of(box, tmp_path):
    status, findings = box.doctor(DATABASE_URL=box.owner.env["DATABASE_URL"], BACKUP_FOLDER=str(tmp_path))
    assert (status, named(findings)) == (WARNING, {"database.role", "backup"})


def test_a_trigger_that_somebody_took_off(box):
    off = "ALTER TABLE play_playevent {} TRIGGER play_playevent_append_only"
    code = "from django.db import connection\nconnection.cursor().execute({!r})"
    box.owner.shell(code.format(off.format("DISABLE")))
    try:
        status, findings = box.doctor("--quick")
    finally:
        box.owner.shell(code.format(off.format("ENABLE")))
    assert (status, named(findings)) == (FAULT, {"database.triggers"})
    assert "play_playevent_append_only" in findings["database.triggers"]["sentence"]


@faketime
def test_a_clock_that_is_an_hour_ahead(box):
    status, findings = box.doctor("--quick", LD_PRELOAD=FAKETIME, FAKETIME="+1h", FAKETIME_DONT_FAKE_MONOTONIC="1")
    assert status == FAULT and "clock" in named(findings)
    assert findings["clock"]["sentence"].startswith("This machine's clock is 60 minutes ahead of the database's.")


class _Refusing(socketserver.StreamRequestHandler):
    def handle(self):
        self.wfile.write(b"554 no mail from you\r\n")
        self.rfile.readline()


def test_a_mail_server_that_refuses_us(box):
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), _Refusing) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        status, findings = box.doctor(EMAIL_URL=f"smtp://127.0.0.1:{server.server_address[1]}")
        server.shutdown()
    assert (status, named(findings)) == (FAULT, {"mail"})
    assert "554" in findings["mail"]["sentence"]


@pytest.mark.parametrize(("ends", "level"), [(1, FAULT), (10, WARNING), (-1, FAULT)])
def test_a_certificate_that_is_about_to_end(box, tmp_path, ends, level):
    with tls_server(tmp_path, began=80, ends=ends) as (port, authority):
        status, findings = box.doctor(PUBLIC_URL=f"https://localhost:{port}", SSL_CERT_FILE=str(authority))
    assert status == level and "certificate" in named(findings)


def test_a_certificate_that_nobody_here_trusts(box, tmp_path):
    with tls_server(tmp_path, began=30, ends=60) as (port, _):
        status, findings = box.doctor(PUBLIC_URL=f"https://localhost:{port}")
    assert (status, named(findings)) == (WARNING, {"certificate.trust"})


def copied(box: Box, folder: Path, name: str) -> Path:
    """Copy the backup into another folder of backups, under another name."""
    [file] = Path(box.site.env["BACKUP_FOLDER"]).glob("club-*")
    return Path(shutil.copy(file, folder / (name or file.name)))


@pytest.mark.parametrize(("days", "level"), [(3, WARNING), (9, FAULT)])
def test_a_backup_that_is_old(box, tmp_path, days, level):
    copied(box, tmp_path, f"club-{datetime.now() - timedelta(days=days):%Y%m%d-%H%M%S}.dump")
    status, findings = box.doctor(BACKUP_FOLDER=str(tmp_path))
    assert (status, named(findings)) == (level, {"backup"})
    assert f"was made {days} days ago" in findings["backup"]["sentence"]


def test_a_backup_that_is_damaged(box, tmp_path):
    file = copied(box, tmp_path, "")
    with file.open("r+b") as dump:
        dump.truncate(file.stat().st_size * 9 // 10)
    status, findings = box.doctor(BACKUP_FOLDER=str(tmp_path))
    assert (status, named(findings)) == (FAULT, {"backup.restore"})
    assert "it is damaged" in findings["backup.restore"]["sentence"]


def test_beat_is_silent(box):
    box.site.stop("beat")
    box.site.shell(AGED)  # beat stopped ten minutes ago
    status, findings = box.doctor("--quick")
    assert status == FAULT and "beat" in named(findings) and "workers" not in named(findings)
    assert re.search(r"Beat has not asked for a sweep for 1\d minutes", findings["beat"]["sentence"])


def test_there_is_no_worker(box):
    box.site.stop("worker")
    status, findings = box.doctor("--quick")
    assert status == FAULT and "workers" in named(findings)
    assert "No worker answers at all" in findings["workers"]["sentence"]
