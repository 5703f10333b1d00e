"""The schedule of sweeps, by a clock that does not move when the server's time is set."""

import time
from datetime import UTC, datetime, timedelta

from celery.schedules import schedule

_STARTED = time.time() - time.monotonic()


def steady_now() -> datetime:
    """Return the time as it would be if nobody had set the clock since this process started."""
    return datetime.fromtimestamp(_STARTED + time.monotonic(), UTC)


def every(seconds: float) -> schedule:
    """Return the schedule of a task every `seconds` seconds, by a clock that goes on when the server's is set back."""
    return schedule(timedelta(seconds=seconds), nowfun=steady_now)
