"""Master points for a session under a club's scheme. Tied contestants share their awards.

`abf_club` gives the Australian Bridge Federation's session awards (masterpoint manual 3.1.1 and 4.2,
http://abfmasterpoints.com.au/mpmanual/html/book3a.htm and book4a.htm). With T tables and the grade's weight W,
the winner of a two-winner field gets 0.02 WT up to 30 tables and W(1 - e^(-T/32)) beyond; with one winner, 0.04
WT up to 15 tables and W(1 - e^(-T/16)) beyond. The runner-up gets 70 percent, and the k-th place gets the
winner's award divided by k - 1, down to half the field. `top_third` gives 40 C points to the winner, and linearly
decreasing shares of them to the rest of the top third, as New Zealand clubs describe the scheme
(http://www.victoriabridge.co.nz/members/useful-things/masterpoints/). These awards are approximate until a club
enters its own table. `event` is for a simultaneous event over many clubs: with T tables in all heats together, the
winner gets 150 * sqrt(T / 25), rounded up, and the rest of the top third linearly decreasing shares of it.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction
from itertools import groupby
from math import isqrt
from typing import Any, Protocol

from scoring.errors import ScoreError
from scoring.figures import exact_text, read_figure, rounded

# Weights of the ABF's grades of club sessions. D, E and F are also the points that Crow proposed for this
# game.
GRADES = {"D": Fraction(2), "E": Fraction(3, 2), "F": Fraction(3, 4)}
RUNNER_UP = Fraction(7, 10)
C_POINTS = 40
EVENT_POINTS_OF_ONE_TABLE = 30  # 150 * sqrt(T / 25) is 30 * sqrt(T)
LARGEST_TABLE = 200
_EXACT = Context(prec=40)


class PlacedContestant(Protocol):
    """A row of a ranking, such as a `PlacedStanding` or an `EventRow`. `place` is text, or "" if there is no place."""

    @property
    def entry(self) -> Hashable:
        """The contestant."""

    @property
    def place(self) -> str:
        """The place, such as `1` or `2=`."""


@dataclass(frozen=True, slots=True)
class Scheme:
    """A scheme of awards for a session. `kind` is abf_club, top_third, event or own.

    `weight` multiplies the ABF's awards. `places` is a club's own table. For each number of contestants in the
    field, the table lists the awards from first place down. Awards are rounded to `decimals` decimal places. If
    `approximate` is True, the page says beside the figures that they are approximate.
    """

    kind: str
    weight: Fraction = Fraction(1)
    places: tuple[tuple[int, tuple[Fraction, ...]], ...] = ()
    decimals: int = 2
    approximate: bool = False

    @property
    def name(self) -> str:
        """The name of a ready-made scheme, or `own`."""
        return next((name for name, ready in SCHEMES.items() if ready == self), "own")

    def to_json(self) -> str | dict[str, Any]:
        """Return the name of a ready-made scheme, or a club's own table."""
        if self.name in SCHEMES:
            return self.name
        table = {str(size): [exact_text(award) for award in awards] for size, awards in self.places}
        return {"decimals": self.decimals, "places": table}


SCHEMES: dict[str, Scheme] = {
    **{f"abf_club_{grade.lower()}": Scheme("abf_club", weight) for grade, weight in GRADES.items()},
    "top_third": Scheme("top_third", decimals=0, approximate=True),
    "event": Scheme("event", decimals=0, approximate=True),
}


def scheme_from_json(stored: Any) -> Scheme:
    """Return a ready-made scheme by name, or a club's own scheme: `{"places": {"8": ["0.4", "0.2"], "12": [...]}}`.

    In this example, the winner of a field of 8 or more contestants gets 0.4 and the runner-up 0.2. From 12 contestants
    on, the row for 12 applies. Raise ScoreError for anything else.
    """
    if isinstance(stored, str) and stored in SCHEMES:
        return SCHEMES[stored]
    if not isinstance(stored, Mapping) or not isinstance(stored.get("places"), Mapping) or not stored["places"]:
        raise ScoreError(
            f'Master points are {", ".join(SCHEMES)}, or a table of places: {{"places": {{"8": [40, 20]}}}}.'
        )
    if extra := set(stored) - {"places", "decimals"}:
        raise ScoreError(f"A table of master points has places and decimals, not {', '.join(sorted(map(str, extra)))}.")
    decimals = stored.get("decimals", 2)
    if isinstance(decimals, bool) or not isinstance(decimals, int) or not 0 <= decimals <= 4:
        raise ScoreError(f"decimals is a whole number from 0 to 4, not {decimals!r}.")
    rows = tuple(sorted(_own_row(size, awards) for size, awards in stored["places"].items()))
    return Scheme("own", places=rows, decimals=decimals)


def masterpoints(
    scheme: Scheme,
    placed: Sequence[PlacedContestant],
    tables: int,
    winners: int,
) -> dict[Hashable, Fraction]:
    """Return each contestant's exact award in a ranking (of one direction if there are two winners), or 0 for no
    award.

    `tables` is the number of tables in the session or event, with a half table counted as one. Tied contestants each
    get the mean of the rounded awards for their places; the ABF rounds it to a whole hundredth again.
    """
    ranked = [row for row in placed if row.place]
    awards = [rounded(award, scheme.decimals) for award in _KINDS[scheme.kind](scheme, len(ranked), tables, winners)]
    awards += [Fraction(0)] * (len(ranked) - len(awards))
    by_entry: dict[Hashable, Fraction] = {row.entry: Fraction(0) for row in placed}
    position = 0
    for _, level in groupby(ranked, key=lambda row: row.place):
        tied = list(level)
        shared = sum(awards[position : position + len(tied)], Fraction(0)) / len(tied)
        if scheme.kind == "abf_club":
            shared = rounded(shared, scheme.decimals)
        by_entry |= {row.entry: shared for row in tied}
        position += len(tied)
    return by_entry


def abf_winner(tables: int, winners: int, weight: Fraction) -> Fraction:
    """Return the winner's award in points, as exactly as the formula allows."""
    limit, each, spread = (30, Fraction(1, 50), 32) if winners == 2 else (15, Fraction(1, 25), 16)
    if tables <= limit:
        return each * weight * tables
    return weight * (1 - Fraction(_EXACT.exp(Decimal(-tables) / spread)))


def event_winner(tables: int) -> int:
    """Return the award of an event's winner: 150 * sqrt(tables / 25), rounded up exactly."""
    square = EVENT_POINTS_OF_ONE_TABLE**2 * tables
    return isqrt(square - 1) + 1 if square else 0


def _abf(scheme: Scheme, field: int, tables: int, winners: int) -> list[Fraction]:
    first = abf_winner(tables, winners, scheme.weight)
    shares = [Fraction(1), RUNNER_UP, *(Fraction(1, place - 1) for place in range(3, field + 1))]
    return [first * share for share in shares[: field // 2]]


def _top_third(scheme: Scheme, field: int, tables: int, winners: int) -> list[Fraction]:
    return _linear(C_POINTS, field)


def _event(scheme: Scheme, field: int, tables: int, winners: int) -> list[Fraction]:
    return _linear(event_winner(tables), field)


def _linear(first: int, field: int) -> list[Fraction]:
    """Return equally spaced awards for the top third of the field. The first place after it would get 0."""
    places = -(-field // 3)
    return [Fraction(first * (places - place), places) for place in range(places)]


def _own(scheme: Scheme, field: int, tables: int, winners: int) -> list[Fraction]:
    rows = [awards for size, awards in scheme.places if size <= field]
    return list(rows[-1][:field]) if rows else []


def _own_row(size: Any, awards: Any) -> tuple[int, tuple[Fraction, ...]]:
    try:
        number, row = int(size), tuple(read_figure(str(award)) for award in awards)
    except (TypeError, ValueError, OverflowError):
        number, row = 0, ()
    if not 1 <= number <= LARGEST_TABLE or not row or isinstance(awards, str) or min(row) < 0:
        raise ScoreError(
            f"places: {str(size)[:20]!r} needs a list of awards such as [0.4, 0.2], the first place first."
        )
    if list(row) != sorted(row, reverse=True):
        raise ScoreError(f"places: in the row of {size} a lower place gets more than a higher one.")
    return number, row


_KINDS: dict[str, Callable[[Scheme, int, int, int], list[Fraction]]] = {
    "abf_club": _abf,
    "top_third": _top_third,
    "event": _event,
    "own": _own,
}
