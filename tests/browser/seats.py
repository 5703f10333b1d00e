"""A player at a screen: everything the player taps, and everything that the player's page was sent."""

import json
import time
from collections.abc import Callable
from random import Random
from typing import Any, TypeVar

from playwright.sync_api import Locator, Page, WebSocket, expect

from games.robots import choose
from tests.browser.site import Site

T = TypeVar("T")
PATIENCE = 30.0  # seconds before an expected state counts as missing, on two busy cores


def until(page: Page, condition: Callable[[], T], what: str, seconds: float = PATIENCE) -> T:
    """Wait for something that no locator can express. The browser's events are handled in the meantime."""
    end = time.monotonic() + seconds
    while not (value := condition()):
        assert time.monotonic() < end, f"It never came: {what}"
        page.wait_for_timeout(20)
    return value


def comes(page: Page, condition: Callable[[], T], what: str, seconds: float = PATIENCE) -> T:
    """Wait for what a job makes, and the page shows only when it is loaded again."""
    end = time.monotonic() + seconds
    while not (value := condition()):
        assert time.monotonic() < end, f"It never came: {what}"
        page.wait_for_timeout(500)
        page.reload()
    return value


def tap_call(page: Page, text: str):
    """Tap a call and the key that sends it. An upright screen asks for the level first, then the suit."""
    whole, level, strain, confirm = (
        page.locator(f'[data-key="{name}"]')
        for name in (f"key-{text}", f"level-{text[:-1]}", f"strain-{text[-1]}", "confirm")
    )
    until(page, lambda: whole.count() or level.count(), "the bidding box")
    for each in [whole] if whole.count() else [level, strain]:
        each.click()
    confirm.click()


class SeatPage:
    """One page of one seat. `received` and `sent` are the frames of all its sockets, in order."""

    def __init__(self, page: Page, player: str):
        self.page, self.player = page, player
        self.received: list[dict[str, Any]] = []
        self.sent: list[dict[str, Any]] = []
        self.errors: list[str] = []
        page.on("websocket", self._listen)
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _listen(self, line: WebSocket):
        line.on("framereceived", lambda text: self.received.append(json.loads(text)))
        line.on("framesent", lambda text: self.sent.append(json.loads(text)))

    def key(self, name: str) -> Locator:
        """Return a key on the table page by its name: `ready`, `confirm`, or a card's text."""
        return self.page.locator(f'[data-key="{name}"]')

    @property
    def seen(self) -> dict[str, Any]:
        """The last view received."""
        return next(
            (message for message in reversed(self.received) if message["t"] == "view"), {"seq": -1, "view": None}
        )

    @property
    def acts(self) -> list[dict[str, Any]]:
        """The actions that the page sent. A resent action counts once, because it keeps its id."""
        return list({message["id"]: message for message in self.sent if message["t"] == "act"}.values())

    def open(self, url: str) -> "SeatPage":
        self.page.goto(url)
        return self

    def front(self):
        """Bring this tab to the front: people tap in a tab that they can see, and a hidden tab is rarely painted."""
        if len(self.page.context.pages) > 1:
            self.page.bring_to_front()

    def ready(self):
        self.front()
        self.key("ready").click()

    def call(self, text: str):
        """Enter a call by tapping, and confirm it."""
        self.front()
        expect(self.page.locator("td.now")).to_be_visible()
        tap_call(self.page, text)
        expect(self.page.locator("td.now")).to_have_count(0)

    @property
    def playable(self) -> Locator:
        return self.page.locator("button.card.yes")

    def play(self) -> str:
        """Tap the first card that the page offers, and wait until it is on the table. Return the card."""
        self.front()
        card = self.playable.first
        expect(card).to_be_visible()
        text = str(card.get_attribute("data-card"))
        self.key(text).click()
        expect(self.page.locator(f'button[data-card="{text}"]')).to_have_count(0)
        return text


class TableOfTwo:
    """South's and North's pages at one table. The methods act on the page of the player whose turn it is."""

    def __init__(self, south: SeatPage, north: SeatPage, links: dict[str, str] | None = None):
        self.south, self.north, self.links = south, north, links or {}
        self.seats = {"S": south, "N": north}

    def sit(self):
        """Say for both players that they are ready, and wait for the auction on both screens."""
        for seat in self.seats.values():
            seat.ready()
        for seat in self.seats.values():
            expect(seat.page.locator(".table.auction")).to_be_visible()

    def on_turn(self) -> SeatPage | None:
        """Return the page of the player to act, once both pages have the same events, or None if the board is over."""
        until(self.south.page, self._level, "both pages at the same event")
        turn = self.south.seen["view"]["turn"]
        return self.seats[turn["player"]] if turn else None

    def _level(self) -> bool:
        south, other = self.south.seen, self.north.seen
        return bool(south["view"]) and south["seq"] == other["seq"] and south.get("play") == other.get("play")

    def auction(self, *calls: str):
        for text in calls:
            seat = self.on_turn()
            assert seat is not None
            before = seat.seen["seq"]
            seat.call(text)
            self.reach(before + 1)

    def pass_out(self):
        """Pass the board out. Both players agree to the result."""
        for seat in self.seats.values():
            expect(seat.page.locator(".table.auction")).to_be_visible()
        while self.on_turn():
            self.auction("P")
        self.agree()

    def agree(self):
        for seat in self.seats.values():
            seat.front()
            seat.key("agree").click()

    def reach(self, seq: int):
        """Wait until both pages have received this event."""
        for seat in self.seats.values():
            until(seat.page, lambda seat=seat: seat.seen["seq"] >= seq, f"event {seq} at {seat.player}")

    def play_one(self) -> tuple[SeatPage, str] | None:
        """Play one card for the player whose turn it is. Return None if the board is over."""
        seat = self.on_turn()
        if seat is None:
            return None
        before = seat.seen["seq"]
        card = seat.play()
        self.reach(before + 1)
        return seat, card


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
            tap_call(self.page, rest)
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
