"""Table codes: a new one is one that no table has had."""

import pytest

from clubsite.core.tokens import CODE_ALPHABET, unused_code
from clubsite.home.models import HomeMatch
from tests.clubsite.home.homes import waiting

pytestmark = pytest.mark.django_db


def test_a_new_code_is_the_one_that_is_left():
    *taken, left = CODE_ALPHABET
    for code in taken:
        match = waiting().match
        match.code = code
        match.save(update_fields=["code"])
    assert unused_code(HomeMatch.objects.all(), length=1) == left
