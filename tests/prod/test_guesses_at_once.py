"""Guesses at an account's code that arrive at once, in PostgreSQL: no more are let through than one after another."""

import json

import pytest

pytestmark = pytest.mark.prod

AT_ONCE = """
import json
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from django.db import connection
from clubsite.core.limits import WRONG_FACTOR_CODES
barrier = Barrier(16)
def guess(number):
    barrier.wait()
    try:
        return WRONG_FACTOR_CODES.exceeded("at once")
    finally:
        connection.close()
with ThreadPoolExecutor(16) as threads:
    refused = sum(threads.map(guess, range(16)))
print(json.dumps([refused, WRONG_FACTOR_CODES.used("at once"), WRONG_FACTOR_CODES.most]))
"""


def test_sixteen_guesses_at_once_are_counted_like_sixteen_one_by_one(club_server):
    refused, used, most = json.loads(club_server.shell(AT_ONCE))
    assert (refused, used) == (16 - most, most)
