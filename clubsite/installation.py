"""Where the site's own files and its data are, and which version it is: in a checkout, or installed from the wheel."""

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
    """Return the folder for data if no other is named: `var` of a checkout, or the user's folder for data of programs.

    It is never inside an environment of Python, which an upgrade replaces.
    """
    return user_data_folder() if IS_INSTALLED else CHECKOUT / "var"


def user_data_folder() -> Path:
    """Return this user's folder for the data of the site, by the XDG base directory specification."""
    named = Path(os.environ.get("XDG_DATA_HOME", ""))
    return (named if named.is_absolute() else Path.home() / ".local" / "share") / NAME


def site_version() -> str:
    """Return the version, which is written in pyproject.toml and nowhere else."""
    if IS_INSTALLED:
        return metadata.version(NAME)
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["version"])
