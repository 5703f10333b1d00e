"""A club with a scoring program only: its director takes the results of a heat from the program's file (issue 29)."""

import pytest
from playwright.sync_api import Page, expect

from clubsite.demo.demo_event import QUAY_DIRECTOR, QUAY_PASSWORD
from tests.browser.axe import violations
from tests.browser.checks import faults_of
from tests.browser.conftest import DESK, PHONE
from tests.browser.event_night import quays_heat
from tests.kit.results_files import as_csv, as_usebio, heat_file

EVENT = "Paper simultaneous"
NAMES = ("Jo Reed", "Kit Vane", "Lou Marsh", "Max Orr", "Ned Pyke", "Oli Shaw")


@pytest.mark.smoke
@pytest.mark.timeout(300)
def test_a_director_looks_into_a_file_goes_back_and_takes_it(site, make_context):
    at = quays_heat(site, EVENT)
    kim, stranger = make_context(DESK).new_page(), make_context(PHONE).new_page()
    stranger.goto(site.url + at["event"])
    expect(stranger.get_by_role("main")).to_contain_text("No score has come in yet")
    kim.goto(site.url + at["heat"])
    kim.get_by_label("Name").fill(QUAY_DIRECTOR)
    kim.get_by_label("Password").fill(QUAY_PASSWORD)
    kim.get_by_role("main").get_by_role("button", name="Sign in").click()
    kim.get_by_role("link", name="take the results from its file").click()

    wrong = as_csv(heat_file()).replace(b"1N,S,,9", b"8N,S,,9", 1)
    _look_into(kim, "quay.csv", wrong)
    expect(kim.get_by_role("alert")).to_contain_text("Nothing was taken")
    expect(kim.get_by_role("alert")).to_contain_text("Line 2, column contract")
    expect(kim.locator(".field", has_text="File with results")).to_contain_text("Line 2, column contract")
    assert faults_of(kim, "a wrong file") + violations(kim, "a wrong file") == []

    right = as_usebio(heat_file(names=NAMES))
    _look_into(kim, "quay.xml", right)
    expect(kim.get_by_role("heading", name="Take 9 results?")).to_be_visible()
    expect(kim.get_by_role("main")).to_contain_text(NAMES[5])
    assert faults_of(kim, "a preview") + violations(kim, "a preview") == []
    kim.get_by_role("link", name="Choose another file").click()
    expect(kim.get_by_role("heading", name="Results from a file")).to_be_visible()
    stranger.reload()
    expect(stranger.get_by_role("main")).to_contain_text("No score has come in yet")

    _look_into(kim, "quay.xml", right)
    kim.get_by_role("button", name="Take these results").click()
    expect(kim.get_by_text("9 results are in from quay.xml.")).to_be_visible()
    expect(kim.get_by_role("main")).to_contain_text("9 of 9 scores counted")
    expect(stranger.get_by_role("main")).to_contain_text(NAMES[0])  # it comes by itself
    stranger.goto(f"{site.url}{at['event']}ranking/")
    for name in NAMES:
        expect(stranger.get_by_role("main")).to_contain_text(name)


def _look_into(kim: Page, name: str, file: bytes):
    kim.get_by_label("File with results").set_input_files(
        {"name": name, "mimeType": "application/octet-stream", "buffer": file}
    )
    kim.get_by_role("button", name="Look into the file").click()
