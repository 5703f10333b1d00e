"""From match points to places: exact percentages, factored totals, ties as `2=`."""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Standing:
    """Match points won of those possible on the boards that counted; `full`: possible without sit-outs."""

    entry: Hashable
    won: Fraction
    possible: Fraction
    full: Fraction


@dataclass(frozen=True, slots=True)
class Placed:
    """A contestant with percentage (exact), total factored to `full`, and place (`1`, `2=`; empty if nothing
    was played)."""

    entry: Hashable
    won: Fraction
    possible: Fraction
    percentage: Fraction
    factored: Fraction
    place: str


def rank(rows: Iterable[Standing]) -> list[Placed]:
    """Best first; places by the exact percentage. Those with the same one keep the order given."""
    standings = sorted(rows, key=lambda row: (row.possible == 0, -_percentage(row)))
    places = _places([_percentage(row) for row in standings if row.possible])
    places += [""] * (len(standings) - len(places))
    return [_placed(row, place) for row, place in zip(standings, places, strict=True)]


def _places(percentages: list[Fraction]) -> list[str]:
    first = {value: place for place, value in reversed(list(enumerate(percentages, start=1)))}
    return [f"{first[value]}{'=' if percentages.count(value) > 1 else ''}" for value in percentages]


def _placed(row: Standing, place: str) -> Placed:
    percentage = _percentage(row)
    return Placed(row.entry, row.won, row.possible, percentage, percentage * row.full / 100, place)


def _percentage(row: Standing) -> Fraction:
    return Fraction(100 * row.won, row.possible) if row.possible else Fraction(0)
