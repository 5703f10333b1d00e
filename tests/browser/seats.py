"""A player at a screen: what they tap, and everything that their page was sent."""

import json
import time
from collections.abc import Callable
from typing import Any, TypeVar

from playwright.sync_api import Locator, Page, WebSocket, expect

T = TypeVar("T")
PATIENCE = 30.0  # seconds until a state that must come is called missing, on two busy cores


def until(page: Page, condition: Callable[[], T], what: str, seconds: float = PATIENCE) -> T:
    """Wait for something that no locator can say; the browser's events go on meanwhile."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, f"It never came: {what}"
        page.wait_for_timeout(20)
    return found


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
        """A key of the table by its name: `ready`, `confirm`, a card's text."""
        return self.page.locator(f'[data-key="{name}"]')

    @property
    def seen(self) -> dict[str, Any]:
        """The last view that came."""
        return next(
            (said for said in reversed(self.received) if said["t"] == "view"), {"seq": -1, "view": None}
        )

    @property
    def acts(self) -> list[dict[str, Any]]:
        """Actions as sent, a repeated one once: a resend keeps its id."""
        return list({said["id"]: said for said in self.sent if said["t"] == "act"}.values())

    def open(self, url: str) -> "SeatPage":
        self.page.goto(url)
        return self

    def front(self):
        """A person taps in the tab that they see; a hidden tab hardly paints."""
        if len(self.page.context.pages) > 1:
            self.page.bring_to_front()

    def ready(self):
        self.front()
        self.key("ready").click()

    def call(self, text: str):
        """Tap a call in and confirm it; on an upright screen first the level, then the suit."""
        self.front()
        expect(self.page.locator("td.now")).to_be_visible()
        if text in ("P", "X", "XX") or self.key(f"key-{text}").count():
            self.key(f"key-{text}").click()
        else:
            self.key(f"level-{text[0]}").click()
            self.key(f"strain-{text[1]}").click()
        self.key("confirm").click()
        expect(self.page.locator("td.now")).to_have_count(0)

    @property
    def playable(self) -> Locator:
        return self.page.locator("button.card.yes")

    def play(self) -> str:
        """Tap the first card that the page offers and wait until it lies on the table. Returns the card."""
        self.front()
        card = self.playable.first
        expect(card).to_be_visible()
        text = str(card.get_attribute("data-card"))
        self.key(text).click()
        expect(self.page.locator(f'button[data-card="{text}"]')).to_have_count(0)
        return text


class TableOfTwo:
    """South's and North's pages at one table, taken on as the page whose turn it is allows."""

    def __init__(self, south: SeatPage, north: SeatPage, links: dict[str, str] | None = None):
        self.south, self.north, self.links = south, north, links or {}
        self.seats = {"S": south, "N": north}

    def sit(self):
        """Both say ready; the auction opens on both screens."""
        for seat in self.seats.values():
            seat.ready()
        for seat in self.seats.values():
            expect(seat.page.locator(".table.auction")).to_be_visible()

    def on_turn(self) -> SeatPage | None:
        """Who is to act, once both have heard the same; None when the board is over."""
        until(self.south.page, self._level, "both pages at the same event")
        turn = self.south.seen["view"]["turn"]
        return self.seats[turn["player"]] if turn else None

    def _level(self) -> bool:
        one, other = self.south.seen, self.north.seen
        return bool(one["view"]) and one["seq"] == other["seq"] and one.get("play") == other.get("play")

    def auction(self, *calls: str):
        for text in calls:
            seat = self.on_turn()
            assert seat is not None
            before = seat.seen["seq"]
            seat.call(text)
            self.reach(before + 1)

    def reach(self, seq: int):
        """Until both pages have heard of this event."""
        for seat in self.seats.values():
            until(seat.page, lambda seat=seat: seat.seen["seq"] >= seq, f"event {seq} at {seat.player}")

    def play_one(self) -> tuple[SeatPage, str] | None:
        """One card by whoever is on turn; None when the board is over."""
        seat = self.on_turn()
        if seat is None:
            return None
        before = seat.seen["seq"]
        card = seat.play()
        self.reach(before + 1)
        return seat, card
