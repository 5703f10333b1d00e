"""What directors and members do on the pages of the demo club."""

from playwright.sync_api import Page, expect

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


def sign_in(page: Page, site: Site) -> Page:
    """Sign in with the printed link and password, which leads to the demo's room. Return the page."""
    printed = site.printed(r"Director\s+(http\S+)\s+sign in: (\S+) / (\S+)")
    sign_in_as(page, printed.group(1), printed.group(2), printed.group(3))
    return page


def sign_in_as(page: Page, room: str, name: str, password: str):
    """Open this room, signing in as the site asks for it."""
    page.goto(room)
    sign_in_form(page, name, password)
    expect(page.locator(".tile").first).to_be_visible()


def sign_in_form(page: Page, name: str, password: str):
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()


def new_night(page: Page, name: str, players: int, boards: int | None = None):
    """Begin a new night of the club, up to its movement. `boards` is per round; None leaves what is offered."""
    page.locator(".side .club a").click()
    page.get_by_role("link", name="New night").click()
    page.get_by_label("Name of the night").fill(name)
    page.get_by_label("Players").fill(str(players))
    if boards:
        page.get_by_label("Boards a round").fill(str(boards))
    page.get_by_role("button", name="Next: the movement").click()


def type_score(page: Page, board: int, contract: str, declarer: str, tricks: int):
    """Type a score on a table's page with the keys, check that it is read back correctly, and save it. `contract` is a
    level and a strain, such as "4S".
    """
    row = page.get_by_role("row").filter(has=page.get_by_role("cell", name=str(board), exact=True))
    row.get_by_role("link", name="Type a score").click()
    tap = {
        "status": "played", "level": contract[0], "strain": contract[1], "declarer": declarer,
        "tricks": str(tricks),
    }  # fmt: skip
    for name, value in tap.items():
        key = page.locator(f"label.key:has(input[name={name}][value='{value}'])")
        key.click()
        expect(key.locator("input")).to_be_checked()
    page.get_by_role("button", name="Next: read it back").click()
    page.get_by_role("button", name="Yes, that is right").click()
