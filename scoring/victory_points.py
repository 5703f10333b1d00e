"""Victory points for a team match: tables of scales that turn an IMP margin into a share of 20 victory points.

`wbf` is the World Bridge Federation's continuous scale of 2013 (Technical Report of the WBF Scoring Panel): with N
boards the blitz margin is X = 15 sqrt(N), and a margin of I IMPs is worth 10 + 10 (1 - R^(I/X)) / (1 - R), where R =
t^3 and t is the golden section (sqrt(5) - 1)/2, to two decimals, corrected so that no IMP is worth more than the IMP
before it. `wbf_whole` is the federation's discrete scale in whole numbers, which the English Bridge Union adopted in
2013 (White Book 3.1.1, and its generator at https://www.ebu.co.uk/dynamic/js/vps.js): see `wbf_ranges`. `acbl_20` is
the older printed scale for 6 to 11 boards (https://www.bridgehands.com/V/Victory_Points.htm).
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction
from functools import lru_cache
from math import isqrt

from scoring.errors import ScoreError
from scoring.figures import rounded

TOTAL_VPS, DRAWN_VPS = 20, 10
MOST_BOARDS = 128
CENTS = 100
_EXACT = Context(prec=40)

# The smallest margin worth 10, 11, 12 ... 20, by number of boards.
_ACBL_SHORT = (0, 1, 3, 5, 8, 11, 14, 17, 20, 24, 28)
_ACBL_LONG = (0, 1, 3, 6, 10, 14, 18, 22, 26, 31, 36)
ACBL_20 = {boards: _ACBL_SHORT if boards <= 8 else _ACBL_LONG for boards in range(6, 12)}

Scale = Callable[[int, int], Fraction]


def victory_points(margin: Fraction | int, boards: int, scale: str = "wbf") -> Fraction:
    """Return the victory points for the side that won by `margin` IMPs (negative for a loss) over `boards` boards.

    `scale` is a name in SCALES. A fractional margin, which can come from weighted scores, is rounded first; halves
    are rounded away from zero. The other side gets 20 minus this number, unless a ruling gave the sides different
    margins. Raise ScoreError for an unknown scale or a wrong number of boards.
    """
    if not 1 <= boards <= MOST_BOARDS:
        raise ScoreError(f"A match has 1 to {MOST_BOARDS} boards, not {boards}.")
    if scale not in SCALES:
        raise ScoreError(f"{scale!r} is no scale of victory points: {', '.join(SCALES)} are.")
    whole = int(rounded(Fraction(margin), 0))
    worth = SCALES[scale](abs(whole), boards)
    return worth if whole >= 0 else TOTAL_VPS - worth


def _continuous(margin: int, boards: int) -> Fraction:
    cents = wbf_cents(boards)
    return Fraction(cents[min(margin, len(cents) - 1)], CENTS)


def _whole(margin: int, boards: int) -> Fraction:
    return Fraction(DRAWN_VPS + bisect_right(wbf_ranges(boards), margin) - 1)


def _acbl(margin: int, boards: int) -> Fraction:
    if boards not in ACBL_20:
        raise ScoreError(f"The scale acbl_20 is for 6 to 11 boards, not {boards}: take wbf or wbf_whole.")
    return Fraction(DRAWN_VPS + bisect_right(ACBL_20[boards], margin) - 1)


@lru_cache(maxsize=MOST_BOARDS)
def wbf_cents(boards: int) -> tuple[int, ...]:
    """Return the continuous scale in hundredths, for each margin from 0 to the blitz, which is worth 2000."""
    blitz = isqrt(225 * boards - 1) + 1  # the first whole margin not below 15 sqrt(N)
    table = [_wbf(margin, boards) for margin in range(blitz)] + [TOTAL_VPS * CENTS] * 2
    while bent := [m for m in range(1, blitz + 1) if table[m + 1] - table[m] > table[m] - table[m - 1]]:
        for margin in bent:
            if table[margin + 1] - table[margin] > table[margin] - table[margin - 1]:
                table[margin] += 1
    return tuple(table[: blitz + 1])


@lru_cache(maxsize=MOST_BOARDS)
def wbf_ranges(boards: int) -> tuple[int, ...]:
    """Return the whole-number scale: the smallest margin worth 10, 11 ... 20.

    A range ends where the exact curve reaches the next half point. The ends are then lowered, lowest first, until no
    range is narrower than the range before it. The range of a draw extends from a loss to a win by the same margin.
    """
    last = [_margin(DRAWN_VPS + Fraction(2 * step + 1, 2), boards) for step in range(DRAWN_VPS)]
    while bent := [step for step in range(DRAWN_VPS - 1) if last[step + 1] - last[step] < _width(last, step)]:
        last[bent[0]] -= 1
    return (0, *(margin + 1 for margin in last))


def _width(last: Sequence[int], step: int) -> int:
    return last[step] - last[step - 1] if step else 2 * last[0] + 1


def _curve(boards: int) -> tuple[Decimal, Decimal]:
    """Return R and the blitz margin X."""
    return ((_EXACT.sqrt(Decimal(5)) - 1) / 2) ** 3, 15 * _EXACT.sqrt(Decimal(boards))


def _margin(worth: Fraction, boards: int) -> int:
    """Return the largest whole number of IMPs at which the exact curve is below `worth` victory points."""
    ratio, blitz = _curve(boards)
    share = 1 - (1 - ratio) * (Decimal(worth.numerator) / worth.denominator / DRAWN_VPS - 1)
    return int(blitz * _EXACT.ln(share) / _EXACT.ln(ratio))


def _wbf(margin: int, boards: int) -> int:
    ratio, blitz = _curve(boards)
    won = (1 - _EXACT.power(ratio, margin / blitz)) / (1 - ratio)
    cents = (DRAWN_VPS * CENTS * (1 + won)).to_integral_value(ROUND_HALF_UP)
    return min(TOTAL_VPS * CENTS, int(cents))


SCALES: dict[str, Scale] = {"wbf": _continuous, "wbf_whole": _whole, "acbl_20": _acbl}
