"""A club's results on another site: only the embeddable page can be framed there, and search engines are allowed."""

import json
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESK


@pytest.fixture
def other(tmp_path):
    """The address of another site and the folder that holds its pages."""
    handler = partial(SimpleHTTPRequestHandler, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/", tmp_path
        server.shutdown()


def test_another_site_shows_the_embed_and_no_other_page(site, make_context, other):
    page = make_context(DESK).new_page()
    said: list[str] = []
    page.on("console", lambda line: said.append(line.text))
    page.goto(f"{site.url}/clubs/lantern-street/results/")
    newest = page.locator("a.night").first
    night, name = newest.get_attribute("href"), newest.locator(".what strong").inner_text()
    page.goto(f"{site.url}{night}")
    kinds = [json.loads(text)["@type"] for text in page.locator("[type='application/ld+json']").all_inner_texts()]
    assert kinds == ["SportsEvent", "BreadcrumbList"] and said == []
    frames = {"club": "/clubs/lantern-street/embed/", "session": f"{night}embed/", "ranking": str(night)}
    html = "".join(f'<iframe id="{key}" src="{site.url}{at}" width="500"></iframe>' for key, at in frames.items())
    (other[1] / "index.html").write_text(f"<!doctype html>{html}", encoding="utf-8")
    page.goto(other[0])
    for key in ("club", "session"):
        frame = page.frame_locator(f"#{key}")
        expect(frame.get_by_role("heading", name=name)).to_be_visible()
        assert frame.locator("a").first.get_attribute("target") == "_blank"
        width = frame.locator("html").evaluate("e => [e.scrollWidth, e.clientWidth]")
        assert width[0] <= width[1]
    assert any("frame-ancestors" in line for line in said), said
    expect(page.frame_locator("#ranking").get_by_role("heading", name=name)).to_have_count(0)
