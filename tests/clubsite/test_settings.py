"""Settings from the environment: blank values do no harm, and an impossible value stops the start with one sentence."""

import os
import subprocess
import sys

import pytest

from tests.browser.site import ROOT
from tests.servers import PRODUCTION

SERVERS = {"DATABASE_URL": "postgres://c:secret@db/club", "REDIS_URL": "redis://redis:6379/0"}


def started(show: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Read the production settings as every command does, and print one of them."""
    code = f"from django.conf import settings; print(settings.{show})"
    whole = {**os.environ, **PRODUCTION, **SERVERS, **environment}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, cwd=ROOT, env=whole, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("TLS", "ture", "TLS=ture is neither true nor false. Write TLS=true or TLS=false."),
        ("CLUB_SIGN_UP", "maybe", "CLUB_SIGN_UP=maybe is neither true nor false."),
        ("SERVICE_WORKER", "2", "SERVICE_WORKER=2 is neither true nor false."),
        (
            "PUBLIC_URL",
            "club.example",
            "PUBLIC_URL=club.example is not a whole address. Write it as in PUBLIC_URL=",
        ),
        ("PUBLIC_URL", "https:/club.example", "PUBLIC_URL=https:/club.example is not a whole address."),
        ("PUBLIC_URL", "club.example:8000", "PUBLIC_URL=club.example:8000 is not a whole address."),
        (
            "DATABASE_URL",
            "c:secret@db/club",
            "DATABASE_URL is not a whole address. Let it begin with postgres://",
        ),
        (
            "REDIS_URL",
            "redis:6379",
            "REDIS_URL is not a whole address. Let it begin with redis://, rediss:// or unix",
        ),
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
