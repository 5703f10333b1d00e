"""The contents of the page "How the site is"."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from redis import RedisError

from clubsite.keeper import checks  # noqa: F401
from clubsite.keeper.findings import WITHOUT_ROWS, Finding, Level, examined
from clubsite.keeper.models import JobRun
from clubsite.keeper.selectors import (
    TableSize,
    database_size,
    letters_waiting,
    periodic_jobs,
    queue_lengths,
    scores_waiting_seconds,
    slow_jobs,
    table_sizes,
)

QUEUE_NAMES = {"quick": "Quick jobs, such as match points", "mail": "Mail", "slow": "Slow jobs, such as solutions"}


@dataclass(frozen=True, slots=True)
class SiteState:
    """The doctor's findings and the site's current activity. `everything` means that the slow checks ran too."""

    findings: Sequence[Finding]
    everything: bool
    queues: dict[str, int] = field(default_factory=dict)
    letters: int = 0
    scores_wait: float = 0.0  # seconds
    periodic: Sequence[JobRun] = ()
    slow: Sequence[JobRun] = ()
    database_size: int = 0
    tables: Sequence[TableSize] = ()

    @property
    def ill(self) -> list[Finding]:
        """The findings that something is wrong, worst first."""
        return sorted((one for one in self.findings if one.level), key=lambda one: -one.level)

    @property
    def well(self) -> list[Finding]:
        return [one for one in self.findings if not one.level]


def site_state(*, everything: bool) -> SiteState:
    """Return the current state of the site. With `everything`, run the slow checks too."""
    findings = list(examined(slow=everything))
    if any(one.code in WITHOUT_ROWS and one.level is Level.FAULT for one in findings):
        return SiteState(findings, everything)
    try:
        queues = {QUEUE_NAMES[name]: length for name, length in queue_lengths().items()}
    except (RedisError, OSError):
        queues = {}
    return SiteState(
        findings,
        everything,
        queues=queues,
        letters=letters_waiting()[0],
        scores_wait=scores_waiting_seconds(),
        periodic=periodic_jobs(),
        slow=slow_jobs(),
        database_size=database_size(),
        tables=table_sizes(),
    )
