"""What several tests of results begin with."""

from tests.clubsite.results.test_percentage import valued_night  # noqa: F401
