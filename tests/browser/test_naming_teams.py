"""Teams entered by keyboard: each team's name is above its players. Errors are shown next to their fields."""

import pytest
from playwright.sync_api import expect

from tests.browser.axe import violations
from tests.browser.conftest import DESK, PHONE
from tests.browser.director import new_night, sign_in


@pytest.mark.timeout(120)
def test_teams_are_named_and_filled_by_keyboard(site, make_context):
    page = sign_in(make_context(DESK).new_page(), site)
    new_night(page, "Teams of two", players=6)
    page.goto(page.url.split("?")[0] + "?more=1")
    page.locator("label.optionhead", has_text="American whist").click()
    page.get_by_role("button", name="Take this movement").click()
    page.locator(".steps a", has_text="Names").click()

    first, second = page.get_by_label("Name of team 1"), page.get_by_label("Name of team 2")
    first.fill("Kiwis")
    first.press("Enter")
    expect(page.get_by_label("Player 1", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Player 4", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(second).to_be_focused()
    second.fill("kiwis")
    second.press("Enter")
    fault = page.get_by_role("alert").filter(has_text="Team 1 is called Kiwis already")
    expect(fault).to_be_visible()
    expect(second).to_have_value("kiwis")
    found = violations(page, "a team's name refused")
    page.set_viewport_size(PHONE)
    found += violations(page, "a team's name refused, on a phone")
    assert found == []
    second.fill("Tui")
    second.press("Enter")
    expect(fault).to_have_count(0)
    page.reload()
    expect(first).to_have_value("Kiwis")
    expect(second).to_have_value("Tui")
