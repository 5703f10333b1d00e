"""The lock files work on every Python that `requires-python` allows: they list all that the packages need there."""

import re
import tomllib
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
PROJECT = PYPROJECT["project"]
RUNTIME = PROJECT["dependencies"]
DEV = PYPROJECT["dependency-groups"]["dev"]
PEERS = [line for line in (ROOT / "requirements-peers.in").read_text().splitlines() if not line.startswith("#")]
LOCKS = {"requirements.lock": RUNTIME, "requirements-dev.lock": [*RUNTIME, *DEV], "requirements-peers.lock": PEERS}
PYTHONS = ["3.11.2", "3.12.0", "3.13.0", "3.14.0"]


def locked(name: str) -> list[Requirement]:
    """Return the lines of a lock file, each with name, version and marker, but without hashes."""
    text = (ROOT / name).read_text()
    return [Requirement(line.rstrip(" \\")) for line in text.splitlines() if re.match(r"[a-zA-Z0-9]", line)]


def environment(python: str) -> dict[str, str]:
    """Return the values of the marker variables on Linux with this Python."""
    version = {"python_full_version": python, "python_version": python.rsplit(".", 1)[0]}
    platform = {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix"}
    return {**default_environment(), **version, **platform, "implementation_version": python, "extra": ""}


def applies(requirement: Requirement, env: dict[str, str], extras: frozenset[str]) -> bool:
    marker = requirement.marker
    return marker is None or any(marker.evaluate({**env, "extra": extra}) for extra in extras or {""})


def pins(name: str, env: dict[str, str]) -> dict[str, str]:
    """Return the version of each package in a lock file, from the lines that apply to this environment."""
    here = [line for line in locked(name) if applies(line, env, frozenset())]
    return {canonicalize_name(line.name): str(line.specifier).removeprefix("==") for line in here}


def asked(roots: list[str], env: dict[str, str], pinned: dict[str, str]) -> Iterator[tuple[str, Requirement]]:
    """Yield each package's requirements, starting with the roots, by the metadata installed at the pinned version.

    A package needed only on another Python is not installed here, so that package's own requirements are unknown.
    """
    todo = [("pyproject.toml", root, frozenset[str]()) for root in map(Requirement, roots)]
    seen = set()
    while todo:
        asker, requirement, extras = todo.pop()
        if not applies(requirement, env, extras) or (asker, str(requirement)) in seen:
            continue
        seen.add((asker, str(requirement)))
        yield asker, requirement
        name = canonicalize_name(requirement.name)
        try:
            package = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue
        if package.version == pinned.get(name):
            wanted = frozenset(requirement.extras) | {""}
            todo += [(name, Requirement(line), wanted) for line in package.requires or []]


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("lock", LOCKS)
def test_whatever_a_package_asks_for_in_a_python_is_in_the_lock(lock, python):
    env = environment(python)
    pinned = pins(lock, env)
    missing = [
        f"{asker} asks for {requirement}, the lock has {pinned.get(canonicalize_name(requirement.name))}"
        for asker, requirement in asked(LOCKS[lock], env, pinned)
        if not requirement.specifier.contains(pinned.get(canonicalize_name(requirement.name), "0"), prereleases=True)
        or canonicalize_name(requirement.name) not in pinned
    ]
    assert missing == []


@pytest.mark.parametrize("python", PYTHONS)
def test_every_installed_package_of_the_lock_runs_on_the_python(python):
    """Each package's Requires-Python is checked, but only for packages that are installed at the locked version."""
    installed = {canonicalize_name(package.name): package for package in metadata.distributions()}
    here = pins("requirements-dev.lock", environment(python))
    known = {name: version for name, version in here.items() if name in installed}
    assert {name: installed[name].version for name in known} == known, "run `make setup`"
    assert len(known) >= len(here) - 3
    refusing = [
        name for name in known if not SpecifierSet(installed[name].metadata["Requires-Python"] or "").contains(python)
    ]
    assert refusing == []


def test_the_three_locks_agree_on_every_version():
    dev = {line.name: line.specifier for line in locked("requirements-dev.lock")}
    for name in ("requirements.lock", "requirements-peers.lock"):
        for line in locked(name):
            assert dev.get(line.name, line.specifier) == line.specifier, f"{name}: {line.name}"


def test_the_pythons_tried_are_those_that_the_project_allows():
    allowed = SpecifierSet(PROJECT["requires-python"])
    assert all(allowed.contains(python) for python in PYTHONS)
    assert not any(allowed.contains(python) for python in ("3.10.13", "3.11.1", "3.15.0"))


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_names_no_registry(lock):
    assert "://" not in (ROOT / lock).read_text()
