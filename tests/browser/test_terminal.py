"""A table with cards on it, on two phones: one types the score, the other confirms it, both see the next board."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.site import Site


def type_four_hearts(page: Page, tricks: str) -> None:
    """4 hearts by South, not doubled, lead not known: a key a question."""
    page.get_by_role("link", name="4", exact=True).click()
    page.locator(".q-strain .key").nth(2).click()
    page.get_by_role("link", name="No", exact=True).click()
    page.get_by_role("link", name="South").click()
    page.get_by_role("link", name="Nobody remembers").click()
    page.locator(".q-tricks").get_by_role("link", name=tricks).click()


@pytest.mark.timeout(90)
def test_a_score_goes_from_one_phone_to_the_other_and_counts(
    site: Site, staged: dict[str, Any], make_context: Callable[..., BrowserContext]
) -> None:
    south, north = make_context(PHONE).new_page(), make_context(PHONE).new_page()
    south.goto(site.url + staged["cards"]["S"])
    north.goto(site.url + staged["cards"]["N"])
    type_four_hearts(south, "10 made")
    expect(south.locator(".sentence")).to_contain_text("+420 to South (N/S)")
    south.go_back()
    expect(south.get_by_role("heading")).to_contain_text("How many tricks did South take?")
    south.locator(".q-tricks").get_by_role("link", name="9 1 down").click()
    south.get_by_role("button", name="Yes, that is right").click()
    expect(north.get_by_role("heading")).to_contain_text("Sue Card typed this")
    north.get_by_role("button", name="No, it was otherwise").click()
    south.get_by_role("button", name="Type it again").click()
    type_four_hearts(south, "10 made")
    south.get_by_role("button", name="Yes, that is right").click()
    north.get_by_role("button", name="Yes, that is right").click()
    expect(north.locator(".sofar")).to_contain_text("Board 2")
    expect(south.locator(".sofar")).to_contain_text("Board 2")
