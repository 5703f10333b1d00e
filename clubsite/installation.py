"""The locations of the site's files and data, and its version, in a checkout or when installed from the wheel."""

import os
import tomllib
from importlib import metadata
from pathlib import Path

NAME = "two-handed-club"
CHECKOUT = Path(__file__).resolve().parent.parent
WHEEL_FILES = Path(__file__).resolve().parent / "site_files"
"""Where the wheel has `templates`, `static`, `docs/rules` and the licence (pyproject.toml)."""
IS_INSTALLED = WHEEL_FILES.is_dir()
SITE_FILES = WHEEL_FILES if IS_INSTALLED else CHECKOUT


def data_folder() -> Path:
    """Return the default folder for data: `var` in a checkout, otherwise the user's folder for program data.

    It is never inside a Python environment, because an upgrade replaces the environment.
    """
    return user_data_folder() if IS_INSTALLED else CHECKOUT / "var"


def user_data_folder() -> Path:
    """Return this user's folder for the site's data, following the XDG Base Directory specification."""
    named = Path(os.environ.get("XDG_DATA_HOME", ""))
    return (named if named.is_absolute() else Path.home() / ".local" / "share") / NAME


def site_version() -> str:
    """Return the site's version, which is written only in pyproject.toml."""
    if IS_INSTALLED:
        return metadata.version(NAME)
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["version"])
