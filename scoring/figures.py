"""The one place where figures are rounded: when somebody is about to read them. Halves go away from zero."""

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

_WRITTEN = re.compile(r"[+-]?(\d{1,20}(\.\d{0,20})?|\.\d{1,20}|\d{1,20}/\d{1,20})", re.ASCII)


def read_figure(value: Any) -> Fraction:
    """A whole number, or a text such as `12`, `-3.5`, `5/2`, exactly. Raises ValueError for anything else.

    `Fraction` would read `1e999999999` too, and be busy with its thousand million digits for days.
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
    """The sum. Those of one denominator are added first as whole numbers: percentages of a club have few of them."""
    numerators: dict[int, int] = {}
    for value in values:
        numerators[value.denominator] = numerators.get(value.denominator, 0) + value.numerator
    return sum((Fraction(above, below) for below, above in numerators.items()), Fraction(0))


def rounded(value: Fraction, places: int) -> Fraction:
    """The nearest multiple of 10^-places; a half goes away from zero."""
    scale = 10**places
    scaled = abs(value) * scale
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    return Fraction(whole if value >= 0 else -whole, scale)


def whole_parts(parts: Sequence[Fraction], total: Fraction) -> list[int]:
    """Return the parts of `total` as whole numbers that sum to `total` as it is rounded: those are rounded up that lose
    most by being rounded down."""
    floors = [part // 1 for part in parts]
    missing = int(rounded(total, 0)) - sum(floors)
    most = sorted(range(len(parts)), key=lambda place: parts[place] - floors[place], reverse=True)
    return [floor + (place in most[:missing]) for place, floor in enumerate(floors)]


def fixed_text(value: Fraction, places: int) -> str:
    """The value with exactly `places` decimals, e.g. `56.48`."""
    near = rounded(value, places)
    digits = str(abs(near.numerator) * 10**places // near.denominator).rjust(places + 1, "0")
    sign = "-" if near < 0 else ""
    return f"{sign}{digits[:-places]}.{digits[-places:]}" if places else f"{sign}{digits}"


def percent_text(percentage: Fraction) -> str:
    """Two decimals without the sign: `56.48`."""
    return fixed_text(percentage, 2)


def mp_text(points: Fraction) -> str:
    """Match points with up to two decimals: `12`, `2.6`, `14.71`."""
    return fixed_text(points, 2).rstrip("0").rstrip(".")


def number(value: Fraction, places: int) -> int | float:
    """For JSON: a whole number where it is one, else the nearest float of so many decimals."""
    near = rounded(value, places)
    return near.numerator if near.denominator == 1 else float(near)


def exact_text(value: Fraction) -> str:
    """The exact figure, as JSON keeps it and `Fraction` reads it again: `12`, `5/2`."""
    return str(value)
