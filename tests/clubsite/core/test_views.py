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
from asgiref.testing import ApplicationCommunicator
from django.db import OperationalError
from django.http import HttpResponse
from django.test import RequestFactory

from clubsite.core import views
from clubsite.core.bundles import NotBundled, imported, script_bundle, sheet_bundle
from clubsite.core.origins import SecureCookies
from clubsite.core.views import server_error
from clubsite.installation import data_folder, site_version, user_data_folder
from clubsite.staticfiles import collect_if_changed

ROOT = Path(__file__).resolve().parents[3]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def test_everybody_reads_the_version_of_no_library_the_licence_and_where_the_rules_come_from(client, db):
    page = client.get("/about/")
    assert page.status_code == 200
    text = " ".join(re.sub(r"<[^>]+>", "", page.text).split())
    assert f"This is version {PROJECT['version']} of the program." in text
    assert "BSD 3-Clause License" in text and "Redistributions of source code must retain" in text
    assert "Tony Crow’s" in text and 'href="/learn/solo/rules/"' in page.text
    assert "with SQLite for what is kept" in text
    main = client.get("/about/").text.partition("<main")[2].partition("</main>")[0]
    assert re.findall(r"\d+\.\d+\S*", main.replace(PROJECT["version"], "")) == []
    assert 'href="/about/"' in client.get("/join/").text


def test_the_licence_is_the_one_of_the_wheel_and_a_checkout_has_its_data_in_var():
    assert PROJECT["license"] == "BSD-3-Clause"
    assert PROJECT["license-files"] == ["LICENSE"]
    assert (ROOT / "LICENSE").read_text().startswith("BSD 3-Clause License\n\nCopyright (c) 2026")
    assert data_folder() == ROOT / "var"
    assert site_version() == PROJECT["version"]


def test_the_command_says_the_version_and_lists_its_commands():
    assert command("--version") == f"two-handed-club {PROJECT['version']}\n"
    shown = command()
    assert "serve" in shown and "manage" in shown
    assert "usage: two-handed-club manage" in command("manage", "backup", "--help")
    assert "--no-demo" in command("serve", "--help")
    refused = command("backup", code=2)
    assert "serve" in refused and "manage" in refused and "Traceback" not in refused


def command(*words: str, code: int = 0) -> str:
    run = [sys.executable, "-m", "clubsite.command_line", *words]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == code, done.stderr
    return done.stderr if code else done.stdout


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


@pytest.fixture
def served(monkeypatch):
    """A version number like that of a site whose static files have been built. Other tests use the sources."""
    monkeypatch.setattr(views, "version", lambda: "0123456789ab")


def test_the_manifest_names_icons_that_are_there_and_the_worker_is_asked_for_anew_each_time(client, served):
    answer = client.get("/manifest.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    manifest = json.loads(answer.content)
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("/", "/", "standalone")
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        data = (ROOT / icon["src"].lstrip("/")).read_bytes()
        assert icon["sizes"] == "{}x{}".format(*struct.unpack(">II", data[16:24]))
    assert len(manifest["icons"]) == 3
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


def test_a_request_without_a_connection_is_answered_with_503_and_any_other_error_is_the_site_s_fault():
    for path, kind, sentence in (
        ("/results/", "text/html; charset=utf-8", "This page cannot be made just now"),
        ("/api/v1/clubs/", "application/problem+json", "Ask again in ten seconds."),
    ):
        response = answer_to(OperationalError("couldn't get a connection after 20.00 sec"), path)
        assert (response.status_code, response["Content-Type"], response["Retry-After"]) == (503, kind, "10")
        assert sentence in response.text
    response = answer_to(KeyError("x"), "/results/")
    assert response.status_code == 500 and "Something broke here" in response.text


STATIC = ROOT / "static"


def read(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")


def _of_pages(kind: str) -> set[str]:
    pages = [path.read_text() for path in (ROOT / "templates").rglob("*.html")]
    return {name for page in pages for name in re.findall(rf"'({kind}/[^']+\.{kind})'", page)}


def test_every_script_and_sheet_of_a_page_is_put_together_asks_for_no_other_and_is_no_part_of_another():
    """So no scripts import one another, and only known forms of import are used."""
    for name in _of_pages("js"):
        assert not re.search(r"^(import|export)\b", script_bundle(name, read), re.M), name
    for name in _of_pages("css"):
        assert "@import" not in sheet_bundle(name, read), name
    scripts = [path.relative_to(STATIC).as_posix() for path in STATIC.glob("js/**/*.js")]
    parts = {part for name in scripts for part in imported(name, read(name))}
    assert _of_pages("js") & parts == set()


def test_unknown_imports_and_scripts_that_import_one_another_are_refused_and_names_are_kept():
    for line in (
        *('import "./b.js";', 'import b from "./b.js";', 'import * as b from "./b.js";', 'import { b } from "./b.js"'),
        *('const b = await import("./b.js");', "export default 1;", "export let b = 1;"),
        "const here = import.meta.url;",
    ):
        files = {"js/a.js": f'import {{ c }} from "./c.js";\n{line}\n', "js/b.js": "", "js/c.js": ""}
        with pytest.raises(NotBundled, match=r"js/a\.js"):
            script_bundle("js/a.js", files.__getitem__)
    files = {"js/a.js": 'import { b } from "./b.js";\n', "js/b.js": 'import { a } from "./a.js";\n'}
    with pytest.raises(NotBundled, match="itself"):
        script_bundle("js/a.js", files.__getitem__)
    files = {"js/a.js": "// What it is.\nvar htmx = 1;\n"}
    assert script_bundle("js/a.js", files.__getitem__) == "var htmx = 1;\n"


def test_a_licence_stays_comments_go_and_a_sheet_has_those_that_it_imports_in_their_order():
    bundle = script_bundle("js/play/seat.js", read)
    assert "@license" in bundle and "SPDX-License-Identifier" in bundle
    assert not re.search(r"^\s*//", bundle, re.M)
    files = {
        "css/a.css": '/* All. */\n@import "b.css";\n@import "c.css";\n/* Why. */\na { color: red; }\n',
        "css/b.css": "b {\n  top: 0;\n}\n",
        "css/c.css": "c { top: 1px; }\n",
    }
    bundle = "b {\ntop: 0;\n}\nc { top: 1px; }\na { color: red; }\n"
    assert sheet_bundle("css/a.css", files.__getitem__) == bundle


@pytest.fixture
def small(tmp_path, settings):
    """A site with only three files, and the folder of its served files."""
    source = tmp_path / "source"
    for name, text in {
        "js/page.js": 'import { b } from "./part.js";\nb();\n',
        "js/part.js": "export function b() {}\n",
        "css/site.css": f"p {{ color: red; }}\n{'q { top: 0; }' * 200}\n",
    }.items():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text(text)
    settings.STATICFILES_DIRS = [source]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STATIC_ROOT = tmp_path / "served"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": "clubsite.staticfiles.BundledStorage"}}
    return tmp_path


def _served(small: Path) -> dict[str, str]:
    return dict(json.loads((small / "served/staticfiles.json").read_text())["paths"])


def test_what_is_served_has_the_parts_in_it_and_a_name_by_its_content_and_is_made_only_anew(small):
    collect_if_changed()
    made = (small / "served/staticfiles.json").stat().st_mtime_ns
    collect_if_changed()
    assert (small / "served/staticfiles.json").stat().st_mtime_ns == made
    collect_if_changed()
    first = _served(small)
    assert set(first) == {"js/page.js", "css/site.css"}
    assert "function b()" in (small / "served" / first["js/page.js"]).read_text()
    assert (small / "served" / f"{first['css/site.css']}.gz").exists()

    (small / "source/js/part.js").write_text("export function b() { return 2; }\n")
    collect_if_changed()
    second = _served(small)
    assert second["css/site.css"] == first["css/site.css"]
    assert second["js/page.js"] != first["js/page.js"]
    assert "return 2" in (small / "served" / second["js/page.js"]).read_text()


SET = [
    "sessionid=s; HttpOnly; Path=/; SameSite=Lax",
    "csrftoken=c; expires=Thu, 26 Nov 2026 03:00:00 GMT; Path=/; SameSite=Lax; Secure",
    'messages=""; expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0; Path=/',
    "claim=k; HttpOnly; Path=/seat/abc/; SameSite=Lax",
    "other=o; Domain=club.example; Path=/",
]


async def seen_and_set(kind="http", scheme="http", cookies="", headers=()):
    """Return the cookies that the site sees, and the `Set-Cookie` headers that a browser gets."""
    seen = []

    async def site(scope, receive, send):
        seen.extend(value.decode() for name, value in scope["headers"] if name == b"cookie")
        start = "http.response.start" if kind == "http" else "websocket.accept"
        await send({"type": start, "status": 200, "headers": [(b"Set-Cookie", text.encode()) for text in SET]})

    scope = {
        "type": kind,
        "scheme": scheme,
        "path": "/",
        "headers": [(b"host", b"hall.local"), (b"cookie", cookies.encode()), *headers],
    }
    if kind == "http":
        scope["method"] = "GET"
    line = ApplicationCommunicator(SecureCookies(site), scope)
    answer = await line.receive_output(60)
    return seen[0], [value.decode() for _, value in answer["headers"]]


@pytest.mark.parametrize("kind", ["http", "websocket"])
async def test_over_https_a_browser_takes_every_cookie_only_from_this_host_and_over_https(kind):
    """Somebody on the same network could set a cookie without its prefix through a page served over plain HTTP.

    Over plain HTTP, cookies have plain names, because browsers would refuse others.
    """
    plain, safe = {"http": ("http", "https"), "websocket": ("ws", "wss")}[kind]
    both = "sessionid=planted; __Host-sessionid=own; __Secure-claim=k; claim=planted; x__Host-device=planted"
    assert await seen_and_set(kind, safe, both) == (
        "sessionid=own; claim=k",
        [
            f"__Host-{SET[0]}; Secure",
            f"__Host-{SET[1]}",
            f"__Host-{SET[2]}; Secure",
            f"__Secure-{SET[3]}; Secure",
            f"__Secure-{SET[4]}; Secure",
        ],
    )
    assert await seen_and_set(kind, plain, "sessionid=s; claim=k") == ("sessionid=s; claim=k", SET)


async def test_a_proxy_that_django_believes_may_say_that_https_was_used(settings):
    headers = [(b"x-forwarded-proto", b"https")]
    assert (await seen_and_set(headers=headers, cookies="__Host-sessionid=s"))[0] == "__Host-sessionid=s"
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    assert (await seen_and_set(headers=headers, cookies="__Host-sessionid=s"))[0] == "sessionid=s"
