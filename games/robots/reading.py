"""What every robot does with a view: it reads its cards, and guesses those that it does not show."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from games.cards import Card, card_of

View = dict[str, Any]
Chance = Callable[[Sequence[str]], str]  # chooses among equals, as `random.Random(seed).choice`
Cards = tuple[Card, ...]


def card_named(text: str) -> Card:
    """The card of a text in a view."""
    found = card_of(text)
    assert found is not None
    return found


def cards_named(texts: Iterable[str] | None) -> Cards:
    """The cards of the texts in a view; none of a hand that is hidden."""
    return tuple(card_named(text) for text in texts or ())


def drawn(unseen: Sequence[str], size: int, chance: Chance) -> tuple[Cards, Cards]:
    """So many of these cards, as chance has it, and the others."""
    rest = list(unseen)
    taken = [rest.pop(rest.index(chance(rest))) for _ in range(size)]
    return cards_named(taken), cards_named(rest)


def any_of(actions: Sequence[str], chance: Chance) -> str:
    """One of the actions; chance is not asked about a single one."""
    return actions[0] if len(actions) == 1 else chance(actions)
