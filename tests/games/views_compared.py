"""Views of a position that was reached in two ways: with an action that was taken back, and without it."""

import re
from typing import Any

from games.registry import rules_for


def but_told(view: dict[str, Any]) -> dict[str, Any]:
    """Return the view without its report on the last take-back and without the actions that can be taken back next."""
    return {key: value for key, value in view.items() if key not in ("taken_back", "can")}


CARD = re.compile(r"\b(?:[SHDC][AKQJT2-9]|J[KRB])\b")


def setup_of(game: str, number: int) -> dict[str, Any]:
    dealer = "" if game == "bridge_solitaire" else "SN"[number % 2]
    return rules_for(game).deal(f"attack {number}", {"board": number + 1, "dealer": dealer, "vul": "None"}, {})
