"""Every link on the demo club's pages works for a stranger and for its director, and the pages' HTML is valid.

The Nu Html Checker decides which pages are valid. VNU_JAR is the path to the checker: `make html VNU_JAR=...`.
"""

import json
import os
import re
import subprocess
from collections import Counter, deque
from html import unescape
from urllib.parse import urljoin, urlsplit

import pytest
from django.test import Client

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
    found: dict[str, str] = {}
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
        found[at] = answer.text
        for href in re.findall(r'<a\b[^>]*\shref="([^"#]+)', found[at]):
            link = urljoin(at, unescape(href))
            if link.startswith("/") and not link.startswith(NO_PAGES) and link not in seen:
                seen.add(link)
                todo.append((link, at))
    return found, broken


@pytest.mark.django_db
@pytest.mark.timeout(400)
def test_links_lead_somewhere_and_html_is_valid(client, tmp_path):
    demo_build()
    pages = []
    for who in ("stranger", "director"):
        assert who == "stranger" or client.login(username=DIRECTOR, password=PASSWORD)
        found, broken = _crawled(client)
        assert broken == {}
        assert len(found) > 60
        pages += [(f"{at} for a {who}", html) for at, html in found.items()]
    if not os.environ.get("VNU_JAR"):
        return
    names = {}
    for number, (at, html) in enumerate(pages):
        names[f"{number}.html"] = at
        (tmp_path / f"{number}.html").write_text(html, encoding="utf-8")
    command = ["java", "-jar", os.environ["VNU_JAR"], "--format", "json", "--exit-zero-always", str(tmp_path)]
    said = json.loads(subprocess.run(command, capture_output=True, check=True).stderr)["messages"]
    faults = {
        f"{names[one['url'].rsplit('/', 1)[-1]]}: {one['message']}"
        for one in said
        if not any(words in one["message"] for words in PASSED_OVER)
    }
    assert faults == set()
