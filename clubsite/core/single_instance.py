"""One server per database, because two embedded servers would have separate channel layers."""

import fcntl
from pathlib import Path
from typing import IO


class AlreadyServed(Exception):
    """Raised if another process is already serving this data. `str()` is the address of that process."""


def served_alone(data: Path, address: str) -> IO[str]:
    """Lock the data folder until the returned file is closed. Raise AlreadyServed if another process holds the lock."""
    lock = open(data / "served", "a+", encoding="utf-8")  # noqa: SIM115  kept open: that is the lock
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.seek(0)
        holder = lock.read().strip()
        lock.close()
        raise AlreadyServed(holder) from None
    lock.truncate(0)
    lock.write(address)
    lock.flush()
    return lock


def served_at(data: Path) -> str | None:
    """Return the address at which a process serves this data, or None if none does."""
    try:
        with open(data / "served", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return None
    except OSError:
        return (data / "served").read_text(encoding="utf-8").strip()
    return None
