"""The table and the browser: Back, forced colours, and a network that refuses sockets."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.seats import until
from tests.browser.table_harness import ROOT, open_scene


@pytest.mark.parametrize("closes", ["back", "key", "reload"])
def test_back_closes_a_sheet_and_leaves_nothing_behind(closes, make_scene):
    page = make_scene("scene=auction")
    page = make_scene("scene=play_s")
    sheet = page.get_by_role("dialog")
    for key in ("menu", "settings"):
        page.locator(f"[data-key={key}]").click()
    expect(sheet).to_be_visible()
    {"back": page.go_back, "key": page.locator("[data-key=close]").click, "reload": page.reload}[closes]()
    expect(page).to_have_url(re.compile("scene=play_s"))
    expect(sheet).to_have_count(0)
    until(page, lambda: page.evaluate("history.state === null"), "a history without an open sheet")
    page.go_forward()
    until(page, lambda: page.evaluate("history.state === null"), "a history without an open sheet")
    expect(sheet).to_have_count(0)
    page.go_back()
    expect(page).to_have_url(re.compile("scene=auction"))


def test_forced_colours_leave_vulnerability_whose_hand_and_the_bar(make_scene):
    page = make_scene("scene=play_n")
    page.emulate_media(forced_colors="active")

    def style(selector: str, name: str) -> str:
        return str(page.locator(selector).first.evaluate(f"(e) => getComputedStyle(e).{name}"))

    for told, other in ((".board .v", ".board :not(.v)"), (".plate.me", ".plate:not(.me)"), (".slot", ".card")):
        assert style(told, "backgroundColor") != style(other, "backgroundColor"), told
    assert style(".turn", "borderStyle") == "solid"
    assert style(".arrow", "borderTopColor") != style(".arrow", "borderLeftColor")
    page.emulate_media(forced_colors="none")


def test_a_table_without_a_socket_knows_whether_the_network_refuses_it(make_context, files):
    page = make_context(PHONE).new_page()
    page.route("**/seat/harness/", lambda route: route.abort())
    open_scene(page, files, "scene=opening")
    expect(page.locator(".lede")).to_contain_text("club's Wi-Fi")
    page.route("**/seat/harness/", lambda route: route.fulfill(body=""))
    expect(page.locator(".lede")).to_contain_text("Try another network")
    open_scene(page, files, "scene=play_s").evaluate("harness.cut()")
    expect(page.locator(".lostbar")).to_contain_text("try another")


def test_a_room_that_is_answered_without_a_socket_has_a_connection(make_context, files):
    page = make_context(PHONE).new_page()
    part = '<live-part socket="/socket/" src="/part/" every="1"></live-part>'
    script = '<script type="module" src="/static/js/lib/live-part.js"></script>'
    page.route("**/room/", lambda route: route.fulfill(body=f"{script}{part}", content_type="text/html"))
    page.route("**/part/", lambda route: route.fulfill(body="A call"))
    page.goto(f"{files.url}/room/")
    expect(page.get_by_text("A call")).to_be_visible()
    for _ in range(5):  # it is refused
        page.wait_for_event("websocket")
    expect(page.locator("body")).not_to_have_class("is-offline")
    page.route("**/part/", lambda route: route.abort())
    expect(page.locator("body")).to_have_class("is-offline")


def test_an_older_browser_is_told_so(make_context, files):
    page = make_context(PHONE).new_page()
    css = (ROOT / "static/css/base.css").read_text().replace("selector(:has(a))", "selector(:not-yet)")
    page.route("**/base.css", lambda route: route.fulfill(body=css, content_type="text/css"))
    told = "getComputedStyle(document.body, '::before').content"
    assert "Safari 15.4" in open_scene(page, files, "scene=play_s").evaluate(told)
