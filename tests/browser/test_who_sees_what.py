"""Who sees what: a director sets the rule, a member chooses, a stranger reads, and an account is deleted."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.checks import walk
from tests.browser.conftest import PHONE, TABLET
from tests.browser.director import sign_in
from tests.browser.site import Site

CLUB = "/clubs/lantern-street"
SETTINGS = f"{CLUB}/privacy/settings/"
NAME, INITIALS = "Dorothy Quill", "D. Q."  # of last week, and not of tonight


def keep(director: Page, site: Site, results: str, names: str):
    director.goto(site.url + SETTINGS)
    director.locator(f"input[name=results_for][value={results}]").check()
    director.locator(f"input[name=names_for][value={names}]").check()
    director.get_by_role("button", name="Keep it like that").click()


@pytest.fixture
def director(site, make_context):
    """A director's page. After the test, the club's settings are reset for the other journeys."""
    page = make_context(TABLET).new_page()
    sign_in(page, site)
    yield page
    keep(page, site, "everybody", "names")


def test_names_are_shown_as_the_club_and_the_member_want(site, make_context, director, tmp_path):
    member, stranger = make_context(PHONE).new_page(), make_context(PHONE).new_page()
    stranger.goto(f"{site.url}{CLUB}/results/")
    stranger.locator("a.night", has_text="Tuesday night").last.click()
    night = stranger.url
    reads = stranger.get_by_role("main")
    expect(reads).to_contain_text(NAME)

    keep(director, site, "everybody", "agreed")
    stranger.reload()
    expect(reads).not_to_contain_text(NAME)
    expect(reads).to_contain_text(INITIALS)
    director.goto(night)
    expect(director.get_by_role("main")).to_contain_text(NAME)
    expect(director.get_by_role("main")).to_contain_text("Strangers see the names of those who agreed")

    director.goto(site.url + SETTINGS)
    director.get_by_role("link", name="Note what they said").click()
    director.get_by_label(NAME).check()
    director.get_by_role("button", name="They agreed").click()
    expect(director.get_by_role("group", name="Agreed", exact=True)).to_contain_text(NAME)
    stranger.reload()
    expect(reads).to_contain_text(NAME)

    invited(site, director, member)
    member.get_by_role("link", name="Your account").click()
    member.get_by_role("link", name="What is known about me").click()
    member.get_by_label("By a nickname").check()
    member.get_by_role("button", name="Show me like that").click()
    expect(member.get_by_text("Type the nickname.")).to_be_visible()
    member.get_by_label("By a nickname").check()
    member.get_by_label("Nickname", exact=True).fill("Foxglove")
    member.get_by_role("button", name="Show me like that").click()
    expect(member.get_by_role("status")).to_contain_text("Strangers read “Foxglove” from now on.")
    own = ["/account/about-me/", "/account/about-me/results/", "/account/delete/", f"{CLUB}/privacy/"]
    assert walk(member, site, own) == []
    stranger.reload()
    expect(reads).to_contain_text("Foxglove")
    expect(reads).not_to_contain_text(NAME)

    member.goto(night)
    member.get_by_role("link", name="Is a score wrong?").click()
    member.get_by_label("What is wrong").fill("Board 2 was made with an overtrick.")
    member.get_by_role("button", name="Ask for a correction").click()
    director.goto(f"{site.url}/director/")
    director.get_by_role("link", name="1 request for a correction").click()
    assert walk(director, site, [f"{CLUB}/people/", SETTINGS, f"{CLUB}/people/names/"]) == []
    director.goto(f"{site.url}{CLUB}/people/")
    director.get_by_label(f"Your answer to {NAME}").fill("Put right, thank you.")
    director.get_by_role("button", name="Answer").click()
    member.reload()
    expect(member.get_by_role("main")).to_contain_text("Put right, thank you.")
    assert violations(member, "a correction") == []

    keep(director, site, "members", "initials")
    stranger.reload()
    expect(stranger.get_by_role("heading", name="For members only")).to_be_visible()
    expect(reads).not_to_contain_text(INITIALS)
    assert violations(stranger, "for members only") == []
    member.goto(night)
    expect(member.get_by_role("main")).to_contain_text(NAME)
    keep(director, site, "everybody", "names")

    member.goto(f"{site.url}/account/about-me/")
    with member.expect_download() as taken:
        member.get_by_role("link", name="Take it as a file").click()
    taken.value.save_as(tmp_path / "me.json")
    assert json.loads((tmp_path / "me.json").read_text())["people"]["rows"][0]["nickname"] == "Foxglove"
    member.get_by_role("link", name="Delete my account").click()
    member.get_by_label("My initials").check()
    member.get_by_label("Your password").fill("a long password 7")
    member.get_by_role("button", name="Delete my account").click()
    expect(member.get_by_role("status")).to_contain_text("Your account is deleted.")
    stranger.reload()
    expect(reads).to_contain_text(INITIALS)
    expect(reads).not_to_contain_text("Foxglove")


def invited(site: Site, director: Page, member: Page):
    """Hand over an invitation link. The person who opens it creates an account and says who they are."""
    director.goto(f"{site.url}{CLUB}/people/")
    director.get_by_role("link", name=NAME).click()
    director.get_by_role("button", name="Invite to an account").click()
    link = director.locator(".url code").inner_text()
    member.goto(f"{site.url}/signup/")
    member.locator("input[name=username]").fill("dorothy")
    member.locator("input[name=password1]").fill("a long password 7")
    member.locator("input[name=password2]").fill("a long password 7")
    member.get_by_role("main").get_by_role("button").first.click()
    member.wait_for_url(f"{site.url}/")
    member.goto(link)
    member.get_by_role("button", name=f"Yes, I am {NAME}").click()
