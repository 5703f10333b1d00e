"""One server per database, because two embedded servers would have separate channel layers."""

import fcntl
from pathlib import Path
from typing import IO


class AlreadyServed(Exception):
    """Another process is already serving this data. `str()` is the address of that process."""


def served_alone(data: Path, address: str) -> IO[str]:
    """Lock the data folder until the returned file is closed or the process ends.

    Raise AlreadyServed if another process holds the lock.
    """
    lock = open(data / "served", "a+", encoding="utf-8")  # noqa: SIM115  kept open: that is the lock
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.seek(0)
        told = lock.read().strip()
        lock.close()
        raise AlreadyServed(told) from None
    lock.truncate(0)
    lock.write(address)
    lock.flush()
    return lock
