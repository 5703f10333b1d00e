"""`make` as a newcomer meets it: the four groups of `make test`, and a Python that will not do."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder with what `make setup` reads, and nothing installed."""
    for name in ("Makefile", "venv.sh", "pyproject.toml", "requirements-dev.lock"):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


def make(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    bare = {
        key: value for key, value in os.environ.items() if key not in ("MAKEFLAGS", "MAKELEVEL", "PYTHON")
    }
    return subprocess.run(
        ["make", *arguments], cwd=folder, env=bare, capture_output=True, text=True, timeout=60
    )


def script(path: Path, *lines: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(["#!/bin/sh", *lines, ""]))
    path.chmod(0o755)
    return path


def with_failing(folder: Path, failing: str) -> subprocess.CompletedProcess[str]:
    """`make test` where pytest says what it was asked to run, and fails for one folder of tests."""
    script(folder / ".venv/bin/python", 'echo "ran $*"', f'case "$*" in *"{failing}"*) exit 1;; esac')
    (folder / ".venv/.installed").touch()
    return make(folder, "test")


def test_a_failed_group_hides_no_later_one_and_is_named_at_the_end(checkout: Path) -> None:
    done = with_failing(checkout, "tests/clubsite")
    assert done.returncode != 0
    for folder in ("tests/games", "tests/clubsite", "tests/prod", "tests/browser"):
        assert folder in done.stdout
    summary = ["test-libs: passed", "test-sqlite: FAILED", "test-prod: passed", "test-browser: passed"]
    assert done.stdout.splitlines()[-4:] == summary


def test_four_groups_that_pass_are_a_success(checkout: Path) -> None:
    done = with_failing(checkout, "no such folder")
    assert done.returncode == 0, done.stderr
    assert [line.split(": ")[1] for line in done.stdout.splitlines()[-4:]] == ["passed"] * 4


@pytest.mark.parametrize(
    ("python", "sentence"),
    [
        (None, "There is no {python} here. Install Python 3.11.2 or later, and earlier than 3.15"),
        (
            ['case "$1" in --version) echo Python 3.10.13;; *) exit 1;; esac'],
            "This needs Python 3.11.2 or later, and earlier than 3.15; {python} is Python 3.10.13.",
        ),
        (
            ['case "$2" in *ensurepip*) exit 1;; esac'],
            "{python} cannot make environments: its venv module is missing. "
            "Debian and Ubuntu: apt-get install python3-venv",
        ),
    ],
    ids=["none", "too old", "no venv"],
)
def test_a_python_that_will_not_do_gets_a_sentence(
    checkout: Path, python: list[str] | None, sentence: str
) -> None:
    path = checkout / "python"
    if python is not None:
        script(path, *python)
    done = make(checkout, "setup", f"PYTHON={path}")
    assert done.returncode != 0
    assert done.stderr.startswith(sentence.format(python=path))
    assert "Traceback" not in done.stdout + done.stderr
    assert not (checkout / ".venv").exists()
