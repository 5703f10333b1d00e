"""Checks of this machine's clock against the clocks of the database and the devices."""

import time
from collections.abc import Iterator
from statistics import median

from django.db import connection

from clubsite.keeper.findings import Finding, check, fault, for_how_long, warning, well
from clubsite.play.models import SeatConnection

FEWEST_DEVICES = 3
"""Of one or two devices nobody can say whether their clocks or the server's are wrong."""
WARNING_SECONDS, FAULT_SECONDS = 2, 30  # codes of a second step are good for half a minute
REMEDY = "Let the machine set its clock from the network: `timedatectl set-ntp true`, on each host."


@check("clock", reads=True)
def clock_look() -> Iterator[Finding]:
    """Compare this machine's clock with that of the database, which may be on another machine."""
    if connection.vendor != "postgresql":
        return
    began = time.time()
    with connection.cursor() as cursor:
        cursor.execute("SELECT extract(epoch FROM clock_timestamp())")
        [there] = cursor.fetchone()
    ahead = (began + time.time()) / 2 - float(there)
    yield _compared("clock", ahead, "the database's")


@check("clock.devices", reads=True)
def device_clocks_look() -> Iterator[Finding]:
    """Compare this machine's clock with the clocks of the devices at tables, as reported in their pings."""
    rows = SeatConnection.objects.exclude(clock_ahead=None)
    ahead = [float(one) for one in rows.values_list("clock_ahead", flat=True) if one is not None]
    if len(ahead) >= FEWEST_DEVICES:
        yield _compared("clock.devices", -median(ahead), f"the middle one of {len(ahead)} devices at tables")


def _compared(code: str, ahead: float, other: str) -> Finding:
    """Return the finding for a clock on this machine that is `ahead` seconds ahead of an `other` clock."""
    if abs(ahead) < WARNING_SECONDS:
        return well(code, f"This machine's clock agrees with {other}.")
    make = fault if abs(ahead) >= FAULT_SECONDS else warning
    words = "ahead of" if ahead > 0 else "behind"
    return make(code, f"This machine's clock is {for_how_long(abs(ahead))} {words} {other}.", REMEDY)
