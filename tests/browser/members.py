"""A member who reads the demo club's pages about their session, their card and their name."""

from playwright.sync_api import Page

from tests.browser.site import Site

LIST = "/clubs/lantern-street/results/"


def night_and_card(page: Page, site: Site) -> tuple[str, str]:
    """Return the addresses of last week's ranking and of the card of the third contestant in its first list."""
    page.goto(site.url + LIST)
    night = page.locator("a.night", has_text="Tuesday night").last.get_attribute("href") or ""
    page.goto(site.url + night)
    return night, page.locator("th.nm a").nth(2).get_attribute("href") or ""


def say(page: Page, site: Site, card: str):
    page.goto(site.url + card)
    page.get_by_role("link", name="This is me").click()
    page.get_by_role("button", name="Yes, this is me").click()
