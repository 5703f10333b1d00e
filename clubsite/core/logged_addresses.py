"""Addresses in the site's log. Each is replaced with the name of its route, because it may contain a working link."""

import logging
import re
from typing import Any

NO_ROUTE = "an address of no page"
_AFTER_HOST = re.compile(r"(https?://[^/\s]+)/\S*")


class RouteNames(logging.Filter):
    """A log filter that replaces each request path with the name of its route."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        if request is not None:
            # A refusal may contain the visitor's previous page. Of that, the host is enough.
            record.msg = _AFTER_HOST.sub(r"\1/", str(record.msg))
            if isinstance(record.args, tuple):
                record.args = tuple(_without_path(one, request) for one in record.args)
        return True


def route_name(request: Any) -> str:
    match = getattr(request, "resolver_match", None)
    return (match.view_name or match.route) if match else NO_ROUTE


def _without_path(logged: Any, request: Any) -> Any:
    if not isinstance(logged, str):
        return logged
    if logged.startswith("/"):
        return route_name(request)
    return _AFTER_HOST.sub(r"\1/", logged)
