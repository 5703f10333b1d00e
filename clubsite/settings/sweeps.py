"""The schedule of sweeps, by a clock that does not move when the server's time is set."""

import time
from datetime import UTC, datetime, timedelta

from celery.schedules import schedule

_STARTED = time.time() - time.monotonic()


def steady_now() -> datetime:
    """Return the time as it would be if nobody had set the clock since this process started."""
    return datetime.fromtimestamp(_STARTED + time.monotonic(), UTC)


def every(seconds: float) -> schedule:
    """Return the schedule of a task that beat sends once every `seconds` seconds.

    With the server's own time, beat would send nothing for an hour after the clock was set back by an hour.
    """
    return schedule(timedelta(seconds=seconds), nowfun=steady_now)
