"""No log line contains a link that gives access to something, whichever way the site refuses the request."""

import io
import logging

import pytest
from django.test import Client

SECRET = "s3cr3t-l1nk"


@pytest.fixture
def written():
    """The text that the site's own log handler writes during the test."""
    handler = next(one for one in logging.getLogger().handlers if one.name == "console")
    assert isinstance(handler, logging.StreamHandler)
    text = io.StringIO()
    before = handler.setStream(text)
    yield text
    handler.setStream(before)


@pytest.mark.parametrize(
    ("ask", "line"),
    [
        (lambda client: client.get(f"/mail/{SECRET}/stop/"), "Gone: results:mail-stop"),
        (lambda client: client.get(f"/nowhere/{SECRET}/"), "Not Found: an address of no page"),
        (lambda client: client.get(f"/results/{SECRET}/?key={SECRET}"), "Not Found: results:ranking"),
        (lambda client: client.get(f"/play/now/{SECRET}/"), "Method Not Allowed (GET): home:now"),
        (
            lambda client: Client(enforce_csrf_checks=True).post(
                f"/play/now/{SECRET}/", headers={"referer": f"https://other.example/{SECRET}"}, secure=True
            ),
            "Forbidden",
        ),
        (lambda client: client.get(f"/results/{SECRET}/", headers={"host": "other.example"}), "Invalid HTTP_HOST"),
    ],
)
def test_a_refused_address_is_logged_by_its_route(ask, line, client, written):
    ask(client)
    assert line in written.getvalue()
    assert SECRET not in written.getvalue()


def test_uvicorn_names_no_address_of_a_page_or_socket(caplog):
    for name in ("uvicorn.access", "uvicorn.error"):
        assert not logging.getLogger(name).isEnabledFor(logging.INFO)
