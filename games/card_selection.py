"""Actions that choose several cards at once: a discard, a draw, or the six cards to keep.

The cards are joined by dots, as in `draw:S7.H3.C2`; `draw:` alone chooses no cards. If the choice includes a `top`
card, the cards are followed by a slash and one of the cards not chosen: `keep:...` `/SJ`. There are too many
actions of this kind to list, so a game describes them with a `CardPick`, and its `legal` leaves them out.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from games.cards import Card, card_of
from games.errors import IllegalAction


@dataclass(frozen=True, slots=True)
class CardPick:
    """A choice that a player has to make now: from `least` to `most` of the `cards`, which are in the hand `hand`.

    The `forced` cards must be among the chosen ones. With `top`, the action must also name a card that is not
    chosen.
    """

    verb: str
    hand: str
    cards: tuple[Card, ...]
    least: int
    most: int
    forced: tuple[Card, ...] = ()
    top: bool = False
    rule: str = ""

    def text(self, chosen: Sequence[Card], top: Card | None = None) -> str:
        """Return the action that chooses these cards."""
        return f"{self.verb}:{'.'.join(card.text for card in chosen)}" + (f"/{top.text}" if top else "")

    def read(self, action: str) -> tuple[tuple[Card, ...], Card | None]:
        """Return the cards that this action chooses, and its top card or None.

        Raise IllegalAction with the reason if the choice is not allowed.
        """
        words, slash, last = action.removeprefix(f"{self.verb}:").partition("/")
        if slash and not last:
            raise IllegalAction("A card must be named after the slash", self.rule)
        chosen = tuple(self._held(text) for text in words.split(".") if words)
        if len(set(chosen)) != len(chosen):
            raise IllegalAction("A card is named twice there: choose each card once", self.rule)
        if not self.least <= len(chosen) <= self.most:
            raise IllegalAction(f"Choose {self._count()}: that is {len(chosen)}", self.rule)
        missing = [card for card in self.forced if card not in chosen]
        if missing:
            raise IllegalAction(f"You must choose {missing[0].name} too", self.rule)
        return chosen, self._top(last, chosen)

    def _held(self, text: str) -> Card:
        card = card_of(text)
        if card is None or card not in self.cards:
            raise IllegalAction("You do not hold one of those cards", self.rule)
        return card

    def _top(self, text: str, chosen: tuple[Card, ...]) -> Card | None:
        if not self.top:
            if text:
                raise IllegalAction("No other card is named with this choice", self.rule)
            return None
        card = self._held(text)
        if card in chosen:
            raise IllegalAction(f"You chose {card.name}: name a card that you did not choose", self.rule)
        return card

    def _count(self) -> str:
        if self.least == self.most:
            return f"{self.most} card{'s' if self.most != 1 else ''}"
        return f"{self.least} to {self.most} cards"

    def random(self, choice: Callable[[Sequence[Any]], Any]) -> str:
        """Return a valid action chosen at random by `choice` (such as `random.Random(seed).choice`)."""
        size = choice(range(self.least, self.most + 1))
        free = [card for card in self.cards if card not in self.forced]
        chosen = list(self.forced)
        while len(chosen) < size:
            chosen.append(free.pop(free.index(choice(free))))
        return self.text(chosen, choice(free) if self.top else None)

    def view(self) -> dict[str, Any]:
        """Return the choice as JSON values. Only the player who has to make the choice may see it."""
        return {
            "verb": self.verb,
            "hand": self.hand,
            "cards": [card.text for card in self.cards],
            "least": self.least,
            "most": self.most,
            "forced": [card.text for card in self.forced],
            "top": self.top,
        }
