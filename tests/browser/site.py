"""The site as a newcomer starts it: `manage.py serve` in its own process, with its own data and port."""

import fcntl
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.forks import Forkserver
from tests.long import LONG
from tests.servers import free_port

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 200


@dataclass
class Site:
    """A site that can be stopped and started again on the same port and data."""

    data: Path
    port: int = field(default_factory=free_port)
    demo: bool = True
    host: str = "127.0.0.1"
    settings: dict[str, str] = field(default_factory=dict)
    command: tuple[str, ...] = (sys.executable, "manage.py", "serve")
    cwd: Path = ROOT
    process: "subprocess.Popen[bytes] | None" = None
    _forks: Forkserver | None = field(default=None, repr=False)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def env(self) -> dict[str, str]:
        outer = {key: value for key, value in os.environ.items() if key not in ("DATABASE_URL", "REDIS_URL")}
        settings = {
            "DJANGO_SETTINGS_MODULE": "clubsite.settings.local",
            "CLUBSITE_DATA": str(self.data),
            "DEAL_KEYS_FILE": str(self.data / "deal-keys"),
        }
        return {"ROBOT_WAITS": "0", "ROBOT_PACE": "0", **outer, **settings, **self.settings}

    def start(self):
        self.data.mkdir(parents=True, exist_ok=True)
        with open(self.data / "out.txt", "wb") as out, open(self.data / "err.txt", "ab") as err:
            self.process = subprocess.Popen(
                [*self.command, "--host", self.host, "--port", str(self.port), *([] if self.demo else ["--no-demo"])],
                cwd=self.cwd,
                env=self.env,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
            )
        end = time.monotonic() + START_SECONDS
        while not self._answers():
            assert self.process.poll() is None, f"The site stopped: {self.errors()}"
            assert time.monotonic() < end, f"The site does not answer: {self.errors()}"
            time.sleep(0.1)

    def _answers(self) -> bool:
        try:
            urllib.request.urlopen(f"{self.url}/join/", timeout=5).close()
        except OSError:
            return False
        return True

    def stop(self):
        """Stop the server as Ctrl-C would. Only the processes that were started here are stopped."""
        if self._forks is not None:
            self._forks.end()
            self._forks = None
        if self.process is None:
            return
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(5)
        self.process = None

    def errors(self) -> str:
        return (self.data / "err.txt").read_text(errors="replace")[-3000:]

    def printed(self, pattern: str) -> re.Match[str]:
        """Return the match for this pattern in the output that `serve` has printed."""
        text = (self.data / "out.txt").read_text()
        match = re.search(pattern, text)
        assert match, f"Not printed: {pattern}\n{text}"
        return match

    def run(self, work: Callable[..., Any], *given: str) -> Any:
        """Call a function of the tests with the site's settings and database. Return what it returns, as JSON allows.
        The call has a process of its own, like a command at another desk. It is forked from one that has the site
        imported: to import it takes seconds.
        """
        if self._forks is None:
            self._forks = Forkserver(self.env)
        name = work.__name__
        call = f"import json\nfrom {work.__module__} import {name}\nprint(json.dumps({name}(*{given!r})))"
        return self._forks.run(call)


class SiteData:
    """Folders that are shared by the workers of this run. A site is given a copy of its own. `schema` is a file with a
    migrated database.
    """

    def __init__(self, factory: pytest.TempPathFactory, schema: Path):
        own = factory.getbasetemp()
        self._folder = (own.parent if own.name.startswith("popen-") else own) / "site data"
        self._folder.mkdir(exist_ok=True)
        self._schema = schema

    def new(self, data: Path) -> Path:
        """Fill `data` as the first start of a site does, without a club. Return it."""
        data.mkdir()
        shutil.copyfile(self._schema, data / "club.sqlite3")
        return data

    def demo(self, data: Path) -> Path:
        """Fill `data` as the first start of a site with the demo does. Return it."""
        made = self._folder / "demo"
        with (self._folder / "demo.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not made.exists():
                site = Site(self.new(self._folder / "demo in the making"))
                site.run(demo_built)
                site.stop()
                site.data.rename(made)
        return Path(shutil.copytree(made, data))


def demo_built() -> None:
    from django.core.management import call_command
    from django.db import connection

    from clubsite.demo.demo import demo_build

    call_command("migrate", verbosity=0)  # what these settings have beside those of the tests
    demo_build()
    if LONG:
        _analysed()
    connection.close()  # so that its file holds everything: what is in the write-ahead log is moved there


def _analysed() -> None:
    """Solve the boards of last week and tonight, which `settings` leaves undone, and make the daily problem."""
    from clubsite.analysis.services.plays import plays_analyse_some
    from clubsite.analysis.services.solving import board_solve, boards_unsolved
    from clubsite.demo.demo import DEMO_NAME, LAST_WEEK
    from clubsite.practice.services import problems_make

    for board in boards_unsolved().filter(board_set__session__name__in=(LAST_WEEK, DEMO_NAME)):
        board_solve(board.pk)
    while plays_analyse_some():
        pass
    problems_make()
