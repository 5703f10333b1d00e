"""Every link on the demo club's pages works for a stranger and for its director, and the pages' HTML is valid.

The Nu Html Checker decides which pages are valid. VNU_JAR is the path to the checker: `make html VNU_JAR=...`.
"""

import asyncio
import json
import os
import re
import subprocess
from collections import Counter, deque
from html import unescape
from http import HTTPStatus
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from django.test import Client

from clubsite.core.request_limits import refuse
from clubsite.demo.demo import DIRECTOR, PASSWORD, demo_build
from tests.long import sample

STARTS = ("/", "/director/", "/play/", "/learn/", "/movements/", "/me/", "/join/", "/signup/", "/login/")
OF_A_KIND = sample(1, 2)
"""How many pages of one address pattern are checked."""
NO_PAGES = ("/static/", "/admin/", "/logout/")
# Advice of the checker that the pages do not follow, and why.
PASSED_OVER = (
    "figcaption",  # a table's caption is read to people who do not see the figure's
    "Section lacks heading",  # a part of the projector that is named by its place
)


def _crawled(client: Client) -> tuple[dict[str, str], dict[str, str]]:
    """Return two dicts: each page's HTML by its address, and for each faulty address the page that links to it."""
    todo, seen, of_kind = deque((at, "") for at in STARTS), set(STARTS), Counter[str]()
    pages: dict[str, str] = {}
    broken: dict[str, str] = {}
    while todo:
        at, where = todo.popleft()
        kind = re.sub(r"\d+", "N", re.sub(r"(?<=/)[a-z0-9]{12}(?=/)", "ID", urlsplit(at).path))
        of_kind[kind] += 1
        if of_kind[kind] > OF_A_KIND:
            continue
        answer = client.get(at)
        if answer.status_code >= 400:
            broken[at] = where
        if not answer.get("Content-Type", "").startswith("text/html") or answer.status_code != 200:
            continue
        pages[at] = answer.text
        for href in re.findall(r'<a\b[^>]*\shref="([^"#]+)', pages[at]):
            link = urljoin(at, unescape(href))
            if link.startswith("/") and not link.startswith(NO_PAGES) and link not in seen:
                seen.add(link)
                todo.append((link, at))
    return pages, broken


@pytest.mark.django_db
@pytest.mark.timeout(400)
def test_links_lead_somewhere_and_html_is_valid(client, tmp_path):
    demo_build()
    pages = []
    for who in ("stranger", "director"):
        assert who == "stranger" or client.login(username=DIRECTOR, password=PASSWORD)
        by_address, broken = _crawled(client)
        assert broken == {}
        assert len(by_address) > 60
        pages += [(f"{at} for a {who}", html) for at, html in by_address.items()]
    if not os.environ.get("VNU_JAR"):
        return
    names = {}
    for number, (at, html) in enumerate(pages):
        names[f"{number}.html"] = at
        (tmp_path / f"{number}.html").write_text(html, encoding="utf-8")
    command = ["java", "-jar", os.environ["VNU_JAR"], "--format", "json", "--exit-zero-always", str(tmp_path)]
    messages = json.loads(subprocess.run(command, capture_output=True, check=True).stderr)["messages"]
    faults = {
        f"{names[message['url'].rsplit('/', 1)[-1]]}: {message['message']}"
        for message in messages
        if not any(words in message["message"] for words in PASSED_OVER)
    }
    assert faults == set()


def test_every_answer_lets_a_browser_use_files_of_the_site_alone_and_no_more_of_the_device_than_needed(client):
    parts = client.get("/")["Content-Security-Policy"].split(";")
    policy = dict(part.strip().partition(" ")[::2] for part in parts)
    assert policy["default-src"] == "'self'"
    assert not [name for name, sources in policy.items() if "unsafe" in sources]
    assert {policy[name] for name in ("object-src", "base-uri", "frame-ancestors")} == {"'none'"}
    permissions = client.get("/")["Permissions-Policy"]
    for name in ("camera", "microphone", "geolocation", "payment", "usb", "display-capture"):
        assert f"{name}=()" in permissions
    for name in ("screen-wake-lock", "fullscreen", "clipboard-write", "publickey-credentials-get"):
        assert f"{name}=(self)" in permissions
    sent = []

    async def send(message):
        sent.append(message)

    asyncio.run(refuse({"path": "/"}, send, HTTPStatus.REQUEST_TIMEOUT, "", "413.html", file_size=""))
    headers = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    assert headers["content-security-policy"] == client.get("/")["Content-Security-Policy"]
    assert headers["x-content-type-options"] == "nosniff"


ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = ROOT / "templates"
# A mail has no style sheet, and the snippet is text for somebody else's page.
OWN_STYLES = {"results/mail/results.html", "sharing/_snippet.html"}
INLINE = re.compile(r"""(?<![.\w])style=["']|<style|setAttribute\(["']style""")


def test_nothing_has_a_style_of_its_own_which_the_policy_would_refuse():
    """Scripts set `element.style`, which the policy allows. `{% post_button style=... %}` names a class."""
    pages = {str(path.relative_to(TEMPLATES)): path.read_text() for path in TEMPLATES.rglob("*.html")}
    pages |= {str(path): path.read_text() for path in (ROOT / "static/js").rglob("*.js") if "vendor" not in path.parts}
    pages |= {str(path): path.read_text() for path in (ROOT / "static/img").rglob("*.svg")}
    tags = re.compile(r"\{%.*?%\}")
    names = {name for name, text in pages.items() if INLINE.search(tags.sub("", text))}
    assert names - OWN_STYLES == set()
    assert names & OWN_STYLES, "the check finds what it looks for"
