"""Handicaps: percentage points that a club adds to a contestant's percentage. The schemes are tables.

A player's handicap is `factor * (base - average)`, with the average of the last `sessions` sessions. A pair's handicap
is the mean of its players' handicaps. Sources: CBAI, "The Handicap System" (http://cbai.ie/the-handicap-system/): the
mean of the two is added to the percentage; Tauranga Bridge Club (https://www.taurangabridge.co.nz/page/528136): 50
minus the average.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import Any

from scoring.errors import ScoreError
from scoring.figures import exact_text, read_figure

MOST_SESSIONS = 200


@dataclass(frozen=True, slots=True)
class Handicap:
    """A handicap scheme. If `sessions` is 0, every session counts towards the average.

    A player needs `minimum` sessions to have a handicap. `cap` and `floor` are the upper and lower bounds of a
    player's handicap in percentage points; None means no bound.
    """

    base: Fraction = Fraction(50)
    factor: Fraction = Fraction(1)
    sessions: int = 0
    minimum: int = 1
    floor: Fraction | None = None
    cap: Fraction | None = None

    def to_json(self) -> str | dict[str, Any]:
        """Return the name of a ready-made scheme, or the figures of a club's own scheme."""
        for name, ready in SCHEMES.items():
            if ready == self:
                return name
        given = {field.name: getattr(self, field.name) for field in fields(self)}
        return {
            name: exact_text(value) if isinstance(value, Fraction) else value
            for name, value in given.items()
            if value is not None
        }


# Ready schemes; a club's own is the same figures as JSON.
SCHEMES: dict[str, Handicap] = {
    "fifty_minus_average": Handicap(),
    "fifty_minus_last_10": Handicap(sessions=10),
    "half_of_fifty_minus_last_10": Handicap(sessions=10, factor=Fraction(1, 2)),
    "fifty_minus_last_10_capped": Handicap(sessions=10, floor=Fraction(-10), cap=Fraction(10)),
    "plus_only_last_10": Handicap(sessions=10, floor=Fraction(0)),
}


def player_handicap(scheme: Handicap, percentages: Sequence[Fraction]) -> Fraction | None:
    """Return a player's handicap from their percentages, oldest first.

    Return None if there are fewer percentages than the scheme's minimum.
    """
    taken = percentages[-scheme.sessions :] if scheme.sessions else percentages
    if len(taken) < max(1, scheme.minimum):
        return None
    wanted = scheme.factor * (scheme.base - sum(taken, Fraction(0)) / len(taken))
    if scheme.cap is not None:
        wanted = min(wanted, scheme.cap)
    return wanted if scheme.floor is None else max(wanted, scheme.floor)


def entry_handicap(players: Sequence[Fraction | None]) -> Fraction:
    """Return the mean handicap of a contestant's players. A player who has no handicap yet counts as 0."""
    return sum((handicap or Fraction(0) for handicap in players), Fraction(0)) / max(1, len(players))


def handicap_from_json(stored: Any) -> Handicap | None:
    """Return a scheme from the name of a ready-made scheme or from a club's own figures. Return None for None or "".

    Raise ScoreError for an unknown name or a wrong figure.
    """
    if stored in (None, ""):
        return None
    if isinstance(stored, str) and stored in SCHEMES:
        return SCHEMES[stored]
    if not isinstance(stored, Mapping):
        raise ScoreError(f"handicap is one of {', '.join(SCHEMES)}, or a club's own figures, not {stored!r}.")
    names = [field.name for field in fields(Handicap)]
    for name in stored:
        if name not in names:
            raise ScoreError(f"handicap has no {name}: {', '.join(names)} are its figures.")
    scheme = replace(Handicap(), **{name: _figure(name, value) for name, value in stored.items()})
    if scheme.cap is not None and scheme.floor is not None and scheme.floor > scheme.cap:
        raise ScoreError("handicap: floor is above cap. Exchange them.")
    return scheme


def _figure(name: str, value: Any) -> Any:
    whole = name in ("sessions", "minimum")
    if value is None and name in ("floor", "cap"):
        return None
    try:
        figure = read_figure(value)
    except ValueError:
        figure = None
    if figure is None or (whole and (figure.denominator != 1 or not 0 <= figure <= MOST_SESSIONS)):
        kind = f"a whole number from 0 to {MOST_SESSIONS}" if whole else "a number such as 10 or 7/2"
        raise ScoreError(f"handicap: {name} is {kind}, not {value!r}.")
    return int(figure) if whole else figure
