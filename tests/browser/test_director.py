"""A director's evening in the browser, from a new session to what members read on a phone."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import DESK, PHONE
from tests.browser.director import new_night, sign_in, type_score
from tests.browser.seats import until
from tests.browser.site import ROOT, Site

PBN = ROOT / "tests" / "games" / "data" / "club-evening-2022-07-27.pbn"
NAMES = [
    "Ruth Ashdown", "Margaret Oyelaran", "Tom Fairweather", "Hinemoa Parata", "Desmond Tully", "Peggy Lomax",
]  # fmt: skip
GUEST = "Zebedee Quill"


@pytest.mark.smoke
@pytest.mark.timeout(120)
def test_a_night_of_seven_from_the_wizard_to_a_members_phone(site, make_context, tmp_path):
    page = sign_in(make_context(DESK).new_page(), site)
    expect(page.locator(".tile")).to_have_count(5)

    _set_up(page, tmp_path)
    expect(page.locator(".tile")).to_have_count(4)  # seven players at four tables: one sits out
    _score_a_board_twice(page)
    _end_and_publish(page)
    member = make_context(PHONE).new_page()
    _read_as_a_member(member, site)
    _withdraw(page)
    answer = member.reload()
    assert answer is not None and answer.status == 404


def _set_up(page: Page, folder: Path):
    new_night(page, "Seven at four tables", players=7, boards=2)

    option = page.locator("article.option", has_text="Skip Mitchell")
    option.get_by_role("radio").check()
    grid = option.locator("details")
    if grid.get_attribute("open") is None:
        grid.locator("summary").click()
    expect(grid.get_by_role("table")).to_be_visible()
    found = violations(page, "the movement")
    page.get_by_role("button", name="Take this movement").click()

    _names(page)
    _boards(page, folder)
    found += violations(page, "the boards")
    page.get_by_role("link", name="Next: print").click()
    expect(page.get_by_role("link", name="Table cards (PDF)")).to_be_visible()
    found += violations(page, "the prints")
    page.get_by_role("link", name="Next: start").click()
    assert found + violations(page, "the start") == []
    page.get_by_role("button", name="Start the night").click()


def _names(page: Page):
    """Enter six members by name. A new name must be confirmed, so that a typing slip does not create a guest."""
    lines = page.locator(".line")
    expect(lines).to_have_count(7)
    numbers = [number for number in range(1, 9) if page.locator(f"#p-{number}").count()]
    for number, name in zip(numbers, [*NAMES, GUEST], strict=False):
        page.locator(f"#p-{number}").fill(name)
        page.locator(f"#p-{number}").press("Enter")
        if name == GUEST:
            expect(page.get_by_role("alert")).to_contain_text(f"Nobody in the club is called “{GUEST}”")
            page.locator(f"#line-{number} button[name=guest]").click()
        expect(page.locator(f"#line-{number} .kind")).to_have_text("Guest" if name == GUEST else re.compile("No. 1"))
    assert violations(page, "the names") == []
    page.get_by_role("button", name="Next: the boards").click()


def _boards(page: Page, folder: Path):
    """Upload a damaged file, which is refused with the place of the fault and changes nothing, then the real one."""
    damaged = folder / "damaged.pbn"
    damaged.write_text(PBN.read_text(encoding="latin-1").replace('[Dealer "S"]', '[Dealer "Q"]', 1), "latin-1")
    page.get_by_label("File with boards").set_input_files(damaged)
    page.get_by_role("button", name="Look into the file").click()
    problems = page.get_by_role("alert")
    expect(problems).to_contain_text("Nothing was imported")
    assert violations(page, "a damaged file") == []
    expect(problems.get_by_role("row").nth(1)).to_contain_text("Dealer")
    page.get_by_label("File with boards").set_input_files(PBN)
    page.get_by_role("button", name="Look into the file").click()
    page.get_by_role("button", name="Take these").click()
    expect(page.locator(".fact")).to_contain_text("The first 8 are used")


def _score_a_board_twice(page: Page):
    """Score board 5 at table 3 in round 1 and at table 2 in round 2, so that there are two scores to rank."""
    page.locator("#tile-3").click()
    type_score(page, 5, "4S", "S", 10)
    page.get_by_role("link", name="The room").click()
    page.get_by_role("link", name="Move round on").click()
    page.get_by_role("button", name="Yes, begin round 2").click()
    page.locator("#tile-2").click()
    type_score(page, 5, "3N", "S", 8)
    page.get_by_role("link", name="Ranking", exact=True).click()
    first = page.locator("table.data tbody tr").first
    expect(first).to_contain_text("100.00")  # the jobs follow within a moment; the first score alone is 50 %


def _end_and_publish(page: Page):
    page.get_by_role("link", name="The room").click()
    page.get_by_role("link", name="End the night").click()
    page.locator("form.plain button.danger").click()
    page.get_by_role("button", name="Publish the results").click()
    expect(page.get_by_text("Everybody sees version 1")).to_be_visible()


def _read_as_a_member(page: Page, site: Site):
    page.goto(f"{site.url}/clubs/lantern-street/results/")
    page.get_by_role("link", name=re.compile("Seven at four tables")).click()
    expect(page.get_by_role("heading", name="Seven at four tables")).to_be_visible()
    ranking = page.locator("table.rank").first
    expect(ranking.locator("tbody tr").first).to_contain_text("100.00")
    page.get_by_role("link", name=re.compile(r"The \d+ boards")).click()
    page.get_by_role("link", name=re.compile(r"\b5\b")).first.click()
    expect(page.get_by_role("heading", name="Board 5")).to_be_visible()
    traveller = page.locator("table.trav")
    expect(traveller).to_contain_text("3NT S")
    assert {"10", "8"} <= set(traveller.locator("td.tk").all_inner_texts())


def _withdraw(page: Page):
    page.get_by_role("link", name="Withdraw the results").click()
    page.locator("form.plain button.danger").click()
    expect(page.get_by_text("The results are withdrawn")).to_be_visible()


def test_a_director_s_phone_shows_who_calls_and_the_tables_before_anything_to_press(site, make_table, make_context):
    table = make_table()
    expect(table.north.key("help")).to_be_enabled()
    table.south.key("help").click()
    expect(table.north.key("help")).to_be_disabled()
    expect(table.north.key("help")).to_contain_text("called")
    page = sign_in(make_context(PHONE).new_page(), site)
    page.goto(site.url + table.links["director"].split("table/")[0])
    ours = f"answer-{table.south.seen['table']['table']}"
    called, others = page.locator(f"#{ours}"), page.locator(f"button[id^=answer-]:not(#{ours})")
    expect(called).to_be_visible()
    while waiting := others.count():  # players who called before, at the other journeys' tables
        others.first.click()
        expect(others).to_have_count(waiting - 1)
    parts = (".callrow", ".clock", ".tile", ".side .acts")

    def in_order():
        boxes = [page.locator(part).first.bounding_box() for part in parts]
        tops = [box["y"] for box in boxes if box]
        return tops == sorted(tops) and tops[2] < PHONE["height"] / 2

    until(page, in_order, "who calls, the clock and the first table on the first screen")
    page.get_by_role("link", name="Pause, end…").click()
    expect(page.get_by_role("button", name="Pause play")).to_be_in_viewport()
    table.south.key("help").click()
    expect(called).to_have_count(0)
