"""Limits on the requests and new sockets that one network address may send to this process.

The limits are far above what a full hall needs: they stop a program, not a club. Counting is done in the process
and not in the cache, so that pages do not become slower. Requests for the site's own files are not counted.
"""

from collections import OrderedDict
from http import HTTPStatus
from typing import Any

from channels.security.websocket import WebsocketDenier
from django.conf import settings

from clubsite.core.rate_limits import FlowLimit, TokenBucket, network_of
from clubsite.core.refusals import refuse

MOST_ADDRESSES = 10_000
"""Addresses that are remembered. The one that was silent longest is forgotten first."""
RETRY_AFTER = 10  # seconds


class RequestLimits:
    """ASGI middleware that refuses requests and sockets from an address that sends too many."""

    def __init__(self, app: Any, limit: FlowLimit) -> None:
        self.app, self.limit = app, limit
        self.buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        if scope["path"].startswith(settings.STATIC_URL) or self._bucket(scope).take():
            return await self.app(scope, receive, send)
        if scope["type"] == "websocket":
            return await WebsocketDenier()(scope, receive, send)
        return await refuse(
            scope, send, HTTPStatus.TOO_MANY_REQUESTS, self.limit.says, "429.html", retry_after=RETRY_AFTER
        )

    def _bucket(self, scope: dict[str, Any]) -> TokenBucket:
        """Return the token bucket for the address of this request. The server has set that address."""
        address = network_of((scope.get("client") or [""])[0])
        bucket = self.buckets.pop(address, None) or self.limit.bucket()
        self.buckets[address] = bucket
        if len(self.buckets) > MOST_ADDRESSES:
            self.buckets.popitem(last=False)
        return bucket
