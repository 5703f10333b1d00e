"""What several tests of the daily problem begin with."""

from tests.clubsite.results.test_percentage import valued_night  # noqa: F401
