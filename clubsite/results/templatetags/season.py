"""Figures of standings over many nights."""

from fractions import Fraction

from django import template

from scoring.figures import fixed_text

register = template.Library()


@register.filter
def award(points: Fraction, decimals: int) -> str:
    """Master points with the decimals of their scheme."""
    return fixed_text(points, decimals)


@register.filter
def fallen(climbed: int) -> int:
    """How many rungs down."""
    return -climbed
