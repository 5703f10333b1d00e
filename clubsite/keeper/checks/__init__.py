"""All of the doctor's checks, imported in the order in which they run."""

# ruff: noqa: I001
from clubsite.keeper.checks import database  # noqa: F401
from clubsite.keeper.checks import settings  # noqa: F401
from clubsite.keeper.checks import jobs  # noqa: F401
