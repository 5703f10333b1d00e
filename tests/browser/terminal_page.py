"""A terminal, used one key at a time, as a player at the table would use it."""

from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.seats import until

FOUR_HEARTS = ("level-4", "strain-H", "declarer-S", "next", "lead-none")


class TerminalPage:
    """One terminal. Its device may go offline, and its tab may be closed and the page opened in a new tab."""

    def __init__(self, context: BrowserContext, link: str):
        self.context, self.page = context, context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.heard: list[str] = []
        self.page.on("websocket", lambda line: line.on("framereceived", lambda said: self.heard.append(str(said))))
        self.page.goto(link)
        self.address = self.page.url

    def key(self, name: str) -> Locator:
        return self.page.locator(f'[data-key="{name}"]')

    def tap(self, *names: str) -> "TerminalPage":
        for name in names:
            self.key(name).click()
        return self

    def heading(self, text: str):
        expect(self.page.locator("section h1").first).to_contain_text(text)

    def says(self, text: str):
        expect(self.page.locator("main")).to_contain_text(text)

    def types(self, tricks: int = 10) -> "TerminalPage":
        """Type 4 hearts by South for the board that the terminal asks for, check the read-back and send the score."""
        return self.tap("board-yes", "order-yes", *FOUR_HEARTS, f"tricks-{tricks}", "yes")

    def types_and_agrees(self, tricks: int = 10) -> "TerminalPage":
        """Type a score, agree for the other side on this device, and confirm that the cards are in order."""
        self.types(tricks).tap("agree", "next", "order-yes")
        expect(self.key("order-yes")).to_have_count(0)  # the confirmation is stored
        return self

    def offline(self, off: bool = True) -> "TerminalPage":
        self.context.set_offline(off)
        if off:
            self.says("No line to the site")
        return self

    def sent(self):
        """Wait until this device has nothing left to send."""
        kept = """new Promise((done) => {
            const open = indexedDB.open("terminal", 1);
            open.onsuccess = () => {
                const all = open.result.transaction("acts").objectStore("acts").count();
                all.onsuccess = () => { open.result.close(); done(all.result); };
            };
        })"""
        until(self.page, lambda: self.page.evaluate(kept) == 0, "everything is sent")

    def kept(self):
        """Wait until everything is stored that the page has begun to store."""
        self.page.evaluate(
            """() => new Promise((done) => {
                const open = indexedDB.open("terminal", 1);
                open.onsuccess = () => {
                    const after = open.result.transaction(["acts", "kept"]);
                    after.objectStore("kept").count();
                    after.oncomplete = () => { open.result.close(); done(); };
                };
            })"""
        )

    def reopened(self) -> "TerminalPage":
        """Close the tab and open the page in a new tab."""
        self.page.close()
        return TerminalPage(self.context, self.address)


def two_terminals(make_context, night, viewport) -> tuple[TerminalPage, TerminalPage]:
    """Return Bo's and Ann's terminals at table 1."""
    bo, ann = (TerminalPage(make_context(viewport), night.link(name)) for name in ("Bo Card", "Ann Card"))
    return bo, ann


def screen_of(page: Page) -> dict[str, Any]:
    """Return how far the page can be scrolled, and the keys that are too small for a finger to tap."""
    return dict(
        page.evaluate(
            """() => ({
                down: document.documentElement.scrollHeight - innerHeight,
                right: document.documentElement.scrollWidth - innerWidth,
                small: [...document.querySelectorAll("main :is(button, a, summary)")].filter((each) => {
                    const { width, height } = each.getBoundingClientRect();
                    return width && (width < 44 || height < 44);
                }).map((each) => each.textContent.trim()),
            })"""
        )
    )
