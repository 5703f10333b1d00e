"""Pieces of a view that every game with such a thing shows in the same form (JSON values)."""

from collections.abc import Iterable
from typing import Any

from games.calls import Contract
from games.cards import Card


def texts(cards: Iterable[Card]) -> list[str]:
    """The cards in the order given, as they are written."""
    return [card.text for card in cards]


def contract_view(contract: Contract | None) -> dict[str, Any] | None:
    """`{"text", "level", "strain", "doubled", "declarer", "needs"}`; None while there is no contract."""
    if contract is None:
        return None
    return {
        "text": contract.text,
        "level": contract.level,
        "strain": contract.strain,
        "doubled": contract.doubled,
        "declarer": contract.declarer,
        "needs": contract.needs,
    }
