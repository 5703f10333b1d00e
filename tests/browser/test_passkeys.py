"""A passkey in Chromium's virtual authenticator: setup, sign-in and the second step."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.checks import faults_of
from tests.browser.conftest import AUTHENTICATOR, TABLET

PASSWORD = "under the lantern"


@pytest.fixture
def here(site):
    """The site under a host name, because no browser creates a passkey for a numeric address."""
    return f"http://localhost:{site.port}"


@pytest.fixture
def page(make_context):
    return make_context(TABLET).new_page()


def sign_up(page: Page, here: str):
    page.goto(f"{here}/signup/")
    page.get_by_label("Name").fill("petra")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("The same password again").fill(PASSWORD)
    page.get_by_role("button", name="Make the account").click()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()


def sign_out(page: Page):
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()


def nothing_is_wrong_with(page: Page, where: str):
    assert not faults_of(page, where) + violations(page, where)


def test_a_passkey_is_made_and_signs_in_alone_and_as_the_second_step(here, page):
    cdp = page.context.new_cdp_session(page)
    cdp.send("WebAuthn.enable")
    cdp.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    sign_up(page, here)
    page.goto(f"{here}/account/second-factor/")
    page.get_by_role("link", name="Set up an app").click()
    nothing_is_wrong_with(page, "a new app")
    page.goto(f"{here}/account/second-factor/")
    page.get_by_role("link", name="Add a passkey").click()
    nothing_is_wrong_with(page, "a new passkey")
    page.get_by_role("button", name="Make the passkey").click()
    expect(page.get_by_role("heading", name="Your recovery codes")).to_be_visible()
    assert len(re.findall(r"[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}", page.get_by_role("main").inner_text())) == 8
    nothing_is_wrong_with(page, "recovery codes")
    page.get_by_role("link", name="I have a copy").click()
    expect(page.get_by_role("main")).to_contain_text("Nobody gets in with your password alone")
    nothing_is_wrong_with(page, "the second step's page")

    sign_out(page)
    page.goto(f"{here}/login/?next=/account/")
    page.get_by_role("link", name="With a passkey").click()
    nothing_is_wrong_with(page, "sign in with a passkey")
    page.get_by_role("button", name="Use my passkey").click()
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()

    sign_out(page)
    page.goto(f"{here}/login/?next=/account/")
    page.get_by_label("Name").fill("petra")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="The second step")).to_be_visible()
    nothing_is_wrong_with(page, "the second step")
    page.get_by_role("button", name="Use my passkey").click()
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()


def test_somebody_without_a_passkey_reads_that_it_was_not_used(here, page):
    cdp = page.context.new_cdp_session(page)
    cdp.send("WebAuthn.enable")
    cdp.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    page.goto(f"{here}/login/passkey/")
    page.get_by_role("button", name="Use my passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("was not used")
