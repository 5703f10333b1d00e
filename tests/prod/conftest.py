"""The club server as it is deployed: two web processes, a Celery worker and beat, PostgreSQL, Redis."""

import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from tests.servers import real_servers


@dataclass
class ClubServer:
    """The running processes and the environment that they share."""

    env: dict[str, str]
    urls: list[str] = field(default_factory=list)
    processes: dict[str, "subprocess.Popen[bytes]"] = field(default_factory=dict)

    def start(self, name: str, *command: str) -> None:
        self.processes[name] = subprocess.Popen([sys.executable, *command], env=self.env)

    def stop(self, name: str) -> None:
        process = self.processes.pop(name)
        process.terminate()
        process.wait(30)

    def start_web(self, port: int) -> None:
        self.start(
            f"web {port}",
            "-m",
            "uvicorn",
            "clubsite.asgi:application",
            "--port",
            str(port),
            "--log-level",
            "warning",
        )
        self.urls.append(f"http://127.0.0.1:{port}")

    def start_worker(self) -> None:
        self.start(
            "worker",
            "-m",
            "celery",
            "-A",
            "clubsite",
            "worker",
            "--concurrency",
            "1",
            "--loglevel",
            "WARNING",
        )

    def start_beat(self, schedule: str) -> None:
        self.start(
            "beat", "-m", "celery", "-A", "clubsite", "beat", "--loglevel", "WARNING", "--schedule", schedule
        )

    def manage(self, *arguments: str, timeout: float = 110) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            env=self.env,
            timeout=timeout,
            capture_output=True,
            text=True,
        )

    def shell(self, code: str) -> str:
        """Run Python inside the project with the club server's settings; returns its last line of output."""
        done = self.manage("shell", "--no-imports", "-c", code)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip().splitlines()[-1] if done.stdout.strip() else ""


@pytest.fixture(scope="session")
def club_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClubServer]:
    with real_servers() as urls:
        env = {
            **os.environ,
            **urls,
            "DJANGO_SETTINGS_MODULE": "clubsite.settings.production",
            "SECRET_KEY": "only-for-tests",
            "ALLOWED_HOSTS": "127.0.0.1",
            "TLS": "false",
            "REDIS_PREFIX": "prod-tests",
        }
        server = ClubServer(env)
        assert server.manage("migrate", "--noinput").returncode == 0
        collected = server.manage("collectstatic", "--noinput")
        assert collected.returncode == 0, collected.stderr
        try:
            for port in (8871, 8872):
                server.start_web(port)
            server.start_worker()
            server.start_beat(str(tmp_path_factory.mktemp("beat") / "schedule"))
            for url in server.urls:
                _wait(url)
            yield server
        finally:
            for name in list(server.processes):
                server.stop(name)


def _wait(url: str) -> None:
    for _ in range(150):
        try:
            urllib.request.urlopen(f"{url}/join/", timeout=2).close()
            return
        except OSError:
            time.sleep(0.2)
    raise AssertionError(f"No answer from {url}")
