"""The answers to browsers and programs whose body was refused (`core.body_limits`)."""

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from rest_framework.exceptions import APIException

from clubsite.api.errors import PROBLEM, body_of
from clubsite.core.body_limits import AROUND_A_FILE, TOO_LARGE, TOO_MANY, TOO_SLOW, WHOLE_WITHIN, most_of

TO_PROGRAMS = {
    TOO_LARGE: "That is too much for one message. Send fewer scores at once.",
    TOO_SLOW: "The message did not come whole within a minute. Nothing was stored. Send it again.",
    TOO_MANY: "Very many messages are coming in at this moment. Nothing was stored. Send it again in a minute.",
}


class RefusedBodies:
    """Django middleware: the answer in words to what `Bodies` has refused, with all headers of a page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        status = getattr(request, "scope", {}).get("refused")
        if status is None:
            return self.get_response(request)
        answer = _to_program(status) if request.path_info.startswith("/api/") else _page(request, status)
        if status == TOO_MANY:
            answer["Retry-After"] = str(WHOLE_WITHIN)
        return answer


def _to_program(status: HTTPStatus) -> HttpResponse:
    error = APIException(TO_PROGRAMS[status])
    error.status_code = status
    return JsonResponse(body_of(error), status=status, content_type=PROBLEM)


def _page(request: HttpRequest, status: HTTPStatus) -> HttpResponse:
    context = {"status": int(status), "file_size": _in_words(most_of(request.path_info) - AROUND_A_FILE)}
    return render(request, "413.html", context, status=status)


def _in_words(size: int) -> str:
    """Return the size of a file in words, or "" for 0."""
    if size <= 0:
        return ""
    return f"{size // 1_000_000} MB" if size >= 1_000_000 else f"{size // 1000} kB"
