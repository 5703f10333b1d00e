"""A database made by a released version is upgraded by `serve`. Its sessions are still there and can go on."""

import gzip
import json
import urllib.request

import pytest
from packaging.version import Version

from release import changed_migrations, kept_faults, migration_hashes
from tests.browser.site import ROOT, Site
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
