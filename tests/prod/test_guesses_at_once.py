"""Guesses at an account's code that arrive at once, in PostgreSQL: no more are let through than one after another."""

import json

import pytest

pytestmark = pytest.mark.prod

AT_ONCE = """
import json
from clubsite.core.limits import WRONG_FACTOR_CODES
from tests.prod.rush import rush
said = []
faults = rush(*[lambda: said.append(WRONG_FACTOR_CODES.exceeded("at once"))] * 16)
print(json.dumps([faults, sum(said), WRONG_FACTOR_CODES.used("at once"), WRONG_FACTOR_CODES.most]))
"""


def test_sixteen_guesses_at_once_are_counted_like_sixteen_one_by_one(club_server):
    faults, refused, used, most = json.loads(club_server.shell(AT_ONCE))
    assert (faults, refused, used) == ([], 16 - most, most)
