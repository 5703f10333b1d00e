"""Where a percentage came from: every step of a play, priced in match points against the field as it was.

The values of a play telescope: from par, what best calls and play come to, each call and card that cost something
leads to the next value, and the last is the score. What a value is worth in the field differs by what a step was worth,
and so the steps of a board sum to its match points above average, exactly.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from scoring.lines import Status
from scoring.session_scores import Outcome, worth_of
from scoring.settings import ORDINARY, ScoringSettings


class Part(StrEnum):
    """What a step was, for the contestant. Of each the sum may be 0."""

    FIELD = "field"  # par against the field: what the others did with the cards
    CALLS = "calls"
    DECLARING = "declaring"
    DEFENCE = "defence"
    GIFT_CALLS = "gift_calls"  # what the opponents gave
    GIFT_CARDS = "gift_cards"
    RULING = "ruling"  # from the score as it was played to what counts
    UNKNOWN = "unknown"  # a board of which nothing was worked out
    PENALTY = "penalty"
    OTHER = "other"  # what is carried over


OWN = (Part.CALLS, Part.DECLARING, Part.DEFENCE)
GIFTS = (Part.GIFT_CALLS, Part.GIFT_CARDS)


@dataclass(frozen=True, slots=True)
class Step:
    """What led from one value to the next; `before` and `after` are points to N/S. `key` is the caller's own."""

    part: Part
    before: int
    after: int
    key: int = 0


@dataclass(frozen=True, slots=True)
class PricedStep:
    """A step with what it was worth, in match points of the contestant."""

    step: Step
    points: Fraction


@dataclass(frozen=True, slots=True)
class BoardParts:
    """What a board came to: `parts` sum to `won` - `top` / 2."""

    parts: Mapping[Part, Fraction]
    steps: Sequence[PricedStep]
    won: Fraction
    top: int


class Prices:
    """What any score would have been worth to whoever had `own`, all other outcomes of the board as they were.

    `times`: how many lines of the board have each outcome, `own` among them. Raises ScoreError as `worth_of` does.
    """

    def __init__(
        self,
        times: Mapping[Outcome, int],
        own: Outcome,
        full: int,
        side: str,
        settings: ScoringSettings = ORDINARY,
    ) -> None:
        self._others, self._group = Counter(times), own.group
        self._others[own] -= 1
        self._full, self._side, self._settings = full, side, settings
        self._known: dict[int, Fraction] = {}

    def of(self, ns_score: int) -> Fraction:
        """In match points of the side."""
        if ns_score not in self._known:
            mine = Outcome(Status.PLAYED, ns_score, group=self._group)
            times = self._others + Counter([mine])
            worth = worth_of(times, self._full, self._settings)[mine]
            points = worth.ns if self._side == "ns" else worth.ew
            assert points is not None  # a played score counts
            self._known[ns_score] = points
        return self._known[ns_score]


def board_parts(prices: Prices, steps: Sequence[Step], played: int, won: Fraction, top: int) -> BoardParts:
    """Of a board with its steps in order; `played` is the score that they lead to, `won` what counts in the end.

    Raises ValueError if a step does not begin where the one before it ended, or the last not at `played`.
    """
    values = [steps[0].before if steps else played, *(step.after for step in steps)]
    if [step.before for step in steps] != values[:-1] or values[-1] != played:
        raise ValueError(f"The steps do not lead to {played}: {steps}")
    found: defaultdict[Part, Fraction] = defaultdict(Fraction)
    found[Part.FIELD] = prices.of(values[0]) - Fraction(top, 2)
    priced = [PricedStep(step, prices.of(step.after) - prices.of(step.before)) for step in steps]
    for one in priced:
        found[one.step.part] += one.points
    found[Part.RULING] = won - prices.of(played)
    return BoardParts(found, priced, won, top)


def unknown_parts(won: Fraction, top: int) -> BoardParts:
    """Of a board of which only the match points are known."""
    return BoardParts({Part.UNKNOWN: won - Fraction(top, 2)}, (), won, top)


def percentage_parts(
    boards: Iterable[BoardParts], won: Fraction, possible: Fraction, penalty: Fraction = Fraction(0)
) -> dict[Part, Fraction]:
    """In percentage points, those that are not 0: 50 and all of them sum to 100 x `won` / `possible`, exactly.

    `won` and `possible` are the ranking's, `penalty` what penalties took of `won`.
    """
    total: defaultdict[Part, Fraction] = defaultdict(Fraction)
    for board in boards:
        for part, points in board.parts.items():
            total[part] += points
    total[Part.PENALTY] = -penalty
    total[Part.OTHER] = won - possible / 2 - sum(total.values())
    return {part: 100 * total[part] / possible for part in Part if total[part]}
