"""All refusals in one form, `application/problem+json` (RFC 9457): a message, and another for each faulty field."""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from clubsite.readers.visitor import MembersOnly
from clubsite.scores.services.entries import ScoreChanged

# The names of RFC 9110 (15.5.14, 15.5.21). Python before 3.13 has older ones.
TITLES = {413: "Content Too Large", 422: "Unprocessable Content"}

PROBLEM = "application/problem+json"


class Unprocessable(exceptions.APIException):
    """422: the request is well-formed but not possible at this table. `problems` maps each field to a message."""

    status_code = 422

    def __init__(self, problems: dict[str, str]) -> None:
        super().__init__(dict(problems))


class Changed(exceptions.APIException):
    """409: the current score is not the score that the program has seen."""

    status_code = 409


def problem(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return DRF's response to an exception, or None (a 500) for an unexpected one."""
    error = _as_api(error)
    if not isinstance(error, exceptions.APIException):
        return None
    set_rollback()
    headers = {}
    if header := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = header
    if wait := getattr(error, "wait", None):
        headers["Retry-After"] = str(int(wait) + 1)
    body = body_of(error) | getattr(error, "more", {})
    return Response(body, error.status_code, headers=headers, content_type=PROBLEM)


def _as_api(error: Exception) -> Exception:
    if isinstance(error, Http404):
        return exceptions.NotFound(error.args[0] if error.args else None)
    if isinstance(error, PermissionDenied):
        return exceptions.PermissionDenied(error.args[0] if isinstance(error, MembersOnly) else None)
    return Changed(str(error)) if isinstance(error, ScoreChanged) else error


def body_of(error: exceptions.APIException) -> dict[str, Any]:
    """Return `title`, `status`, `detail`, and `errors` as `{"field", "detail"}` if fields are at fault."""
    body = {
        "title": TITLES.get(error.status_code, HTTPStatus(error.status_code).phrase),
        "status": error.status_code,
        "detail": str(error.detail) if isinstance(error.detail, str) else "",
    }
    faults = [] if isinstance(error.detail, str) else list(_faults(error.detail))
    if faults:
        body["errors"] = [{"field": field, "detail": sentence} for field, sentence in faults]
        body["detail"] = " ".join(dict.fromkeys(sentence for _, sentence in faults))
    return body


def _faults(detail: Any, at: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(detail, dict):
        for name, inner in detail.items():
            field = at if name == "non_field_errors" else f"{at}.{name}".lstrip(".")
            yield from _faults(inner, field)
    elif isinstance(detail, list):
        for number, inner in enumerate(detail):
            yield from _faults(inner, at if isinstance(inner, str) else f"{at}.{number}".lstrip("."))
    else:
        yield at, str(detail)
