"""A new site's first club comes from another site: the setup link, an account, the file in pieces, and the club."""

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.axe import violations
from tests.browser.conftest import PHONE
from tests.browser.site import Site
from tests.kit.club_files import PASSPHRASE

FILE = Path(__file__).resolve().parents[1] / "clubsite" / "clubfile" / "data" / "version-1.zip"
BEFORE = 1_500_000
"""Bytes before the file, so that it has more than one piece. A zip is read from its end."""


def test_a_club_comes_to_a_new_site_from_its_file(tmp_path, make_context, site_data):
    site = Site(site_data.new(tmp_path / "site"), demo=False)
    large, letter = tmp_path / "club.zip", tmp_path / "letter.zip"
    large.write_bytes(bytes(BEFORE) + FILE.read_bytes())
    letter.write_text("Dear Dee")
    site.start()
    try:
        page = make_context(PHONE).new_page()
        link = site.printed(rf"({site.url}/new-club/\S+/)")[1]
        page.goto(link)
        page.get_by_role("link", name="bring it here from its file").click()
        page.get_by_role("link", name="Make one").click()
        page.get_by_label("Name", exact=True).fill("ruth")
        page.get_by_label("Password", exact=True).fill("rain-on-tiles")
        page.get_by_label("The same password again").fill("rain-on-tiles")
        page.get_by_role("button", name="Make the account").click()

        expect(page.get_by_role("heading", name="Bring a club here")).to_be_visible()
        assert violations(page, "bring a club here") == []
        first, pieces = page.url, list[str]()
        page.on("request", lambda asked: pieces.append(asked.url) if asked.url.endswith("/piece/") else None)
        page.get_by_label("The club file").set_input_files(letter)
        page.get_by_role("button", name="Send the file").click()
        expect(page.get_by_text("This is no club file.")).to_be_visible()
        assert len(pieces) == 1

        page.goto(first)
        page.get_by_label("The club file").set_input_files(large)
        page.get_by_role("button", name="Send the file").click()
        expect(page.get_by_text("6 members, 2 nights and 4 scores.")).to_be_visible()
        assert len(pieces) == 3
        assert violations(page, "a club file that was checked") == []
        page.get_by_label("Passphrase").fill(PASSPHRASE)
        page.get_by_label("Name of the club").fill("Lantern Club")
        page.get_by_role("button", name="Bring the club here").click()
        expect(page.get_by_role("heading", name="Lantern Club is here")).to_be_visible()
        assert violations(page, "a club that was brought") == []
        page.get_by_role("link", name="To the club", exact=True).click()
        expect(page).to_have_url(f"{site.url}/clubs/lantern/")
    finally:
        site.stop()
