"""`make release` lists the libraries of the lock file, and says if there are known holes or nobody could be asked."""

import json
import re

import pytest

import release

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
    assert sorted((one["name"], one["version"]) for one in listed) == sorted(lines)
    hashes = {each["content"] for one in listed for link in one["externalReferences"] for each in link["hashes"]}
    assert hashes == set(re.findall(r"sha256:([0-9a-f]{64})", release.LOCK.read_text()))


def test_a_service_that_cannot_be_reached_is_told_in_words_and_ends_nothing():
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
def test_known_holes_are_told_and_libraries_that_were_not_asked_about_are_no_good_news(libraries, words, holes):
    assert release.audit_words({"dependencies": libraries}) == (words.splitlines(), holes)
