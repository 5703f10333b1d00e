"""Artificial adjusted scores in percent of the full top (Law 12C2)."""

from fractions import Fraction

AVERAGE_PLUS, AVERAGE, AVERAGE_MINUS = Fraction(60), Fraction(50), Fraction(40)


def session_award(awarded: Fraction, elsewhere: Fraction | None, worth: Fraction | None = None) -> Fraction:
    """Return what an award of `awarded` percent is worth in the end.

    `elsewhere` is the contestant's average on the other boards, None if there are none. Average plus grows to a
    better average, average minus shrinks to a worse one. Both are in percent or, if `worth` (the points awarded) is
    given, in its unit.
    """
    flat = awarded if worth is None else worth
    if elsewhere is None:
        return flat
    if awarded == AVERAGE_PLUS:
        return max(flat, elsewhere)
    return min(flat, elsewhere) if awarded == AVERAGE_MINUS else flat
