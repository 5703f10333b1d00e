"""Figures of a person's history as they are read."""

from fractions import Fraction

from django import template

from scoring.figures import fixed_text

register = template.Library()


@register.filter
def tenth(figure: Fraction | None) -> str:
    """With one decimal: `182.4`; a dash where there is none."""
    return "–" if figure is None else fixed_text(figure, 1)


@register.filter
def hundredth(figure: Fraction | None) -> str:
    """With two decimals; a dash where there is none."""
    return "–" if figure is None else fixed_text(figure, 2)


@register.filter
def whole(figure: Fraction) -> str:
    """To the nearest whole number: `57`."""
    return fixed_text(figure, 0)
