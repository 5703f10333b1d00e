"""A second program, independent of ours, that reads our USEBIO files."""

import subprocess
from pathlib import Path

from scoring.files.usebio import DTD


def lint(text: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Check a text with xmllint against our DTD, using a file in `folder`."""
    file = folder / "night.xml"
    file.write_text(text, encoding="utf-8")
    command = ["xmllint", "--nonet", "--noout", "--dtdvalid", str(DTD), str(file)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)
