"""The page for a reader who may not see a club's results because only its members may see them."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers, patch_vary_headers

from clubsite.readers.visitor import MembersOnly


class MembersOnlyPage:
    """Middleware that turns MembersOnly into a 403 response with the same page for every address of a club."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, MembersOnly):
            return None
        answer = render(request, "readers/members_only.html", {"club": exception.club}, status=403)
        add_never_cache_headers(answer)
        patch_vary_headers(answer, ["Cookie"])
        return answer
