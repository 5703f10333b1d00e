"""What goes with a release: the list of its libraries (an SBOM, CycloneDX), and whether they have known holes.

python release.py            writes var/sbom.json, asks about holes, and exits with status 1 if one is known
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent
LOCK = ROOT / "requirements.lock"
SBOM = ROOT / "var" / "sbom.json"
LONGEST_ANSWER = 300  # seconds


def sbom_write(file: Path) -> int:
    """Write the libraries in the lock file, with versions and hashes, as CycloneDX JSON. Return how many there are."""
    file.parent.mkdir(exist_ok=True)
    command = ["cyclonedx_py", "requirements", "--output-reproducible", "--of", "JSON", "-o", str(file), str(LOCK)]
    subprocess.run([sys.executable, "-m", *command], check=True, capture_output=True)
    return len(json.loads(file.read_text(encoding="utf-8"))["components"])


def audit(lock: Path, options: Sequence[str] = ()) -> dict[str, Any] | None:
    """Return pip-audit's report on a lock file, or None if the service that lists known holes does not answer."""
    command = ["pip_audit", "-r", str(lock), "--disable-pip", "--require-hashes", "--format", "json"]
    command += ["--progress-spinner", "off", *options]
    try:
        done = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, timeout=LONGEST_ANSWER)
        report: dict[str, Any] = json.loads(done.stdout)
    except (subprocess.TimeoutExpired, json.JSONDecodeError):
        return None
    return report


def audit_words(report: dict[str, Any] | None) -> tuple[list[str], bool]:
    """Return the lines to print about a report, and whether a hole is known."""
    if report is None:
        return ["Whether holes are known could not be asked: the service gave no answer. Ask again with a line."], False
    libraries = report["dependencies"]
    holes = [(one, hole) for one in libraries for hole in one.get("vulns", [])]
    lines = [_hole_words(one, hole) for one, hole in holes]
    # A library that the service does not answer for is skipped, and pip-audit then says that no hole is known.
    skipped = [one["name"] for one in libraries if "skip_reason" in one]
    if len(skipped) == len(libraries):
        return ["Whether holes are known could not be asked: the service knows none of the libraries."], False
    lines += [] if holes else ["No hole is known."]
    lines += [f"Not asked about: {', '.join(skipped)}."] if skipped else []
    return lines, bool(holes)


def _hole_words(library: dict[str, Any], hole: dict[str, Any]) -> str:
    mended = " or ".join(hole.get("fix_versions", []))
    end = f"mended in {mended}" if mended else "not mended yet"
    return f"{library['name']} {library['version']}: {hole['id']}, {end}."


def main() -> int:
    print(f"{SBOM.relative_to(ROOT)} lists {sbom_write(SBOM)} libraries.")
    lines, holes = audit_words(audit(LOCK))
    print("\n".join(lines))
    return int(holes)


if __name__ == "__main__":
    sys.exit(main())
