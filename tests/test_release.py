"""`make release`, its notes, tag and libraries, lock files for every Python, and databases of released versions."""

import gzip
import json
import re
import subprocess
import tomllib
import urllib.request
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import Version

import release
from release import changed_migrations, kept_faults, migration_hashes
from tests.browser.site import Site
from tests.needs import git
from tests.upgrade.kept_night import KEPT, OWN, embedded, facts_of, is_in_making, manage, run, schema

VERSIONS = sorted(file.stem for file in KEPT.glob("*.json"))
NOW = {"play/0001_initial": "a1", "play/0002_more": "b2"}


@pytest.mark.timeout(300)
@pytest.mark.parametrize("version", VERSIONS)
def test_a_kept_database_is_upgraded_and_its_nights_are_there(version, tmp_path, db):
    facts = facts_of(version)["sqlite"]
    site = Site(tmp_path / "data", demo=False, settings=OWN)
    site.data.mkdir()
    (site.data / "club.sqlite3").write_bytes(gzip.decompress((KEPT / f"{version}.sqlite3.gz").read_bytes()))
    try:
        site.start()
        with urllib.request.urlopen(f"{site.url}/results/{facts['played']}/", timeout=30) as answer:
            page = answer.read().decode()
        assert all(name in page for _, name, *_ in facts["ranking"])
    finally:
        site.stop()
    settings = embedded(site.data)
    assert {**run(settings, "read", facts["played"]), "begun": facts["begun"]} == facts
    assert run(settings, "schema") == schema()
    went_on = run(settings, "go_on", facts["begun"])
    assert (len(went_on["ranking"]), len(went_on["deals"])) == (len(facts["ranking"]), len(facts["deals"]))
    assert "Everything is as it was published." in manage(settings, "verify_night", "--all")


def test_1_0_is_kept_for_both_engines():
    assert "1.0" in VERSIONS
    assert {file.name for file in KEPT.glob("1.0.*")} == {"1.0.json", "1.0.sqlite3.gz", "1.0.sql.gz"}


@pytest.mark.parametrize("version", VERSIONS)
def test_the_migrations_of_a_released_version_are_never_changed(version):
    if is_in_making(version):
        pytest.skip(
            f"{version} is not released yet: its migrations may still change, and `make kept-night` follows them"
        )
    facts = json.loads((KEPT / f"{version}.json").read_text())
    assert changed_migrations(facts["migrations"], migration_hashes(ROOT)) == []


@pytest.mark.parametrize(
    ("released", "changed"),
    [
        ({"play/0001_initial": "a1"}, []),
        (NOW, []),
        ({"play/0001_initial": "other"}, ["play/0001_initial"]),
        ({**NOW, "play/0003_gone": "c3"}, ["play/0003_gone"]),
    ],
)
def test_a_changed_or_missing_migration_is_named_and_a_new_one_is_not(released, changed):
    assert changed_migrations(released, NOW) == changed


def test_a_final_version_needs_a_kept_database_of_its_migrations(tmp_path):
    migrations, kept = tmp_path / "clubsite" / "play" / "migrations", tmp_path / "tests" / "upgrade"
    migrations.mkdir(parents=True)
    kept.mkdir(parents=True)
    (migrations / "0001_initial.py").write_text("operations = []\n")
    assert kept_faults(tmp_path, Version("1.0.dev0")) == []
    [fault] = kept_faults(tmp_path, Version("1.0"))
    assert fault.endswith("Make it: make kept-night.")
    (kept / "1.0.json").write_text(json.dumps({"migrations": migration_hashes(tmp_path)}))
    assert kept_faults(tmp_path, Version("1.0")) == []
    assert kept_faults(tmp_path, Version("1.0.1")) == []
    (migrations / "0002_more.py").write_text("operations = []\n")
    assert len(kept_faults(tmp_path, Version("1.0.1"))) == 1


HOLE = {"id": "PYSEC-2026-1", "fix_versions": ["5.2.20", "6.0.2"], "description": "…"}
SOUND = {"name": "segno", "version": "1.6.6", "vulns": []}
OPEN = {"name": "django", "version": "5.2.19", "vulns": [HOLE]}
UNKNOWN = {"name": "anyascii", "skip_reason": "not found"}


def test_the_list_of_libraries_is_that_of_the_lock(tmp_path):
    lines = re.findall(r"^([\w.-]+)==([\w.]+)", release.LOCK.read_text(), re.M)
    count = release.sbom_write(tmp_path / "sbom.json")
    written = json.loads((tmp_path / "sbom.json").read_text())
    assert (written["bomFormat"], count) == ("CycloneDX", len(lines))
    listed = written["components"]
    assert sorted((part["name"], part["version"]) for part in listed) == sorted(lines)
    hashes = {each["content"] for part in listed for link in part["externalReferences"] for each in link["hashes"]}
    assert hashes == set(re.findall(r"sha256:([0-9a-f]{64})", release.LOCK.read_text()))


def test_a_service_that_cannot_be_reached_is_named_and_ends_nothing():
    offline = ["--service", "osv", "--osv-url", "http://127.0.0.1:9/", "--timeout", "1"]
    lines, holes = release.audit_words(release.audit(release.LOCK, offline))
    assert lines == ["Whether holes are known could not be asked: the service gave no answer. Ask again with a line."]
    assert not holes


@pytest.mark.parametrize(
    ("libraries", "words", "holes"),
    [
        ([SOUND], "No hole is known.", False),
        ([SOUND, OPEN], "django 5.2.19: PYSEC-2026-1, mended in 5.2.20 or 6.0.2.", True),
        ([{**OPEN, "vulns": [{**HOLE, "fix_versions": []}]}], "django 5.2.19: PYSEC-2026-1, not mended yet.", True),
        ([SOUND, UNKNOWN], "No hole is known.\nNot asked about: anyascii.", False),
        ([UNKNOWN], "Whether holes are known could not be asked: the service knows none of the libraries.", False),
    ],
)
def test_known_holes_are_listed_and_so_are_libraries_that_nobody_checked(libraries, words, holes):
    assert release.audit_words({"dependencies": libraries}) == (words.splitlines(), holes)


@pytest.mark.parametrize(
    ("version", "heading", "tag", "fault"),
    [
        ("1.0.dev0", "## 1.0 (unreleased)", False, ""),
        ("1.0", "## 1.0 (2026-12-24)", True, ""),
        ("1.0.1", "## 1.0.1 (2026-12-24)", True, ""),
        ("1.0", "## 1.0 (unreleased)", False, "Write the date of 1.0 in CHANGELOG.md"),
        ("1.1", "## 1.0 (2026-12-24)", False, "pyproject.toml is at 1.1, but CHANGELOG.md begins with 1.0."),
        ("1.0", "## News", False, "CHANGELOG.md begins with News."),
        ("1.0.dev0", "## 1.0 (unreleased)", True, "1.0.dev0 is not final, so it gets no tag. Write 1.0 in"),
        ("1.0rc1", "## 1.0 (2026-12-24)", True, "1.0rc1 is not final, so it gets no tag."),
    ],
)
def test_version_changelog_and_tag_fit_together_or_a_sentence_says_where_not(version, heading, tag, fault):
    changelog = f"# Changelog\nWhat is new.\n\n{heading}\n- One thing.\n\n## 0.9 (2026-01-01)\n- Another.\n"
    faults = release.version_faults(Version(version), changelog, tag)
    assert len(faults) == bool(fault)
    assert all(fault in sentence for sentence in faults)


def test_the_notes_are_the_changelog_s_lines_about_the_top_version():
    changelog = "# Changelog\n\n## 1.1 (2026-12-24)\n- One thing.\n- Two.\n\n## 1.0 (2026-01-01)\n- Another.\n"
    assert release.notes(changelog) == "- One thing.\n- Two.\n"
    project = (release.ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert release.notes(project).startswith("- ")
    assert release.version_faults(release.project_version(release.ROOT), project, tag=False) == []


@pytest.fixture
def repository(tmp_path):
    """A git repository with one commit."""
    (tmp_path / "one.txt").write_text("one")
    (tmp_path / ".gitignore").write_text("var/\n")
    ours = ["-c", "user.name=Ann", "-c", "user.email=ann@club.example"]
    for words in (["init", "-q"], ["add", "."], [*ours, "commit", "-qm", "One"], ["config", "user.name", "Ann"]):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    subprocess.run(["git", "config", "user.email", "ann@club.example"], cwd=tmp_path, check=True)
    return tmp_path


@git
def test_only_a_clean_tree_that_git_knows_is_released(repository, tmp_path_factory, monkeypatch):
    assert release.tree_faults(repository) == []
    (repository / "two.txt").write_text("two")
    assert release.tree_faults(repository) == ["Commit your changes first: two.txt."]
    [fault] = release.tree_faults(tmp_path_factory.mktemp("no checkout"))
    assert fault.startswith("This is no checkout of git")
    monkeypatch.setenv("PATH", "")
    assert release.tree_faults(repository)[0].startswith("Install git first")


def recorded(root: Path, **skips: str) -> Path:
    """Write the record of a `make test-all` that passed on the tree of `root`."""
    record = root / release.RECORD
    record.mkdir(parents=True)
    tree = subprocess.run(["git", "rev-parse", "HEAD^{tree}"], cwd=root, capture_output=True, text=True, check=True)
    (record / "tree").write_text(tree.stdout)
    (record / "said").write_text("".join(f"test-{part}: passed\n" for part in release.PARTS))
    for part, line in skips.items():
        (record / part).write_text(f"{line}\n")
    return record


HOSTS = "14\tsudo make test-hosts: only root makes network namespaces"


@git
def test_only_a_tree_that_passed_everything_is_released(repository):
    unseen = ["make test-all has not run to its end on this very tree. Run it first, with everything committed."]
    assert release.untested(repository) == unseen
    record = recorded(repository)
    assert release.untested(repository) == []
    (record / "said").write_text((record / "said").read_text().replace("faults: passed", "faults: FAILED"))
    assert release.untested(repository, {"faults"}) == [
        "test-faults has not passed. Mend it, then run make test-all again."
    ]
    (record / "said").unlink()
    assert release.untested(repository) == unseen, "it has not come to its end"


@git
def test_what_passed_before_the_last_commit_does_not_count(repository):
    recorded(repository)
    subprocess.run(["git", "commit", "--allow-empty", "-qm", "Another message"], cwd=repository, check=True)
    assert release.untested(repository) == []
    (repository / "one.txt").write_text("two")
    subprocess.run(["git", "commit", "-qam", "Two"], cwd=repository, check=True)
    assert len(release.untested(repository)) == 1


@git
def test_what_the_machine_could_not_run_is_named_until_the_release_names_it_too(repository):
    """A test of another part that waits for `make peers` belongs to the part `peers`."""
    recorded(
        repository, hosts=HOSTS, libs="3\tmake peers: it fetches endplay", sqlite="1\tapt-get install g++: it compiles"
    )
    faults = release.untested(repository, {"hosts"})
    assert [fault.splitlines()[0].rpartition("WITHOUT=")[2] for fault in faults] == ["peers", "sqlite"]
    assert "3 of test-libs: make peers: it fetches endplay" in faults[0]
    assert "1 of test-sqlite: apt-get install g++: it compiles" in faults[1]
    assert release.untested(repository, {"hosts", "peers", "sqlite"}) == []


def test_the_release_asks_about_every_part_and_one_that_does_not_exist_is_refused_before(capsys):
    parts = re.search(r"^test-all: PARTS = (.+)$", (release.ROOT / "Makefile").read_text(), re.M)
    assert parts and tuple(parts[1].split()) == release.PARTS
    with pytest.raises(SystemExit):
        release.main(["--without", "host"])
    assert "host: make test-all has no such part, only peers, libs" in capsys.readouterr().err


@git
def test_the_tag_has_the_notes_and_is_made_once(repository, tmp_path_factory):
    text = tmp_path_factory.mktemp("notes") / "notes.md"
    text.write_text("- One thing.\n# No comment\n")
    assert release.tag_make(repository, Version("1.0"), text) == []
    shown = subprocess.run(
        ["git", "tag", "-l", "--format=%(contents)", "v1.0"], cwd=repository, capture_output=True, text=True
    )
    assert shown.stdout.strip() == "- One thing.\n# No comment"
    [fault] = release.tag_make(repository, Version("1.0"), text)
    assert fault.startswith("The tag was not made: ") and "already exists" in fault


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
    """Yield each package's requirements, starting with the roots, by the metadata installed at the pinned version. A
    package needed only on another Python is not installed here, so that package's own requirements are unknown.
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


def test_the_three_locks_agree_on_every_version_and_name_no_registry():
    dev = {line.name: line.specifier for line in locked("requirements-dev.lock")}
    for name in ("requirements.lock", "requirements-peers.lock"):
        for line in locked(name):
            assert dev.get(line.name, line.specifier) == line.specifier, f"{name}: {line.name}"
    assert not [name for name in LOCKS if "://" in (ROOT / name).read_text()]
