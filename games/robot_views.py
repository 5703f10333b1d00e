"""Reading views, as every robot does: naming the cards that are shown and guessing the cards that are not."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from games.cards import Card, card_of

View = dict[str, Any]
Chance = Callable[[Sequence[str]], str]  # chooses among equals, like `random.Random(seed).choice`
Cards = tuple[Card, ...]


def card_named(text: str) -> Card:
    """Return the card that a string in a view names."""
    card = card_of(text)
    assert card is not None
    return card


def cards_named(texts: Iterable[str] | None) -> Cards:
    """Return the cards that the strings in a view name, or () for a hidden hand."""
    return tuple(card_named(text) for text in texts or ())


def drawn(unseen: Sequence[str], size: int, chance: Chance) -> tuple[Cards, Cards]:
    """Draw `size` of the `unseen` cards at random. Return the cards drawn and the remaining cards."""
    rest = list(unseen)
    taken = [rest.pop(rest.index(chance(rest))) for _ in range(size)]
    return cards_named(taken), cards_named(rest)


def any_of(actions: Sequence[str], chance: Chance) -> str:
    """Return one of the actions. `chance` is not used if there is only one action."""
    return actions[0] if len(actions) == 1 else chance(actions)
