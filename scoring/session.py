"""The rankings of a session: sections, directions, strata, with penalties, carry-over and handicaps.

The order is fixed: what was won on the boards, the director's penalties, what is carried over, and at last, in a
ranking of its own, the handicaps.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from scoring.errors import ScoreError
from scoring.evening import Entry, Scored, sums, with_full
from scoring.ranking import Placed, Standing, rank
from scoring.settings import ORDINARY, ScoringSettings
from scoring.totals import Sums

BOTH = "ALL"

# What a penalty of 1 takes away from the match points won of those possible, a board's top being known.
PENALTY_UNITS: dict[str, str] = {
    "points": "Match points, or IMPs",
    "top": "Percent of a board's top",
    "percent": "Percent of the session",
}


@dataclass(frozen=True, slots=True)
class Penalty:
    """What the director takes from a contestant, or gives if `amount` is negative (Laws 90 and 91)."""

    entry: Entry
    amount: Fraction
    unit: str = "points"


@dataclass(frozen=True, slots=True)
class Extras:
    """What a session knows beside its boards, by contestant; each may be left out.

    `handicaps` in percentage points. `strata`: the name of everybody's stratum. `earlier`: what is carried over, in
    percent, or in IMPs where the session is scored by IMPs. `unplaced` are scored and listed last, without a place.
    """

    penalties: Sequence[Penalty] = ()
    handicaps: Mapping[Entry, Fraction] = field(default_factory=dict)
    strata: Mapping[Entry, str] = field(default_factory=dict)
    earlier: Mapping[Entry, Fraction] = field(default_factory=dict)
    unplaced: frozenset[Entry] = frozenset()


@dataclass(frozen=True, slots=True)
class Ranking:
    """Places of one field. `section` None: all together; `line` NS, EW or ALL; `stratum` "" is everybody's."""

    section: Hashable | None
    line: str
    stratum: str
    handicap: bool
    rows: list[Placed]


NOTHING_MORE = Extras()


def session_rankings(
    scored: Sequence[Scored],
    winners: int,
    settings: ScoringSettings = ORDINARY,
    extras: Extras = NOTHING_MORE,
) -> list[Ranking]:
    """Every ranking of a session, the whole field before its strata, gross before net. Raises ScoreError."""
    sections = dict.fromkeys(row.result.section for row in scored)
    fields: list[tuple[Hashable | None, list[Scored]]] = [(None, list(scored))]
    if settings.sections == "apart" and len(sections) > 1:
        fields = [(section, [r for r in scored if r.result.section == section]) for section in sections]
    lines = (("NS", ("NS",)), ("EW", ("EW",))) if winners == 2 else ((BOTH, ("NS", "EW")),)
    found: list[Ranking] = []
    for section, rows in fields:
        top = Fraction(max((row.points.top for row in rows), default=0))
        for line, sides in lines:
            found += field_rankings(section, line, sums(rows, sides), top, settings, extras)
    return found


def field_rankings(
    section: Hashable | None,
    line: str,
    totals: Sums,
    top: Fraction,
    settings: ScoringSettings = ORDINARY,
    extras: Extras = NOTHING_MORE,
) -> list[Ranking]:
    """The rankings of one field from its sums, `top` being a board's. Raises ScoreError."""
    return list(_strata(section, line, adjusted(totals, top, settings, extras), settings, extras))


def adjusted(totals: Sums, top: Fraction, settings: ScoringSettings, extras: Extras) -> Sums:
    """Totals after penalties and carry-over; `top` is a board's. Raises ScoreError for a unit that is none."""
    after = dict(totals)
    for penalty in extras.penalties:
        if penalty.entry in after:
            won, possible = after[penalty.entry]
            after[penalty.entry] = (won - _points(penalty, top, possible), possible)
    if not settings.carry_over:
        return after
    return {entry: _carried(sums, extras.earlier.get(entry), settings) for entry, sums in after.items()}


def with_handicap(won: Fraction, possible: Fraction, handicap: Fraction) -> Fraction:
    """Match points with a handicap in percentage points added to the percentage."""
    return won + handicap * possible / 100


def order_of(settings: ScoringSettings) -> str:
    """By what `rank` places: the exact percentage (of IMPs: the mean), or the total as it is."""
    return "won" if settings.imps and settings.sit_outs == "raw" else "percentage"


def _points(penalty: Penalty, top: Fraction, possible: Fraction | int) -> Fraction:
    units = {"points": Fraction(1), "top": top / 100, "percent": Fraction(possible) / 100}
    if penalty.unit not in units:
        raise ScoreError(f"{penalty.unit!r} is no unit of a penalty: {', '.join(PENALTY_UNITS)} are.")
    return penalty.amount * units[penalty.unit]


def _carried(
    sums: tuple[Fraction, int], earlier: Fraction | None, settings: ScoringSettings
) -> tuple[Fraction, int]:
    """Match points: the earlier percentage as if so many sessions like this one had been played at it."""
    won, possible = sums
    if earlier is None:
        return won, possible
    if settings.imps:
        return won + settings.carry_over * earlier, possible
    more = settings.carry_over * possible
    return (won + more * earlier / 100) / (1 + settings.carry_over), possible


def _strata(
    section: Hashable | None, line: str, totals: Sums, settings: ScoringSettings, extras: Extras
) -> Iterable[Ranking]:
    everybody = with_full(totals)
    for stratum in ("", *settings.strata):
        standings = [row for row in everybody if _belongs(row.entry, stratum, settings, extras)]
        yield Ranking(section, line, stratum, False, _placed(standings, settings, extras))
        if settings.handicap is not None:
            net = [_net(row, extras.handicaps.get(row.entry, Fraction(0))) for row in standings]
            yield Ranking(section, line, stratum, True, _placed(net, settings, extras))


def _belongs(entry: Entry, stratum: str, settings: ScoringSettings, extras: Extras) -> bool:
    own = extras.strata.get(entry, settings.strata[0] if settings.strata else "")
    if not stratum or own == stratum:
        return True
    if settings.strata_rank == "apart" or own not in settings.strata:
        return False
    return settings.strata.index(own) > settings.strata.index(stratum)


def _placed(standings: list[Standing], settings: ScoringSettings, extras: Extras) -> list[Placed]:
    by = order_of(settings)
    placed = rank((row for row in standings if row.entry not in extras.unplaced), by)
    last = rank((row for row in standings if row.entry in extras.unplaced), by)
    return placed + [Placed(row.entry, row.won, row.possible, row.full, "") for row in last]


def _net(row: Standing, handicap: Fraction) -> Standing:
    return Standing(row.entry, with_handicap(row.won, row.possible, handicap), row.possible, row.full)
