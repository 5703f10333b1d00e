"""Artificial adjusted scores as percentages of the full top (Law 12C2)."""

from fractions import Fraction

AVERAGE_PLUS, AVERAGE, AVERAGE_MINUS = Fraction(60), Fraction(50), Fraction(40)


def session_award(awarded: Fraction, elsewhere: Fraction | None, worth: Fraction | None = None) -> Fraction:
    """Return the final value of an award of `awarded` percent.

    `elsewhere` is the contestant's average on the other boards, or None if there are no other boards. Average plus
    rises to a better average, and average minus falls to a worse one. Both `elsewhere` and the result are
    percentages or, if `worth` (the points awarded) is given, in the same unit as `worth`.
    """
    flat = awarded if worth is None else worth
    if elsewhere is None:
        return flat
    if awarded == AVERAGE_PLUS:
        return max(flat, elsewhere)
    return min(flat, elsewhere) if awarded == AVERAGE_MINUS else flat
