"""The rankings of a session by section, direction and stratum, with penalties, carry-over and handicaps.

The calculation has a fixed order: the points won on the boards, then the director's penalties, the carry-over and,
finally, the handicaps, which have a ranking of their own.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial

from scoring.errors import ScoreError
from scoring.evening import Entry, Scored, sums
from scoring.ranking import PlacedStanding, rank_tally
from scoring.settings import ORDINARY, ScoringSettings
from scoring.tally import Tally

BOTH = "ALL"

# What a penalty of 1 takes from the match points won, given a board's top.
PENALTY_UNITS: dict[str, str] = {
    "points": "Match points, or IMPs",
    "top": "Percent of a board's top",
    "percent": "Percent of the session",
}


@dataclass(frozen=True, slots=True)
class EntryPenalty:
    """A director's penalty for a contestant, or a bonus if `amount` is negative (Laws 90 and 91)."""

    entry: Entry
    amount: Fraction
    unit: str = "points"


@dataclass(frozen=True, slots=True)
class Extras:
    """Facts about a session's contestants that do not come from the boards. Each field may be left out.

    `handicaps` are in percentage points. `strata` has the name of each contestant's stratum. `earlier` is the
    carry-over, in percent, or in IMPs if the session is scored by IMPs. `unplaced` contestants are scored but
    listed last, without a place.
    """

    penalties: Sequence[EntryPenalty] = ()
    handicaps: Mapping[Entry, Fraction] = field(default_factory=dict)
    strata: Mapping[Entry, str] = field(default_factory=dict)
    earlier: Mapping[Entry, Fraction] = field(default_factory=dict)
    unplaced: frozenset[Entry] = frozenset()


@dataclass(frozen=True, slots=True)
class FieldRanking:
    """The places in one field, best first. `section` is None for all sections together; `line` is NS, EW or ALL.

    `stratum` is "" for the overall ranking. `places` has one entry for each row of the tally: text such as `1` or
    `2=`, or empty. `full` is the most that anyone could win.
    """

    section: Hashable | None
    line: str
    stratum: str
    handicap: bool
    tally: Tally
    places: list[str]
    full: int

    @property
    def rows(self) -> list[PlacedStanding]:
        full = Fraction(self.full)
        figures = zip(self.tally.sums().items(), self.places, strict=True)
        return [
            PlacedStanding(entry, won, Fraction(possible), full, place) for (entry, (won, possible)), place in figures
        ]


NOTHING_MORE = Extras()


def session_rankings(
    scored: Sequence[Scored],
    winners: int,
    settings: ScoringSettings = ORDINARY,
    extras: Extras = NOTHING_MORE,
) -> list[FieldRanking]:
    """Return every ranking of a session, with the whole field before its strata and gross scores before net scores.

    Raise ScoreError for a penalty in an unknown unit.
    """
    sections = dict.fromkeys(row.result.section for row in scored)
    fields: list[tuple[Hashable | None, list[Scored]]] = [(None, list(scored))]
    if settings.sections == "apart" and len(sections) > 1:
        fields = [(section, [r for r in scored if r.result.section == section]) for section in sections]
    lines = (("NS", ("NS",)), ("EW", ("EW",))) if winners == 2 else ((BOTH, ("NS", "EW")),)
    rankings: list[FieldRanking] = []
    for section, rows in fields:
        top = max((row.points.top for row in rows), default=0)
        for line, sides in lines:
            rankings += field_rankings(section, line, Tally.of(sums(rows, sides)), top, settings, extras)
    return rankings


def field_rankings(
    section: Hashable | None,
    line: str,
    totals: Tally,
    top: int,
    settings: ScoringSettings = ORDINARY,
    extras: Extras = NOTHING_MORE,
) -> list[FieldRanking]:
    """Return the rankings of one field from its totals. `top` is the top on one board.

    Raise ScoreError for a penalty in an unknown unit.
    """
    return list(_strata(section, line, adjusted(totals, top, settings, extras), settings, extras))


def adjusted(totals: Tally, top: int, settings: ScoringSettings, extras: Extras) -> Tally:
    """Return totals after penalties and carry-over. `top` is the top on one board.

    Raise ScoreError for a penalty in an unknown unit.
    """
    if extras.penalties:
        lost = penalties_of(totals, top, extras.penalties)
        totals = totals.plus({entry: -points for entry, points in lost.items()})
    carried = carried_of(totals, settings, extras)
    return totals.plus(carried) if carried else totals


def carried_of(totals: Tally, settings: ScoringSettings, extras: Extras) -> dict[Entry, Fraction]:
    """Return what the carry-over adds to the totals of the contestants who have a carry-over, in match points or IMPs.

    `totals` are the totals after penalties.
    """
    if not settings.carry_over or not extras.earlier:
        return {}
    more = _carried_imps if settings.imps else _carried_points
    return {
        entry: settings.carry_over * more(won, possible, extras.earlier[entry], settings.carry_over)
        for entry, (won, possible) in totals.sums().items()
        if entry in extras.earlier
    }


def penalties_of(totals: Tally, top: int, penalties: Iterable[EntryPenalty]) -> dict[Entry, Fraction]:
    """Return what penalties deduct from each penalised contestant, in match points or IMPs.

    Raise ScoreError for a penalty in an unknown unit.
    """
    possible = dict(zip(totals.entries, totals.possible, strict=True))
    taken: defaultdict[Entry, Fraction] = defaultdict(Fraction)
    for penalty in penalties:
        if penalty.entry in possible:
            taken[penalty.entry] += _points(penalty, top, possible[penalty.entry])
    return taken


def with_handicap(won: Fraction, possible: Fraction, handicap: Fraction) -> Fraction:
    """Return the match points after a handicap in percentage points is added to the percentage."""
    return won + handicap * possible / 100


def order_of(settings: ScoringSettings) -> str:
    """Return the key for `rank`: the exact percentage (the mean for IMPs) or the plain total."""
    return "won" if settings.imps and settings.sit_outs == "raw" else "percentage"


def _points(penalty: EntryPenalty, top: int, possible: int) -> Fraction:
    units = {"points": Fraction(1), "top": Fraction(top, 100), "percent": Fraction(possible, 100)}
    if penalty.unit not in units:
        raise ScoreError(f"{penalty.unit!r} is no unit of a penalty: {', '.join(PENALTY_UNITS)} are.")
    return penalty.amount * units[penalty.unit]


def _carried_imps(won: Fraction, possible: int, earlier: Fraction, weight: Fraction) -> Fraction:
    return earlier


def _carried_points(won: Fraction, possible: int, earlier: Fraction, weight: Fraction) -> Fraction:
    """Return the carry-over per unit of weight w. The total is (won + w*e)/(1 + w), where e is `earlier` in points."""
    return (earlier * possible / 100 - won) / (1 + weight)


def _strata(
    section: Hashable | None, line: str, totals: Tally, settings: ScoringSettings, extras: Extras
) -> Iterable[FieldRanking]:
    full = max(totals.possible, default=0)
    for stratum in ("", *settings.strata):
        own = totals
        if stratum:
            own = totals.only(partial(_belongs, stratum=stratum, settings=settings, extras=extras))
        yield FieldRanking(section, line, stratum, False, *_placed(own, settings, extras), full)
        if settings.handicap is not None:
            net = _net(own, extras.handicaps)
            yield FieldRanking(section, line, stratum, True, *_placed(net, settings, extras), full)


def _belongs(entry: Entry, stratum: str, settings: ScoringSettings, extras: Extras) -> bool:
    own = extras.strata.get(entry, settings.strata[0])
    if own == stratum:
        return True
    if settings.strata_rank == "apart" or own not in settings.strata:
        return False
    return settings.strata.index(own) > settings.strata.index(stratum)


def _placed(totals: Tally, settings: ScoringSettings, extras: Extras) -> tuple[Tally, list[str]]:
    """Rank the totals, with unplaced contestants after the others."""
    by, unplaced = order_of(settings), extras.unplaced
    if not unplaced:
        return rank_tally(totals, by)
    placed, placings = rank_tally(totals.only(lambda entry: entry not in unplaced), by)
    last, _ = rank_tally(totals.only(lambda entry: entry in unplaced), by)
    return placed.followed_by(last), placings + [""] * len(last.entries)


def _net(totals: Tally, handicaps: Mapping[Entry, Fraction]) -> Tally:
    rows = zip(totals.entries, totals.possible, strict=True)
    none = Fraction(0)
    return totals.plus(
        {
            entry: with_handicap(none, Fraction(possible), handicaps[entry])
            for entry, possible in rows
            if entry in handicaps
        }
    )
