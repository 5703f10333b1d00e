"""The site installed on a home screen: the data given to devices, and a service worker that can be turned off."""

import json
import struct
from pathlib import Path

import pytest

from clubsite.core import views
from clubsite.core.views import ICONS

ROOT = Path(__file__).resolve().parents[3]


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
    assert len(said["icons"]) == len(ICONS)


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
