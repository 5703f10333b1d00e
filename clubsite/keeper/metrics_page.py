"""`/metrics`, for Prometheus on this machine or with the token in METRICS_TOKEN. All other requests get a 404."""

from collections.abc import Callable
from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from prometheus_client import CONTENT_TYPE_LATEST

from clubsite.core.links import only_here
from clubsite.keeper.metrics import metrics_text

PATH = "/metrics"
FORWARDED = ("X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "X-Real-IP", "Forwarded", "Via")
"""Headers with which a proxy passes on a visitor's request."""


class Metrics:
    """Middleware that must come before the `Host` and https checks, which a Prometheus on this machine would fail."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return metrics(request) if request.path_info == PATH else self.get_response(request)


@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    if not (_has_token(request) or _is_from_here(request)):
        return HttpResponseNotFound("Not Found", content_type="text/plain")
    return HttpResponse(metrics_text(), content_type=CONTENT_TYPE_LATEST)


def _has_token(request: HttpRequest) -> bool:
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    return bool(settings.METRICS_TOKEN) and constant_time_compare(given, settings.METRICS_TOKEN)


def _is_from_here(request: HttpRequest) -> bool:
    """True if the request was sent on this machine to this machine, and no proxy passed it on."""
    try:
        is_loopback = ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False
    passed_on = any(name in request.headers for name in FORWARDED)
    return is_loopback and not passed_on and only_here(request.headers.get("Host", ""))
