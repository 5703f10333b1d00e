"""The site as it is after its first start."""

import fcntl
import time
from pathlib import Path

import pytest

from tests.browser.site import Site


@pytest.fixture(scope="session")
def first_start(tmp_path_factory, worker_id) -> Site:
    """A site that was started once in an empty folder, with the demo, and stopped. One worker starts it for all."""
    base = tmp_path_factory.getbasetemp()
    folder: Path = (base if worker_id == "master" else base.parent) / "first start"
    site = Site(folder / "var")
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not site.data.exists():
            try:
                site.start()
                time.sleep(6)  # the sweep runs every five seconds
            finally:
                site.stop()
    return site
