"""What somebody is told who may not read results of a club: that they are for its members, and nothing of them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers, patch_vary_headers
from django.views.defaults import permission_denied

from clubsite.clubs.shown_names import MembersOnly


def refused(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The site's answer with 403. Of results for members only it is the same for each of their addresses."""
    if not isinstance(exception, MembersOnly):
        return permission_denied(request, exception)
    answer = render(request, "clubs/members_only.html", {"club": exception.club}, status=403)
    add_never_cache_headers(answer)
    patch_vary_headers(answer, ["Cookie"])
    return answer
