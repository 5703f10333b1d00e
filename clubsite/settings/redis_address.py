"""Where Redis is: one server, or the sentinels that know which of several servers is the master.

`redis+sentinel://:PASSWORD@HOST:PORT,HOST:PORT,HOST:PORT/SERVICE` names sentinels, and `rediss+sentinel://` those that
speak TLS. The servers and the sentinels have the same password. Options of redis-py follow a question mark, such as
`?ssl_ca_certs=/etc/two-handed-club/ca.pem`.
"""

import socket
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, quote, unquote, urlsplit

from redis import ConnectionError as Lost
from redis import Redis
from redis.asyncio.connection import DefaultParser
from redis.sentinel import Sentinel

SENTINEL, SENTINEL_TLS = "redis+sentinel", "rediss+sentinel"
SENTINEL_PORT = 26379
WAIT = 2
"""Seconds to wait for a connection to Redis, and for an answer to a short question."""
# A server whose cable was pulled sends no end of the connection. So that a socket which only listens notices within
# 15 seconds, the system asks the other side for a sign of life.
LISTENING = {
    "socket_connect_timeout": WAIT,
    "socket_keepalive": True,
    "socket_keepalive_options": {
        option: seconds
        for name, seconds in (("TCP_KEEPIDLE", 5), ("TCP_KEEPINTVL", 3), ("TCP_KEEPCNT", 3))
        if (option := getattr(socket, name, None)) is not None
    },
}


class ListeningParser(DefaultParser):  # type: ignore[misc, valid-type]  # a variable in redis-py
    """redis-py's parser for a socket that only listens. It reports a connection that the system has given up.

    The system raises TimeoutError, which redis-py would mistake for a time without messages. The channel layer would
    then retry forever, so fast that its web process would do nothing else.
    """

    async def read_response(self, *args: Any, **kwargs: Any) -> Any:
        try:
            return await super().read_response(*args, **kwargs)
        except TimeoutError as error:
            raise Lost(f"The connection to Redis is lost: {error}") from error


@dataclass(frozen=True)
class RedisAddress:
    """The address of Redis in the forms that three libraries need: the channel layer, the cache and Celery.

    `sentinels` is empty if there is only one server, whose address is `url`.
    """

    url: str
    sentinels: list[tuple[str, int]] = field(default_factory=list)
    service: str = ""
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def for_channels(self) -> dict[str, Any]:
        """The host entry for the channel layer."""
        if not self.sentinels:
            return {"address": self.url, **LISTENING, "parser_class": ListeningParser}
        options = {**self.options, **LISTENING}
        return {**self._master, **LISTENING, "parser_class": ListeningParser, "sentinel_kwargs": options}

    @property
    def for_cache(self) -> dict[str, Any]:
        """Options for the cache, which treats a slow answer as no answer."""
        short = {"socket_connect_timeout": WAIT, "socket_timeout": WAIT}
        if not self.sentinels:
            return short
        pool = {"pool_class": "clubsite.caches.MasterPool", "sentinel_kwargs": {**self.options, **short}}
        return {**self._master, **short, **pool}

    @property
    def for_celery(self) -> dict[str, Any]:
        """Settings for Celery: the broker, and how to connect to it."""
        if not self.sentinels:
            return {"CELERY_BROKER_URL": self.url}
        password = quote(self.options.get("password", ""))
        tls = {key: value for key, value in self.options.items() if key.startswith("ssl_")}
        return {
            "CELERY_BROKER_URL": ";".join(f"sentinel://:{password}@{host}:{port}" for host, port in self.sentinels),
            "CELERY_BROKER_USE_SSL": "ssl" in self.options and {"ssl_cert_reqs": "required", **tls},
            "CELERY_BROKER_TRANSPORT_OPTIONS": {
                "master_name": self.service,
                "sentinel_kwargs": {**self.options, "socket_timeout": WAIT},
                **LISTENING,
            },
        }

    def client(self, wait: float = WAIT) -> Redis:
        """Return a client that waits at most `wait` seconds for a connection and for an answer."""
        short = {"socket_connect_timeout": wait, "socket_timeout": wait}
        if not self.sentinels:
            return Redis.from_url(self.url, **short)
        sentinel = Sentinel(self.sentinels, sentinel_kwargs={**self.options, **short})
        return sentinel.master_for(self.service, **self.options, **short)

    @property
    def _master(self) -> dict[str, Any]:
        return {"sentinels": self.sentinels, "master_name": self.service, **self.options}


def redis_address(url: str) -> RedisAddress:
    """Return the address in a REDIS_URL. Exit if it names sentinels without the service that they watch."""
    scheme = url.partition("://")[0]
    if scheme not in (SENTINEL, SENTINEL_TLS):
        return RedisAddress(url)
    parts = urlsplit(url)
    login, _, hosts = parts.netloc.rpartition("@")
    service = parts.path.strip("/")
    if not service:
        raise SystemExit("REDIS_URL names no service. Let it end with the name that Sentinel watches, such as /club.")
    options: dict[str, Any] = dict(parse_qsl(parts.query))
    if password := unquote(login.partition(":")[2]):
        options["password"] = password
    if scheme == SENTINEL_TLS:
        options = {"ssl": True, **options}
    return RedisAddress(url, [_host_and_port(host) for host in hosts.split(",")], service, options)


def _host_and_port(text: str) -> tuple[str, int]:
    host, colon, port = text.strip().rpartition(":")
    if not colon:
        return port, SENTINEL_PORT
    if not host or not port.isdigit():
        raise SystemExit(f"REDIS_URL names the sentinel {text}. Write a host and a port, such as 10.0.0.1:26379.")
    return host, int(port)
