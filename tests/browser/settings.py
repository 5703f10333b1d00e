"""The embedded site for browsers: without the sweep that would solve thousands of boards nobody looks at."""

from clubsite.settings import local
from clubsite.settings.local import *  # noqa: F403

SLOW_SWEEPS = [name for name in local.SLOW_SWEEPS if name != "analysis.slow_sweep"]
