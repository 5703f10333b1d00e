"""Somebody's percentages night by night, with the mean so far and its band."""

from dataclasses import dataclass
from fractions import Fraction

from clubsite.history.selectors.lines import PlayedSession, Year
from scoring.spread import FEWEST, running


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """A night: `boards` that count in its ranking, the `mean` of this and the nights before it in the year, and its
    `band`: the mean plus and minus t * s / sqrt(nights) (`scoring.spread`), within 0 and 100 per cent; None for the
    first two nights."""

    night: PlayedSession
    percentage: Fraction
    boards: int
    mean: Fraction
    band: tuple[Fraction, Fraction] | None


@dataclass(frozen=True, slots=True)
class SeasonCurve:
    """`points`: the nights with a percentage that count for the person, oldest first. `imps`: nights that count and
    were scored by IMPs; `helped`: those in which somebody else's result was played on."""

    points: list[CurvePoint]
    imps: int
    helped: int

    @property
    def last(self) -> CurvePoint | None:
        return self.points[-1] if self.points else None

    @property
    def boards(self) -> int:
        return sum(point.boards for point in self.points)

    @property
    def missing(self) -> int:
        """How many nights more there must be for a band."""
        return max(0, FEWEST - len(self.points))


def season_curve(year: Year) -> SeasonCurve:
    """Of a year."""
    counting = [night for night in year.nights if night.counts]
    rated = [(night, night.percentage) for night in counting if night.percentage is not None]
    samples = list(running(percentage for _, percentage in rated))[1:]
    points = [
        CurvePoint(
            night,
            percentage,
            year.counted[night.contestant],
            sample.mean or Fraction(0),
            sample.band(0, 100),
        )
        for (night, percentage), sample in zip(rated, samples, strict=True)
    ]
    counted_sessions = {night.session for night in counting}
    helped = {night.session for night in year.nights} - counted_sessions
    return SeasonCurve(points, len(counting) - len(rated), len(helped))
