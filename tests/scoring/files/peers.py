"""Other programs that read our files. Where one is missing its tests skip and say so; REQUIRE_PEERS=1 fails them."""

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from scoring.files.usebio import DTD

REQUIRED = os.environ.get("REQUIRE_PEERS") == "1"
XMLLINT = shutil.which("xmllint") or "xmllint"
NO_WHEEL = sys.version_info >= (3, 14)
without_endplay = pytest.mark.skipif(
    find_spec("endplay") is None and (NO_WHEEL or not REQUIRED),
    reason="endplay has no wheel for Python 3.14: `make peers` asks xmllint alone"
    if NO_WHEEL
    else "endplay is not installed: `make peers` installs it and lets it read our files",
)
without_xmllint = pytest.mark.skipif(
    shutil.which("xmllint") is None and not REQUIRED, reason="xmllint is not installed (libxml2-utils)"
)
MDB_EXPORT = shutil.which("mdb-export") or "mdb-export"
without_mdbtools = pytest.mark.skipif(
    shutil.which("mdb-export") is None and not REQUIRED, reason="mdb-export is not installed (mdbtools)"
)


def lint(text: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """What xmllint says of a text, held against our DTD."""
    file = folder / "night.xml"
    file.write_text(text, encoding="utf-8")
    command = [XMLLINT, "--nonet", "--noout", "--dtdvalid", str(DTD), str(file)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)
