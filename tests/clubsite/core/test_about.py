"""`/about/`, and the version and the folders that it takes from `clubsite/installation.py`."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from clubsite.installation import data_folder, site_version, user_data_folder

ROOT = Path(__file__).resolve().parents[3]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def test_everybody_reads_the_version_the_licence_and_where_the_rules_come_from(client, db):
    page = client.get("/about/")
    assert page.status_code == 200
    text = " ".join(re.sub(r"<[^>]+>", "", page.text).split())
    assert f"This is version {PROJECT['version']} of the program." in text
    assert "BSD 3-Clause License" in text and "Redistributions of source code must retain" in text
    assert "Tony Crow’s" in text and 'href="/learn/solo/rules/"' in page.text
    assert "with SQLite for what is kept" in text


def test_the_page_names_no_version_of_a_library(client, db):
    main = client.get("/about/").text.partition("<main")[2].partition("</main>")[0]
    assert re.findall(r"\d+\.\d+\S*", main.replace(PROJECT["version"], "")) == []


def test_every_page_leads_to_it(client, db):
    assert 'href="/about/"' in client.get("/join/").text


def test_the_licence_is_the_one_of_the_wheel():
    assert PROJECT["license"] == "BSD-3-Clause"
    assert PROJECT["license-files"] == ["LICENSE"]
    assert (ROOT / "LICENSE").read_text().startswith("BSD 3-Clause License\n\nCopyright (c) 2026")


def test_the_command_says_the_version_and_lists_its_commands():
    assert command("--version") == f"two-handed-club {PROJECT['version']}\n"
    shown = command()
    assert "serve" in shown and "manage" in shown
    assert "usage: two-handed-club manage" in command("manage", "backup", "--help")
    assert "--no-demo" in command("serve", "--help")


def command(*words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "clubsite.command_line", *words], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_word_that_is_no_command_is_refused_with_the_ones_there_are():
    done = subprocess.run(
        [sys.executable, "-m", "clubsite.command_line", "backup"], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 2
    assert "serve" in done.stderr and "manage" in done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("named", "folder"),
    [
        ("", "home/.local/share/two-handed-club"),
        ("share", "home/.local/share/two-handed-club"),  # the XDG specification: a relative path counts for nothing
        ("{}/share", "share/two-handed-club"),
    ],
)
def test_an_installed_site_has_its_data_in_the_user_s_folder(monkeypatch, tmp_path, named, folder):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_DATA_HOME", named.format(tmp_path))
    assert user_data_folder() == tmp_path / folder


def test_a_checkout_has_its_data_in_var():
    assert data_folder() == ROOT / "var"
    assert site_version() == PROJECT["version"]
