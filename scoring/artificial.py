"""Artificial adjusted scores in percent of the full top (Law 12C2)."""

from fractions import Fraction

AVERAGE_PLUS, AVERAGE, AVERAGE_MINUS = Fraction(60), Fraction(50), Fraction(40)


def session_award(awarded: Fraction, elsewhere: Fraction | None) -> Fraction:
    """Percent finally given for `awarded` to one whose other boards average `elsewhere` percent (None: none).

    Average plus grows to a better average of the other boards, average minus shrinks to a worse one.
    """
    if elsewhere is None:
        return awarded
    if awarded == AVERAGE_PLUS:
        return max(awarded, elsewhere)
    return min(awarded, elsewhere) if awarded == AVERAGE_MINUS else awarded
