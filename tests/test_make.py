"""`make` and `.ci/run` as a newcomer sees them: groups, skips, an unsuitable Python, and the long parts."""

import os
import re
import shutil
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
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


def test_a_failed_group_hides_no_later_one_and_the_end_says_what_was_skipped_and_what_to_install(checkout):
    """Groups that are skipped for the same reason are counted together."""
    done = make_test(checkout, 'case "$*" in *"tests/clubsite"*) exit 1;; esac')
    assert done.returncode != 0
    for folder in ("tests/games", "tests/clubsite", "tests/prod", "tests/browser"):
        assert folder in done.stdout
    summary = ["test-libs: passed", "test-sqlite: FAILED", "test-prod: passed", "test-browser: passed"]
    assert done.stdout.splitlines()[-4:] == summary
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
    summary = [f"test-{part}: passed" for part in parts]
    assert done.stdout.splitlines()[-10:] == [*summary, "skipped 4: sudo make test-hosts: why [1]"]
    for command in ("requirements-peers.lock", "tests/scoring/files", "tests/faults", ".ci/run box", ".ci/run image"):
        assert command in done.stdout
    kept = checkout / "var" / "test-all"
    assert (kept / "said").read_text().splitlines() == summary
    assert (kept / "hosts").read_text() == "4\tsudo make test-hosts: why [1]\n"
    assert "Commit your changes first" in done.stdout and not (kept / "tree").exists()


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
        [sys.executable, "-m", "pytest", "-q", "tests/browser/test_director.py", "-k", "first_night"],
        cwd=ROOT, env={**OUTSIDE, "CHROMIUM": "/no/such/browser", "SKIPS": str(skips), "FORBID_SKIPS": ""},
        capture_output=True, text=True, timeout=100,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    assert skips.read_text().partition("\t")[2].startswith("apt-get install chromium libatomic1: ")


VERSION = 'case "$1" in --version) echo Python {};; *) exit 1;; esac'


@pytest.mark.parametrize(
    ("python", "sentence"),
    [
        ("", "There is no {python} here. Install Python 3.11.2 or later, and earlier than 3.15 (PyYAML"),
        (VERSION.format("3.10.13"), "This needs Python 3.11.2 or later, and earlier than 3.15 (PyYAML"),
        (VERSION.format("3.15.0"), "This needs Python 3.11.2 or later, and earlier than 3.15 (PyYAML"),
        ('case "$2" in *ensurepip*) exit 1;; esac', "{python} cannot make environments: its venv module is missing. "),
    ],
    ids=["none", "too old", "too new", "no venv"],
)
def test_a_python_that_will_not_do_gets_a_sentence(checkout, python, sentence):
    path = checkout / "python"
    if python:
        script(path, python)
    done = make(checkout, "setup", f"PYTHON={path}")
    assert done.returncode != 0
    assert done.stderr.startswith(sentence.format(python=path))
    assert "Traceback" not in done.stdout + done.stderr
    assert not (checkout / ".venv").exists()


BY_MAKE_TEST = ("acts", "sockets")
"""The short round of the faults, which `.ci/run` always does."""


@pytest.fixture
def parts():
    spec = spec_from_loader("parts", SourceFileLoader("parts", str(ROOT / ".ci" / "parts")))
    assert spec and spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_long_proof_of_servers_and_browsers_is_in_one_part_and_short_is_what_is_short_in_make(parts):
    modules = [module for _, modules, _ in parts.rows() for module in modules]
    folders = [ROOT / "tests" / name for name in ("prod", "browser", "faults", "hosts")]
    there = [str(file.relative_to(ROOT)) for folder in folders for file in folder.glob("test_*.py")]
    short = {f"tests/faults/test_{name}.py" for name in BY_MAKE_TEST}
    assert sorted(modules) == sorted({*filter(parts.is_long, [*there, "tests/test_wheel.py"])} - short)
    short = re.search(r"^SHORT_FAULTS = (.+)$", (ROOT / "Makefile").read_text(), re.M)
    assert short and short[1].split() == [f"tests/faults/test_{name}.py" for name in BY_MAKE_TEST]


def test_every_row_names_files_and_folders_that_exist(parts):
    for name, _, proved in parts.rows():
        for path in proved:
            assert list((ROOT / path).parent.glob(f"{Path(path).name}*")), f"{name}: {path}"
    named = re.findall(r"^[^|]+\| (tests\S*) +\| ([a-z_ ]+?) *\|", parts.ROWS, re.M)
    for folder, modules in named:
        assert all((ROOT / folder / f"test_{module}.py").exists() for module in modules.split()), modules


STEPS = r"""
debian_can_be_made() { [ ! "$NO_DEBIAN" ] || { echo "$NO_DEBIAN"; return 1; }; }
open_workplace() { work=.; }
start() { begun=0; "${@:2}" || begun=$?; }
finish() { return $begun; }
step() { echo "$*" >>steps; [ "$1" != "$FAILS" ]; }
engine() { echo made; }
bare_root() { step bare_root; }
newcomer() { container=made; step newcomer "$@"; }
inside() { shift; [ "$1" != env ] || shift; step "$*"; }
for name in image box club; do eval "$name() { step $name \"\$@\"; }"; done
"""


@pytest.fixture
def ci(tmp_path):
    """A function that runs `.ci/run` with steps that only write down that they were called."""
    for name, lines in {
        "debian": STEPS,
        "newcomer": "#!/bin/sh\necho here >>steps",
        "parts": '#!/bin/sh\neval "$PARTS"',
    }.items():
        (tmp_path / ".ci").mkdir(exist_ok=True)
        (tmp_path / ".ci" / name).write_text(lines)
        (tmp_path / ".ci" / name).chmod(0o755)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "make").write_text('#!/bin/sh\necho "make $*" >>steps')
    (tmp_path / "bin" / "make").chmod(0o755)
    text = (ROOT / ".ci" / "run").read_text()

    def run(*words: str, last_start: str = "", **environment: str) -> tuple[int, list[str], str]:
        (tmp_path / "steps").write_text("")
        (tmp_path / ".ci" / "run").write_text(re.sub(r"(?<=^LAST_START=).*$", last_start or r"\g<0>", text, flags=re.M))
        env = {
            "NO_DEBIAN": "",
            "FAILS": "",
            "PARTS": "true",
            "PATH": f"{tmp_path}/bin:{os.environ['PATH']}",
            **environment,
        }
        done = subprocess.run(
            ["bash", ".ci/run", *words], cwd=tmp_path, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True
        )
        return done.returncode, (tmp_path / "steps").read_text().splitlines(), done.stdout

    return run


TWO_PARTS = r"printf 'doctor\techo one >>steps\nbackups\techo two >>steps\n'"
LONG_PARTS = [f"FORBID_SKIPS=1 sh -c echo {word} >>steps" for word in ("one", "two")]
FAULTS = "FORBID_SKIPS=1 make test-faults SHORT=1"
LINT = "make lint"


def test_ci_goes_through_all_steps_and_the_long_parts_that_changed(ci):
    status, steps, output = ci(PARTS=TWO_PARTS)
    assert status == 0
    first = ["bare_root", "image", "newcomer bare", "box", "club made", FAULTS, LINT]
    assert steps == [*first, *LONG_PARTS]
    assert ci()[2].splitlines()[0] == "No long part changed"
    status, steps, output = ci(PARTS=TWO_PARTS, last_start="0")
    assert (status, steps) == (0, first)
    assert "no time is left (make test-all): doctor" in output and "no time is left (make test-all): backups" in output


@pytest.mark.parametrize(
    ("step", "last"),
    [(job, job) for job in ("newcomer", "club", FAULTS, LINT, LONG_PARTS[0])] + [("image", "newcomer"), ("box", LINT)],
)
def test_ci_fails_at_the_first_step_that_fails_or_once_it_knows_what_ran_beside(ci, step, last):
    status, steps, _ = ci(PARTS=TWO_PARTS, FAILS=step)
    assert status != 0 and steps[-1].startswith(last)
    assert ci(PARTS="false")[0] != 0, "nobody can say which parts changed"


def test_without_a_debian_readme_is_followed_here_and_a_part_alone_is_listed_as_skipped(ci, tmp_path):
    status, steps, output = ci(NO_DEBIAN="this is no Debian", PARTS=TWO_PARTS)
    assert status == 0 and "No bare Debian 12 here (this is no Debian)" in output
    assert steps == ["here", "make test-faults SHORT=1", LINT, "one", "two"]
    status, steps, output = ci("box", NO_DEBIAN="only root can make one", SKIPS=str(tmp_path / "skips"))
    assert (status, steps) == (0, [])
    reason = "sudo make test-box: no bare Debian 12 can be made here (only root can make one)"
    assert (tmp_path / "skips").read_text() == f"1\t{reason}\n"


@pytest.mark.parametrize(("alone", "last"), [("box", "box"), ("image", "club made")])
def test_a_part_alone_does_nothing_else(ci, alone, last):
    status, steps, _ = ci(alone)
    assert status == 0 and (steps[0], steps[-1]) == ("bare_root", last)
    assert not [step for step in steps if step.startswith(("newcomer", "make"))]
