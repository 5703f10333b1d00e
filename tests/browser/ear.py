"""A player who plays by keyboard and ear: the keys that the player presses, the words that they hear, and the focus."""

import re
from typing import Any

from playwright.sync_api import BrowserContext, Page

from games.wording import call_name, card_label
from tests.browser.seats import SeatPage, until

# Every line of the live region as it comes, and every moment when a task has ended and nothing has the
# focus.
LISTEN = """() => { window.heard = [];
  addEventListener("DOMContentLoaded", () => {
    const hear = (lines) => lines.forEach((line) => line.addedNodes.forEach((node) => heard.push(node.textContent)));
    new MutationObserver(hear).observe(document.getElementById("live"), { childList: true });
  }); }"""
FOCUS = """() => { const at = document.activeElement;
  return at === document.body ? "nothing" : at.dataset.key || at.id || at.className; }"""
SEATS = {"N": "North", "E": "East", "S": "South", "W": "West"}
CALLS = {"P": ("pass", "passes"), "X": ("double", "doubles"), "XX": ("redouble", "redoubles")}


def listen(context: BrowserContext) -> BrowserContext:
    """Make this device's pages record what their live region says."""
    context.add_init_script(f"({LISTEN})()")
    return context


def heard(page: Page) -> list[str]:
    """Return what the live region has said, sentence by sentence."""
    lines = page.evaluate("() => window.heard")
    return [said for line in lines for said in re.split(r"(?<=[.?!]) ", line)]


def focus(page: Page) -> str:
    """Return the name of the focused element, or "nothing" if the focus has fallen to the page's body."""
    return str(page.evaluate(FOCUS))


class Typist:
    """A seat that is played with the keyboard alone. `presses` counts the key presses."""

    def __init__(self, seat: SeatPage):
        self.seat, self.page, self.presses = seat, seat.page, 0

    def press(self, *keys: str):
        self.seat.front()
        for key in keys:
            self.page.keyboard.press(key)
            self.presses += 1

    def call(self, text: str):
        self.press(*text.lower(), "Enter")

    def play(self, legal: list[str]) -> str:
        """Play the first legal card, and return it. Only the rank is typed if no other legal card has that rank."""
        cards = [action[2:] for action in legal]
        suit, rank = cards[0]
        alone = sum(card[1] == rank for card in cards) == 1
        self.press(*(rank.lower() if alone else (suit + rank).lower()))
        return cards[0]

    def at_something(self):
        """Wait until the focus is on some part of the table."""
        until(self.page, lambda: focus(self.page) != "nothing", "the focus")


def told(over: dict[str, Any], table: dict[str, Any]) -> list[str]:
    """Return what this seat should have heard about the board by its last view: each call, card and trick once."""
    me, first = table["seat"], table["opponent"]["name"].split()[0]
    said = []
    for each in over["auction"]:
        own, others = CALLS.get(each["call"], [f"{verb} {call_name(each['call'])}" for verb in ("bid", "bids")])
        said.append(f"You {own}." if each["by"] == me else f"{first} {others}.")
    contract = over["contract"]
    by = "you" if contract["declarer"] == me else first
    said.append(f"The contract is {call_name(contract['text'])} by {by}.")
    for trick in over["history"]:
        for laid in trick["cards"]:
            seat = laid["seat"]
            who = {me: "You play", ("N" if me == "S" else "S"): f"{first} plays"}.get(seat)
            said.append(f"{who or f'{SEATS[seat]} dummy plays'} the {card_label(laid['card'])}.")
        mine = trick["winner"] in ("SE" if me == "S" else "NW")
        said.append(f"{'You win' if mine else f'{first} wins'} trick {trick['number']}.")
    return said
