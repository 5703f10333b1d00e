"""Reading settings from the environment. An invalid value stops the start-up with a message naming the variable."""

import os
from typing import Any
from urllib.parse import urlsplit

import environ

from clubsite.settings.redis_address import SENTINEL, SENTINEL_TLS

TRUE, FALSE = ("true", "yes", "on", "1", "y", "ok"), ("false", "no", "off", "0", "n")
WEB, POSTGRES, REDIS = (
    ("http", "https"),
    ("postgres", "postgresql", "pgsql", "psql"),
    ("redis", "rediss", "unix", SENTINEL, SENTINEL_TLS),
)
SHORTEST_KEY = 32
"""Characters in a key. A shorter one could be guessed."""
MAIL = tuple(environ.Env.EMAIL_SCHEMES)


class Environment(environ.Env):
    """The environment variables. An empty variable counts as unset."""

    ENVIRON = {name: value for name, value in os.environ.items() if value.strip()}

    def switch(self, name: str, default: bool) -> bool:
        """Return the value of a variable that is true or false. Exit if it has any other value."""
        value = self(name, default="").strip()
        if value.lower() in TRUE + FALSE:
            return value.lower() in TRUE
        if value:
            raise SystemExit(f"{name}={value} is neither true nor false. Write {name}=true or {name}=false.")
        return default

    def key(self, name: str) -> str:
        """Return the key in a variable, or "" if it is unset. Exit if the key could be guessed."""
        key = str(self(name, default="")).strip()
        if key and len(key) < SHORTEST_KEY:
            raise SystemExit(f"{name} has fewer than {SHORTEST_KEY} characters. Write 50 random letters and figures.")
        return key

    def names(self, name: str, **default: Any) -> list[str]:
        """Return the comma-separated values of a variable, stripped of whitespace, leaving out empty values."""
        return [value.strip() for value in self.list(name, **default) if value.strip()]

    def address(self, name: str, schemes: tuple[str, ...], **default: str) -> str:
        """Return an address, which may contain a password. Exit if it does not begin with one of the `schemes`."""
        value = str(self(name, **default)).strip()
        scheme, separator, rest = value.partition("://")
        if value and not (separator and scheme in schemes and rest):
            raise SystemExit(f"{name} is not a whole address. Let it begin with {_either(schemes)}.")
        return value

    def web_address(self, name: str) -> str:
        """Return a web address without a trailing slash, or "" if unset. Exit if it has no scheme or no host."""
        value = str(self(name, default="")).strip().rstrip("/")
        if value and (urlsplit(value).scheme not in WEB or not urlsplit(value).hostname):
            raise SystemExit(f"{name}={value} is not a whole address. Write it as in {name}=https://club.example")
        return value


def _either(schemes: tuple[str, ...]) -> str:
    *first, last = (f"{scheme}://" for scheme in schemes)
    return f"{', '.join(first)} or {last}"
