"""`/about/` and the version, the site on a device's home screen, and what a page says when it fails."""

import json
import re
import struct
import subprocess
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.db import OperationalError
from django.http import HttpResponse
from django.test import RequestFactory

from clubsite.core import views
from clubsite.core.views import server_error
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


@pytest.fixture
def served(monkeypatch):
    """A version number like that of a site whose static files have been built. Other tests use the sources."""
    monkeypatch.setattr(views, "version", lambda: "0123456789ab")


def test_the_manifest_names_icons_that_are_there_and_as_large_as_it_says(client):
    answer = client.get("/manifest.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    said = json.loads(answer.content)
    assert (said["start_url"], said["scope"], said["display"]) == ("/", "/", "standalone")
    assert {icon["purpose"] for icon in said["icons"]} == {"any", "maskable"}
    for icon in said["icons"]:
        data = (ROOT / icon["src"].lstrip("/")).read_bytes()
        assert icon["sizes"] == "{}x{}".format(*struct.unpack(">II", data[16:24]))
    assert len(said["icons"]) == 3


def test_the_worker_is_asked_for_anew_each_time_and_knows_its_version(client, served):
    answer = client.get("/service-worker.js")
    assert (answer["Content-Type"], answer["Cache-Control"]) == ("text/javascript", "no-cache")
    script = answer.text
    assert 'const KEPT = "site\\u002D0123456789ab"' in script or 'const KEPT = "site-0123456789ab"' in script
    assert "unregister" not in script


@pytest.mark.parametrize("off", ["by the setting", "where the sources are served"])
def test_turned_off_it_takes_an_installed_one_away_and_no_page_asks_for_it(client, request, settings, off):
    if off == "by the setting":
        request.getfixturevalue("served")
        assert views.worker_address() == "/service-worker.js"
        settings.SERVICE_WORKER = False
    assert views.worker_address() == ""
    script = client.get("/service-worker.js").text
    assert "registration.unregister()" in script and "fetch" not in script
    assert '<link rel="manifest" href="/manifest.webmanifest">' in client.get("/join/").text


def test_the_page_that_is_kept_is_the_same_for_everybody(client, dee):
    stranger = client.get("/offline/").content
    client.force_login(dee)
    assert client.get("/offline/").content == stranger
    assert b"csrf" not in stranger


def answer_to(error: Exception, path: str) -> HttpResponse:
    """Return the response to an error in a new thread, which has no connection to the database."""

    def respond() -> HttpResponse:
        try:
            raise error
        except Exception:
            return server_error(RequestFactory().get(path))

    with ThreadPoolExecutor(1) as threads:
        return threads.submit(respond).result()


@pytest.mark.parametrize(
    ("path", "kind", "sentence"),
    [
        ("/results/", "text/html; charset=utf-8", "This page cannot be made just now"),
        ("/api/v1/clubs/", "application/problem+json", "Ask again in ten seconds."),
    ],
)
def test_a_request_without_a_connection_is_answered_with_503(path, kind, sentence):
    response = answer_to(OperationalError("couldn't get a connection after 20.00 sec"), path)
    assert (response.status_code, response["Content-Type"], response["Retry-After"]) == (503, kind, "10")
    assert sentence in response.text


def test_any_other_error_is_the_site_s_fault():
    response = answer_to(KeyError("x"), "/results/")
    assert response.status_code == 500 and "Something broke here" in response.text
