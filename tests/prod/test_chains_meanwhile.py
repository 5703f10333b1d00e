"""On PostgreSQL too, what comes in while a chain is checked is no difference."""

import pytest

from tests.prod.scripts import A_TABLE, CAST, CHECKED_MEANWHILE

pytestmark = pytest.mark.prod


def test_a_score_or_a_call_that_comes_in_during_a_check_is_no_difference(club_server):
    assert club_server.shell(CAST + A_TABLE + CHECKED_MEANWHILE) == "[]"
