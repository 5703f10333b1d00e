"""A schedule for sweeps that uses a clock unaffected by changes to the server's time."""

import time
from datetime import UTC, datetime, timedelta

from celery.schedules import schedule

_STARTED = time.time() - time.monotonic()


def steady_now() -> datetime:
    """Return the time as it would be if nobody had set the clock since this process started."""
    return datetime.fromtimestamp(_STARTED + time.monotonic(), UTC)


def every(seconds: float) -> schedule:
    """Return a schedule of `seconds` seconds, by a clock that keeps running when the server's clock is set back."""
    return schedule(timedelta(seconds=seconds), nowfun=steady_now)
