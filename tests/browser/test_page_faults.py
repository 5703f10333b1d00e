"""A page that did not arrive whole, or cannot be drawn, says so, loads itself again once and tells the server."""

import json
from typing import Any
from urllib.parse import unquote_plus

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import Route, expect

from tests.browser.seats import until
from tests.browser.table_harness import Deal, HomeTable

CONTEXT = {"socket_path": "/seat/x/socket/", "join_path": "/join/"}
BROKEN: dict[str, Any] = HomeTable(Deal("solo")).message()
del BROKEN["view"]["hands"]  # such a view cannot be drawn


@pytest.mark.parametrize(
    ("lost", "words", "line"),
    [
        ("seat.js", "A part of this page has not arrived", "file seat.js, line 0, NotLoaded"),
        ("", "a fault", "TypeError"),
    ],
)
def test_a_page_with_a_fault_says_so_loads_itself_once_and_sends_one_line(make_context, files, lost, words, line):
    loads, sent, errors = [], [], []
    page = make_context().new_page()
    page.on("pageerror", lambda error: errors.append(error))
    if lost:
        page.clock.install()

    def load(route: Route):
        loads.append(route.request.url)
        body = render_to_string("play/seat.html", CONTEXT)
        body += '<script defer src="http://extension.example/static/js/other.js"></script>'
        route.fulfill(body=body, content_type="text/html")

    def tell(route: Route):
        sent.append(unquote_plus(route.request.post_data or "for the token"))
        route.fulfill(status=204, headers={"Set-Cookie": "csrftoken=token; Path=/"})

    def told() -> bool:
        if lost:
            page.clock.run_for(9000)
        return len(loads) == 2 and page.get_by_role("alert").is_visible()

    page.route("**/seat/x/", load)
    page.route("**/page-fault/", tell)
    page.route("**/other.js", lambda route: route.abort())
    page.route("**/js/play/seat.js", lambda route: route.abort() if lost else route.continue_())
    page.route_web_socket("**/socket/", lambda socket: socket.send(json.dumps(BROKEN)))
    page.goto(f"{files.url}/seat/x/")
    until(page, told, "the page has loaded itself again and says that it has a fault")
    expect(page.get_by_role("alert")).to_contain_text(words)
    until(page, lambda: len(sent) == 3, "one line at each load")
    assert sent[1].startswith("line=version , file ") and sent[1].endswith(line) and len(sent[1]) < 500
    seen = len(errors)
    if lost:
        page.clock.run_for(20_000)
    else:  # five ticks of the page have passed when a later timer of its own runs
        page.evaluate("() => new Promise((done) => setTimeout(done, 1300))")
    assert len(errors) <= seen + 2 and len(loads) == 2, "it is neither drawn nor loaded for ever"
    page.get_by_role("button", name="Try again").click()
    until(page, lambda: len(loads) == 3, "a key loads it again")
