"""A person's percentages, session by session, with the mean so far and its band."""

from dataclasses import dataclass
from fractions import Fraction

from clubsite.history.selectors.lines import PlayedSession, Year
from scoring.spread import MIN_FIGURES, running


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """A session. `boards` is the number of boards that count in its ranking, `mean` is the mean of the year's sessions
    up to this one, and `band` is that mean plus and minus t * s / sqrt(sessions) (`scoring.spread`), within 0 and
    100 per cent. The band is None for the first two sessions.
    """

    played: PlayedSession
    percentage: Fraction
    boards: int
    mean: Fraction
    band: tuple[Fraction, Fraction] | None


@dataclass(frozen=True, slots=True)
class SeasonCurve:
    """A year's curve. `points` are the sessions with a percentage that count for the person, oldest first. `imps` is
    how many sessions count but were scored by IMPs. In `helped` sessions, the person continued another player's
    result.
    """

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
        """The number of sessions still needed for a band."""
        return max(0, MIN_FIGURES - len(self.points))


def season_curve(year: Year) -> SeasonCurve:
    counting = [played for played in year.sessions if played.counts]
    rated = [(played, played.percentage) for played in counting if played.percentage is not None]
    samples = list(running(percentage for _, percentage in rated))[1:]
    points = [
        CurvePoint(
            played,
            percentage,
            year.counted[played.contestant],
            sample.mean or Fraction(0),
            sample.band(0, 100),
        )
        for (played, percentage), sample in zip(rated, samples, strict=True)
    ]
    counted_sessions = {played.session for played in counting}
    helped = {played.session for played in year.sessions} - counted_sessions
    return SeasonCurve(points, len(counting) - len(rated), len(helped))
