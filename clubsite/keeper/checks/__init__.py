"""All of the doctor's checks, imported in the order in which they run."""

# ruff: noqa: I001
from clubsite.keeper.checks import settings  # noqa: F401
from clubsite.keeper.checks import database  # noqa: F401
from clubsite.keeper.checks import keys  # noqa: F401
from clubsite.keeper.checks import jobs  # noqa: F401
from clubsite.keeper.checks import pages  # noqa: F401
from clubsite.keeper.checks import clock  # noqa: F401
from clubsite.keeper.checks import disk  # noqa: F401
from clubsite.keeper.checks import mail  # noqa: F401
from clubsite.keeper.checks import backups  # noqa: F401
from clubsite.keeper.checks import second_place  # noqa: F401
from clubsite.keeper.checks import old_databases  # noqa: F401
from clubsite.keeper.checks import certificate  # noqa: F401
