"""A box of the club's own (docs/box.md): its unit files and its commands. `make test-box` installs one in a Debian."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests import needs

ROOT = Path(__file__).resolve().parents[1]
DEPLOY = ROOT / "deploy"
UNITS = DEPLOY / "systemd"
SERVICES = sorted(file.name for file in UNITS.glob("club-*.service"))
SCRIPTS = sorted(file.name for file in DEPLOY.iterdir() if file.is_file())
PYTHON = "/opt/club/current/.venv/bin/python"


@pytest.fixture
def systemd(tmp_path):
    """A function that runs `systemd-analyze` on a copy of our units, with this Python in the place of the box's."""
    for file in UNITS.rglob("*"):
        if file.is_file():
            copy = tmp_path / file.relative_to(UNITS)
            copy.parent.mkdir(exist_ok=True)
            copy.write_text(file.read_text().replace(PYTHON, sys.executable))

    def analyze(*words: str) -> "subprocess.CompletedProcess[str]":
        env = {**os.environ, "SYSTEMD_UNIT_PATH": f"{tmp_path}:/lib/systemd/system", "SYSTEMD_LOG_LEVEL": "warning"}
        return subprocess.run(["systemd-analyze", *words], env=env, cwd=tmp_path, capture_output=True, text=True)

    return analyze


@needs.systemd
@pytest.mark.parametrize("unit", [*SERVICES, "club.target", "club-backup.timer"])
def test_systemd_finds_no_fault_in_a_unit(systemd, unit, tmp_path):
    done = systemd("verify", "--man=no", "--recursive-errors=no", str(tmp_path / unit))
    ours = [line for line in done.stderr.splitlines() if "club" in line]
    assert (done.returncode, ours) == (0, [])


@needs.systemd
def test_systemd_finds_a_fault_that_is_there(systemd, tmp_path):
    unit = tmp_path / "club-web.service"
    unit.write_text(unit.read_text().replace("Restart=always", "Restart=sometimes"))
    assert "sometimes" in systemd("verify", "--man=no", "--recursive-errors=no", str(unit)).stderr


@needs.systemd
@pytest.mark.parametrize("service", SERVICES)
def test_a_service_is_exposed_to_no_more_than_it_needs(systemd, service):
    """The score goes from 0 to 10, and the threshold is ten times that. A service without hardening has 9.6."""
    done = systemd("security", "--offline=true", "--threshold=12", "--no-pager", service)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr


def setting(service: str, name: str) -> list[str]:
    return re.findall(rf"^{name}=(.*)$", (UNITS / service).read_text(), re.MULTILINE)


def test_only_the_backup_knows_the_role_that_owns_the_tables():
    assert {service: setting(service, "EnvironmentFile") for service in SERVICES} == {
        service: ["/etc/club/site.env", *(["/etc/club/owner.env"] if service == "club-backup.service" else [])]
        for service in SERVICES
    }


def test_only_mail_and_an_embedded_site_reach_other_machines():
    free = {service for service in SERVICES if setting(service, "IPAddressDeny") != ["any"]}
    assert free == {"club-slow-worker.service", "club-embedded.service"}


@pytest.mark.parametrize(
    ("unit", "service"),
    [("club-worker", "worker"), ("club-slow-worker", "slow-worker"), ("club-beat", "beat"), ("club-web", "web")],
)
def test_a_box_and_compose_run_the_same_commands(unit, service):
    """Only ports, hosts and the number of processes differ."""
    [line] = setting(f"{unit}.service", "ExecStart")
    box = shlex.split(line.removeprefix(f"{PYTHON} -m "))
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"][service].get("command")
    if service == "web":
        compose = re.search(r"exec (uvicorn .*) \\\"\$@", (ROOT / "Dockerfile").read_text())[1]
    differ = ("--host", "--port", "--workers")

    def common(words: list[str]) -> list[str]:
        return [word for at, word in enumerate(words) if word not in differ and words[at - 1] not in differ]

    assert common(box) == common(shlex.split(compose))


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_script_is_plain_shell_that_can_be_read_in_a_sitting(script):
    text = (DEPLOY / script).read_text()
    assert subprocess.run(["sh", "-n", DEPLOY / script]).returncode == 0
    assert len(text.splitlines()) < 200 and max(map(len, text.splitlines())) < 180


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("install", "Give the name of the site"),
        ("install nonsense", "Give the name of the site"),
        ("install --embed club.example", "Unknown: --embed."),
        ("install 'club.example; reboot'", "Give the name of the site"),
        ("upgrade --forward", "Unknown: --forward."),
        ("uninstall --all", "Unknown: --all."),
    ],
)
def test_a_wrong_call_is_answered_in_words_and_does_nothing(words, said):
    command, *rest = shlex.split(words)
    done = subprocess.run([DEPLOY / command, *rest], capture_output=True, text=True, timeout=20)
    assert done.returncode == 1 and said in done.stderr and not done.stdout
