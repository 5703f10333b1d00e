"""Converting match points into places: exact percentages, factored totals, and ties written as `2=`."""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

from games.wording import place_name
from scoring.tally import Tally

TIED = "="


@dataclass(frozen=True, slots=True)
class Standing:
    """The match points that a contestant won, and the match points possible on the boards that counted.

    `full` is how many match points would have been possible without sit-outs. For IMPs, `won` is the IMPs won, and
    `possible` and `full` are numbers of boards.
    """

    entry: Hashable
    won: Fraction
    possible: Fraction
    full: Fraction

    @property
    def percentage(self) -> Fraction:
        """The exact percentage, or 0 if no board counted. For IMPs, a hundred times the mean per board."""
        won, possible = self.won, self.possible
        return (
            Fraction(100 * won.numerator * possible.denominator, won.denominator * possible.numerator)
            if possible
            else Fraction(0)
        )

    @property
    def factored(self) -> Fraction:
        """The total scaled to `full`, as it would be if no board had been missed."""
        if self.possible == self.full:
            return self.won
        return self.won * self.full / self.possible if self.possible else Fraction(0)


@dataclass(frozen=True, slots=True)
class Place:
    """A rank, and whether other contestants share it. It is stored, sent and printed as text such as `3` or `3=`."""

    number: int
    tied: bool = False

    def __str__(self) -> str:
        return f"{self.number}{TIED if self.tied else ''}"

    @property
    def name(self) -> str:
        """The place as written in a sentence, such as `3rd` or `3rd equal`."""
        return place_name(self.number, self.tied)

    @classmethod
    def read(cls, text: str) -> "Place | None":
        """Return the place written in `text`, or None for "". A contestant who has not played has no place."""
        return cls(int(text.removesuffix(TIED)), text.endswith(TIED)) if text else None


@dataclass(frozen=True, slots=True)
class PlacedStanding(Standing):
    """A standing with its place (`1`, `2=`, or empty if no board was played)."""

    place: str


def shares_of(standing: Standing, *, imps: bool) -> dict[str, Any]:
    """Return the figures of a row that follow from its total: `factored`, and `mean` for IMPs or else `percentage`."""
    if not standing.possible:
        return {}
    share = {"mean": standing.percentage / 100} if imps else {"percentage": standing.percentage}
    return {"factored": standing.factored, **share}


def rank(rows: Iterable[Standing], by: str = "percentage") -> list[PlacedStanding]:
    """Return the rows with places, best first. They are ranked by exact percentage or, if `by` is "won", by total.

    Contestants who are level keep the order given. Contestants who have not played come last and have no place.
    """
    standings = list(rows)
    played = [row for row in standings if row.possible]
    figures = [row.won if by == "won" else row.won / row.possible for row in played]
    below = lcm(*(figure.denominator for figure in figures))
    order, placings = places([figure.numerator * (below // figure.denominator) for figure in figures])
    placed = [(played[n], place) for n, place in zip(order, placings, strict=True)]
    placed += [(row, "") for row in standings if not row.possible]
    return [PlacedStanding(row.entry, row.won, row.possible, row.full, place) for row, place in placed]


def rank_tally(tally: Tally, by: str = "percentage") -> tuple[Tally, list[str]]:
    """Return the tally with its rows in ranking order, and the place of each row (see `rank`)."""
    if not all(tally.possible):
        played, placings = rank_tally(tally.at([n for n, possible in enumerate(tally.possible) if possible]), by)
        without = tally.at([n for n, possible in enumerate(tally.possible) if not possible])
        return played.followed_by(without), placings + [""] * len(without.entries)
    keys = tally.won
    if by != "won" and len(boards := set(tally.possible)) > 1:
        share = {possible: lcm(*boards) // possible for possible in boards}
        keys = [won * share[possible] for won, possible in zip(tally.won, tally.possible, strict=True)]
    order, placings = places(keys)
    return tally.at(order), placings


def places(keys: Sequence[int]) -> tuple[list[int], list[str]]:
    """Return the indexes of the keys, best first, and each key's place, such as `2=`. Equal keys keep their order."""
    order = sorted(range(len(keys)), key=keys.__getitem__, reverse=True)
    times = Counter(keys)
    placings: list[str] = []
    for key in sorted(times, reverse=True):
        tied = times[key]
        placings += [str(Place(len(placings) + 1, tied > 1))] * tied
    return order, placings
