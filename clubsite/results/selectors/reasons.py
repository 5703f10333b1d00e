"""The reasons for a contestant's result on a board, in one sentence: own acts, opponents' gifts, and other tables."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from clubsite.results.selectors.percentage import PLAYER_OF, ValuedLine
from games.calls import CALL_TEXTS
from games.cards import CARD_TEXTS
from games.wording import call_name, card_label, seat_name
from scoring.figures import whole_parts
from scoring.percentage_parts import PercentagePart

AVERAGE_PERCENT = 50


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason and how much it accounts for. `points` is a whole percentage of the board.

    `seq` is the number of the act in the play's log, or None if the reason is not one of the reader's acts.
    """

    what: str
    points: int
    seq: int | None = None


class _Share(NamedTuple):
    what: str
    points: Fraction
    seq: int | None = None


def reasons_of(valued: ValuedLine, final: Fraction, *, mine: bool) -> list[Reason]:
    """Return the reasons for the result on the board. Together with 50, they add up to the result as a whole
    percentage.

    `final` has the final match points (Law 12C2). `mine` means that the contestant is the reader. Reasons that
    round to 0 are left out. If nobody else played the board, no reasons are returned.
    """
    top = valued.parts.top
    if not top:
        return []
    shares = list(_shares(valued, final, mine))
    points = whole_parts([one.points for one in shares], 100 * final / top - AVERAGE_PERCENT)
    return [Reason(one.what, n, one.seq) for one, n in zip(shares, points, strict=True) if n]


def _shares(valued: ValuedLine, final: Fraction, mine: bool) -> Iterator[_Share]:
    top, parts = valued.parts.top, valued.parts.parts
    own = "your" if mine else f"{seat_name(PLAYER_OF[valued.side])}’s"
    for step, share in valued.own:
        yield _Share(f"{own} {_act(step.action)}", share, step.seq)
    gifts = [share for _, share in valued.gifts]
    if gifts:
        yield _Share("their gift" if len(gifts) == 1 else "their gifts", sum(gifts, Fraction(0)))
    yield _Share("the field", 100 * parts[PercentagePart.FIELD] / top)
    yield _Share("the ruling", 100 * (parts[PercentagePart.RULING] + final - valued.parts.won) / top)


def _act(action: str) -> str:
    if action in CALL_TEXTS:
        return call_name(CALL_TEXTS[action])
    if action in CARD_TEXTS:
        return card_label(CARD_TEXTS[action].text)
    return "answer to the claim" if action == "accept" else "claim"
