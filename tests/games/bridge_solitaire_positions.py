"""Test deals for Bridge Solitaire: hands and stocks set up by hand, and both worked examples (BS-16, BS-17)."""

from collections.abc import Sequence
from typing import Any

import pytest

from games.cards import cards_text, read_cards
from games.errors import IllegalAction
from games.registry import rules_for
from games.replay import states
from games.variants.bridge_solitaire.state import PACK, SolitaireState
from tests.games.plays import Acts, Log, random_log

BS = rules_for("bridge_solitaire")
play = Acts(BS).play
cards = read_cards

EXAMPLE_1 = {
    "board": 1,
    "dealer": "",
    "vul": "None",
    "hands": {
        "down": "CQ CJ H7 S9 S4 D3 JR",
        "face_up": "SJ ST S7 S2 D9 CA CK CT C8 HQ H8 H5 H4",
        "stock": "C3 D7 D5 HA C9 SA C7 HK C6 DK SQ C2 DT C4 SK D4 DQ H2 JB D6 C5 "
        "S8 S6 S5 S3 HJ HT H9 H6 H3 DA DJ D8 D2",
    },
}
EXAMPLE_1_CARDS = ["C8", "CA", "CK", "CQ", "CJ", "HQ", "S4", "D3", "JR", "H7", "S9", "CT", "H8"]
EXAMPLE_2_FACE_UP = "HA HT H3 H2 D7 D6 D2 CK C4 C2 ST S5 S4"
EXAMPLE_2_DOWN = "HQ D3 C3 SA S9 S3 JB"


def dealt(hand: str, stock: str = "") -> tuple[dict[str, Any], str]:
    """Return a deal that leads to this hand of 13 and has a stock that begins with these cards, and the action that
    keeps the six cards.
    """
    held, first = cards(hand), cards(stock)
    others = [card for card in PACK if card not in (*held, *first)]
    thrown = [card for card in others if not card.is_joker][:7]
    rest = [card for card in others if card not in thrown]
    hands = {
        "down": cards_text(held[6:]),
        "face_up": cards_text((*held[:6], *thrown)),
        "stock": cards_text((*first, *rest)),
    }
    kept = ".".join(card.text for card in held[:6])
    return {"board": 1, "dealer": "", "vul": "None", "hands": hands}, f"keep:{kept}/{thrown[0].text}"


def bidding(hand: str, stock: str = "", **options: str) -> SolitaireState:
    setup, keep = dealt(hand, stock)
    return play(BS.start(setup, options), keep)


def playing(hand: str, call: str, stock: str = "", **options: str) -> SolitaireState:
    """Return the state after the call by a player with this hand. If the player declares, the stock has led."""
    return play(bidding(hand, stock, **options), f"c:{call}")


def refused(state: SolitaireState, action: str, rule: str, words: str):
    """Check that the rule in this paragraph refuses the action, with a message that contains these words."""
    with pytest.raises(IllegalAction, match=words) as error:
        BS.apply(state, "S", action)
    assert error.value.rule == rule


def cards_of(state: SolitaireState) -> list[str]:
    return [action[2:] for action in BS.legal(state, "S") if action.startswith("p:")]


def random_setup(number: int) -> dict[str, Any]:
    return BS.deal("positions", {"board": number, "dealer": "", "vul": "None"}, {})


def random_states(number: int, **options: str) -> list[tuple[SolitaireState, Log]]:
    """Return every state of a random play, including the start and the end, with the log that leads to it."""
    setup = random_setup(number)
    log = random_log(BS, setup, options, number)
    return [(state, log[:place]) for place, (_, state) in enumerate(states(BS, setup, options, log))]


def last_trick(state: SolitaireState) -> tuple[str, list[str], list[str], str]:
    """Return the last trick's leader, cards, cards turned over, and winner."""
    trick = BS.view(state, "S")["last_trick"]
    plays: Sequence[dict[str, str]] = trick["cards"]
    return trick["leader"], [play["card"] for play in plays], trick["turned"], trick["winner"]


def tricks(state: SolitaireState) -> tuple[int, int]:
    won = BS.view(state, "S")["tricks"]
    return won["S"], won["N"]
