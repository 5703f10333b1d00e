"""A terminal as somebody at the table uses it: a key a tap."""

from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.seats import until

FOUR_HEARTS = ("level-4", "strain-H", "declarer-S", "next", "lead-none")


class TerminalPage:
    """One terminal. Its device may lose its line, and its tab may be closed and opened again."""

    def __init__(self, context: BrowserContext, link: str):
        self.context, self.page = context, context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
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
        """4 hearts by South on the board that is asked for, up to what is read back, and sends it."""
        return self.tap("board-yes", "order-yes", *FOUR_HEARTS, f"tricks-{tricks}", "yes")

    def types_and_agrees(self, tricks: int = 10) -> "TerminalPage":
        """The same, the other side agrees on this device, and the cards are put back in order."""
        self.types(tricks).tap("agree", "next", "order-yes")
        expect(self.key("order-yes")).to_have_count(0)  # what is shown is kept
        return self

    def offline(self, off: bool = True) -> "TerminalPage":
        self.context.set_offline(off)
        if off:
            self.says("No line to the site")
        return self

    def sent(self):
        """Nothing waits on this device any more."""
        kept = """new Promise((done) => {
            const open = indexedDB.open("terminal", 1);
            open.onsuccess = () => {
                const all = open.result.transaction("acts").objectStore("acts").count();
                all.onsuccess = () => { open.result.close(); done(all.result); };
            };
        })"""
        until(self.page, lambda: self.page.evaluate(kept) == 0, "everything is sent")

    def reopened(self) -> "TerminalPage":
        """The tab is closed, and the page opened in a new one."""
        self.page.close()
        return TerminalPage(self.context, self.address)


def two_terminals(make_context, night, viewport) -> tuple[TerminalPage, TerminalPage]:
    """Bo's and Ann's at table 1."""
    bo, ann = (TerminalPage(make_context(viewport), night.link(name)) for name in ("Bo Card", "Ann Card"))
    return bo, ann


def screen_of(page: Page) -> dict[str, Any]:
    """How far it can be scrolled, and the keys that are too small for a finger."""
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
