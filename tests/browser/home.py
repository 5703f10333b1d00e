"""A player at a table at home, who taps what a robot would choose in that seat."""

from random import Random
from typing import Any

from playwright.sync_api import expect

from games.robots import choose
from tests.browser.seats import SeatPage, until
from tests.browser.site import Site


class HomePage(SeatPage):
    """A seat's page in the lounge. If `chance` is given, the choices are the same in every run."""

    chance = Random("home")

    def table(self) -> dict[str, Any]:
        return self.seen.get("table", {})

    def thought(self) -> str | None:
        """Return what a robot would do in this seat, judging only by what this page was sent, or None."""
        seen = self.seen
        return choose(seen["view"], self.chance.choice) if seen["view"] else None

    def act(self) -> str:
        """Wait for this seat's turn, choose an action and tap it. Return the action once the server has received it."""
        self.front()
        until(self.page, lambda: self.thought() is not None or self.done(), "something to do")
        if self.done():
            return ""
        sent, action = len(self.acts), self.thought()
        assert action is not None
        self.tap(action)
        until(self.page, lambda: len(self.acts) > sent, f"{action} was sent")
        seq = self.acts[-1]["seq"]
        until(self.page, lambda: self.seen["seq"] > seq or self.done(), f"{action} was seen")
        return action

    def done(self) -> bool:
        return self.table().get("state") in ("result", "finished")

    def tap(self, action: str):
        """Enter one action by tapping, as a person would."""
        verb, _, rest = action.partition(":")
        pick = self.seen["view"].get("pick")
        if pick and verb == pick["verb"]:
            chosen, _, top = rest.partition("/")
            for card in [*filter(None, chosen.split(".")), *filter(None, [top])]:
                if card not in pick["forced"]:
                    self.key(card).click()
            self.key("pick-send").click()
        elif verb == "c":
            self._call(rest)
        elif verb == "p":
            card, _, suit = rest.partition(":")
            playable = self.page.locator(f'button.card.yes[data-key="{card}"]')
            expect(playable).to_be_visible()
            playable.click()
            if suit:
                self.key(action).click()
        elif verb == "secret":
            self.key(rest).click()
            self.key("pick-send").click()
        elif verb == "seen":
            self._seen()
        else:
            self.key(action).click()

    def _seen(self):
        """Confirm that the player has seen the cards. After the seat's own choice, the page does this without a tap."""
        if self.seen["view"]["more"]["draft"]["told"][-1] == "ace first":
            self.key("seen").click()

    def _call(self, text: str):
        whole = self.key(f"key-{text}")
        level, strain = text[:-1], text[-1]
        until(self.page, lambda: whole.count() or self.key(f"level-{level}").count(), "the bidding box")
        if whole.count():
            whole.click()
        else:
            self.key(f"level-{level}").click()
            self.key(f"strain-{strain}").click()
        self.key("confirm").click()


def friends_sit_down(site: Site, game: str, bo: HomePage, ann: HomePage):
    """Let Bo open a table at home, and Ann come by its link. Neither has an account, only a name. Both are ready."""
    bo.open(f"{site.url}/play/new/{game}/?against=friend")
    bo.page.get_by_label("Your name").fill("Bo")
    bo.page.get_by_role("button", name="Open the table").click()
    invite = until(bo.page, lambda: bo.table().get("invite"), "the invitation")
    expect(bo.page.get_by_text(invite["code"])).to_be_visible()
    ann.open(f"{site.url}{invite['url']}")
    expect(ann.page.get_by_role("heading", name="Bo asks you to play")).to_be_visible()
    ann.page.get_by_label("Your name").fill("Ann")
    ann.page.get_by_role("button", name="Sit down").click()
    for seat in (bo, ann):
        seat.key("ready").click()
