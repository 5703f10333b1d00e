"""`make` as a newcomer sees it: the groups in `make test`, the tests they skip, and an unsuitable Python."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
pytest_plugins = ["pytester"]
OUTSIDE = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}


@pytest.fixture
def checkout(tmp_path):
    """A folder with the files that `make setup` reads, and nothing installed."""
    locks = ("requirements.lock", "requirements-dev.lock", "requirements-peers.lock")
    for name in ("Makefile", "venv.sh", "pyproject.toml", *locks):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


def make(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    bare = {key: value for key, value in os.environ.items() if key not in ("MAKEFLAGS", "MAKELEVEL", "PYTHON")}
    return subprocess.run(["make", *arguments], cwd=folder, env=bare, capture_output=True, text=True, timeout=60)


def script(path: Path, *lines: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(["#!/bin/sh", *lines, ""]))
    path.chmod(0o755)
    return path


def make_test(folder: Path, *lines: str, target: str = "test") -> subprocess.CompletedProcess[str]:
    """Run `make test` with a script that consists of `lines` in place of pytest."""
    script(folder / ".venv/bin/python", 'echo "ran $*"', *lines)
    script(folder / ".ci/run", 'echo "ran .ci/run $*"')
    (folder / ".venv/.installed").touch()
    return make(folder, target)


def test_running_the_site_installs_only_what_the_site_needs(checkout):
    """A second start installs nothing, and neither does a start after the tests, which include the site's packages."""
    script(checkout / ".venv/bin/python", 'echo "ran $*"')
    first, second = make(checkout, "run").stdout, make(checkout, "run").stdout
    assert re.findall(r"-r (\S+)", first) == ["requirements.lock"]
    assert "ran manage.py serve" in first and "ran -m solver.build" in first
    assert "pip install" not in second and "ran manage.py serve" in second
    assert re.findall(r"-r (\S+)", make(checkout, "setup").stdout) == ["requirements-dev.lock"]
    (checkout / ".venv/.runs").unlink()
    (checkout / ".venv/.installed").unlink()
    assert re.findall(r"-r (\S+)", make(checkout, "setup").stdout) == ["requirements-dev.lock"]
    assert "pip install" not in make(checkout, "run").stdout


def with_failing(folder: Path, failing: str) -> subprocess.CompletedProcess[str]:
    """Run `make test` with one test folder that fails."""
    return make_test(folder, f'case "$*" in *"{failing}"*) exit 1;; esac')


def test_a_failed_group_hides_no_later_one_and_is_named_at_the_end(checkout):
    done = with_failing(checkout, "tests/clubsite")
    assert done.returncode != 0
    for folder in ("tests/games", "tests/clubsite", "tests/prod", "tests/browser"):
        assert folder in done.stdout
    summary = ["test-libs: passed", "test-sqlite: FAILED", "test-prod: passed", "test-browser: passed"]
    assert done.stdout.splitlines()[-4:] == summary


def test_four_groups_that_pass_are_a_success(checkout):
    done = with_failing(checkout, "no such folder")
    assert done.returncode == 0, done.stderr
    assert [line.split(": ")[1] for line in done.stdout.splitlines()[-4:]] == ["passed"] * 4


def test_it_ends_with_what_was_skipped_and_what_to_install(checkout):
    """Groups that are skipped for the same reason are counted together."""
    done = make_test(
        checkout, 'case "$*" in *tests/*) printf "%s\\tapt-get install g++: no compiler\\n" 2 >>"$SKIPS";; esac'
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-2:] == ["test-browser: passed", "skipped 8: apt-get install g++: no compiler"]


def test_everything_runs_long_and_leaves_a_record_of_what_it_skipped(checkout):
    """Without git nobody can say later which tree it was, so the record then counts for no release."""
    done = make_test(
        checkout, 'case "$*" in *tests/hosts*) printf "4\\tsudo make test-hosts: why [$LONG]\\n" >>"$SKIPS";; esac',
        target="test-all",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    parts = "peers libs sqlite prod browser faults hosts box image".split()
    said = [f"test-{part}: passed" for part in parts]
    assert done.stdout.splitlines()[-10:] == [*said, "skipped 4: sudo make test-hosts: why [1]"]
    for command in ("requirements-peers.lock", "tests/scoring/files", "tests/faults", ".ci/run box", ".ci/run image"):
        assert command in done.stdout
    kept = checkout / "var" / "test-all"
    assert (kept / "said").read_text().splitlines() == said
    assert (kept / "hosts").read_text() == "4\tsudo make test-hosts: why [1]\n"
    assert "Commit your changes first" in done.stdout and not (kept / "tree").exists()


def test_a_part_that_fails_is_in_the_record_and_fails_everything(checkout):
    done = make_test(checkout, 'case "$*" in *tests/hosts*) exit 1;; esac', target="test-all")
    assert done.returncode != 0
    said = (checkout / "var" / "test-all" / "said").read_text().splitlines()
    assert [line for line in said if not line.endswith(": passed")] == ["test-hosts: FAILED"]


SKIPS = """
import pytest

@pytest.mark.skipif(True, reason="make test-all: a long proof")
def test_long(): ...

def test_one(): {body}
"""


def run_skips(pytester, body: str, *options: str) -> tuple[int, list[str]]:
    """Run a test file under tests/conftest.py. Return the exit status and the skips that `make test` gets."""
    pytester.makepyfile(test_skips=SKIPS.format(body=body))
    skips = Path(os.environ["SKIPS"])
    skips.unlink(missing_ok=True)
    command = ("-q", "-p", "no:django", "-p", "tests.conftest", *options)
    done = pytester.runpytest_subprocess(*command) if options else pytester.runpytest_inprocess(*command)
    return done.ret, sorted(skips.read_text().splitlines())


def test_a_missing_package_skips_or_fails_the_run_as_asked(pytester, monkeypatch):
    """Leaving out a long proof does not make the run fail. A skip in a worker is counted once."""
    monkeypatch.setenv("SKIPS", str(pytester.path / "skips.txt"))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)
    monkeypatch.setenv("FORBID_SKIPS", "1")
    assert run_skips(pytester, "...") == (0, ["1\tmake test-all: a long proof"])
    lacking = 'pytest.skip("apt-get install g++: no compiler")'
    both = ["1\tapt-get install g++: no compiler", "1\tmake test-all: a long proof"]
    assert run_skips(pytester, lacking, "-n", "1") == (1, both)
    monkeypatch.setenv("FORBID_SKIPS", "")
    assert run_skips(pytester, lacking) == (0, both)


def test_without_chromium_the_tests_in_a_browser_are_skipped_with_what_to_install(tmp_path):
    skips = tmp_path / "skips.txt"
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "tests/browser/test_first_night.py"],
        cwd=ROOT,
        env={**OUTSIDE, "CHROMIUM": "/no/such/browser", "SKIPS": str(skips), "FORBID_SKIPS": ""},
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert done.returncode == 0, done.stdout
    assert skips.read_text().partition("\t")[2].startswith("apt-get install chromium libatomic1: ")


@pytest.mark.parametrize(
    ("python", "sentence"),
    [
        (None, "There is no {python} here. Install Python 3.11.2 or later, and earlier than 3.15 (PyYAML"),
        (
            ['case "$1" in --version) echo Python 3.10.13;; *) exit 1;; esac'],
            "This needs Python 3.11.2 or later, and earlier than 3.15 (PyYAML, which the API's description needs, "
            "has no wheel for 3.15 yet); {python} is Python 3.10.13.",
        ),
        (
            ['case "$1" in --version) echo Python 3.15.0;; *) exit 1;; esac'],
            "This needs Python 3.11.2 or later, and earlier than 3.15 (PyYAML, which the API's description needs, "
            "has no wheel for 3.15 yet); {python} is Python 3.15.0.",
        ),
        (
            ['case "$2" in *ensurepip*) exit 1;; esac'],
            "{python} cannot make environments: its venv module is missing. "
            "Debian and Ubuntu: apt-get install python3-venv",
        ),
    ],
    ids=["none", "too old", "too new", "no venv"],
)
def test_a_python_that_will_not_do_gets_a_sentence(checkout, python, sentence):
    path = checkout / "python"
    if python is not None:
        script(path, *python)
    done = make(checkout, "setup", f"PYTHON={path}")
    assert done.returncode != 0
    assert done.stderr.startswith(sentence.format(python=path))
    assert "Traceback" not in done.stdout + done.stderr
    assert not (checkout / ".venv").exists()
