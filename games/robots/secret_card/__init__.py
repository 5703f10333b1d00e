"""The secret-card game: drafts for strength and length, bids what that is worth, weighs each card for the trick."""

from collections.abc import Callable, Sequence
from typing import Any

from games.cards import CARD_BY_TEXT
from games.robots.secret_card.bidding import choose_call
from games.robots.secret_card.cardplay import accepts, choose_card, stops
from games.robots.secret_card.drafting import choose_secret, keeps

Chance = Callable[[Sequence[str]], str]

__all__ = ["choose"]


def choose(view: dict[str, Any], chance: Chance) -> str | None:
    """The action text for the viewer of this view, None when it is not his turn. `chance` chooses among equals."""
    turn, stage = view["turn"], view["more"]["stage"]
    if turn is None or turn["player"] != view["me"]:
        return None
    if turn["what"] == "claim":
        return "accept" if accepts(view) else "refuse"
    if turn["what"] == "undo":
        return "undo:yes"
    if stage == "first":
        hand = [CARD_BY_TEXT[text] for text in view["hands"][view["me"]]["cards"]]
        return "keep" if keeps(CARD_BY_TEXT[view["more"]["draft"]["first"]], hand) else "reject"
    if stage == "second":
        return "seen"
    if stage == "call":
        return choose_call(view)
    if stage == "secret":
        return choose_secret(view)
    if stage == "answer":
        return "stop" if "stop" in view["legal"] and stops(view) else "let"
    return choose_card(view, chance)
