"""Template filters for the figures of a person's history."""

from fractions import Fraction

from django import template

from scoring.figures import fixed_text

register = template.Library()


@register.filter
def tenth(figure: Fraction | None) -> str:
    """Return the figure with one decimal, such as `182.4`, or a dash for None."""
    return "–" if figure is None else fixed_text(figure, 1)


@register.filter
def hundredth(figure: Fraction | None) -> str:
    """Return the figure with two decimals, or a dash for None."""
    return "–" if figure is None else fixed_text(figure, 2)


@register.filter
def whole(figure: Fraction) -> str:
    """Return the nearest integer, such as `57`."""
    return fixed_text(figure, 0)
