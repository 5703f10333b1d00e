"""Exact figures in the form in which they are stored and published."""

from fractions import Fraction


def text_of(figure: Fraction) -> str:
    """Return an exact fraction as "num/den"."""
    return f"{figure.numerator}/{figure.denominator}"
