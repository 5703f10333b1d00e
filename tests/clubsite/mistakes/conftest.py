"""What tests of puzzles begin with."""

from tests.clubsite.results.test_percentage import valued_night  # noqa: F401
