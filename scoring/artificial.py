"""Artificial adjusted scores in percent of the full top (Law 12C2)."""

from fractions import Fraction

AVERAGE_PLUS, AVERAGE, AVERAGE_MINUS = Fraction(60), Fraction(50), Fraction(40)


def session_award(awarded: Fraction, elsewhere: Fraction | None, worth: Fraction | None = None) -> Fraction:
    """Return the final worth of `awarded` percent if the contestant's other boards average `elsewhere` (None: no
    others).

    Average plus grows to a better average of the other boards, average minus shrinks to a worse one. Both are in
    percent, or in the unit of `worth`, the points awarded.
    """
    flat = awarded if worth is None else worth
    if elsewhere is None:
        return flat
    if awarded == AVERAGE_PLUS:
        return max(flat, elsewhere)
    return min(flat, elsewhere) if awarded == AVERAGE_MINUS else flat
