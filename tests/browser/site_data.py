"""The data folders of new sites, made once for all workers of a run and copied: to make them takes most of a minute."""

import fcntl
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser.site import Site


class SiteData:
    """Folders that are shared by the workers of this run. A site is given a copy of its own."""

    def __init__(self, folder: Path):
        self._folder = folder
        folder.mkdir(exist_ok=True)

    def new(self, data: Path) -> Path:
        """Fill `data` as the first start of a site does, without a club. Return it."""
        return self._copied("new", data, lambda made: _made(made, migrated))

    def demo(self, data: Path) -> Path:
        """Fill `data` as the first start of a site with the demo does. Return it."""
        return self._copied("demo", data, lambda made: _made(self.new(made), demo_built))

    def _copied(self, name: str, data: Path, make: Callable[[Path], None]) -> Path:
        made = self._folder / name
        with (self._folder / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not made.exists():
                make(self._folder / f"{name} in the making")
                (self._folder / f"{name} in the making").rename(made)
        return Path(shutil.copytree(made, data, dirs_exist_ok=True))


def shared_site_data(factory: pytest.TempPathFactory) -> SiteData:
    """Return the data for all workers of this run: they have a folder each, side by side."""
    own = factory.getbasetemp()
    return SiteData((own.parent if own.name.startswith("popen-") else own) / "site data")


def _made(data: Path, work: Callable[[], None]) -> None:
    site = Site(data)
    data.mkdir(exist_ok=True)
    try:
        site.run(work)
    finally:
        site.stop()


def migrated() -> None:
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    _database_closed()


def demo_built() -> None:
    from clubsite.simulation.demo import demo_build

    demo_build()
    _analysed()
    _database_closed()


def _analysed() -> None:
    """Solve the boards of last week and tonight, which `settings` leaves undone, and make the daily problem."""
    from clubsite.analysis.services.play_analysis import plays_analyse_some
    from clubsite.analysis.services.solving import board_solve, boards_unsolved
    from clubsite.daily.generate import problems_make
    from clubsite.simulation.demo import DEMO_NAME, LAST_WEEK

    for board in boards_unsolved().filter(board_set__session__name__in=(LAST_WEEK, DEMO_NAME)):
        board_solve(board.pk)
    while plays_analyse_some():
        pass
    problems_make()


def _database_closed() -> None:
    """Close the database, so that its file holds everything: what is in the write-ahead log is moved there."""
    from django.db import connection

    connection.close()
