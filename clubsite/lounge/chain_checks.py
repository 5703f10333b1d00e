"""Checking the logs of plays at home, which do not belong to any session's chain."""

from collections.abc import Iterator

from clubsite.chains.checking import Difference, site_check
from clubsite.play.log_checks import plays_differences
from clubsite.play.models import Play


@site_check
def plays_at_home() -> Iterator[Difference]:
    """Yield the differences in the logs of all plays at home. Retention deletes such a play together with its log."""
    yield from plays_differences(Play.objects.filter(room__home_match__isnull=False), set())
