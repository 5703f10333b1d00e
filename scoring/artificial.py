"""Artificial adjusted scores in percent of the full top (Law 12C2)."""

from fractions import Fraction

AVERAGE_PLUS, AVERAGE, AVERAGE_MINUS = Fraction(60), Fraction(50), Fraction(40)


def session_award(awarded: Fraction, elsewhere: Fraction | None, worth: Fraction | None = None) -> Fraction:
    """What `awarded` percent finally are to one whose other boards average `elsewhere` (None: there are none).

    Average plus grows to a better average of the other boards, average minus shrinks to a worse one. Both are in
    percent, or in whatever unit `worth`, what was awarded, is in.
    """
    flat = awarded if worth is None else worth
    if elsewhere is None:
        return flat
    if awarded == AVERAGE_PLUS:
        return max(flat, elsewhere)
    return min(flat, elsewhere) if awarded == AVERAGE_MINUS else flat
