"""The settings of the embedded site for the browser's tests: nothing is solved that nobody has asked for.

Journeys make thousands of boards and look at the solutions of none of them. To solve these and other orders of their
dummies, the sweep would take a third of a core from every worker for as long as the tests run.
"""

from clubsite.settings import local
from clubsite.settings.local import *  # noqa: F403

SLOW_SWEEPS = [name for name in local.SLOW_SWEEPS if name != "analysis.slow_sweep"]
