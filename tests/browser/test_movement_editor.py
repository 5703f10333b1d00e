"""A club's own movement: read from a faulty file, corrected in the grid, saved, used, and found again."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import DESK, PHONE
from tests.browser.director import new_night, sign_in

# Six players, three rounds; in round 2 number 3 sits at two tables and number 5 at none.
MISTAKEN = "6 3 3 3 0\n1-2 A 3-4 B 5-6 C\n3-1 C 2-6 B 3-4 A\n1-5 B 2-4 C 3-6 A\n"


def cell(page: Page, round_number: int, table: int, field: str) -> Locator:
    return page.locator(f'[data-cell="{round_number - 1}.{table - 1}.{field}"]')


@pytest.mark.timeout(120)
def test_a_file_with_a_mistake_is_put_right_kept_and_taken(site, make_context, tmp_path):
    page = sign_in(make_context(DESK).new_page(), site)
    new_night(page, "A plan of ours", players=6, boards=2)

    file = tmp_path / "three_rounds.asc"
    file.write_text(MISTAKEN)
    page.get_by_label("File").set_input_files(file)
    page.get_by_role("button", name="Check it").click()
    expect(page.get_by_role("alert")).to_contain_text("Round 2: contestant 3 sits at tables 1 and 3.")
    page.get_by_role("button", name="Put it right in the editor").click()

    _put_right(page)
    found = violations(page, "the editor")
    page.set_viewport_size(PHONE)
    expect(page.locator(".edgrid tr:visible")).to_have_count(1)
    page.get_by_role("button", name="Before").click()
    expect(page.get_by_text("Round 2 of 3")).to_be_visible()
    found += violations(page, "the editor on a phone")
    page.set_viewport_size(DESK)
    assert found == []

    page.locator("[data-fact=name]").fill("Thursday's three")
    page.locator("[data-key=keep]").click()
    expect(page.get_by_text("Thursday's three is saved.")).to_be_visible()
    page.locator("[data-key=use]").click()
    expect(page.get_by_text("The movement is chosen.")).to_be_visible()
    chosen = page.locator("article.option.chosen")
    expect(chosen).to_contain_text("Thursday's three, 3 tables, 3 rounds of 2 boards")
    expect(chosen).to_contain_text("Balance")
    expect(page.locator(".keptlist")).to_contain_text("Thursday's three")


def _put_right(page: Page):
    """Correct the fault, whose cells are marked, by accepting the repair that is offered, then undo and redo the
    repair. Make more changes by keyboard.
    """
    expect(page.locator(".edgrid td.bad")).not_to_have_count(0)
    expect(page.locator(".edfaults")).to_contain_text("number 3 sits at tables 1 and 3")
    expect(page.locator("[data-key=use]")).to_be_disabled()
    expect(page.locator(".edgrid tbody tr").nth(1).locator(".edout")).to_have_text("5")
    page.get_by_role("button", name="Seat 5 at table 3 instead").click()
    expect(page.get_by_text("It can be played.")).to_be_visible()
    expect(cell(page, 2, 3, "ns")).to_have_value("5")
    page.locator("[data-key=undo]").click()
    expect(page.locator(".edfaults")).to_be_visible()
    page.locator("[data-key=redo]").click()
    expect(page.get_by_text("It can be played.")).to_be_visible()

    cell(page, 2, 1, "set").fill("B")
    cell(page, 2, 1, "set").press("Enter")
    expect(cell(page, 3, 1, "set")).to_be_focused()
    expect(cell(page, 2, 1, "set")).to_have_value("2")
    expect(page.locator(".edgrid td.bad").first).to_contain_text("has these in round")
    page.keyboard.press("Control+z")
    expect(page.get_by_text("It can be played.")).to_be_visible()
    expect(cell(page, 2, 1, "set")).to_have_value("3")
