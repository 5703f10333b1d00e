"""The web process for measuring a card (`bench/relay.py`): embedded, or with PostgreSQL, Redis and a worker."""

import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.servers import PRODUCTION, real_servers

ROOT = Path(__file__).resolve().parent.parent
PORT = 8210
TICK = os.sysconf("SC_CLK_TCK")


class Web:
    """The one web process."""

    def __init__(self, env: dict[str, str]) -> None:
        options = ["--port", str(PORT), "--log-level", "warning", "--app-dir", str(ROOT / "bench")]
        command = [sys.executable, "-m", "uvicorn", "bare_path:application", *options]
        self.base = f"http://127.0.0.1:{PORT}"
        self.process = subprocess.Popen(command, env=env, cwd=ROOT)
        for _ in range(200):
            with suppress(OSError):
                urllib.request.urlopen(f"{self.base}/join/", timeout=2).close()
                return
            time.sleep(0.2)
        self.stop()
        raise SystemExit("The server did not start.")

    def cpu(self) -> float:
        """Return the seconds of user and system time so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def jobs_cpu(self) -> float:
        """Return the part of it for embedded jobs (scoring, the solver), which the club server has in a worker."""
        with urllib.request.urlopen(f"{self.base}/jobs-cpu/", timeout=20) as answer:
            return float(answer.read())

    def memory(self) -> float:
        """Return the resident MB."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(30)


@contextmanager
def servers(on: str) -> Iterator[Web]:
    """Yield one web process, embedded or with PostgreSQL, Redis and a worker. This process has its settings too."""
    with tempfile.TemporaryDirectory(prefix="relay-bench-") as folder:
        if on == "embedded":
            local = {"DJANGO_SETTINGS_MODULE": "clubsite.settings.local", "CLUBSITE_DATA": folder}
            local["DEAL_KEYS_FILE"] = f"{folder}/deal-keys"
            yield from _running({**os.environ, **local, "SEAT_MESSAGES": "100000"}, [])
            return
        with real_servers() as urls:
            celery = [sys.executable, "-m", "celery", "-A", "clubsite"]
            worker = [*celery, "worker", "--concurrency", "1", "--loglevel", "ERROR"]
            beat = [*celery, "beat", "--loglevel", "ERROR"]
            env = {**os.environ, **urls, **PRODUCTION, "SEAT_MESSAGES": "100000"}
            yield from _running(env, [worker, beat])


def _running(env: dict[str, str], jobs: list[list[str]]) -> Iterator[Web]:
    for command in (["migrate", "--noinput"], ["collectstatic", "--noinput"])[: 2 if jobs else 1]:
        subprocess.run([sys.executable, "manage.py", *command], env=env, cwd=ROOT, check=True, capture_output=True)
    os.environ.update(env)
    quiet: dict[str, Any] = {
        "env": env,
        "cwd": ROOT,
        "stdout": subprocess.DEVNULL,
        "stderr": subprocess.DEVNULL,
    }
    with ExitStack() as running:
        for command in jobs:
            running.callback(_end, subprocess.Popen(command, **quiet))
        web = Web(env)
        running.callback(web.stop)
        import django

        django.setup()
        yield web


def _end(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    process.wait(60)
