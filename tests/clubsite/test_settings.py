"""Settings from the environment: blank values do no harm, and an impossible value stops the start with one message."""

import asyncio
import errno
import os
import subprocess
import sys

import pytest
import redis
from channels_redis.utils import create_pool

from clubsite.settings.redis_address import redis_address
from tests.browser.site import ROOT
from tests.servers import PRODUCTION

SERVERS = {"DATABASE_URL": "postgres://c:secret@db/club", "REDIS_URL": "redis://redis:6379/0"}


def started(show: str, code: str = "", **environment: str) -> "subprocess.CompletedProcess[str]":
    """Read the production settings as every command does, and print the setting `show` or run `code`."""
    code = f"from django.conf import settings; {code or f'print(settings.{show})'}"
    whole = {**os.environ, **PRODUCTION, **SERVERS, **environment}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, cwd=ROOT, env=whole, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("TLS", "ture", "TLS=ture is neither true nor false. Write TLS=true or TLS=false."),
        ("CLUB_SIGN_UP", "maybe", "CLUB_SIGN_UP=maybe is neither true nor false."),
        ("SERVICE_WORKER", "2", "SERVICE_WORKER=2 is neither true nor false."),
        ("LOG_FORMAT", "xml", "LOG_FORMAT=xml is no format of the log. Write LOG_FORMAT=json or LOG_FORMAT=text."),
        ("METRICS_TOKEN", "secret", "METRICS_TOKEN has fewer than 32 characters."),
        ("PUBLIC_URL", "club.example", "PUBLIC_URL=club.example is not a whole address. Write it as in PUBLIC_URL="),
        ("PUBLIC_URL", "https:/club.example", "PUBLIC_URL=https:/club.example is not a whole address."),
        ("PUBLIC_URL", "club.example:8000", "PUBLIC_URL=club.example:8000 is not a whole address."),
        ("DATABASE_URL", "c:secret@db/club", "DATABASE_URL is not a whole address. Let it begin with postgres://"),
        (
            "REDIS_URL",
            "redis:6379",
            "REDIS_URL is not a whole address. Let it begin with redis://, rediss://, unix://, redis+sentinel:// or ",
        ),
        ("REDIS_URL", "redis+sentinel://:secret@a:26379,b:26379", "REDIS_URL names no service. Let it end with"),
        ("REDIS_URL", "redis+sentinel://:secret@a:club/club", "REDIS_URL names the sentinel a:club. Write a host and"),
        ("EMAIL_URL", "user:secret@mail.example", "EMAIL_URL is not a whole address. Let it begin with"),
    ],
)
def test_a_value_that_cannot_be_meant_stops_the_start(name, value, sentence):
    done = started("TLS", **{name: value})
    assert done.returncode == 1
    assert done.stderr.startswith(sentence)
    assert done.stderr.count("\n") == 1
    assert "secret" not in done.stderr


@pytest.mark.parametrize(
    "command",
    [["manage.py", "check"], ["-m", "uvicorn", "clubsite.asgi:application"]],
    ids=["manage", "uvicorn"],
)
def test_whatever_is_started_says_no_more_than_the_sentence(command):
    whole = {**os.environ, **PRODUCTION, **SERVERS, "TLS": "ture"}
    done = subprocess.run([sys.executable, *command], cwd=ROOT, env=whole, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert done.stderr == "TLS=ture is neither true nor false. Write TLS=true or TLS=false.\n"


@pytest.mark.parametrize(
    ("show", "environment", "shown"),
    [
        ("ALLOWED_HOSTS", {"ALLOWED_HOSTS": " a.example, b.example ,"}, "['a.example', 'b.example']"),
        ("SESSION_COOKIE_SECURE", {"TLS": " True "}, "True"),
        ("SESSION_COOKIE_SECURE", {"TLS": ""}, "True"),
        ("SESSION_COOKIE_SECURE", {"TLS": "off"}, "False"),
        ("SECURE_HSTS_SECONDS", {"TLS": "on"}, str(30 * 86_400)),
        ("SECURE_HSTS_SECONDS", {"HSTS_YEAR": "yes", "TLS": "on"}, str(365 * 86_400)),
        ("SECURE_HSTS_SECONDS", {"HSTS_YEAR": "yes", "TLS": "off"}, "0"),
        ("SECURE_HSTS_INCLUDE_SUBDOMAINS", {"TLS": "on"}, "False"),
        ("SECURE_HSTS_INCLUDE_SUBDOMAINS", {"HSTS_SUBDOMAINS": "yes", "TLS": "on"}, "True"),
        ("PUBLIC_URL", {"PUBLIC_URL": " https://club.example/ "}, "https://club.example"),
        ("PUBLIC_URL", {"PUBLIC_URL": ""}, ""),
        (
            "CSRF_TRUSTED_ORIGINS",
            {"PUBLIC_URL": "https://club.example:8443", "ALLOWED_HOSTS": "a.example, b.example"},
            "['https://club.example:8443', 'https://a.example', 'https://b.example']",
        ),
    ],
)
def test_blanks_and_empty_variables_do_no_harm(show, environment, shown):
    assert started(show, **environment).stdout == shown + "\n"


def test_sentinels_are_named_as_each_library_wants_them():
    address = redis_address("rediss+sentinel://:se%20cret@10.0.0.1:26380,beta/club?ssl_ca_certs=/etc/ca.pem")
    sentinels, certain = [("10.0.0.1", 26380), ("beta", 26379)], {"ssl_ca_certs": "/etc/ca.pem"}
    for host in (address.for_channels, address.for_cache):
        assert host["sentinels"] == sentinels and host["master_name"] == "club"
        for options in (host, host["sentinel_kwargs"]):
            assert options.items() >= {"password": "se cret", "ssl": True, **certain}.items()
    celery = address.for_celery
    assert celery["CELERY_BROKER_URL"] == "sentinel://:se%20cret@10.0.0.1:26380;sentinel://:se%20cret@beta:26379"
    assert celery["CELERY_BROKER_USE_SSL"] == {"ssl_cert_reqs": "required", **certain}
    assert celery["CELERY_BROKER_TRANSPORT_OPTIONS"]["master_name"] == "club"


def test_a_server_whose_cable_was_pulled_is_given_up_by_the_system():
    """channels_redis waits for messages without a limit of its own."""
    for address in ("redis://redis:6379/0", "redis+sentinel://sentinel/club"):
        options = redis_address(address).for_channels
        assert options["socket_keepalive"] and sum(options["socket_keepalive_options"].values()) < 30


async def test_a_connection_to_redis_that_the_system_gives_up_is_lost_and_not_quiet():
    """The channel layer would ask again without a pause, and its web process would do nothing else any more.

    `tests/hosts` pulls a real cable.
    """
    for address in ("redis://redis:6379/0", "rediss://redis:6379/0", "rediss+sentinel://sentinel/club"):
        connection = create_pool(redis_address(address).for_channels).make_connection()
        connection._reader = asyncio.StreamReader()
        connection._parser.on_connect(connection)
        assert await connection.read_response(timeout=0.01, disconnect_on_error=False) is None, "a quiet moment"
        connection._reader.set_exception(TimeoutError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT)))
        with pytest.raises(redis.ConnectionError):
            await connection.read_response(timeout=0.01, disconnect_on_error=False)
