"""The parts of a percentage: every step of a play, priced in match points against the actual field.

The values of a play form a chain. It starts from par, the result of the best calls and the best play. Each costly
call or card leads to the next value, and the last value is the score. A step is worth the difference that it makes
to the match points in the field, so the steps of a board add up exactly to the board's match points above average.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from scoring.lines import Status
from scoring.session_scores import Outcome, worth_of
from scoring.settings import ORDINARY, ScoringSettings


class PercentagePart(StrEnum):
    """A kind of step, from the contestant's point of view. The steps of one kind may add up to 0."""

    FIELD = "field"  # par against the field: how the others did with the cards
    CALLS = "calls"
    DECLARING = "declaring"
    DEFENCE = "defence"
    GIFT_CALLS = "gift_calls"  # gifts of the opponents
    GIFT_CARDS = "gift_cards"
    RULING = "ruling"  # from the played score to the one that counts
    UNKNOWN = "unknown"  # a board without an analysis
    PENALTY = "penalty"
    OTHER = "other"  # carry-over


OWN = (PercentagePart.CALLS, PercentagePart.DECLARING, PercentagePart.DEFENCE)
GIFTS = (PercentagePart.GIFT_CALLS, PercentagePart.GIFT_CARDS)


@dataclass(frozen=True, slots=True)
class PercentageStep:
    """A step from one value to the next. `before` and `after` are points for N/S. The caller chooses `key`."""

    part: PercentagePart
    before: int
    after: int
    key: int = 0


@dataclass(frozen=True, slots=True)
class PricedStep:
    """A step and what it is worth to the contestant in match points."""

    step: PercentageStep
    points: Fraction


@dataclass(frozen=True, slots=True)
class BoardParts:
    """The parts of a board's score. The `parts` add up to `won` - `top` / 2."""

    parts: Mapping[PercentagePart, Fraction]
    steps: Sequence[PricedStep]
    won: Fraction
    top: int


class Prices:
    """The value of any score that might replace `own`, if all other outcomes of the board stay unchanged.

    `times` counts the board's lines with each outcome, including `own`. Raise ScoreError as `worth_of` does.
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
        """Return the side's match points for this score."""
        if ns_score not in self._known:
            mine = Outcome(Status.PLAYED, ns_score, group=self._group)
            times = self._others + Counter([mine])
            worth = worth_of(times, self._full, self._settings)[mine]
            points = worth.ns if self._side == "ns" else worth.ew
            assert points is not None  # a played score counts
            self._known[ns_score] = points
        return self._known[ns_score]


def board_parts(prices: Prices, steps: Sequence[PercentageStep], played: int, won: Fraction, top: int) -> BoardParts:
    """Return the parts of a board, with its steps in order.

    `played` is the score after the last step, and `won` is the final number of match points. Raise ValueError if a
    step does not begin where the previous step ended, or the last step does not end at `played`.
    """
    values = [steps[0].before if steps else played, *(step.after for step in steps)]
    if [step.before for step in steps] != values[:-1] or values[-1] != played:
        raise ValueError(f"The steps do not lead to {played}: {steps}")
    parts: defaultdict[PercentagePart, Fraction] = defaultdict(Fraction)
    parts[PercentagePart.FIELD] = prices.of(values[0]) - Fraction(top, 2)
    priced = [PricedStep(step, prices.of(step.after) - prices.of(step.before)) for step in steps]
    for priced_step in priced:
        parts[priced_step.step.part] += priced_step.points
    parts[PercentagePart.RULING] = won - prices.of(played)
    return BoardParts(parts, priced, won, top)


def unknown_parts(won: Fraction, top: int) -> BoardParts:
    """Return the parts of a board's score when only the match points are known."""
    return BoardParts({PercentagePart.UNKNOWN: won - Fraction(top, 2)}, (), won, top)


def percentage_parts(
    boards: Iterable[BoardParts], won: Fraction, possible: Fraction, penalty: Fraction = Fraction(0)
) -> dict[PercentagePart, Fraction]:
    """Return the non-zero parts in percentage points. Their sum plus 50 is exactly 100 x `won` / `possible`.

    `won` and `possible` are the figures used in the ranking. `penalty` is the number of match points that penalties
    have taken from `won`.
    """
    total: defaultdict[PercentagePart, Fraction] = defaultdict(Fraction)
    for board in boards:
        for part, points in board.parts.items():
            total[part] += points
    total[PercentagePart.PENALTY] = -penalty
    total[PercentagePart.OTHER] = won - possible / 2 - sum(total.values())
    return {part: 100 * total[part] / possible for part in PercentagePart if total[part]}
