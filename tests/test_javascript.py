"""The logic of the pages' scripts without a browser: `node --test` runs `tests/js`. Without Node it is skipped."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
TESTS = sorted((ROOT / "tests/js").glob("*.test.mjs"))
OLDEST = 18  # `node --test` and ES modules as Debian 12 has them


@pytest.fixture(scope="module")
def node() -> str:
    """Node's path. Where it is missing or too old the tests skip; REQUIRE_NODE=1 fails them."""
    path = shutil.which("node")
    if path is not None:
        said = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=30).stdout
        if int(said.removeprefix("v").split(".")[0]) >= OLDEST:
            return path
    why = f"No Node from version {OLDEST} (apt-get install nodejs): the scripts' logic is not tried"
    if os.environ.get("REQUIRE_NODE") == "1":
        pytest.fail(why)
    pytest.skip(why)


@pytest.mark.parametrize("tests", TESTS, ids=lambda path: path.name.removesuffix(".test.mjs"))
def test_the_logic_of_the_scripts(node: str, tests: Path) -> None:
    done = subprocess.run([node, "--test", str(tests)], cwd=ROOT, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stdout + done.stderr
