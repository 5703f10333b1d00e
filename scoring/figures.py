"""Rounding figures for readers, which is done only in this module. Halves are rounded away from zero."""

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

_WRITTEN = re.compile(r"[+-]?(\d{1,20}(\.\d{0,20})?|\.\d{1,20}|\d{1,20}/\d{1,20})", re.ASCII)


def read_figure(value: Any) -> Fraction:
    """Return the exact value of a whole number, or of a string such as `12`, `-3.5` or `5/2`.

    Raise ValueError for anything else. `Fraction` would also read `1e999999999`, and then spend days computing a
    number with a billion digits.
    """
    if isinstance(value, Fraction) or (isinstance(value, int) and not isinstance(value, bool)):
        return Fraction(value)
    if not isinstance(value, str) or not _WRITTEN.fullmatch(value.strip()):
        raise ValueError("no figure")
    try:
        return Fraction(value.strip())
    except ZeroDivisionError as nothing:
        raise ValueError("no figure") from nothing


def exact_sum(values: Iterable[Fraction]) -> Fraction:
    """Return the sum of the figures. Figures with the same denominator are added as integers first.

    This is fast because a club's percentages have few different denominators.
    """
    numerators: dict[int, int] = {}
    for value in values:
        above, below = value.as_integer_ratio()
        numerators[below] = numerators.get(below, 0) + above
    whole = lcm(*numerators)
    return Fraction(sum(above * (whole // below) for below, above in numerators.items()), whole)


def rounded(value: Fraction, places: int) -> Fraction:
    """Return the nearest multiple of 10^-places. Halves are rounded away from zero."""
    return Fraction(_units(value, places), 10**places)


def _units(value: Fraction, places: int) -> int:
    """Return the rounded value as a number of units of 10^-places."""
    above, below = value.as_integer_ratio()
    scale: int = 10**places
    whole = (2 * abs(above) * scale + below) // (2 * below)
    return -whole if above < 0 else whole


def whole_parts(parts: Sequence[Fraction], total: Fraction) -> list[int]:
    """Return the parts of `total` as whole numbers that add up to the rounded `total`.

    The parts that would lose the most by rounding down are rounded up.
    """
    floors = [part // 1 for part in parts]
    missing = int(rounded(total, 0)) - sum(floors)
    most = sorted(range(len(parts)), key=lambda place: parts[place] - floors[place], reverse=True)
    return [floor + (place in most[:missing]) for place, floor in enumerate(floors)]


def fixed_text(value: Fraction, places: int) -> str:
    """Return the value with exactly `places` decimal places, such as `56.48`."""
    whole = _units(value, places)
    digits = str(abs(whole)).rjust(places + 1, "0")
    sign = "-" if whole < 0 else ""
    return f"{sign}{digits[:-places]}.{digits[-places:]}" if places else f"{sign}{digits}"


def percent_text(percentage: Fraction) -> str:
    """Return a percentage with two decimal places and no per cent sign, such as `56.48`."""
    return fixed_text(percentage, 2)


def mp_text(points: Fraction) -> str:
    """Return match points with up to two decimal places: `12`, `2.6`, `14.71`."""
    return fixed_text(points, 2).rstrip("0").rstrip(".")


def number(value: Fraction, places: int) -> int | float:
    """Return the value for use in JSON: an integer if it is whole, else the nearest float with `places` decimals."""
    near = rounded(value, places)
    return near.numerator if near.denominator == 1 else float(near)


def exact_text(value: Fraction) -> str:
    """Return the exact figure as a string that JSON can hold and `Fraction` can read: `12`, `5/2`."""
    return str(value)
