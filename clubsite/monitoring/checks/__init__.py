"""All of the doctor's checks, imported in the order in which they run."""

# ruff: noqa: I001
from clubsite.monitoring.checks import settings  # noqa: F401
from clubsite.monitoring.checks import database  # noqa: F401
from clubsite.monitoring.checks import keys  # noqa: F401
from clubsite.monitoring.checks import jobs  # noqa: F401
from clubsite.monitoring.checks import pages  # noqa: F401
from clubsite.monitoring.checks import clock  # noqa: F401
from clubsite.monitoring.checks import disk  # noqa: F401
from clubsite.monitoring.checks import mail  # noqa: F401
from clubsite.monitoring.checks import backups  # noqa: F401
from clubsite.monitoring.checks import second_place  # noqa: F401
from clubsite.monitoring.checks import old_databases  # noqa: F401
from clubsite.monitoring.checks import certificate  # noqa: F401
