"""The keys that seal unopened boards. They come from the environment, or from a separate file that is created once."""

import os
import secrets
from pathlib import Path

from clubsite.settings.environment import SHORTEST_KEY, Environment


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
    """Return the keys in `file`, newest first, one a line. Make it if it is missing, or exit if that fails."""
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
    """Write a new key before those in `file`, and return all. If that fails, keep the old file and raise OSError."""
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
