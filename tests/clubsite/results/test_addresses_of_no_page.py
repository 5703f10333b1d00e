"""Addresses that have no page: they return a 404, and the database is never asked for values that it cannot hold."""

import pytest
from django.http import Http404

from clubsite.nights.selectors.sessions import session_by_id, session_for
from clubsite.rankings.selectors.published import published_or_404

WRONG = ["x\0", "\0", "../x", "x y", "😀\0", "' or 1=1 --"]
ADDRESSES = ["/results/{}/", "/results/{}/boards/", "/results/{}/board/1/", "/api/v1/sessions/{}/"]


@pytest.mark.parametrize("public_id", WRONG)
def test_an_id_that_none_can_be_does_not_reach_the_database(public_id, dee, django_assert_num_queries):
    with django_assert_num_queries(0):
        for ask in (published_or_404, session_by_id, lambda text: session_for(dee, text)):
            with pytest.raises(Http404):
                ask(public_id)


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("part", ["x%00", "%ED%A0%80", "%F0%9F%98%80", "9" * 3000])
def test_strange_addresses_are_404(client, address, part):
    assert client.get(address.format(part)).status_code == 404


def test_huge_numbers_in_an_address_are_404(night, director):
    at = f"/director/{night.session.public_id}"
    for huge in ("9" * 25, "9" * 5000):
        for path in (f"/score/{huge}/", f"/table/{huge}/", f"/board/{huge}/", f"/table/{huge}/name/S/"):
            assert director.get(at + path).status_code == 404
