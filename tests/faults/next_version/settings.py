"""The settings of a club server, with the app that stands in for the next version."""

from clubsite.settings.base import INSTALLED_APPS
from clubsite.settings.production import *  # noqa: F403

INSTALLED_APPS = [*INSTALLED_APPS, "tests.faults.next_version"]
