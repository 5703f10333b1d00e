"""Django's SQLite, where who finds another at work at the file's one writer asks again each millisecond.

SQLite itself asks after 1, 2, 5, 10, 15, 20 and 25 ms: a card that meets 12 ms of scoring would wait for 18 or 33.
"""

import sqlite3
import time

from django.db import OperationalError
from django.db.backends.sqlite3 import base

STEP = 0.001  # seconds


class DatabaseWrapper(base.DatabaseWrapper):
    """`OPTIONS["timeout"]` is what it is in Django: the seconds after which one who waits gives up."""

    def _start_transaction_under_autocommit(self) -> None:
        """Raises OperationalError when others have written for the whole of the timeout."""
        patience = float(self.settings_dict["OPTIONS"].get("timeout", 5.0))
        end = time.monotonic() + patience
        self.connection.execute("PRAGMA busy_timeout = 0")
        try:
            while not self._begun(last=time.monotonic() > end):
                time.sleep(STEP)
        finally:
            self.connection.execute(f"PRAGMA busy_timeout = {int(patience * 1000)}")

    def _begun(self, *, last: bool) -> bool:
        """False when another writes; at the last try this raises OperationalError as any other failure does."""
        before = self.errors_occurred
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]  # django-stubs leaves it out
        except OperationalError as error:
            if last or not _is_busy(error):
                raise
            self.errors_occurred = before  # the connection is as good as it was
            return False
        return True


def _is_busy(error: OperationalError) -> bool:
    return getattr(error.__cause__, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY
