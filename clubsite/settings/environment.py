"""Reading settings and keys from the environment or a file. A bad value makes the site exit with a message."""

import os
import secrets
from pathlib import Path
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


def keys_from(env: Environment) -> list[str]:
    """Return the keys in `DEAL_KEYS`, newest first, or [] if it is not set. Exit if a key is too short."""
    keys = env.names("DEAL_KEYS", default=[])
    if any(len(key) < SHORTEST_KEY for key in keys):
        raise SystemExit(
            f"A key in DEAL_KEYS has fewer than {SHORTEST_KEY} characters. Write keys of 50 random letters and "
            "figures, with commas between them, the newest first."
        )
    return keys


def keys_kept(file: Path) -> list[str]:
    """Return the keys in `file`, one a line, newest first. Create a missing file, or exit if that fails."""
    try:
        if not file.exists():
            _write(file, [secrets.token_urlsafe(38)])
        keys = file.read_text().split()
    except OSError as error:
        raise SystemExit(
            f"The key for unopened boards cannot be kept in {error.filename} ({error.strerror}). Name another file: "
            "DEAL_KEYS_FILE=/a/folder/of/yours/deal-keys."
        ) from None
    if not keys or any(len(key) < SHORTEST_KEY for key in keys):
        raise SystemExit(
            f"{file} holds no key for unopened boards, or a damaged one. Put back the file that you saved."
        )
    return keys


def key_added(file: Path) -> list[str]:
    """Put a new key first in `file`, and return all keys. If that fails, keep the old file and raise OSError."""
    keys = [secrets.token_urlsafe(38), *file.read_text().split()]
    draft = file.with_name(f"{file.name}.new")
    draft.unlink(missing_ok=True)
    _write(draft, keys)
    draft.replace(file)
    return keys


def _write(file: Path, keys: list[str]) -> None:
    """Write a new file that only its owner may read. Do nothing if another process has created it in the meantime."""
    try:
        made = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return
    with os.fdopen(made, "w") as out:
        out.write("".join(f"{key}\n" for key in keys))
