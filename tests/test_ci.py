"""The order of `.ci/run`, and the long parts that it tries: what changed last comes first."""

import os
import re
import subprocess
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
BY_MAKE_TEST = ("acts", "kills", "sockets")
"""The short round of the faults, which `.ci/run` always does."""


@pytest.fixture
def parts():
    spec = spec_from_loader("parts", SourceFileLoader("parts", str(ROOT / ".ci" / "parts")))
    assert spec and spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_long_proof_of_servers_and_browsers_is_in_one_part(parts):
    modules = [module for _, modules, _ in parts.rows() for module in modules]
    folders = ("prod", "browser", "faults", "hosts")
    there = [
        f"tests/{folder}/{file.name}" for folder in folders for file in (ROOT / "tests" / folder).glob("test_*.py")
    ]
    short = {f"tests/faults/test_{name}.py" for name in BY_MAKE_TEST}
    assert sorted(modules) == sorted(
        {*filter(parts.is_long, there), *filter(parts.is_long, ["tests/test_wheel.py"])} - short
    )


def test_every_row_names_files_and_folders_that_exist(parts):
    for name, _, proved in parts.rows():
        for path in proved:
            assert list((ROOT / path).parent.glob(f"{Path(path).name}*")), f"{name}: {path}"
    named = re.findall(r"^[^|]+\| (tests\S*) +\| ([a-z_ ]+?) *\|", parts.ROWS, re.M)
    for folder, modules in named:
        assert all((ROOT / folder / f"test_{module}.py").exists() for module in modules.split()), modules


def test_a_part_is_tried_for_its_own_tests_and_for_what_it_proves(parts):
    commits = [{"docs/scoring.md"}, {"clubsite/keeper/doctor.py", "README.md"}, {"tests/prod/test_doctor.py"}]
    assert parts.age(["tests/prod/test_doctor.py", "clubsite/keeper"], commits) == 1
    assert parts.age(["tests/prod/test_doctor.py"], commits) == 2
    assert parts.age(["deploy"], commits) is None
    assert parts.age(["deploy"], None) == 0, "without git all are tried"


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
    status, steps, said = ci(PARTS=TWO_PARTS)
    assert status == 0
    first = ["bare_root", "image", "newcomer bare", "box", "club made", FAULTS, LINT]
    assert steps == [*first, *LONG_PARTS]
    assert ci()[2].splitlines()[0] == "No long part changed"
    status, steps, said = ci(PARTS=TWO_PARTS, last_start="0")
    assert (status, steps) == (0, first)
    assert "no time is left (make test-all): doctor" in said and "no time is left (make test-all): backups" in said


@pytest.mark.parametrize("step", ["newcomer", "club", FAULTS, LINT, LONG_PARTS[0]])
def test_ci_fails_at_the_first_step_that_fails(ci, step):
    status, steps, _ = ci(PARTS=TWO_PARTS, FAILS=step)
    assert status != 0 and steps[-1].startswith(step)


@pytest.mark.parametrize(("beside", "last"), [("image", "newcomer bare"), ("box", LINT)])
def test_ci_fails_after_what_it_does_itself_if_what_ran_beside_has_failed(ci, beside, last):
    status, steps, _ = ci(PARTS=TWO_PARTS, FAILS=beside)
    assert status != 0 and steps[-1] == last


def test_ci_fails_if_nobody_can_say_which_parts_changed(ci):
    assert ci(PARTS="false")[0] != 0


def test_without_a_debian_readme_is_followed_here_and_a_part_alone_is_told_as_skipped(ci, tmp_path):
    status, steps, said = ci(NO_DEBIAN="this is no Debian", PARTS=TWO_PARTS)
    assert status == 0 and "No bare Debian 12 here (this is no Debian)" in said
    assert steps == ["here", "make test-faults SHORT=1", LINT, "one", "two"]
    status, steps, said = ci("box", NO_DEBIAN="only root can make one", SKIPS=str(tmp_path / "skips"))
    assert (status, steps) == (0, [])
    reason = "sudo make test-box: no bare Debian 12 can be made here (only root can make one)"
    assert (tmp_path / "skips").read_text() == f"1\t{reason}\n"


@pytest.mark.parametrize(("alone", "last"), [("box", "box"), ("image", "club made")])
def test_a_part_alone_does_nothing_else(ci, alone, last):
    status, steps, _ = ci(alone)
    assert status == 0 and (steps[0], steps[-1]) == ("bare_root", last)
    assert not [step for step in steps if step.startswith(("newcomer", "make"))]


def test_what_is_short_in_the_makefile_is_short_here():
    short = re.search(r"^SHORT_FAULTS = (.+)$", (ROOT / "Makefile").read_text(), re.M)
    assert short and short[1].split() == [f"tests/faults/test_{name}.py" for name in BY_MAKE_TEST]
