"""The page for an error that no view has handled. tests/faults shows the page to a visitor who gets no connection."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import OperationalError
from django.http import HttpResponse
from django.test import RequestFactory

from clubsite.core.views import server_error


def answer_to(error: Exception, path: str) -> HttpResponse:
    """Return the response to an error in a new thread, which has no connection to the database."""

    def respond() -> HttpResponse:
        try:
            raise error
        except Exception:
            return server_error(RequestFactory().get(path))

    with ThreadPoolExecutor(1) as threads:
        return threads.submit(respond).result()


@pytest.mark.parametrize(
    ("path", "kind", "sentence"),
    [
        ("/results/", "text/html; charset=utf-8", "This page cannot be made just now"),
        ("/api/v1/clubs/", "application/problem+json", "Ask again in ten seconds."),
    ],
)
def test_a_request_without_a_connection_is_answered_with_503(path, kind, sentence):
    response = answer_to(OperationalError("couldn't get a connection after 20.00 sec"), path)
    assert (response.status_code, response["Content-Type"], response["Retry-After"]) == (503, kind, "10")
    assert sentence in response.text


def test_any_other_error_is_the_site_s_fault():
    response = answer_to(KeyError("x"), "/results/")
    assert response.status_code == 500 and "Something broke here" in response.text
