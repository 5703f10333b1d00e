"""A player's card beside that of an event over many clubs. The app above that has the events registers itself here."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from clubsite.rankings.selectors.published import Published


@dataclass(frozen=True, slots=True)
class WorthInField:
    """What a board was worth to a player in one field: points out of `top`, among `results` that count.

    `points` is None if the board does not count. `how` says how the points come from fewer results than the field's
    largest board has, or is "".
    """

    points: Fraction | None
    top: int
    results: int
    how: str = ""

    @property
    def percentage(self) -> Fraction | None:
        """The share of the top in per cent, or None."""
        return None if self.points is None or not self.top else self.points * 100 / self.top


@dataclass(frozen=True, slots=True)
class BoardOverAll:
    """A board at the club and in the whole event. `over` is None if it is not one of the event's boards."""

    number: int
    key: str
    here: WorthInField
    over: WorthInField | None


@dataclass(frozen=True, slots=True)
class CardOverAll:
    """A player's card in an event. `words` has the place, and `reasons` says why the totals differ, in sentences.

    `here` and `over` are the totals as percentages; `boards` is empty for an event in IMPs.
    """

    title: str
    address: str
    words: str
    here: Fraction | None
    over: Fraction | None
    boards: tuple[BoardOverAll, ...]
    reasons: tuple[str, ...]


FindCard = Callable[[Published, int], CardOverAll | None]
_finders: list[FindCard] = []


def cards_over_all_from(find: FindCard) -> FindCard:
    """Register a function that finds a contestant's card in an event. It returns None if there is none to show."""
    _finders.append(find)
    return find


def card_over_all(published: Published, contestant: int) -> CardOverAll | None:
    """Return a contestant's card in the event that the session is a heat of, or None."""
    return next((found for find in _finders if (found := find(published, contestant)) is not None), None)
