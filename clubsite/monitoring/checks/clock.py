"""The clock of this machine, beside the database's and the devices'."""

import time
from collections.abc import Iterator

from django.db import connection

from clubsite.monitoring.findings import Finding, check, fault, for_how_long, warning, well

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
    if abs(ahead) < WARNING_SECONDS:
        yield well("clock", "The clocks of this machine and of the database agree.")
        return
    make = fault if abs(ahead) >= FAULT_SECONDS else warning
    words = "ahead of" if ahead > 0 else "behind"
    yield make("clock", f"This machine's clock is {for_how_long(abs(ahead))} {words} the database's.", REMEDY)
