"""Make a release: check the tree, the version and the libraries, then build in `dist/` what goes with it.

python release.py            the wheels, the list of libraries (an SBOM, CycloneDX), and the notes from CHANGELOG.md
python release.py --tag      the same, and the tag of git; only for a final version with a date in CHANGELOG.md

`make test-all` must have passed for this very tree. What the machine could not run, `--without` has to name too.
The exit status is 1 if a check fails. Nothing is built then, and nothing is tagged.
"""

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Mapping, Sequence, Set
from pathlib import Path
from typing import Any

from packaging.version import Version

ROOT = Path(__file__).resolve().parent
LOCK = ROOT / "requirements.lock"
DIST = ROOT / "dist"
LONGEST_ANSWER = 300  # seconds
PARTS = ("peers", "libs", "sqlite", "prod", "browser", "faults", "hosts", "box", "image")
"""The parts of `make test-all`, as the Makefile names them."""
RECORD = Path("var", "test-all")
HEADING = re.compile(r"^## (\S+)(?: \((unreleased|\d{4}-\d\d-\d\d)\))?$", re.M)


def project_version(root: Path) -> Version:
    """Return the version in pyproject.toml, the one place that has it."""
    return Version(tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"])


def is_final(version: Version) -> bool:
    return not version.is_prerelease and version.local is None


def tree_faults(root: Path) -> list[str]:
    """Return what keeps the working tree from being released, as sentences."""
    if shutil.which("git") is None:
        return ["Install git first: it says what is released, and holds the tag."]
    done = subprocess.run(["git", "status", "--porcelain"], cwd=root, capture_output=True, text=True)
    if done.returncode:
        return ["This is no checkout of git, so nobody could say what was released."]
    changed = [line[3:] for line in done.stdout.splitlines()]
    return [f"Commit your changes first: {', '.join(changed[:5])}{' ...' * (len(changed) > 5)}."] if changed else []


def version_faults(version: Version, changelog: str, tag: bool) -> list[str]:
    """Return where the version, the top heading of the changelog and the wish for a tag do not fit together."""
    heading = HEADING.search(changelog)
    if heading is None or heading[1] != version.base_version:
        phrase = f"with {heading[1]}" if heading else "without a version"
        return [f"pyproject.toml is at {version}, but CHANGELOG.md begins {phrase}. Write one version in both."]
    if is_final(version) and heading[2] in ("unreleased", None):
        return [f"Write the date of {version} in CHANGELOG.md: ## {version} (2026-12-24)."]
    if tag and not is_final(version):
        return [f"{version} is not final, so it gets no tag. Write {version.base_version} in pyproject.toml first."]
    return []


def migration_hashes(root: Path) -> dict[str, str]:
    """Return a hash of each migration of our apps, by app and name."""
    files = sorted((root / "clubsite").glob("*/migrations/0*.py"))
    return {f"{file.parts[-3]}/{file.stem}": hashlib.sha256(file.read_bytes()).hexdigest()[:16] for file in files}


def changed_migrations(released: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """Return the migrations of a released version that are not what they were. New ones may come after them."""
    return [name for name, of_release in released.items() if now.get(name) != of_release]


def kept_faults(root: Path, version: Version) -> list[str]:
    """Return whether a final version lacks a kept database that its migrations made, as sentences."""
    made_by = [json.loads(file.read_text())["migrations"] for file in (root / "tests" / "upgrade").glob("*.json")]
    if not is_final(version) or migration_hashes(root) in made_by:
        return []
    return ["No database in tests/upgrade was made by the migrations of this version. Make it: make kept-night."]


def untested(root: Path, without: Set[str] = frozenset()) -> list[str]:
    """Return what `make test-all` has not shown about this tree, as sentences.

    Its record names the tree, the parts that passed and the skipped tests. A part in `without` may have skips.
    """
    record = root / RECORD
    done = subprocess.run(["git", "rev-parse", "HEAD^{tree}"], cwd=root, capture_output=True, text=True)
    if not (record / "said").exists() or not (record / "tree").exists() or (record / "tree").read_text() != done.stdout:
        return ["make test-all has not run to its end on this very tree. Run it first, with everything committed."]
    lines = (record / "said").read_text().splitlines()
    failed = [part for part in PARTS if f"test-{part}: passed" not in lines]
    faults = [f"test-{part} has not passed. Mend it, then run make test-all again." for part in failed]
    for part, reasons in skips_of(record).items():
        if part not in without:
            text = "\n".join(f"  {reason}" for reason in reasons)
            faults.append(f"This machine could not run all of {part}. To release without it: WITHOUT={part}\n{text}")
    return faults


def skips_of(record: Path) -> dict[str, list[str]]:
    """Return why tests were skipped, by part. A reason such as `make peers: ...` belongs to the part that it names."""
    skips: dict[str, list[str]] = {}
    for of, part in ((record / part, part) for part in PARTS):
        for line in of.read_text(encoding="utf-8").splitlines() if of.exists() else ():
            count, reason = line.split("\t", 1)
            if "is not released" in reason:
                continue  # no machine could run it
            named = re.match(r"(?:sudo )?make (?:test-)?(\w+)", reason)
            whose = named[1] if named and named[1] in PARTS else part
            skips.setdefault(whose, []).append(f"{count} of test-{part}: {reason}")
    return skips


def notes(changelog: str) -> str:
    """Return what the changelog says about its top version."""
    parts = HEADING.split(changelog)
    return f"{parts[3].strip()}\n"


def wheels_build(source: Path, folder: Path) -> list[Path]:
    """Build the wheel for every system, and, with a C++ compiler, the one with the compiled solver. Return both."""
    with tempfile.TemporaryDirectory() as bare:
        wheel_build(source, folder, HATCH_BUILD_NO_HOOKS="true")
        compiled = wheel_build(source, Path(bare))
        if "-none-any" not in compiled.name:
            _linux_named(compiled, folder) if sys.platform == "linux" else shutil.move(compiled, folder)
    return sorted(folder.glob("*.whl"))


def wheel_build(source: Path, folder: Path, **environment: str) -> Path:
    """Build one wheel by the build backend that is installed here, without asking an index for it."""
    command = ["uv", "build", "--quiet", "--wheel", "--no-build-isolation", "--offline", "--python", sys.executable]
    _run([*command, "-o", str(folder), str(source)], **environment)
    return max(folder.glob("*.whl"), key=lambda wheel: wheel.stat().st_mtime)


def _linux_named(wheel: Path, folder: Path) -> None:
    """Write the wheel under the name of the oldest Linux on which it runs, which auditwheel reads from its symbols."""
    _run(
        ["auditwheel", "repair", "-w", str(folder), str(wheel)],
        PATH=f"{Path(sys.executable).parent}:{os.environ['PATH']}",
    )


def _run(module: Sequence[str], **environment: str) -> None:
    """Run a module of Python. Exit with its messages if it fails."""
    done = subprocess.run(
        [sys.executable, "-m", *module], env={**os.environ, **environment}, capture_output=True, text=True
    )
    if done.returncode:
        sys.exit(f"{' '.join(module[:2])} failed:\n{done.stderr}")


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
    holes = [(library, hole) for library in libraries for hole in library.get("vulns", [])]
    lines = [_hole_words(library, hole) for library, hole in holes]
    # A library that the service does not answer for is skipped, and pip-audit then says that no hole is known.
    skipped = [library["name"] for library in libraries if "skip_reason" in library]
    if len(skipped) == len(libraries):
        return ["Whether holes are known could not be asked: the service knows none of the libraries."], False
    lines += [] if holes else ["No hole is known."]
    lines += [f"Not asked about: {', '.join(skipped)}."] if skipped else []
    return lines, bool(holes)


def _hole_words(library: dict[str, Any], hole: dict[str, Any]) -> str:
    mended = " or ".join(hole.get("fix_versions", []))
    end = f"mended in {mended}" if mended else "not mended yet"
    return f"{library['name']} {library['version']}: {hole['id']}, {end}."


def tag_make(root: Path, version: Version, text: Path) -> list[str]:
    """Make the tag, with the notes as its message. Return why it was not made, as sentences."""
    command = ["git", "tag", "--annotate", "--cleanup=verbatim", "--file", str(text), f"v{version}"]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True)
    return [f"The tag was not made: {done.stderr.strip()}."] if done.returncode else []


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tag", action="store_true", help="make the tag of git at the end")
    parser.add_argument("--without", default="", metavar="PARTS", help="what may be released untried: hosts,image")
    options = parser.parse_args(arguments)
    tag, without = options.tag, frozenset(filter(None, options.without.split(",")))
    if unknown := without - set(PARTS):
        parser.error(f"{', '.join(sorted(unknown))}: make test-all has no such part, only {', '.join(PARTS)}")
    version, changelog = project_version(ROOT), (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    faults = [*tree_faults(ROOT), *version_faults(version, changelog, tag), *kept_faults(ROOT, version)]
    if faults := faults or untested(ROOT, without):
        print("\n".join(faults), file=sys.stderr)
        return 1
    lines, holes = audit_words(audit(LOCK))
    print("\n".join(lines))
    if holes:
        return 1
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    print(f"dist/sbom.json lists {sbom_write(DIST / 'sbom.json')} libraries.")
    print("\n".join(f"dist/{wheel.name}" for wheel in wheels_build(ROOT, DIST)))
    (DIST / "notes.md").write_text(notes(changelog), encoding="utf-8")
    print("dist/notes.md has the notes from CHANGELOG.md.")
    if not tag:
        return 0
    faults = tag_make(ROOT, version, DIST / "notes.md")
    print("\n".join(faults) or f"Tagged as v{version}. Push it when everything else is done.")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
