"""The data folders of new sites. To make the demo takes half a minute: one worker makes it, and the others copy it."""

import fcntl
import shutil
from pathlib import Path

import pytest

from tests.browser.site import Site
from tests.long import LONG


class SiteData:
    """Folders that are shared by the workers of this run. A site is given a copy of its own.

    `schema` is a file with a migrated database.
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
