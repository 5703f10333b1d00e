"""What is around the table: the browser's Back, the user's own colours, a network that refuses sockets."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE
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
    page.wait_for_function("history.state === null")
    page.go_forward()
    page.wait_for_function("history.state === null")
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
